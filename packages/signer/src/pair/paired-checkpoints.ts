/**
 * Checkpoints of the journal that both signers of a pair keep: the other signer has a checkpoint before the exchange gets it, so the
 * one that leads later contradicts none of them. What one of them missed while it was away, it receives with the next checkpoint.
 */
import type { JournalCheckpoint, SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { CheckpointRefusal, CheckpointSigner } from '@salar/services';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { Mutex } from 'async-mutex';
import type { FileCheckpointSigner } from '../checkpoints/checkpoint-signer.ts';
import type { ClaimStore } from '../claims/claim-store.ts';
import { checkpointsMax, refusalTexts } from './pair-messages.ts';
import type { CheckpointPeer } from './peer-client.ts';

type PairedCheckpointsOptions = {
  readonly own: Pick<FileCheckpointSigner, 'last' | 'prepare' | 'keep' | 'listAfter' | 'checkpoint'>;
  readonly peer: CheckpointPeer;
  /** Says whether this signer leads, and alone. */
  readonly store: Pick<ClaimStore, 'pair'>;
};

export class PairedCheckpoints implements CheckpointSigner {
  readonly #options: PairedCheckpointsOptions;
  readonly #mutex = new Mutex();

  constructor(options: PairedCheckpointsOptions) {
    this.#options = options;
  }

  checkpoint(end: JournalCheckpoint): Promise<Result<SignedCheckpoint, CheckpointRefusal>> {
    return this.#mutex.runExclusive(() => this.#checkpoint(end));
  }

  async #checkpoint(end: JournalCheckpoint): Promise<Result<SignedCheckpoint, CheckpointRefusal>> {
    const { own, store } = this.#options;
    const state = store.pair;
    if (state?.leads !== true) throw new SignerUnavailable('this signer follows the other one');
    if (state.alone) return own.checkpoint(end);
    if (!(await this.#synchronise(state.term))) return refuse('checkpoint_conflict');
    const signed = own.prepare(end);
    if (!signed.ok) return signed;
    if ((await this.#send(state.term, [signed.value])) === 'checkpoint_conflict')
      return refuse('checkpoint_conflict');
    const kept = own.keep([signed.value]);
    return kept.ok ? signed : kept;
  }

  /** Gives each signer what only the other one has. @returns false when they contradict each other */
  async #synchronise(term: number): Promise<boolean> {
    const { own, peer } = this.#options;
    let last = await this.#send(term, []);
    if (last === 'checkpoint_conflict') return false;
    const newest = last?.sequence ?? 0;
    while (newest > this.#newest) {
      const missing = await peer.readCheckpoints({ sequence: this.#newest });
      if (missing.length === 0 || !own.keep(missing).ok) return false;
    }
    if (last !== null && !own.keep([last]).ok) return false;
    while (this.#newest > (last?.sequence ?? 0)) {
      last = await this.#send(term, own.listAfter(last?.sequence ?? 0).slice(0, checkpointsMax));
      if (last === 'checkpoint_conflict') return false;
    }
    return true;
  }

  get #newest(): number {
    return this.#options.own.last?.sequence ?? 0;
  }

  /** Sends checkpoints. @returns the newest of the other signer */
  async #send(
    term: number,
    checkpoints: readonly SignedCheckpoint[],
  ): Promise<SignedCheckpoint | null | 'checkpoint_conflict'> {
    const answer = await this.#options.peer.keepCheckpoints({ term, checkpoints: [...checkpoints] });
    if (answer.ok) return answer.value.last;
    if (answer.refusal === 'checkpoint_conflict') return answer.refusal;
    throw new SignerUnavailable(refusalTexts[answer.refusal]);
  }
}
