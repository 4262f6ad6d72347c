/** The log of everything the signer has signed, on disk before the bytes are returned: a ticket keeps its claims for ever. */
import { LineFile } from '@salar/adapters/files/line-file';

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
};

/** A payment counts against the automatic caps, or against those of payments that people approved. */
export type PaymentLane = 'automatic' | 'approved';
/** Fields that entries of earlier versions do not have; before there were claims an entry had the one nonce it used. */
type StoredEntry = Omit<SignedEntry, 'claims' | 'burnt' | 'lane'> & {
  lane?: PaymentLane;
  claims?: SignedEntry['claims'];
  nonce?: number;
  burnt?: string;
};

/** The sums that a signature adds to those before it. */
export type Added = {
  /** Minor units of the product paid out; 0n for another form of a payment. */
  readonly net: bigint;
  /** Minor units of the network's coin; for another form, only what it can burn beyond the forms before. */
  readonly burnt: bigint;
};
type Counted = Added & Pick<SignedEntry, 'chainId' | 'productId' | 'at' | 'lane'>;

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export class SigningLog {
  readonly #file: LineFile;
  readonly #byTicket = new Map<number, SignedEntry[]>();
  /** The sums that entries of the last day added, oldest first. */
  readonly #counted: Counted[] = [];
  readonly #byClaim = new Map<string, { ticketId: number; properties: string }>();

  /** Opens the log and reads its entries. */
  constructor(path: string) {
    this.#file = new LineFile(path, (line) => this.#remember(readEntry(line)));
  }

  /** Returns everything signed for a ticket, oldest first. */
  listForTicket(ticketId: number): readonly SignedEntry[] {
    return this.#byTicket.get(ticketId) ?? [];
  }

  /** Returns true when another ticket has claimed one of these, or this ticket stated other properties of it. */
  isTaken(chainId: number, ticketId: number, claims: SignedEntry['claims']): boolean {
    return Object.entries(claims).some(([claim, properties]) => {
      const holder = this.#byClaim.get(`${chainId}:${claim}`);
      return holder !== undefined && (holder.ticketId !== ticketId || holder.properties !== properties);
    });
  }

  /**
   * Computes what a signature would add. Forms of a payment share a claim, so only one of them can be mined: they pay once,
   * and burn at most what the dearest of them burns.
   */
  computeAdded({
    ticketId,
    net,
    burnt,
    claims,
  }: Pick<SignedEntry, 'ticketId' | 'net' | 'burnt' | 'claims'>): Added {
    const forms = this.listForTicket(ticketId).filter((before) => sharesClaim(before.claims, claims));
    const burntBefore = forms.reduce(
      (most, form) => (BigInt(form.burnt) > most ? BigInt(form.burnt) : most),
      0n,
    );
    const more = BigInt(burnt) - burntBefore;
    return { net: forms.length === 0 ? BigInt(net) : 0n, burnt: more > 0n ? more : 0n };
  }

  /** Returns minor units of a product signed for after `since`, of one lane. */
  sumPaid(of: Pick<SignedEntry, 'chainId' | 'productId' | 'lane'>, since: number): bigint {
    return this.#sum(since, (one) =>
      one.chainId === of.chainId && one.productId === of.productId && one.lane === of.lane ? one.net : 0n,
    );
  }

  /** Returns minor units of a network's coin that payments signed after `since` can burn. */
  sumBurnt(chainId: number, since: number): bigint {
    return this.#sum(since, (one) => (one.chainId === chainId ? one.burnt : 0n));
  }

  append(entry: SignedEntry): void {
    this.#file.append(JSON.stringify(entry));
    this.#remember(entry);
  }

  close(): void {
    this.#file.close();
  }

  #sum(since: number, pick: (one: Counted) => bigint): bigint {
    return this.#counted.reduce((sum, one) => (one.at > since ? sum + pick(one) : sum), 0n);
  }

  #remember(entry: SignedEntry): void {
    const { ticketId, chainId, productId, at, lane } = entry;
    while ((this.#counted[0]?.at ?? at) < at - dayMs) this.#counted.shift();
    this.#counted.push({ chainId, productId, at, lane, ...this.computeAdded(entry) });
    this.#byTicket.set(ticketId, [...this.listForTicket(ticketId), entry]);
    for (const [claim, properties] of Object.entries(entry.claims))
      this.#byClaim.set(`${chainId}:${claim}`, { ticketId, properties });
  }
}

/** The rule of networks that let a thing be used once. */
export function sharesClaim(before: SignedEntry['claims'], claims: SignedEntry['claims']): boolean {
  return Object.keys(before).some((claim) => claim in claims);
}

function readEntry(line: string): SignedEntry {
  const { nonce, claims, burnt, lane, ...entry } = JSON.parse(line) as StoredEntry;
  return {
    ...entry,
    lane: lane ?? 'automatic',
    claims: claims ?? { [`nonce:${nonce}`]: '' },
    burnt: burnt ?? '0',
  };
}
