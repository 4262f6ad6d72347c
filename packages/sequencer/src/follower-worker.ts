/** The follower's thread: takes messages from `follower-thread.ts` and answers it. */
import { parentPort, workerData } from 'node:worker_threads';
import { openFollower } from './follower-handle.ts';
import type { FollowerStart } from './follower-handle.ts';
import type { FromFollower, ToFollower } from './follower-thread.ts';

const port = parentPort;
if (port === null) throw new Error('the follower runs in a worker thread');
const tell = (message: FromFollower) => port.postMessage(message);

const follower = await openFollower(workerData as FollowerStart, {
  onPosition: (sequence) => tell({ type: 'position', sequence }),
  onSnapshot: (snapshot) => tell({ type: 'snapshot', snapshot }),
  onFatal: (error) => tell({ type: 'fatal', reason: error.stack ?? error.message }),
  log: (line) => tell({ type: 'log', line }),
});
port.on('message', (message: ToFollower) => {
  if (message.type === 'advance') return follower.advance(message.head);
  void follower.close().then(
    () => port.close(),
    (error: unknown) => {
      tell({ type: 'fatal', reason: String(error) });
      port.close();
    },
  );
});
tell({ type: 'ready' });
