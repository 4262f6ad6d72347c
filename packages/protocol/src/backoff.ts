/** How long to wait between attempts: twice as long after each failure, up to a limit. */

export type Backoff = { readonly firstMs: number; readonly maxMs: number };

/** Computes the wait after the given number of failures in a row, which is at least 1. */
export function computeBackoffMs({ firstMs, maxMs }: Backoff, failures: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures - 1, 30), maxMs);
}

/**
 * Repeats work until it succeeds.
 *
 * @param options.canRetry  called after each failure, with the number of failures; false ends the attempts
 * @throws the error that cannot be retried
 */
export async function retry<T>(
  work: () => Promise<T>,
  options: {
    readonly backoff: Backoff;
    readonly canRetry: (error: unknown, failures: number) => boolean;
    readonly pause: (ms: number) => Promise<unknown>;
  },
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      if (!options.canRetry(error, failures)) throw error;
      await options.pause(computeBackoffMs(options.backoff, failures));
    }
  }
}
