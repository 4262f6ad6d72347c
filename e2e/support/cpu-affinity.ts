/**
 * Gives the page's process its own processor core, as it has on a phone. The browser's other processes, the exchange,
 * its database and the measuring program share the other cores.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';

/** Renderers, and the process from which new ones are forked. */
const pages = /--type=(?:renderer|zygote)/;

/**
 * Pins the renderers to one core where that is possible: on Linux with `taskset`, and more than one core.
 *
 * @param browser  process id
 * @returns whether the renderers were pinned
 */
export function pinPagesToOneCore(browser: number): boolean {
  // Counts the cores of the machine, because this process was pinned to the others for the previous visit.
  const cores = cpus().length;
  if (process.platform !== 'linux' || cores < 2) return false;
  const parents = parentsOfAll();
  try {
    for (const pid of parents.keys())
      if (isBelow(pid, browser, parents) && pages.test(readCommand(pid))) pin(pid, '0');
      else if (isBelow(pid, browser, parents) || isBelow(pid, process.pid, parents))
        pin(pid, `1-${cores - 1}`);
    return true;
  } catch {
    return false;
  }
}

function pin(pid: number, list: string): void {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list, String(pid)], { stdio: 'ignore' });
}

function isBelow(pid: number, ancestor: number, parents: ReadonlyMap<number, number>): boolean {
  for (let one: number | undefined = pid; one !== undefined; one = parents.get(one))
    if (one === ancestor) return true;
  return false;
}

function parentsOfAll(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const status = read(`/proc/${name}/stat`);
    const parent = status.slice(status.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  return parents;
}

function readCommand(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

/** Returns an empty string for a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
