/** What may be said about one call. */
export type CallOptions = {
  /** Gives the call up: it fails with the signal's reason. It may have been carried out. */
  readonly signal?: AbortSignal | undefined;
  /** So long one request waits for its answer; 15 s without it. */
  readonly timeoutMs?: number | undefined;
  /**
   * A text of your own for one thing to be done, such as a UUID. However often the call is sent with it, it is done once.
   * Without it the client makes one for each call that takes one; a key of your own also outlives the program.
   */
  readonly idempotencyKey?: string | undefined;
};
