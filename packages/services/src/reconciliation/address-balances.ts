/**
 * The balances of our addresses on one network, as they were read last, in memory: a row of a table could be written by the one who
 * took the money.
 *
 * Most addresses do not move from one comparison to the next. A comparison reads those that moved, the house's own ones, and a share
 * of the others, so that each is read within the hour.
 */
import { assert } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';

/** Every address is read again within this time. */
const allWithinMs = 50 * 60_000;
/** The most addresses in one read. */
const addressesAtOnce = 100;

export type BalanceReader = {
  /** Returns the balances of addresses, in their order: at the block, or at the newest one of a node that has no other. */
  readonly read: (
    productId: ProductId,
    addresses: readonly string[],
    height: number,
  ) => Promise<readonly bigint[]>;
  /** Returns the newest height, for a node that has no other balances; null when `read` reads at the block itself. */
  readonly head: (() => Promise<number>) | null;
  /** How many calls of `read` may run at the same time. */
  readonly readsAtOnce: number;
};

/** A reading is of some block from `from` to `to`. */
type Reading = { readonly from: number; readonly to: number };

type Found = { readonly reading: Reading; readonly of: (productId: ProductId) => readonly bigint[] };

export class AddressBalances {
  readonly #reader: BalanceReader;
  readonly #products: readonly ProductId[];
  readonly #clock: () => number;
  readonly #places = new Map<string, number>();
  /** By place, like the lists below. */
  readonly #addresses: string[] = [];
  /** Null for an address that has to be read. */
  readonly #readings: (Reading | null)[] = [];
  readonly #balances: ReadonlyMap<ProductId, bigint[]>;
  readonly #unread = new Set<number>();
  /** The next address of the share that is read although it did not move. */
  #next = 0;
  #sharedAt: number;

  constructor(options: {
    readonly reader: BalanceReader;
    readonly products: readonly ProductId[];
    readonly clock: () => number;
  }) {
    this.#reader = options.reader;
    this.#products = options.products;
    this.#clock = options.clock;
    this.#balances = new Map(options.products.map((productId) => [productId, []]));
    this.#sharedAt = options.clock();
  }

  get size(): number {
    return this.#addresses.length;
  }

  has(address: string): boolean {
    return this.#places.has(address);
  }

  add(address: string): void {
    if (this.#places.has(address)) return;
    const place = this.#addresses.push(address) - 1;
    this.#places.set(address, place);
    this.#readings.push(null);
    for (const balances of this.#balances.values()) balances.push(0n);
    this.#unread.add(place);
  }

  /** Has an address read again; one that is not known is ignored. */
  forget(address: string): void {
    const place = this.#places.get(address);
    if (place !== undefined) this.#forget(place);
  }

  /** Has every address read again that was read above a height: the chain left those blocks. */
  forgetAbove(height: number): void {
    this.#readings.forEach((reading, place) => {
      if (reading !== null && reading.to > height) this.#forget(place);
    });
  }

  /**
   * Reads what has to be read, so that every balance is that of a block.
   *
   * @param busy  addresses that may move at any time, which are known
   * @returns false when the node went on meanwhile, and the balances are not those of the block: call it again at a later block
   */
  async refresh(height: number, busy: readonly string[]): Promise<boolean> {
    this.#forgetShare();
    const always = new Set(busy.map((address) => this.#placeOf(address)));
    await this.#readAll(
      [...this.#unread].filter((place) => !always.has(place)),
      height,
    );
    let isSteady = true;
    for (const some of chunk([...always], addressesAtOnce))
      isSteady = (await this.#readBusy(some, height)) && isSteady;
    return isSteady && this.#readings.every((reading) => reading !== null && reading.to <= height);
  }

  /** Adds up the last readings of a product. */
  sum(productId: ProductId): bigint {
    return this.#balancesOf(productId).reduce((sum, balance) => sum + balance, 0n);
  }

  #forget(place: number): void {
    this.#readings[place] = null;
    this.#unread.add(place);
  }

  /** Has a share of the addresses read again: as many as keeps each within the time. */
  #forgetShare(): void {
    const now = this.#clock();
    const count = Math.min(Math.ceil((this.size * (now - this.#sharedAt)) / allWithinMs), this.size);
    for (let done = 0; done < count; done += 1) {
      this.#forget(this.#next % this.size);
      this.#next = (this.#next + 1) % this.size;
    }
    this.#sharedAt = now;
  }

  async #readAll(places: readonly number[], height: number): Promise<void> {
    const chunks = chunk(places, addressesAtOnce);
    let next = 0;
    const work = async () => {
      for (let some = chunks[next]; some !== undefined; some = chunks[next]) {
        next += 1;
        this.#take(some, await this.#read(some, height));
      }
    };
    const workers = Array.from({ length: this.#reader.readsAtOnce }, () =>
      work().catch((error: unknown) => {
        next = chunks.length; // the others end, too
        throw error;
      }),
    );
    // Nothing is still being read when this ends.
    const ended = await Promise.allSettled(workers);
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  /**
   * Reads addresses that may move between two blocks. Where the node has newest balances only, they are those of the block when the
   * node was at it, or when the reading before the block was the same.
   */
  async #readBusy(places: readonly number[], height: number): Promise<boolean> {
    const found = await this.#read(places, height);
    const { from, to } = found.reading;
    if (from < height) return false; // the node is behind
    const isSame = places.every((place, index) => {
      const before = this.#readings[place];
      const isBefore = before != null && before.to <= height;
      return isBefore && this.#products.every((id) => this.#balancesOf(id)[place] === found.of(id)[index]);
    });
    if (isSame) return true;
    this.#take(places, found);
    return from === height && to === height;
  }

  async #read(places: readonly number[], height: number): Promise<Found> {
    const addresses = places.map((place) => this.#addresses[place] ?? '');
    const from = await this.#head(height);
    const found = new Map<ProductId, readonly bigint[]>();
    for (const productId of this.#products) {
      const balances = await this.#reader.read(productId, addresses, height);
      assert(balances.length === addresses.length, 'every address has a balance');
      found.set(productId, balances);
    }
    const reading = { from, to: await this.#head(height) };
    return { reading, of: (productId: ProductId) => found.get(productId) ?? [] };
  }

  #take(places: readonly number[], found: Found): void {
    places.forEach((place, index) => {
      this.#readings[place] = found.reading;
      this.#unread.delete(place);
      for (const productId of this.#products)
        this.#balancesOf(productId)[place] = found.of(productId)[index] ?? 0n;
    });
  }

  #head(height: number): Promise<number> {
    const { head } = this.#reader;
    return head === null ? Promise.resolve(height) : head();
  }

  #placeOf(address: string): number {
    const place = this.#places.get(address);
    assert(place !== undefined, `address ${address} is known`);
    return place;
  }

  #balancesOf(productId: ProductId): bigint[] {
    const balances = this.#balances.get(productId);
    assert(balances !== undefined, `product ${productId} is read`);
    return balances;
  }
}

function chunk(places: readonly number[], size: number): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(places.length / size) }, (_, index) =>
    places.slice(index * size, (index + 1) * size),
  );
}
