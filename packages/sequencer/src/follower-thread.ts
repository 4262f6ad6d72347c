/** Runs the follower in a worker thread, so that replaying and writing history cost the writer nothing. */
import { Worker } from 'node:worker_threads';
import type { Sequence } from '@salar/protocol';
import type { FollowerEvents, FollowerHandle, FollowerStart } from './follower-handle.ts';
import type { SnapshotTaken } from './follower.ts';

export type ToFollower = { readonly type: 'advance'; readonly head: Sequence } | { readonly type: 'close' };
export type FromFollower =
  | { readonly type: 'ready' }
  | { readonly type: 'position'; readonly sequence: Sequence }
  | { readonly type: 'snapshot'; readonly snapshot: SnapshotTaken }
  | { readonly type: 'log'; readonly line: string }
  | { readonly type: 'fatal'; readonly reason: string };

/**
 * Starts the thread and waits until it has restored its engine.
 *
 * @param url of the bundled `follower-worker.ts`
 */
export async function openFollowerThread(
  url: URL,
  start: FollowerStart,
  events: FollowerEvents,
): Promise<FollowerHandle> {
  const worker = new Worker(url, { workerData: start });
  let isClosing = false;
  let isReady = false;
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    const end = (error: Error) => {
      if (!isReady) reject(error);
      else if (!isClosing) events.onFatal(error);
    };
    worker.on('error', end);
    worker.on('exit', (code) => end(new Error(`the follower's thread ended with code ${code}`)));
    worker.on('message', (message: FromFollower) => {
      if (message.type === 'ready') {
        isReady = true;
        resolve();
      } else if (message.type === 'position') events.onPosition(message.sequence);
      else if (message.type === 'snapshot') events.onSnapshot(message.snapshot);
      else if (message.type === 'log') events.log(message.line);
      else end(new Error(message.reason));
    });
  });
  const send = (message: ToFollower) => worker.postMessage(message);
  return {
    advance: (head) => send({ type: 'advance', head }),
    close: async () => {
      isClosing = true;
      send({ type: 'close' });
      await ended;
    },
  };
}
