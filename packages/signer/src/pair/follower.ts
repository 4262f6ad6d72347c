/** The follower's side of a pair: it records what the leader signs, before the leader's bytes leave. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { ClaimHead, ClaimStore } from '../claims/claim-store.ts';
import { entriesMax } from './pair-messages.ts';
import type { PairRefusal, ReplicateAnswer, ReplicateRequest } from './pair-messages.ts';

/** Entries count for the caps by the clock of who led then; the caps of an hour are exact up to this difference. */
export const clockDifferenceMaxMs = 30_000;

export class Follower {
  readonly #store: ClaimStore;
  readonly #clock: () => number;

  constructor(store: ClaimStore, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Appends the leader's entries. A leader of a later term ends this signer's own lead; one of an earlier term is refused, so
   * it cannot sign any more.
   */
  replicate({ term, at, after, texts }: ReplicateRequest): Result<ReplicateAnswer, PairRefusal> {
    return this.#store.exclusive(() => {
      const own = this.#store.pair;
      if (own !== null && term < own.term) return refuse('term_outdated');
      if (own?.leads === true && term === own.term) return refuse('both_lead');
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
}
