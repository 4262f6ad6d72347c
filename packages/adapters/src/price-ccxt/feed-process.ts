/** Starts the process that fetches external prices. Its library is foreign code that connects to foreign servers. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import type { Log } from '@salar/services/ports/log';
import { createSandbox } from '../processes/sandbox.ts';
import { feedOutput } from './feed-messages.ts';

/** The library takes some 180 MB. */
const heapMaxMib = 512;

/** The process has its settings on standard input, and sends its messages through `feedOutput`. */
export type FeedProcess = {
  readonly child: ChildProcess;
  readonly input: Writable;
  readonly output: Readable;
};

/**
 * @param entry  path of the bundled program
 * @throws when the process cannot be started
 */
export function launchFeed(entry: string, log: Log): FeedProcess {
  const { program, execArgv, options } = createSandbox(entry, { heapMaxMib, log });
  const child = spawn(process.execPath, [...execArgv, program], {
    ...options,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  const output = child.stdio[feedOutput];
  if (child.stdin === null || !(output instanceof Readable)) {
    child.once('error', () => undefined); // it follows, and says the same
    throw new Error('the price feed process was not started: too many files are open');
  }
  return { child, input: child.stdin, output };
}
