/** Starts the processes of a measurement and receives their messages. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Starts a process that ends with this one.
 *
 * @param file  a benchmark program, bundled beside this one, or the path of another commit's
 */
export function start(file: string): ChildProcess {
  const child = fork(resolve(dirname(fileURLToPath(import.meta.url)), file));
  const kill = () => void child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Resolves with the next message of a process. */
export async function receiveMessage<T>(child: ChildProcess): Promise<T> {
  const stopped = new AbortController();
  const ended = once(child, 'exit', { signal: stopped.signal }).then(
    () => {
      throw new Error('a process of the measurement ended too early');
    },
    () => undefined, // the message arrived first
  );
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [T];
  stopped.abort();
  return message;
}

/** Ends a process whose result has arrived, and waits for it: only then its processor time counts as that of this program. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
