/** What services need from the single writer; `Sequencer` implements it. */
import type { Engine } from '@salar/engine';
import type { Command, OutcomeOf, Sequence } from '@salar/protocol';

export interface EnginePort {
  /** For reading only. */
  readonly engine: Engine;
  /** Resolves with the engine's outcome once it is durable. @throws SequencerUnavailable when no command is taken now */
  submit<C extends Command>(command: C): Promise<OutcomeOf<C>>;
  /** Resolves when everything applied so far is durable: look at the engine's state first, then wait, then answer. */
  settled(): Promise<void>;
  /** Resolves when the read models contain everything committed so far. */
  projected(sequence?: Sequence): Promise<void>;
}
