/**
 * Everything that the signer has signed, in an indexed store: on disk before signed bytes leave. It opens in the same time
 * whatever it contains.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { assert } from '@salar/protocol';
import { open } from 'lmdb';
import type { Database, RootDatabase } from 'lmdb';
import { z } from 'zod';

const entrySchema = z.strictObject({
  /** Names the ticket or the move, such as `ticket 12`. */
  owner: z.string(),
  /** Things that a network lets be used once, by their names, with the properties that were stated of them. */
  claims: z.record(z.string(), z.string()),
  /** Minor units that the entry adds to sums, by their names, as text. */
  sums: z.record(z.string(), z.string().regex(/^\d+$/)),
  at: z.int().min(0),
  /** The payment or the move, as its log reads it again. */
  details: z.unknown(),
});
/** One signature. */
export type ClaimEntry = z.infer<typeof entrySchema>;

/** The newest entry: entries are numbered from 1, and the hash of each covers all before it. */
export type ClaimHead = { readonly number: number; readonly hash: string };

/** The newest entry that claimed a thing. */
export type ClaimHolder = { readonly owner: string; readonly properties: string; readonly details: unknown };

/** The signer's part in a pair: one leads and signs, the other follows. A single signer leads alone. */
export type PairState = {
  /** Grows by one with each change of the leader. */
  readonly term: number;
  readonly leads: boolean;
  /** True while entries are not sent to the other signer. */
  readonly alone: boolean;
};

/** The store as those who sign see it. */
export interface Claims {
  /**
   * Returns when a payment can be decided.
   * @throws SignerUnavailable when this signer follows, or the other one does not answer
   */
  ready(): Promise<void>;
  /** Changes when entries of the other signer were taken: what was decided before has to be decided again. */
  readonly basis: number;
  /** Returns the details of an owner's entries, oldest first. */
  listOf(owner: string): readonly unknown[];
  findHolder(claim: string): ClaimHolder | undefined;
  /** Returns what entries after `since` added to a sum, in minor units. */
  sumSince(name: string, since: number): bigint;
  /** Returns the time of the first entry that added to a sum; null when none did. */
  findFirst(name: string): number | null;
  /**
   * Returns when the entry is on disk, also on that of the other signer if there is one.
   *
   * @param basis  that of the decision
   * @throws SignerUnavailable when that is not certain, or the basis has changed; the entry may be stored nevertheless
   */
  append(entry: ClaimEntry, basis: number): Promise<void>;
}

type Holder = { readonly number: number; readonly properties: string };

/** The hash before the first entry. */
const hashLength = 64;
const firstHash = '0'.repeat(hashLength);
const fileName = 'claims.mdb';

export class ClaimStore implements Claims {
  readonly basis = 0;
  readonly #root: RootDatabase;
  /** Each entry's text after its hash. */
  readonly #entries: Database<string, number>;
  readonly #states: Database<PairState, string>;
  readonly #owners: Database<number, [owner: string, number: number]>;
  readonly #holders: Database<Holder, string>;
  /** Running totals: the sum of an interval is the difference of two of them. */
  readonly #totals: Database<string, [name: string, at: number]>;
  readonly #imports: Database<true, string>;
  #isExclusive = false;

  /** Opens or creates the store in a folder that only its owner may read. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, fileName);
    // Each commit returns when it is on the disk.
    this.#root = open({ path, maxDbs: 8, overlappingSync: false, encoding: 'json' });
    for (const file of [path, `${path}-lock`]) chmodSync(file, 0o600);
    this.#entries = this.#root.openDB({ name: 'entries', encoding: 'string' });
    this.#states = this.#root.openDB({ name: 'states', encoding: 'json' });
    this.#owners = this.#root.openDB({ name: 'owners', encoding: 'json' });
    this.#holders = this.#root.openDB({ name: 'holders', encoding: 'json' });
    this.#totals = this.#root.openDB({ name: 'totals', encoding: 'string' });
    this.#imports = this.#root.openDB({ name: 'imports', encoding: 'json' });
  }

  get head(): ClaimHead {
    for (const { key, value } of this.#entries.getRange({ reverse: true, limit: 1 }))
      return { number: key, hash: value.slice(0, hashLength) };
    return { number: 0, hash: firstHash };
  }

  /** Returns true when this head is or was the store's own. */
  contains({ number, hash }: ClaimHead): boolean {
    const own = number === 0 ? firstHash : this.#entries.get(number)?.slice(0, hashLength);
    return own === hash;
  }

  /** Returns null before the first start of a pair. */
  get pair(): PairState | null {
    return this.#states.get('pair') ?? null;
  }

  setPair(state: PairState): void {
    this.exclusive(() => this.#states.putSync('pair', state));
  }

  /** Runs everything in one transaction, while no other process can write. */
  exclusive<T>(run: () => T): T {
    if (this.#isExclusive) return run();
    this.#isExclusive = true;
    try {
      return this.#root.transactionSync(run);
    } finally {
      this.#isExclusive = false;
    }
  }

  async ready(): Promise<void> {
    // A single signer is always ready.
  }

  listOf(owner: string): readonly unknown[] {
    return [...this.#owners.getRange({ start: [owner, 0], end: [owner, Infinity] })].map(
      ({ key }) => this.#read(key[1]).details,
    );
  }

  findHolder(claim: string): ClaimHolder | undefined {
    const holder = this.#holders.get(claim);
    if (holder === undefined) return undefined;
    const { owner, details } = this.#read(holder.number);
    return { owner, properties: holder.properties, details };
  }

  sumSince(name: string, since: number): bigint {
    return this.#readTotal(name, Infinity).total - this.#readTotal(name, since).total;
  }

  findFirst(name: string): number | null {
    const range = this.#totals.getRange({ start: [name, 0], end: [name, Infinity], limit: 1 });
    for (const { key } of range) return key[1];
    return null;
  }

  async append(entry: ClaimEntry): Promise<void> {
    this.appendAll([formatEntry(entry)]);
  }

  /** Appends entries as `formatEntry` or `readAfter` returned them, all or none. @throws when one is malformed */
  appendAll(texts: readonly string[]): void {
    this.exclusive(() => {
      for (const text of texts) this.#put(text);
    });
  }

  /** Returns up to `limit` entries after the one of this number, as text. */
  readAfter(number: number, limit: number): readonly string[] {
    return [...this.#entries.getRange({ start: number + 1, limit })].map(({ value }) =>
      value.slice(hashLength),
    );
  }

  /** Appends the entries of a former file once: a file that was imported before is left out. */
  importOnce(fileHash: string, build: () => Iterable<ClaimEntry>): void {
    this.exclusive(() => {
      if (this.#imports.get(fileHash) === true) return;
      for (const entry of build()) this.#put(formatEntry(entry));
      this.#imports.putSync(fileHash, true);
    });
  }

  async close(): Promise<void> {
    await this.#root.close();
  }

  #read(number: number): ClaimEntry {
    const text = this.#entries.get(number);
    assert(text !== undefined, 'an index refers to an entry');
    return JSON.parse(text.slice(hashLength)) as ClaimEntry;
  }

  /** Returns the running total at a time, and the time of the entry that it is of. */
  #readTotal(name: string, at: number): { readonly total: bigint; readonly at: number } {
    const range = this.#totals.getRange({ start: [name, at], end: [name, -1], reverse: true, limit: 1 });
    for (const { key, value } of range) return { total: BigInt(value), at: key[1] };
    return { total: 0n, at: 0 };
  }

  /** Sums never go back in time: an entry of a clock that was set back counts at the time of the entry before it. */
  #put(text: string): void {
    const { owner, claims, sums, at } = entrySchema.parse(JSON.parse(text));
    const head = this.head;
    const number = head.number + 1;
    const hash = createHash('sha256').update(`${head.hash}\n${text}`).digest('hex');
    this.#entries.putSync(number, `${hash}${text}`);
    this.#owners.putSync([owner, number], number);
    for (const [claim, properties] of Object.entries(claims))
      this.#holders.putSync(claim, { number, properties });
    for (const [name, amount] of Object.entries(sums)) {
      const last = this.#readTotal(name, Infinity);
      const total = last.total + BigInt(amount);
      assert(total >= last.total, 'a running total never decreases');
      this.#totals.putSync([name, Math.max(at, last.at)], total.toString());
    }
  }
}

/** The same entry always has the same text, because hashes cover it. */
export function formatEntry({ owner, claims, sums, at, details }: ClaimEntry): string {
  return JSON.stringify({ owner, claims, sums, at, details });
}
