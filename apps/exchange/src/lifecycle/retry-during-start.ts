/** Retries steps of the start while the database is unavailable, instead of giving up. */
import { setTimeout as delay } from 'node:timers/promises';
import { SequencerUnavailable } from '@salar/sequencer';
import type { Log } from '@salar/services/ports/log';
import { isTransientDatabaseError } from '@salar/store';

const patienceMs = 30_000;
const firstWaitMs = 50;
const waitMsMax = 1_000;

/**
 * Runs a step of the start, and retries it as long as only the database is unavailable.
 *
 * @param work  must be safe to repeat
 * @throws the error of the step, when it was another one or the outage lasted too long
 */
export async function retryDuringStart<T>(log: Log, step: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, waitMsMax)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || Date.now() > deadline) throw error;
      log.warn({ step, error: String(error) }, 'the database is unavailable during the start: retrying');
      await delay(waitMs);
    }
  }
}

function isTransient(error: unknown): boolean {
  if (error instanceof SequencerUnavailable) return !error.isOutcomeUnknown;
  return isTransientDatabaseError(error);
}
