import { setTimeout as delay } from 'node:timers/promises';

/** Waits for half to one and a half times `ms`, so that callers who failed together do not retry together. */
export async function pauseAbout(ms: number): Promise<void> {
  await delay(ms * (0.5 + Math.random()));
}
