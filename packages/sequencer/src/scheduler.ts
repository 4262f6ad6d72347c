/** Timers of the writer. The simulator has its own time, and decides what runs next. */
import { setTimeout as delay } from 'node:timers/promises';

export type Scheduler = {
  /** Resolves after `ms` milliseconds, or when `signal` is aborted. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Runs `work` at the end of the current turn of the event loop. */
  readonly soon: (work: () => void) => void;
};

export const realScheduler: Scheduler = {
  pause: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined),
  soon: (work) => {
    setImmediate(work);
  },
};
