/** Processor time of other processes and of the whole machine, in milliseconds; zero where there is no /proc. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';

const millisPerTick = 10;

/** Of a process and its children, those that ended included. */
export function familyMillis(pid: number): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, name) => {
    const stat = statOf(name);
    if (stat === null) return sum;
    const [, parent = 0] = stat;
    if (Number(name) === pid) return sum + ticksOf(stat, 11, 4) * millisPerTick;
    return parent === pid ? sum + ticksOf(stat, 11, 2) * millisPerTick : sum;
  }, 0);
}

/** Of this process's main thread. */
export function mainThreadMillis(): number {
  const path = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) / 1e6 : 0;
}

/** Time that all processors of the machine were busy. */
export function machineMillis(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** The numbers after the name of the command: state, parent, and so on. */
function statOf(pid: string): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return null;
    throw error;
  }
}

function ticksOf(stat: readonly number[], from: number, count: number): number {
  return stat.slice(from, from + count).reduce((sum, ticks) => sum + ticks, 0);
}
