/**
 * Reads the processor time of other processes and of the whole machine, in milliseconds; zero where there is no /proc.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';

const millisPerTick = 10;

/** Returns the processor time of a process and its children, including children that have ended. */
export function familyMillis(pid: number): number {
  if (!existsSync('/proc/self/stat')) return 0;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.reduce((sum, name) => {
    const stat = readStat(name);
    if (stat === null) return sum;
    const [, parent = 0] = stat;
    if (Number(name) === pid) return sum + sumTicks(stat, 11, 4) * millisPerTick;
    return parent === pid ? sum + sumTicks(stat, 11, 2) * millisPerTick : sum;
  }, 0);
}

/** Returns the processor time of this process's main thread. */
export function mainThreadMillis(): number {
  const path = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) / 1e6 : 0;
}

/** Returns the time during which all processors of the machine were busy. */
export function machineMillis(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** Returns the numbers after the name of the command: state, parent, and so on. */
function readStat(pid: string): number[] | null {
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

function sumTicks(stat: readonly number[], from: number, count: number): number {
  return stat.slice(from, from + count).reduce((sum, ticks) => sum + ticks, 0);
}
