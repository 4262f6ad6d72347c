import { hostname } from 'node:os';

/** Formats the holder of the writer's lease: readable for people, and comparable for a standby on the same machine. */
export function formatLeaseHolder(pid: number): string {
  return `${hostname()}, process ${pid}`;
}
