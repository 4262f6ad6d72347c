/**
 * Lets the process of the page have a processor core to itself, as it has on a phone. Everything else shares the rest:
 * the browser's other processes, the exchange, its database, and the program that measures.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';

/** Renderers, and the process that new ones are made from. */
const pages = /--type=(?:renderer|zygote)/;

/**
 * Where that can be done: on Linux with `taskset`, and more than one core.
 *
 * @param browser  process id
 * @returns whether it was done
 */
export function pinPagesToOneCore(browser: number): boolean {
  // Of the machine: this process was given the rest of them for the visit before.
  const cores = cpus().length;
  if (process.platform !== 'linux' || cores < 2) return false;
  const parents = parentsOfAll();
  try {
    for (const pid of parents.keys())
      if (isBelow(pid, browser, parents) && pages.test(commandOf(pid))) pin(pid, '0');
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

function commandOf(pid: number): string {
  return read(`/proc/${pid}/cmdline`);
}

/** Nothing of a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
