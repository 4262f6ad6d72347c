/** The leader's client of the other signer. */
import { SignerLine } from '@salar/adapters/signer/signer-line';
import type { SignerLink } from '@salar/adapters/signer/signer-connection';
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { Result } from '@salar/protocol';
import type { ClaimHead } from '../claims/claim-store.ts';
import type {
  CheckpointsAnswer,
  CheckpointsRefusal,
  CheckpointsRequest,
  PairRefusal,
  ReplicateAnswer,
  ReplicateRequest,
} from './pair-messages.ts';

/** The other signer's record, as the leader uses it. Both calls throw SignerUnavailable when it does not answer. */
export interface Peer {
  /** Records entries, if they follow the other signer's head. */
  replicate(request: ReplicateRequest): Promise<Result<ReplicateAnswer, PairRefusal>>;
  /** Returns entries after a head, oldest first, as many as fit into a message. */
  readClaims(after: ClaimHead): Promise<Result<readonly string[], PairRefusal>>;
}

/** The other signer's checkpoints of the journal, as the leader uses them. Both calls throw SignerUnavailable as well. */
export interface CheckpointPeer {
  /** Keeps checkpoints of the journal, unless one contradicts those that the other signer has. */
  keepCheckpoints(request: CheckpointsRequest): Promise<Result<CheckpointsAnswer, CheckpointsRefusal>>;
  /** Returns checkpoints of later commands, the oldest first, as many as fit into a message. */
  readCheckpoints(after: { readonly sequence: number }): Promise<readonly SignedCheckpoint[]>;
}

/** Shorter than the time that the exchange waits for an answer of the leader. */
const answerMsMax = 2_500;

export class PeerClient implements Peer, CheckpointPeer {
  readonly #line: SignerLine;

  constructor(link: SignerLink) {
    this.#line = new SignerLine(link, { answerMsMax });
  }

  async replicate(request: ReplicateRequest): Promise<Result<ReplicateAnswer, PairRefusal>> {
    return (await this.#line.request('replicate', request)) as Result<ReplicateAnswer, PairRefusal>;
  }

  async readClaims(after: ClaimHead): Promise<Result<readonly string[], PairRefusal>> {
    return (await this.#line.request('readClaims', after)) as Result<readonly string[], PairRefusal>;
  }

  async keepCheckpoints(request: CheckpointsRequest): Promise<Result<CheckpointsAnswer, CheckpointsRefusal>> {
    return (await this.#line.request('keepCheckpoints', request)) as Result<
      CheckpointsAnswer,
      CheckpointsRefusal
    >;
  }

  async readCheckpoints(after: { readonly sequence: number }): Promise<readonly SignedCheckpoint[]> {
    const answer = await this.#line.request('readCheckpoints', after);
    return (answer as { readonly value: readonly SignedCheckpoint[] }).value;
  }

  close(): void {
    this.#line.close();
  }
}
