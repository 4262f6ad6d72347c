/** How the writer waits. The simulator has a time of its own, and decides what runs next. */
import { setTimeout as delay } from 'node:timers/promises';

export type Scheduler = {
  /** Resolves after so many milliseconds, or when `signal` is aborted. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Runs `work` at the end of this turn of the event loop. */
  readonly soon: (work: () => void) => void;
};

export const realScheduler: Scheduler = {
  pause: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined),
  soon: (work) => {
    setImmediate(work);
  },
};
