/** The moves between our own addresses that the signer has signed, on disk before the bytes are returned. */
import type { ClaimEntry, Claims } from '../claims/claim-store.ts';

export type MoveEntry = {
  readonly chainId: number;
  readonly sender: string;
  /** Null on TRON, where each form of a move is a transaction of its own. */
  readonly nonce: number | null;
  /** Identifies the move: a nonce signed for one move is never signed for another. */
  readonly move: string;
  /**
   * Minor units of the network's coin that leave the hot wallet, and that are sent or burnt, as text: the most of the move and
   * of those that it replaces, of which only one is ever mined.
   */
  readonly refilled: string;
  readonly spent: string;
  readonly hash: string;
  readonly at: number;
};

/** Names what a network lets a move use once. `hash` identifies the move where there is no nonce. */
type MoveUse = Pick<MoveEntry, 'chainId' | 'sender' | 'nonce'> & { readonly hash?: string };

const sums = ['refilled', 'spent'] as const;
type Sum = (typeof sums)[number];

export class MoveLog {
  readonly #claims: Claims;
  /** The record's state when the request in progress was decided. */
  #basis = 0;

  constructor(claims: Claims) {
    this.#claims = claims;
  }

  /** Returns when a request can be decided, one at a time. @throws SignerUnavailable when it cannot be here and now */
  async ready(): Promise<void> {
    await this.#claims.ready();
    this.#basis = this.#claims.basis;
  }

  /** Returns the newest entry of a sender's nonce, or of a transaction without a nonce. */
  find(of: MoveUse): MoveEntry | undefined {
    return this.#claims.findHolder(toClaim(of))?.details as MoveEntry | undefined;
  }

  /** Returns minor units of the coin signed for since a time. */
  sumSince(chainId: number, what: Sum, since: number): bigint {
    return this.#claims.sumSince(toSum(chainId, what), since);
  }

  /** Returns when the entry is on disk. */
  append(entry: MoveEntry): Promise<void> {
    return this.#claims.append(toMoveClaim(this.find(entry), entry), this.#basis);
  }
}

/** Converts a move to an entry of the store. @param before  the move that it replaces */
export function toMoveClaim(before: MoveEntry | undefined, entry: MoveEntry): ClaimEntry {
  const most = { ...entry };
  const added: Record<string, string> = {};
  for (const what of sums) {
    const [former, now] = [BigInt(before?.[what] ?? 0), BigInt(entry[what])];
    most[what] = (now > former ? now : former).toString();
    added[toSum(entry.chainId, what)] = (now > former ? now - former : 0n).toString();
  }
  const { chainId, move, at } = entry;
  return {
    owner: `move ${chainId} ${move}`,
    claims: { [toClaim(entry)]: '' },
    sums: added,
    at,
    details: most,
  };
}

function toClaim({ chainId, sender, nonce, hash }: MoveUse): string {
  return nonce === null ? `${chainId}:tx:${hash}` : `${chainId}:${sender}:${nonce}`;
}

function toSum(chainId: number, what: Sum): string {
  return `${what} ${chainId}`;
}
