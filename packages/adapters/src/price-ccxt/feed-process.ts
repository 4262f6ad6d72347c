/**
 * Starts the process that fetches external prices. Its library is foreign code that connects to foreign servers, so the process
 * has an empty environment, reads no file but its program and its packages, writes none, and starts no other process.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import { closedDirectoryAbove } from '../postgres-embedded/run-as.ts';
import type { RunAs } from '../postgres-embedded/run-as.ts';
import { feedOutput } from './feed-messages.ts';

/** The library takes some 180 MB. */
const heapMaxMib = 512;
/** In no group of another process. Only root can start a process as another user. */
const feedUser: RunAs = { uid: 65_532, gid: 65_532 };
/** Node 20 has the option under its experimental name only. */
const permissionOption = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

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
export function launchFeed(entry: string): FeedProcess {
  const program = realpathSync(resolve(entry));
  const execArgv = [
    '--no-warnings', // about the experimental name of the option
    `--max-old-space-size=${heapMaxMib}`,
    permissionOption,
    ...readableFolders(program).map((folder) => `--allow-fs-read=${folder}/`),
  ];
  const child = spawn(process.execPath, [...execArgv, program], {
    ...chooseUser(program),
    cwd: '/',
    env: {},
    detached: true, // a terminal's Ctrl-C does not reach it
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  });
  const output = child.stdio[feedOutput];
  if (child.stdin === null || !(output instanceof Readable)) {
    child.once('error', () => undefined); // it follows, and says the same
    throw new Error('the price feed process was not started: too many files are open');
  }
  return { child, input: child.stdin, output };
}

/** Returns the folder of the program, and those that it finds its packages in. */
function readableFolders(program: string): string[] {
  const folders = [dirname(program)];
  for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'node_modules'))) folders.push(realpathSync(join(folder, 'node_modules')));
  return folders;
}

/** Returns a user of its own when this process may choose one who can read the program, and run the Node of this process. */
function chooseUser(program: string): Partial<RunAs> {
  if (process.getuid?.() !== 0) return {};
  const isReachable = [program, process.execPath].every(
    (path) => closedDirectoryAbove(dirname(path), feedUser) === null,
  );
  return isReachable ? feedUser : {};
}
