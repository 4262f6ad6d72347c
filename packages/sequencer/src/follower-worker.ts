/** The follower's worker thread: handles the messages of `follower-thread.ts` and reports back. */
import { parentPort, workerData } from 'node:worker_threads';
import { openFollower } from './follower-handle.ts';
import type { FollowerStart } from './follower-handle.ts';
import type { FromFollower, ToFollower } from './follower-thread.ts';

const port = parentPort;
if (port === null) throw new Error('the follower runs in a worker thread');
const send = (message: FromFollower) => port.postMessage(message);

const follower = await openFollower(workerData as FollowerStart, {
  onPosition: (sequence) => send({ type: 'position', sequence }),
  onSnapshot: (snapshot) => send({ type: 'snapshot', snapshot }),
  onFatal: (error) => send({ type: 'fatal', reason: error.stack ?? error.message }),
  log: (line) => send({ type: 'log', line }),
});
port.on('message', (message: ToFollower) => {
  if (message.type === 'advance') return follower.advance(message.head);
  void follower.close().then(
    () => port.close(),
    (error: unknown) => {
      send({ type: 'fatal', reason: String(error) });
      port.close();
    },
  );
});
send({ type: 'ready' });
