/** Retries steps of the start while the database is unavailable, instead of giving up. */
import { setTimeout as delay } from 'node:timers/promises';
import { retry } from '@salar/protocol/backoff';
import type { Backoff } from '@salar/protocol/backoff';
import { SequencerUnavailable } from '@salar/sequencer';
import type { Log } from '@salar/services/ports/log';
import { isTransientDatabaseError } from '@salar/store';

const patienceMs = 30_000;
const backoff: Backoff = { firstMs: 50, maxMs: 1_000 };

/**
 * Runs a step of the start, and retries it as long as only the database is unavailable.
 *
 * @param work  must be safe to repeat
 * @throws the error of the step, when it was another one or the outage lasted too long
 */
export async function retryDuringStart<T>(log: Log, step: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  const canRetry = (error: unknown): boolean => {
    if (!isTransient(error) || Date.now() > deadline) return false;
    log.warn({ step, error: String(error) }, 'the database is unavailable during the start: retrying');
    return true;
  };
  return retry(work, { backoff, canRetry, pause: delay });
}

function isTransient(error: unknown): boolean {
  if (error instanceof SequencerUnavailable) return !error.isOutcomeUnknown;
  return isTransientDatabaseError(error);
}
