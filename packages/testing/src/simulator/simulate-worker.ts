/** A worker thread of the simulator: plays the episodes that it receives, one after another. */
import { parentPort } from 'node:worker_threads';
import { playSeed } from './play-seed.ts';
import type { Episode } from './play-seed.ts';

const port = parentPort;
if (port === null) throw new Error('the simulator plays its episodes in worker threads');
Error.stackTraceLimit = 0; // most errors here are simulated, and their stack traces would cost more than everything else
port.on('message', (episode: Episode) => {
  void playSeed(episode).then((played) => port.postMessage(played));
});
