/** Options of a single call. */
export type CallOptions = {
  /** Aborts the call: it fails with the signal's reason. It may have been carried out. */
  readonly signal?: AbortSignal | undefined;
  /** How long one request waits for its answer; 15 s by default. */
  readonly timeoutMs?: number | undefined;
  /**
   * Client-generated key, such as a UUID. Repeating a call with the same key performs it once. Without it the client
   * creates one for each call that takes one; a key of your own also outlives the program.
   */
  readonly idempotencyKey?: string | undefined;
};
