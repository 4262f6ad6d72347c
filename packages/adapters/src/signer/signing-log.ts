/** The log of everything the signer has signed, on disk before the bytes are returned: a ticket keeps its claims for ever. */
import { LineFile } from '../files/line-file.ts';

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
};
/** Before there were claims an entry had the one nonce it used. */
type StoredEntry = Omit<SignedEntry, 'claims'> & { claims?: SignedEntry['claims']; nonce?: number };

const hourMs = 3_600_000;

export class SigningLog {
  readonly #file: LineFile;
  readonly #byTicket = new Map<number, SignedEntry[]>();
  /** Entries that paid something new, oldest first. */
  readonly #counted: SignedEntry[] = [];
  readonly #byClaim = new Map<string, { ticketId: number; properties: string }>();

  /** Opens the log and reads its entries. */
  constructor(path: string) {
    this.#file = new LineFile(path, (line) => this.#remember(readEntry(line)));
  }

  /** Returns everything signed for a ticket, oldest first. */
  listForTicket(ticketId: number): readonly SignedEntry[] {
    return this.#byTicket.get(ticketId) ?? [];
  }

  /** Returns true when an earlier signature for the ticket shares a claim: this is another form of the same payment. */
  isForm(ticketId: number, claims: SignedEntry['claims']): boolean {
    return this.listForTicket(ticketId).some((before) => sharesClaim(before.claims, claims));
  }

  /** Returns true when another ticket has claimed one of these, or this ticket stated other properties of it. */
  isTaken(chainId: number, ticketId: number, claims: SignedEntry['claims']): boolean {
    return Object.entries(claims).some(([claim, properties]) => {
      const holder = this.#byClaim.get(`${chainId}:${claim}`);
      return holder !== undefined && (holder.ticketId !== ticketId || holder.properties !== properties);
    });
  }

  /**
   * Returns minor units signed for in the hour before `at`: forms of a payment that share a claim count once, because
   * only one can be mined.
   */
  sumLastHour(chainId: number, productId: number, at: number): bigint {
    let sum = 0n;
    for (const entry of this.#counted) {
      const counts = entry.chainId === chainId && entry.productId === productId && entry.at > at - hourMs;
      if (counts) sum += BigInt(entry.net);
    }
    return sum;
  }

  append(entry: SignedEntry): void {
    this.#file.append(JSON.stringify(entry));
    this.#remember(entry);
  }

  close(): void {
    this.#file.close();
  }

  #remember(entry: SignedEntry): void {
    const { ticketId, chainId } = entry;
    if (!this.isForm(ticketId, entry.claims)) this.#counted.push(entry);
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
  const { nonce, claims, ...entry } = JSON.parse(line) as StoredEntry;
  return { ...entry, claims: claims ?? { [`nonce:${nonce}`]: '' } };
}
