/** What the signer has signed, on disk before anybody gets the bytes: one ticket, one nonce, for ever. */
import {
  closeSync,
  fdatasyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

export type SignedEntry = {
  readonly ticketId: number;
  readonly chainId: number;
  readonly nonce: number;
  readonly productId: number;
  /** Minor units paid out, as text. */
  readonly net: string;
  readonly destination: string;
  readonly hash: string;
  readonly at: number;
};

const hourMs = 3_600_000;

export class SigningLog {
  readonly #file: number;
  readonly #byTicket = new Map<number, SignedEntry>();
  readonly #ticketOfNonce = new Map<string, number>();

  /** Reads the log; a last line torn by a crash was never answered and is cut off. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a+', 0o600);
    const text = readFileSync(this.#file, 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    for (const line of text.slice(0, end).split('\n'))
      if (line !== '') this.#remember(JSON.parse(line) as SignedEntry);
    ftruncateSync(this.#file, Buffer.byteLength(text.slice(0, end)));
  }

  /** The first thing signed for a ticket. */
  ofTicket(ticketId: number): SignedEntry | undefined {
    return this.#byTicket.get(ticketId);
  }

  ticketOfNonce(chainId: number, nonce: number): number | undefined {
    return this.#ticketOfNonce.get(`${chainId}:${nonce}`);
  }

  /** Minor units signed for in the hour before `at`, each ticket once. */
  sumOfHour(chainId: number, productId: number, at: number): bigint {
    let sum = 0n;
    for (const entry of this.#byTicket.values()) {
      const counts = entry.chainId === chainId && entry.productId === productId && entry.at > at - hourMs;
      if (counts) sum += BigInt(entry.net);
    }
    return sum;
  }

  append(entry: SignedEntry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fdatasyncSync(this.#file);
    this.#remember(entry);
  }

  close(): void {
    closeSync(this.#file);
  }

  #remember(entry: SignedEntry): void {
    if (!this.#byTicket.has(entry.ticketId)) this.#byTicket.set(entry.ticketId, entry);
    this.#ticketOfNonce.set(`${entry.chainId}:${entry.nonce}`, entry.ticketId);
  }
}
