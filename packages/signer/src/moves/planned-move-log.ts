/** The moves without a nonce that the signer has signed, on disk before the bytes are returned. */
import type { PlannedMoveKind } from '@salar/services';
import type { Claims } from '../claims/claim-store.ts';
import { toBurntSum, toClaim } from '../payments/signing-log.ts';

type PlannedMoveEntry = {
  readonly kind: PlannedMoveKind;
  readonly chainId: number;
  readonly productId: number;
  /** Minor units that the receiver gets. */
  readonly amount: bigint;
  /** The things that the move uses up, with the properties it stated. */
  readonly claims: Readonly<Record<string, string>>;
  /** The most that it can burn, in minor units of the network's coin. */
  readonly burnt: bigint;
  /** The part of `burnt` that earlier forms did not burn. */
  readonly added: bigint;
  readonly hash: string;
  readonly at: number;
};

/** The details of an entry as they are stored. */
type Details = { readonly hash: string; readonly burnt: string };

export class PlannedMoveLog {
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

  /**
   * Computes what a move adds to the fees that were signed for. The form of a move that spends outputs of one earlier form adds
   * only what it burns beyond it, because one of them is mined.
   *
   * @returns null when a payment or a move of another kind has claimed one of the outputs, or other properties were stated of it
   */
  computeAdded({
    kind,
    chainId,
    claims,
    burnt,
  }: Pick<PlannedMoveEntry, 'kind' | 'chainId' | 'claims' | 'burnt'>): bigint | null {
    const before: (Details | undefined)[] = [];
    for (const [claim, properties] of Object.entries(claims)) {
      const holder = this.#claims.findHolder(toClaim(chainId, claim));
      if (
        holder !== undefined &&
        (holder.owner !== toOwner(kind, chainId) || holder.properties !== properties)
      )
        return null;
      before.push(holder?.details as Details | undefined);
    }
    const [first] = before;
    if (first === undefined || before.some((details) => details?.hash !== first.hash)) return burnt;
    const more = burnt - BigInt(first.burnt);
    return more > 0n ? more : 0n;
  }

  /** Returns minor units of a network's coin that payments and moves signed after `since` can burn. */
  sumBurnt(chainId: number, since: number): bigint {
    return this.#claims.sumSince(toBurntSum(chainId), since);
  }

  /** Returns when the entry is on disk. */
  append({ added, ...entry }: PlannedMoveEntry): Promise<void> {
    const { kind, chainId, productId, amount, claims, burnt, hash, at } = entry;
    return this.#claims.append(
      {
        owner: toOwner(kind, chainId),
        claims: Object.fromEntries(
          Object.entries(claims).map(([claim, properties]) => [toClaim(chainId, claim), properties]),
        ),
        sums: { [toBurntSum(chainId)]: added.toString() },
        at,
        details: { chainId, productId, amount: amount.toString(), burnt: burnt.toString(), hash, at },
      },
      this.#basis,
    );
  }
}

/** All moves of a kind on a network have one owner: they bring the same outputs to the same place. */
function toOwner(kind: PlannedMoveKind, chainId: number): string {
  return `move ${chainId} ${kind}`;
}
