/** The moves between our own addresses that the signer has signed, on disk before the bytes are returned. */
import { LineFile } from '@salar/adapters/files/line-file';

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
  readonly #file: LineFile;
  /** The newest entry of every sender and nonce: only one of them is ever mined. */
  readonly #byNonce = new Map<string, MoveEntry>();

  /** Opens the log and reads its entries. */
  constructor(path: string) {
    this.#file = new LineFile(path, (line) => this.#remember(JSON.parse(line) as MoveEntry));
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
    this.#file.append(JSON.stringify(entry));
    this.#remember(entry);
  }

  close(): void {
    this.#file.close();
  }

  #remember(entry: MoveEntry): void {
    this.#byNonce.set(toLogKey(entry), entry);
  }
}

function toLogKey({ chainId, sender, nonce }: Pick<MoveEntry, 'chainId' | 'sender' | 'nonce'>): string {
  return `${chainId}:${sender}:${nonce}`;
}
