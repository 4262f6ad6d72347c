/** The moves between our own addresses that the signer has signed, on disk before the bytes are returned. */
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

export type MoveEntry = {
  readonly chainId: number;
  readonly sender: string;
  readonly nonce: number;
  /** Identifies the move: a nonce signed for one move is never signed for another. */
  readonly move: string;
  /** Minor units of the network's coin that leave the hot wallet, and that are sent or burnt, as text. */
  readonly refilled: string;
  readonly spent: string;
  readonly hash: string;
  readonly at: number;
};

const hourMs = 3_600_000;

export class MoveLog {
  readonly #file: number;
  /** The newest entry of every sender and nonce: only one of them is ever mined. */
  readonly #byNonce = new Map<string, MoveEntry>();

  /** Reads the log; a last line truncated by a crash was never answered and is removed. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a+', 0o600);
    const text = readFileSync(this.#file, 'utf8');
    const end = text.lastIndexOf('\n') + 1;
    for (const line of text.slice(0, end).split('\n'))
      if (line !== '') this.#remember(JSON.parse(line) as MoveEntry);
    ftruncateSync(this.#file, Buffer.byteLength(text.slice(0, end)));
  }

  find(of: Pick<MoveEntry, 'chainId' | 'sender' | 'nonce'>): MoveEntry | undefined {
    return this.#byNonce.get(toLogKey(of));
  }

  /** Returns minor units of the coin signed for in the hour before `at`. */
  sumLastHour(chainId: number, what: 'refilled' | 'spent', at: number): bigint {
    let sum = 0n;
    for (const entry of this.#byNonce.values())
      if (entry.chainId === chainId && entry.at > at - hourMs) sum += BigInt(entry[what]);
    return sum;
  }

  append(entry: MoveEntry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fdatasyncSync(this.#file);
    this.#remember(entry);
  }

  close(): void {
    closeSync(this.#file);
  }

  #remember(entry: MoveEntry): void {
    this.#byNonce.set(toLogKey(entry), entry);
  }
}

function toLogKey({ chainId, sender, nonce }: Pick<MoveEntry, 'chainId' | 'sender' | 'nonce'>): string {
  return `${chainId}:${sender}:${nonce}`;
}
