/** The processes of a measurement. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts a process that does not outlive this one.
 *
 * @param file  a program of the bench, bundled beside this one
 */
export function start(file: string): ChildProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)));
  process.once('exit', () => child.kill());
  return child;
}

/** The next message of a process. */
export async function receiveMessage<T>(child: ChildProcess): Promise<T> {
  const stopped = new AbortController();
  const ended = once(child, 'exit', { signal: stopped.signal }).then(
    () => {
      throw new Error('a process of the measurement ended too early');
    },
    () => undefined, // heard in time
  );
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [T];
  stopped.abort();
  return message;
}
