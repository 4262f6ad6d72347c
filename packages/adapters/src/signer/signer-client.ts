/** The exchange's client of the signer, or of a pair of signers: when one cannot serve a request, the other gets it. */
import type { JournalCheckpoint, SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { assert } from '@salar/protocol';
import type { Millis, Result, TicketId } from '@salar/protocol';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import type {
  ApprovalRefusal,
  ApprovalRequest,
  ApprovalVerifier,
  CheckpointRefusal,
  CheckpointSigner,
  MoveRefusal,
  MoveRequest,
  MoveSigner,
  PasskeyRegistry,
  RegisteredPasskey,
  RegisterPasskeyRefusal,
  SignedForm,
  SignedPayment,
  Signer,
  SignerWallet,
  SignRefusal,
  SignRequest,
} from '@salar/services';
import type { SignerConnection } from './signer-connection.ts';
import { SignerLine } from './signer-line.ts';

export class SignerClient implements Signer, MoveSigner, CheckpointSigner, ApprovalVerifier, PasskeyRegistry {
  readonly #lines: readonly SignerLine[];
  /** The place of the signer that answered last. */
  #current = 0;

  constructor({ identity, second, ...first }: SignerConnection) {
    const signers = second === undefined ? [first] : [first, second];
    this.#lines = signers.map((signer) => new SignerLine({ ...signer, identity }));
  }

  async identity(): Promise<readonly SignerWallet[]> {
    const result = (await this.#request('identity', null)) as { value: readonly SignerWallet[] };
    return result.value;
  }

  async sign(request: SignRequest): Promise<Result<SignedPayment, SignRefusal>> {
    return (await this.#request('sign', request)) as Result<SignedPayment, SignRefusal>;
  }

  async listSigned(ticketId: TicketId): Promise<readonly SignedForm[]> {
    const result = (await this.#request('listSigned', { ticketId })) as Result<readonly SignedForm[], string>;
    assert(result.ok, 'the signer lists the payments of a ticket');
    return result.value;
  }

  async verifyApproval(
    request: ApprovalRequest,
  ): Promise<Result<{ readonly required: number }, ApprovalRefusal>> {
    return (await this.#request('verifyApproval', request)) as Result<{ required: number }, ApprovalRefusal>;
  }

  async registerPasskey(
    passkey: RegisteredPasskey,
  ): Promise<Result<{ readonly countsFrom: Millis }, RegisterPasskeyRefusal>> {
    return (await this.#request('registerPasskey', passkey)) as Result<
      { countsFrom: Millis },
      RegisterPasskeyRefusal
    >;
  }

  async removePasskey(
    passkey: Pick<RegisteredPasskey, 'userId' | 'credentialId'>,
  ): ReturnType<PasskeyRegistry['removePasskey']> {
    return (await this.#request('removePasskey', passkey)) as Awaited<
      ReturnType<PasskeyRegistry['removePasskey']>
    >;
  }

  async move(request: MoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    return (await this.#request('move', request)) as Result<SignedPayment, MoveRefusal>;
  }

  async checkpoint(checkpoint: JournalCheckpoint): Promise<Result<SignedCheckpoint, CheckpointRefusal>> {
    return (await this.#request('checkpoint', checkpoint)) as Result<SignedCheckpoint, CheckpointRefusal>;
  }

  close(): void {
    for (const line of this.#lines) line.close();
  }

  /** Repeating a request at the other signer is safe: what one has signed, both have recorded. */
  async #request(method: string, params: unknown): Promise<unknown> {
    const reasons: SignerUnavailable[] = [];
    for (const _ of this.#lines) {
      try {
        return await this.#lines[this.#current]?.request(method, params);
      } catch (error) {
        if (!(error instanceof SignerUnavailable)) throw error;
        reasons.push(error);
        this.#current = (this.#current + 1) % this.#lines.length;
      }
    }
    const [cause] = reasons;
    if (reasons.length < 2) throw cause ?? new SignerUnavailable('there is no signer');
    const messages = reasons.map(({ message }) => message).join('; ');
    throw new SignerUnavailable(`neither signer serves the request: ${messages}`, { cause });
  }
}
