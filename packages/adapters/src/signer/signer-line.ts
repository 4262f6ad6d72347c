/** One connection to a signer: requests and their answers, in any order. It reconnects after a restart of the signer. */
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { connectToSigner } from './signer-connection.ts';
import type { SignerLink } from './signer-connection.ts';
import { bigintAsText } from './signer-messages.ts';

const answerTimeoutMs = 5000;
const connectMsMax = 2_000;

type Waiting = { resolve: (result: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout };
/** A line of the signer: the result of a request, or why it cannot be served here and now. */
type Answer = { readonly id: number; readonly result?: unknown; readonly unavailable?: string };

export class SignerLine {
  readonly #link: SignerLink;
  readonly #answerMsMax: number;
  #socket: Promise<Socket> | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor(link: SignerLink, options: { readonly answerMsMax?: number } = {}) {
    this.#link = link;
    this.#answerMsMax = options.answerMsMax ?? answerTimeoutMs;
  }

  close(): void {
    void this.#socket?.then((socket) => socket.destroy()).catch(() => undefined); // it never connected
    this.#socket = null;
  }

  /**
   * Requests something and returns the result as the signer wrote it.
   * @throws SignerUnavailable when the signer is unreachable, does not answer in time or cannot serve it
   */
  async request(method: string, params: unknown): Promise<unknown> {
    const socket = await this.#connected();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new SignerUnavailable(`the signer did not answer ${method}`));
      }, this.#answerMsMax);
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
      const socket = connectToSigner(this.#link);
      const timer = setTimeout(() => socket.destroy(new Error('it does not answer')), connectMsMax);
      socket.once('secureConnect', () => {
        clearTimeout(timer);
        resolve(socket);
      });
      socket.on('error', (cause) => reject(new SignerUnavailable('the signer is unreachable', { cause })));
      socket.once('close', () => {
        clearTimeout(timer);
        this.#lost();
      });
      const lines = createInterface({ input: socket });
      lines.on('error', () => undefined); // the socket's own error, reported a second time
      lines.on('line', (line) => this.#answer(line));
    });
  }

  #answer(line: string): void {
    const { id, result, unavailable } = JSON.parse(line) as Answer;
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return; // answered after its timeout
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    if (unavailable === undefined) waiting.resolve(result);
    else waiting.reject(new SignerUnavailable(unavailable));
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
