import { hostname } from 'node:os';

/** How a process signs the writer's lease: for people, and for a standby on the same machine. */
export function formatLeaseHolder(pid: number): string {
  return `${hostname()}, process ${pid}`;
}
