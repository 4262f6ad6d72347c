/** The events of an episode as data, so that it can be repeated, and shrunk while it still shows a fault. */
import type { AccountId, Command, Millis, Minor, ProductId } from '@salar/protocol';

/** A fault of an append; `ms` is the delay of slow and late ones. */
export type AppendFault = {
  readonly kind:
    | 'append_slow'
    | 'append_fails_before'
    | 'append_fails_after'
    | 'append_lands_late'
    | 'dies_before_append'
    | 'dies_after_append';
  readonly ms: number;
};

export type Step =
  /** `client` sends a command at this time of the world's clocks; it takes `delayMs` to reach the writer. */
  | {
      readonly type: 'submit';
      readonly client: number;
      readonly command: Command;
      readonly at: Millis;
      readonly delayMs: number;
      readonly isDuplicate: boolean;
    }
  | { readonly type: 'wait'; readonly ms: number }
  /** A client reads the engine, and may use what it read once that is durable. */
  | { readonly type: 'look' }
  | { readonly type: 'append_fault'; readonly fault: AppendFault }
  | { readonly type: 'database_away'; readonly ms: number }
  | { readonly type: 'crash' }
  | { readonly type: 'restart' }
  /** Another process takes the lease while the writer is alive: the replica with its engine, or a new process. */
  | { readonly type: 'takeover'; readonly isWarm: boolean }
  | { readonly type: 'clock_jump'; readonly ms: number }
  | { readonly type: 'snapshot' }
  /** `index` counts from the newest snapshot, `place` is the position in its bytes. */
  | {
      readonly type: 'snapshot_damage';
      readonly damage: 'flipped' | 'truncated' | 'foreign';
      readonly index: number;
      readonly place: number;
    }
  /** `place` is a position in the journal, from 0 to 1. */
  | { readonly type: 'row_damage'; readonly part: RowPart; readonly place: number }
  | { readonly type: 'replica_restart' }
  | {
      readonly type: 'transfer';
      readonly accountId: AccountId;
      readonly productId: ProductId;
      readonly amount: Minor;
    }
  | { readonly type: 'mine' }
  /** Everything that reorgs have removed is sent again. */
  | { readonly type: 'return_lost' }
  /** The newest `depth` blocks are replaced; every `lostEvery`th transfer in them is lost. */
  | { readonly type: 'reorg'; readonly depth: number; readonly lostEvery: number };

export type RowPart =
  'payload' | 'payload_length' | 'hash' | 'previousHash' | 'count' | 'epoch' | 'at' | 'firstSequence';
