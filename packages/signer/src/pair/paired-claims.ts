/**
 * The record of a pair of signers. The leader's entries are on the follower's disk before they are on its own, and on both
 * before signed bytes leave, so the follower has everything that was ever signed and can lead in its place. A leader that the
 * follower no longer follows cannot sign.
 */
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { Mutex } from 'async-mutex';
import { formatEntry } from '../claims/claim-store.ts';
import type {
  ClaimEntry,
  ClaimHead,
  ClaimHolder,
  Claims,
  ClaimStore,
  PairState,
} from '../claims/claim-store.ts';
import type { SignerAlert } from '../service/signer-alerts.ts';
import { entriesMax, refusalTexts } from './pair-messages.ts';
import type { PairRefusal } from './pair-messages.ts';
import type { Peer } from './peer-client.ts';

/** The interval at which a leader alone tries to take the other signer back. */
const rejoinMs = 1_000;
/** Characters in a message; one entry is always sent. */
const messageLengthMax = 2 ** 20;

export class PairedClaims implements Claims {
  readonly #store: ClaimStore;
  readonly #peer: Peer;
  readonly #clock: () => number;
  readonly #onAlert: (alert: SignerAlert) => void;
  readonly #mutex = new Mutex();
  /** True once both records were found to be the same, until something fails. */
  #isInStep = false;
  #rejoinedAt = -Infinity;
  #basis = 0;

  /** @param options.leads  whether this signer leads at the first start of the pair */
  constructor(options: {
    store: ClaimStore;
    peer: Peer;
    leads: boolean;
    clock: () => number;
    onAlert: (alert: SignerAlert) => void;
  }) {
    this.#store = options.store;
    this.#peer = options.peer;
    this.#clock = options.clock;
    this.#onAlert = options.onAlert;
    if (this.#store.pair === null) this.#store.setPair({ term: 0, leads: options.leads, alone: false });
  }

  listOf(owner: string): readonly unknown[] {
    return this.#store.listOf(owner);
  }

  findHolder(claim: string): ClaimHolder | undefined {
    return this.#store.findHolder(claim);
  }

  sumSince(name: string, since: number): bigint {
    return this.#store.sumSince(name, since);
  }

  findFirst(name: string): number | null {
    return this.#store.findFirst(name);
  }

  get basis(): number {
    return this.#basis;
  }

  async ready(): Promise<void> {
    if (this.#readLeading().alone) this.#tryToRejoin();
    else if (!this.#isInStep) await this.#mutex.runExclusive(() => this.#synchronise());
  }

  append(entry: ClaimEntry, basis: number): Promise<void> {
    return this.#mutex.runExclusive(async () => {
      if (basis !== this.#basis)
        throw new SignerUnavailable('entries of the other signer were taken: repeat the request');
      const text = formatEntry(entry);
      const { term, alone } = this.#readLeading();
      const after = this.#store.head;
      if (!alone) {
        if (!this.#isInStep) throw new SignerUnavailable('the other signer was lost: repeat the request');
        this.#isInStep = false; // until the answer says otherwise
        const { appended } = await this.#replicate(term, [text], after);
        if (!appended) throw new SignerUnavailable('the other signer has another record: repeat the request');
      }
      this.#appendAfter(after, term, [text]);
      this.#isInStep = true;
    });
  }

  /** Appends entries, unless the other signer has become the leader since and has sent its own. */
  #appendAfter(after: ClaimHead, term: number, texts: readonly string[]): void {
    this.#store.exclusive(() => {
      if (this.#readLeading().term !== term || this.#store.head.hash !== after.hash)
        throw new SignerUnavailable('the leader changed: repeat the request');
      this.#store.appendAll(texts);
    });
  }

  /** Returns the state of a leader. @throws SignerUnavailable when this signer follows */
  #readLeading(): PairState {
    const state = this.#store.pair;
    if (state?.leads !== true) throw new SignerUnavailable('this signer follows the other one');
    return state;
  }

  /** Makes both records the same: takes what only the other one has, and sends what it lacks. */
  async #synchronise(): Promise<void> {
    const { term } = this.#readLeading();
    let { head } = await this.#replicate(term, []);
    while (head.number > this.#store.head.number) {
      const after = this.#store.head;
      const missing = await this.#peer.readClaims(after);
      if (!missing.ok) throw this.#fail(missing.refusal);
      if (missing.value.length === 0) break;
      this.#appendAfter(after, term, missing.value);
      this.#basis += 1;
    }
    if (!this.#store.contains(head)) throw this.#fail('records_differ');
    while (head.number < this.#store.head.number)
      ({ head } = await this.#replicate(term, this.#readBatch(head.number), head));
    this.#isInStep = head.hash === this.#store.head.hash;
    if (!this.#isInStep) throw this.#fail('records_differ');
  }

  #readBatch(after: number): readonly string[] {
    const texts = this.#store.readAfter(after, entriesMax);
    let length = 0;
    const batch = texts.filter((text) => {
      length += text.length;
      return length <= messageLengthMax;
    });
    return batch.length === 0 ? texts.slice(0, 1) : batch;
  }

  async #replicate(term: number, texts: readonly string[], after = this.#store.head) {
    const answer = await this.#peer
      .replicate({ term, at: this.#clock(), after, texts: [...texts] })
      .catch((error: unknown) => {
        this.#onAlert({ event: 'the other signer does not answer', subject: '' });
        throw error;
      });
    if (answer.ok) return answer.value;
    throw this.#fail(answer.refusal);
  }

  /** A leader that was replaced follows from now on. */
  #fail(refusal: PairRefusal): SignerUnavailable {
    const state = this.#store.pair;
    if (refusal === 'term_outdated' && state !== null)
      this.#store.setPair({ ...state, leads: false, alone: false });
    this.#onAlert({ event: refusalTexts[refusal], subject: '' });
    return new SignerUnavailable(refusalTexts[refusal]);
  }

  /** In the background: a payment does not wait for it. */
  #tryToRejoin(): void {
    const now = this.#clock();
    if (now - this.#rejoinedAt < rejoinMs) return;
    this.#rejoinedAt = now;
    void this.#mutex
      .runExclusive(async () => {
        await this.#synchronise();
        this.#store.setPair({ ...this.#readLeading(), alone: false });
      })
      .catch(() => undefined); // it has been an alert, and is tried again
  }
}
