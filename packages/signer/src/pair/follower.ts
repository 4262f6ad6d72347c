/** The follower's side of a pair: it records what the leader signs, before the leader's bytes leave. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { FileCheckpointSigner } from '../checkpoints/checkpoint-signer.ts';
import type { ClaimHead, ClaimStore } from '../claims/claim-store.ts';
import { checkpointsMax, entriesMax } from './pair-messages.ts';
import type {
  CheckpointsAnswer,
  CheckpointsRefusal,
  CheckpointsRequest,
  PairRefusal,
  ReplicateAnswer,
  ReplicateRequest,
} from './pair-messages.ts';

type KeptCheckpoints = Pick<FileCheckpointSigner, 'last' | 'keep' | 'listAfter'>;

/** Entries count for the caps by the clock of who led then; the caps of an hour are exact up to this difference. */
export const clockDifferenceMaxMs = 30_000;

export class Follower {
  readonly #store: ClaimStore;
  readonly #checkpoints: KeptCheckpoints;
  readonly #clock: () => number;

  constructor(options: { store: ClaimStore; checkpoints: KeptCheckpoints; clock: () => number }) {
    this.#store = options.store;
    this.#checkpoints = options.checkpoints;
    this.#clock = options.clock;
  }

  /**
   * Appends the leader's entries. A leader of a later term ends this signer's own lead; one of an earlier term is refused, so
   * it cannot sign any more.
   */
  replicate({ term, at, after, texts }: ReplicateRequest): Result<ReplicateAnswer, PairRefusal> {
    return this.#store.exclusive(() => {
      const own = this.#store.pair;
      const refusal = this.#findRefusal(term);
      if (refusal !== null) return refuse(refusal);
      if (Math.abs(at - this.#clock()) > clockDifferenceMaxMs) return refuse('clocks_differ');
      if (own === null || term > own.term) this.#store.setPair({ term, leads: false, alone: false });
      const { head } = this.#store;
      if (head.number !== after.number || head.hash !== after.hash) return accept({ appended: false, head });
      this.#store.appendAll(texts);
      return accept({ appended: true, head: this.#store.head });
    });
  }

  /** Returns the entries after a head of the leader, which a leader lacks that ended after they were recorded here. */
  readClaims(after: ClaimHead): Result<readonly string[], PairRefusal> {
    if (!this.#store.contains(after)) return refuse('records_differ');
    return accept(this.#store.readAfter(after.number, entriesMax));
  }

  /** Keeps the leader's checkpoints of the journal, so that this signer contradicts none of them if it leads one day. */
  keepCheckpoints({ term, checkpoints }: CheckpointsRequest): Result<CheckpointsAnswer, CheckpointsRefusal> {
    const refusal = this.#findRefusal(term);
    if (refusal !== null) return refuse(refusal);
    const kept = this.#checkpoints.keep(checkpoints);
    return kept.ok ? accept({ last: this.#checkpoints.last }) : kept;
  }

  /** Returns the checkpoints of later commands, the oldest first, as many as fit into a message. */
  readCheckpoints({ sequence }: { readonly sequence: number }): readonly SignedCheckpoint[] {
    return this.#checkpoints.listAfter(sequence).slice(0, checkpointsMax);
  }

  /** Returns why a leader of this term is refused; null when it is not. */
  #findRefusal(term: number): 'term_outdated' | 'both_lead' | null {
    const own = this.#store.pair;
    if (own !== null && term < own.term) return 'term_outdated';
    return own?.leads === true && term === own.term ? 'both_lead' : null;
  }
}
