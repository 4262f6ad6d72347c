/** Thrown when a command cannot be taken now, or when nobody can say any more what became of it. */
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
