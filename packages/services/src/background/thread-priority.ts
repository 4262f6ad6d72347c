/** The priority of worker threads beside the thread that matches orders. */
import { getPriority, setPriority } from 'node:os';

/** Lowers the priority of the calling thread. On Linux only: elsewhere it would be that of the whole process. */
export function lowerThreadPriority(niceness: number): void {
  if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness);
}
