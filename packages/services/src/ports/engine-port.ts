/** The services' port to the single writer, which `Sequencer` implements. */
import type { EngineView, ReadResult } from '@salar/engine';
import type { Command, OutcomeOf, Sequence } from '@salar/protocol';

/** Durable reads. Calls of the gateway reach the engine through this interface only. */
export interface EngineReader<View = EngineView> {
  /**
   * Runs `look` at once, waits until everything it can have seen is on disk, and then resolves with its result.
   *
   * @param look  returns data only; a result that would read the view after the wait does not compile
   * @throws SequencerUnavailable when the view may show what is in no journal
   */
  read<T>(look: (view: View) => ReadResult<T>): Promise<T>;
  /** Resolves when the read models contain everything committed so far. */
  projected(sequence?: Sequence): Promise<void>;
}

export interface EnginePort<View = EngineView> extends EngineReader<View> {
  /**
   * The state as decided, which may not be on disk yet. For decisions that end in `submit`, whose outcome waits for the
   * disk, and for names and decimals of products, which never change; never for an answer.
   */
  readonly undurable: View;
  /** Resolves with the engine's outcome once it is durable. @throws SequencerUnavailable when no command is taken now */
  submit<C extends Command>(command: C): Promise<OutcomeOf<C>>;
}
