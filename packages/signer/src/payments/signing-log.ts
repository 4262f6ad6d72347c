/** The payments that the signer has signed, on disk before the bytes are returned: a ticket keeps its claims for ever. */
import type { ClaimEntry, Claims } from '../claims/claim-store.ts';

export type SignedEntry = {
  readonly ticketId: number;
  readonly chainId: number;
  readonly productId: number;
  /** Minor units paid out, as text. */
  readonly net: string;
  readonly destination: string;
  readonly hash: string;
  readonly at: number;
  /** Nonces or outputs that the payment uses, with the properties it stated. */
  readonly claims: Readonly<Record<string, string>>;
  /** The most that it can burn, in minor units of the network's coin, as text. */
  readonly burnt: string;
  /** The caps that it counts against. */
  readonly lane: PaymentLane;
  /** The customer; missing in entries of versions that had no caps for customers. */
  readonly userId?: number;
  /** True when the receiver was new to the signer, by the policy of that time. */
  readonly isReceiverNew?: boolean;
};

/** A payment counts against the automatic caps, those of customers' passkeys, or those of payments that people approved. */
export type PaymentLane = 'automatic' | 'passkey' | 'approved';

/** The sums that a signature adds to those before it. */
export type Added = {
  /** Minor units of the product paid out; 0n for another form of a payment. */
  readonly net: bigint;
  /** Minor units of the network's coin; for another form, only what it can burn beyond the forms before. */
  readonly burnt: bigint;
};

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export class SigningLog {
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

  /** Returns everything signed for a ticket, oldest first. */
  listForTicket(ticketId: number): readonly SignedEntry[] {
    return this.#claims.listOf(toOwner(ticketId)) as readonly SignedEntry[];
  }

  /** Returns true when another ticket has claimed one of these, or this ticket stated other properties of it. */
  isTaken(chainId: number, ticketId: number, claims: SignedEntry['claims']): boolean {
    return Object.entries(claims).some(([claim, properties]) => {
      const holder = this.#claims.findHolder(toClaim(chainId, claim));
      return holder !== undefined && (holder.owner !== toOwner(ticketId) || holder.properties !== properties);
    });
  }

  /** Computes what a signature would add. */
  computeAdded(entry: Pick<SignedEntry, 'ticketId' | 'net' | 'burnt' | 'claims'>): Added {
    return computeAdded(this.listForTicket(entry.ticketId), entry);
  }

  /** Returns minor units of a product signed for after `since`, of one lane. */
  sumPaid(of: Pick<SignedEntry, 'chainId' | 'productId' | 'lane'>, since: number): bigint {
    return this.#claims.sumSince(toPaidSum(of), since);
  }

  /** Returns minor units of a product signed for after `since` without approvals, for one customer, of one lane. */
  sumPaidTo(
    of: Pick<SignedEntry, 'chainId' | 'productId' | 'lane'> & { userId: number },
    since: number,
  ): bigint {
    return this.#claims.sumSince(toCustomerSum(of), since);
  }

  /** Returns minor units of a product signed for after `since` in the automatic lane, for receivers that were new. */
  sumPaidToNew(of: Pick<SignedEntry, 'chainId' | 'productId'>, since: number): bigint {
    return this.#claims.sumSince(toNewReceiversSum(of), since);
  }

  /** Returns when a receiver was first paid on a network, by this version or a later one; null when it never was. */
  findFirstPayment(of: Pick<SignedEntry, 'chainId' | 'destination'>): number | null {
    return this.#claims.findFirst(toReceiverCount(of));
  }

  /** Returns minor units of a network's coin that payments signed after `since` can burn. */
  sumBurnt(chainId: number, since: number): bigint {
    return this.#claims.sumSince(toBurntSum(chainId), since);
  }

  /** Returns when the entry is on disk. */
  append(entry: SignedEntry): Promise<void> {
    return this.#claims.append(toClaimEntry(entry, this.computeAdded(entry)), this.#basis);
  }
}

/**
 * Computes what a payment adds to the sums after the forms of it that were signed before. Forms share a claim, so only one of
 * them can be mined: they pay once, and burn at most what the dearest of them burns.
 *
 * @param before  what was signed for the same ticket
 */
export function computeAdded(
  before: readonly SignedEntry[],
  { net, burnt, claims }: Pick<SignedEntry, 'net' | 'burnt' | 'claims'>,
): Added {
  const forms = before.filter((one) => sharesClaim(one.claims, claims));
  const burntBefore = forms.reduce(
    (most, form) => (BigInt(form.burnt) > most ? BigInt(form.burnt) : most),
    0n,
  );
  const more = BigInt(burnt) - burntBefore;
  return { net: forms.length === 0 ? BigInt(net) : 0n, burnt: more > 0n ? more : 0n };
}

/** Converts a payment to an entry of the store. */
export function toClaimEntry(entry: SignedEntry, added: Added): ClaimEntry {
  const { ticketId, chainId, claims, at } = entry;
  return {
    owner: toOwner(ticketId),
    claims: Object.fromEntries(
      Object.entries(claims).map(([claim, properties]) => [toClaim(chainId, claim), properties]),
    ),
    sums: buildSums(entry, added),
    at,
    details: entry,
  };
}

/**
 * Payments that people approved count in no sum of customers or receivers: they saw both. One that a customer signed counts in
 * none of new receivers, because the customer signed the receiver.
 */
function buildSums(entry: SignedEntry, added: Added): ClaimEntry['sums'] {
  const { chainId, userId } = entry;
  const net = added.net.toString();
  const isAutomatic = entry.lane === 'automatic';
  return {
    [toPaidSum(entry)]: net,
    [toBurntSum(chainId)]: added.burnt.toString(),
    [toReceiverCount(entry)]: '1',
    ...(entry.lane !== 'approved' && userId !== undefined && { [toCustomerSum({ ...entry, userId })]: net }),
    ...(isAutomatic && entry.isReceiverNew === true && { [toNewReceiversSum(entry)]: net }),
  };
}

/** The rule of networks that let a thing be used once. */
export function sharesClaim(before: SignedEntry['claims'], claims: SignedEntry['claims']): boolean {
  return Object.keys(before).some((claim) => claim in claims);
}

function toOwner(ticketId: number): string {
  return `ticket ${ticketId}`;
}

/** Names a claim across networks. */
export function toClaim(chainId: number, claim: string): string {
  return `${chainId}:${claim}`;
}

function toPaidSum({ chainId, productId, lane }: Pick<SignedEntry, 'chainId' | 'productId' | 'lane'>) {
  return `paid ${chainId} ${productId} ${lane}`;
}

function toCustomerSum({
  chainId,
  productId,
  lane,
  userId,
}: Pick<SignedEntry, 'chainId' | 'productId' | 'lane'> & { userId: number }) {
  const name = `paid ${chainId} ${productId} customer ${userId}`;
  return lane === 'automatic' ? name : `${name} ${lane}`;
}

function toNewReceiversSum({ chainId, productId }: Pick<SignedEntry, 'chainId' | 'productId'>) {
  return `paid ${chainId} ${productId} new receivers`;
}

function toReceiverCount({ chainId, destination }: Pick<SignedEntry, 'chainId' | 'destination'>) {
  return `receiver ${chainId} ${destination}`;
}

/** Names the sum of what transactions of a network can burn. */
export function toBurntSum(chainId: number): string {
  return `burnt ${chainId}`;
}
