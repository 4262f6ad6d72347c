/** The leader's client of the other signer. */
import { SignerLine } from '@salar/adapters/signer/signer-line';
import type { SignerLink } from '@salar/adapters/signer/signer-connection';
import type { Result } from '@salar/protocol';
import type { ClaimHead } from '../claims/claim-store.ts';
import type { PairRefusal, ReplicateAnswer, ReplicateRequest } from './pair-messages.ts';

/** The other signer, as the leader uses it. Both calls throw SignerUnavailable when it does not answer. */
export interface Peer {
  /** Records entries, if they follow the other signer's head. */
  replicate(request: ReplicateRequest): Promise<Result<ReplicateAnswer, PairRefusal>>;
  /** Returns entries after a head, oldest first, as many as fit into a message. */
  readClaims(after: ClaimHead): Promise<Result<readonly string[], PairRefusal>>;
}

/** Shorter than the time that the exchange waits for an answer of the leader. */
const answerMsMax = 2_500;

export class PeerClient implements Peer {
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

  close(): void {
    this.#line.close();
  }
}
