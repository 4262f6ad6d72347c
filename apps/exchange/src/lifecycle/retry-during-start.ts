/** Retries steps of the start while the database is unavailable, instead of giving up. */
import { setTimeout as delay } from 'node:timers/promises';
import { retry } from '@salar/protocol/backoff';
import type { Backoff } from '@salar/protocol/backoff';
import { SequencerUnavailable } from '@salar/sequencer';
import type { Log } from '@salar/services/ports/log';
import { isTransientDatabaseError } from '@salar/store';

/** Longer than a switchover of the database takes; then a supervisor may start the exchange again. */
const patienceMs = 600_000;
/** A wrong address is reported at the terminal soon; a database that is starting for a moment is not. */
const failuresShown = 3;
const backoff: Backoff = { firstMs: 50, maxMs: 1_000 };

/**
 * Runs a step of the start, and retries it as long as only the database is unavailable.
 *
 * @param work  must be safe to repeat
 * @throws the error of the step, when it was another one or the outage lasted too long
 */
export async function retryDuringStart<T>(log: Log, step: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  const canRetry = (error: unknown, failures: number): boolean => {
    if (!isTransient(error) || Date.now() > deadline) return false;
    if (failures === failuresShown) console.log(`Waiting for the database: ${(error as Error).message}`);
    log.warn({ step, error: String(error) }, 'the database is unavailable during the start: retrying');
    return true;
  };
  return retry(work, { backoff, canRetry, pause: delay });
}

function isTransient(error: unknown): boolean {
  if (error instanceof SequencerUnavailable) return !error.isOutcomeUnknown;
  return isTransientDatabaseError(error);
}
