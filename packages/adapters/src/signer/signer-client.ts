/** The exchange's client of the signer. It reconnects after a restart of the signer. */
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { JournalCheckpoint, SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { Result } from '@salar/protocol';
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
  SignedPayment,
  Signer,
  SignerWallet,
  SignRefusal,
  SignRequest,
} from '@salar/services';
import { connectToSigner } from './signer-connection.ts';
import type { SignerConnection } from './signer-connection.ts';
import { bigintAsText } from './signer-messages.ts';

const answerTimeoutMs = 5000;

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };

export class SignerClient implements Signer, MoveSigner, CheckpointSigner, ApprovalVerifier {
  readonly #connection: SignerConnection;
  #socket: Promise<Socket> | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor(connection: SignerConnection) {
    this.#connection = connection;
  }

  async identity(): Promise<readonly SignerWallet[]> {
    const result = (await this.#request('identity', null)) as { value: readonly SignerWallet[] };
    return result.value;
  }

  async sign(request: SignRequest): Promise<Result<SignedPayment, SignRefusal>> {
    return (await this.#request('sign', request)) as Result<SignedPayment, SignRefusal>;
  }

  async verifyApproval(
    request: ApprovalRequest,
  ): Promise<Result<{ readonly required: number }, ApprovalRefusal>> {
    return (await this.#request('verifyApproval', request)) as Result<{ required: number }, ApprovalRefusal>;
  }

  async move(request: MoveRequest): Promise<Result<SignedPayment, MoveRefusal>> {
    return (await this.#request('move', request)) as Result<SignedPayment, MoveRefusal>;
  }

  async checkpoint(checkpoint: JournalCheckpoint): Promise<Result<SignedCheckpoint, CheckpointRefusal>> {
    return (await this.#request('checkpoint', checkpoint)) as Result<SignedCheckpoint, CheckpointRefusal>;
  }

  close(): void {
    void this.#socket?.then((socket) => socket.destroy()).catch(() => undefined); // it never connected
    this.#socket = null;
  }

  async #request(method: string, params: unknown): Promise<unknown> {
    const socket = await this.#connected();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new SignerUnavailable(`the signer did not answer ${method}`));
      }, answerTimeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      socket.write(`${JSON.stringify({ id, method, params }, bigintAsText)}\n`);
    });
  }

  #connected(): Promise<Socket> {
    this.#socket ??= this.#connect();
    return this.#socket;
  }

  #connect(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connectToSigner(this.#connection);
      socket.once('secureConnect', () => resolve(socket));
      socket.on('error', (cause) => reject(new SignerUnavailable('the signer is unreachable', { cause })));
      socket.once('close', () => this.#lost());
      const lines = createInterface({ input: socket });
      lines.on('error', () => undefined); // the socket's own error, reported a second time
      lines.on('line', (line) => this.#answer(line));
    });
  }

  #answer(line: string): void {
    const { id, result } = JSON.parse(line) as { id: number; result: unknown };
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return; // answered after its timeout
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve(result);
  }

  /** The pending requests may have been signed: repeating one with the same nonce returns the same bytes. */
  #lost(): void {
    this.#socket = null;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new SignerUnavailable('the connection to the signer was lost'));
    }
    this.#waiting.clear();
  }
}
