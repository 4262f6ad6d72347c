/** Thrown when a command cannot be accepted now, or when its outcome cannot be determined any more. */
export class SequencerUnavailable extends Error {
  override readonly name = 'SequencerUnavailable';
  readonly retryAfterMs: number;
  /** False: the command was not applied. True: it may be in the journal; read the state before trying again. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    reason: string,
    { retryAfterMs, isOutcomeUnknown = false }: { retryAfterMs: number; isOutcomeUnknown?: boolean },
  ) {
    super(reason);
    this.retryAfterMs = retryAfterMs;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}
