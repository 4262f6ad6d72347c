/** A database that goes away while we start comes back by itself: the step is taken again instead of giving up. */
import { setTimeout as delay } from 'node:timers/promises';
import { SequencerUnavailable } from '@salar/sequencer';
import type { Log } from '@salar/services/ports/log';
import { isTransientDatabaseError } from '@salar/store';

const patienceMs = 30_000;
const firstWaitMs = 50;
const waitMsMax = 1_000;

/**
 * Does a step of the start, again and again while only the database is away.
 *
 * @param work  may be repeated: what it did the first time it finds done
 * @throws what the step threw, when it was something else or lasted too long
 */
export async function retryDuringStart<T>(log: Log, step: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, waitMsMax)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || Date.now() > deadline) throw error;
      log.warn({ step, error: String(error) }, 'the database went away during the start: once more');
      await delay(waitMs);
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof SequencerUnavailable) return !error.isOutcomeUnknown;
  return isTransientDatabaseError(error);
}
