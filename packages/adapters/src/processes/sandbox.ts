/**
 * Closes in our programs that read what others have sent: each runs in a process with an empty environment, reads no file but its program
 * and its packages, writes none, and starts no other process.
 */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Log } from '@salar/services/ports/log';
import { closedDirectoryAbove } from '../postgres-embedded/run-as.ts';
import type { RunAs } from '../postgres-embedded/run-as.ts';

/** In no group of another process. Only root can start a process as another user. */
const sandboxUser: RunAs = { uid: 65_532, gid: 65_532 };
/** Node 20 has the option under its experimental name only. */
const permissionOption = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/** How such a process is started. */
type Sandbox = {
  /** The program, without symbolic links. */
  readonly program: string;
  /** Arguments of Node. */
  readonly execArgv: string[];
  readonly options: Partial<RunAs> & { cwd: string; env: NodeJS.ProcessEnv; detached: boolean };
};

/** @param entry  path of the bundled program */
export function createSandbox(
  entry: string,
  { heapMaxMib, log }: { readonly heapMaxMib: number; readonly log: Log },
): Sandbox {
  const program = realpathSync(resolve(entry));
  return {
    program,
    execArgv: [
      '--no-warnings', // about the experimental name of the option
      `--max-old-space-size=${heapMaxMib}`,
      permissionOption,
      ...readableFolders(program).map((folder) => `--allow-fs-read=${folder}/`),
    ],
    options: {
      ...chooseUser(program, log),
      cwd: '/',
      env: {},
      detached: true, // a terminal's Ctrl-C does not reach it
    },
  };
}

/** Returns the folder of the program, and those that it finds its packages in. */
function readableFolders(program: string): string[] {
  const folders = [dirname(program)];
  for (let folder = dirname(program); folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, 'node_modules'))) folders.push(realpathSync(join(folder, 'node_modules')));
  return folders;
}

/** Returns a user of its own when this process may choose one who can read the program, and run the Node of this process. */
function chooseUser(program: string, log: Log): Partial<RunAs> {
  if (process.getuid?.() !== 0) return {};
  const closed = [program, process.execPath]
    .map((path) => closedDirectoryAbove(dirname(path), sandboxUser))
    .find((folder) => folder !== null);
  if (closed === undefined) return sandboxUser;
  log.warn(
    { program, closed },
    'a process that reads what others have sent runs as root, because other users cannot enter a folder above its program or above Node',
  );
  return {};
}
