/**
 * The reference order flow: a repeatable stream of adds and cancels, and the fills that a correct engine must produce.
 *
 * The generator keeps its own order book while it draws: every cancel names an open order, every marketable order fills
 * in full, and no order meets one of its own account. All draws come from one generator of whole numbers, in a fixed
 * order, so one seed gives one stream on every machine. Changing the order of any draw changes the stream; the hash
 * over all fills shows that it has not changed.
 */
export type FlowOptions = {
  /** The number of orders resting before the measured part begins, which stays about the same. */
  readonly depth: number;
  /** The range of ticks around the mid price over which they are spread. */
  readonly levels: number;
  /** The number of measured events. */
  readonly events: number;
  readonly seed: number;
};

/** Every event as a row of columns; a cancel names its order, an add has a new one. */
export type Flow = {
  /** Rows before this one only build the book. */
  readonly firstMeasured: number;
  readonly count: number;
  readonly isCancel: Uint8Array;
  readonly id: Int32Array;
  readonly account: Int32Array;
  readonly isSell: Uint8Array;
  readonly price: Int32Array;
  readonly quantity: Int32Array;
  readonly expected: FlowTotals;
};
type FlowTotals = {
  readonly trades: number;
  readonly lots: number;
  readonly notional: bigint;
  readonly hash: number;
  readonly resting: number;
};

export const flowAccounts = 1000;
const middle = 100_000;
const quantityMax = 100;
const addShare = 60;
const cancelShare = 25;
const marketShare = 15;
const recentShare = 70;
const recentSize = 2048;
const fillsMax = 40;
const restingMin = 16;

/** The initial value of `hashFill`. */
export const hashStart = 0x811c9dc5;

/** Folds one fill into a hash (FNV-1a over 16-bit halves). */
export function hashFill(
  hash: number,
  maker: number,
  taker: number,
  price: number,
  quantity: number,
): number {
  return hashWord(hashWord(hashWord(hashWord(hash, maker), taker), price), quantity) >>> 0;
}

function hashWord(hash: number, word: number): number {
  const low = Math.imul(hash ^ (word & 0xffff), 0x01000193);
  return Math.imul(low ^ ((word >>> 16) & 0xffff), 0x01000193);
}

/** The sfc32 (small fast counting) generator of whole numbers. */
class Draws {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number) {
    this.#a = 0x9e3779b9 ^ seed;
    this.#b = 0x243f6a88 ^ (seed << 7);
    this.#c = 0xb7e15162 ^ (seed >>> 3);
    for (let i = 0; i < 20; i++) this.word();
  }

  word(): number {
    const drawn = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + drawn) | 0;
    return drawn >>> 0;
  }

  below(bound: number): number {
    return this.word() % bound;
  }

  share(): number {
    return this.word() / 2 ** 32;
  }
}

const buy = 0;
const sell = 1;
type SideIndex = typeof buy | typeof sell;
const other = (side: SideIndex): SideIndex => (side === buy ? sell : buy);

type Resting = {
  id: number;
  account: number;
  side: SideIndex;
  slot: number;
  quantity: number;
  place: number;
};

/** Generates a whole flow. */
export function drawFlow(options: FlowOptions): Flow {
  return new FlowBook(options).draw();
}

/** The generator's order book: price slots counted from the lowest price it may use. */
class FlowBook {
  readonly #options: FlowOptions;
  readonly #draws: Draws;
  readonly #center: number;
  readonly #lowest: number;
  readonly #slots: number;
  /** Per side and slot, orders by age; removed orders have quantity 0 until the queue is compacted. */
  readonly #queues: readonly [Map<number, Resting[]>, Map<number, Resting[]>] = [new Map(), new Map()];
  readonly #counts: readonly [Int32Array, Int32Array];
  readonly #sideSizes: [number, number] = [0, 0];
  #bestBid = -1;
  #bestAsk: number;
  readonly #live: Resting[] = [];
  readonly #recent: (Resting | undefined)[] = [];
  #recentCount = 0;
  #fair: number;
  #nextId = 1;
  readonly #rows: number[] = [];
  #trades = 0;
  #lots = 0;
  #notional = 0n;
  #hash = hashStart;

  constructor(options: FlowOptions) {
    this.#options = options;
    this.#draws = new Draws(options.seed);
    this.#center = options.levels * 4 + 2000;
    this.#lowest = middle - this.#center;
    this.#slots = 2 * this.#center + 1;
    this.#counts = [new Int32Array(this.#slots), new Int32Array(this.#slots)];
    this.#bestAsk = this.#slots;
    this.#fair = this.#center;
  }

  draw(): Flow {
    const { depth, events } = this.#options;
    this.#seed();
    for (let event = 0; event < events; event++) {
      this.#wander();
      const kind = this.#draws.below(100);
      if (kind < addShare || this.#live.length < restingMin) this.#addPassive();
      else if (kind < addShare + cancelShare) this.#cancel();
      else this.#addMarketable();
    }
    return this.#toFlow(depth);
  }

  /** Puts half of the book on each side, with the first order of each side at the best price. */
  #seed(): void {
    const { depth, levels } = this.#options;
    for (let k = 0; k < depth; k++) {
      const side: SideIndex = k % 2 === 0 ? buy : sell;
      const offset = k < 2 ? 0 : Math.floor(levels * this.#draws.share());
      const slot = side === buy ? this.#center - 1 - offset : this.#center + 1 + offset;
      const account = 1 + this.#draws.below(flowAccounts);
      this.#rest(side, slot, account, this.#quantity());
    }
  }

  /** Moves the fair price occasionally, more often back to the middle than away. */
  #wander(): void {
    if (this.#draws.below(20) !== 0) return;
    const away = ((this.#fair - this.#center) * 180) / this.#options.levels;
    const upShare = 50 - clamp(away, -45, 45);
    this.#fair += this.#draws.below(100) < upShare ? 1 : -1;
  }

  /** Draws a quote around the fair price, usually close to it, that never crosses. */
  #addPassive(): void {
    const side = this.#passiveSide();
    const slot =
      side === buy
        ? Math.max(0, Math.min(this.#bestAsk - 1, this.#fair - 1 - this.#nearness()))
        : Math.min(this.#slots - 1, Math.max(this.#bestBid + 1, this.#fair + 1 + this.#nearness()));
    const account = 1 + this.#draws.below(flowAccounts);
    const order = this.#rest(side, slot, account, this.#quantity());
    this.#recent[this.#recentCount++ % recentSize] = order;
  }

  #passiveSide(): SideIndex {
    const [bids, asks] = this.#sideSizes;
    if (bids === asks) return this.#draws.below(2) === 0 ? buy : sell;
    if (this.#draws.below(100) < 60) return bids < asks ? buy : sell;
    return this.#draws.below(2) === 0 ? buy : sell;
  }

  #nearness(): number {
    const u = this.#draws.share();
    return Math.floor(this.#options.levels * u * u * u * u);
  }

  #quantity(): number {
    return 1 + this.#draws.below(quantityMax);
  }

  /** Prefers young orders. */
  #cancel(): void {
    let order: Resting | undefined;
    if (this.#draws.below(100) < recentShare) {
      for (let tries = 0; tries < 16 && order === undefined; tries++) {
        const candidate = this.#recent[this.#draws.below(recentSize)];
        if (candidate !== undefined && candidate.quantity > 0) order = candidate;
      }
    }
    order ??= this.#live[this.#draws.below(this.#live.length)];
    if (order === undefined) throw new Error('a cancel has an order to name');
    this.#rows.push(1, order.id, order.account, order.side, this.#lowest + order.slot, order.quantity);
    this.#drop(order);
  }

  /** Takes liquidity from the other side, priced at the last level it needs. */
  #addMarketable(): void {
    const draws = this.#draws;
    const [bids, asks] = this.#sideSizes;
    const drift = ((this.#bestBid + this.#bestAsk) / 2 - this.#fair) * 40;
    const buyShare = 50 - clamp(drift / this.#options.levels, -20, 20) + (asks > bids ? 10 : -10);
    const side: SideIndex = draws.below(100) < buyShare ? buy : sell;
    const { depth } = this.#options;
    const fullness = clamp(1 + (8 * (this.#live.length - depth)) / depth, 0.1, 4);
    const meanQuantity = (1 + quantityMax) / 2;
    const meanLots = ((addShare - cancelShare) / marketShare) * meanQuantity;
    const want = Math.max(1, Math.floor(2 * draws.share() * meanLots * fullness));
    if (this.#sideSizes[other(side)] < Math.max(8, depth / 20)) {
      this.#addPassive();
      return;
    }
    const { fills, lots, slot } = this.#plan(other(side), want);
    if (lots === 0) {
      this.#addPassive();
      return;
    }
    let account = 1 + draws.below(flowAccounts);
    while (fills.some(([maker]) => maker.account === account)) account = 1 + draws.below(flowAccounts);
    const taker = this.#nextId++;
    this.#rows.push(0, taker, account, side, this.#lowest + slot, lots);
    for (const [maker, taken] of fills) this.#trade(maker, taker, taken);
  }

  #plan(side: SideIndex, want: number): { fills: [Resting, number][]; lots: number; slot: number } {
    const fills: [Resting, number][] = [];
    let lots = 0;
    let slot = side === buy ? this.#bestBid : this.#bestAsk;
    let lastSlot = slot;
    const step = side === buy ? -1 : 1;
    for (; slot >= 0 && slot < this.#slots; slot += step) {
      if (this.#counts[side][slot] === 0) continue;
      for (const maker of this.#queues[side].get(slot) ?? []) {
        if (maker.quantity === 0) continue;
        const taken = Math.min(maker.quantity, want - lots);
        fills.push([maker, taken]);
        lots += taken;
        lastSlot = slot;
        if (lots >= want || fills.length >= fillsMax) return { fills, lots, slot: lastSlot };
      }
    }
    return { fills, lots, slot: lastSlot };
  }

  #trade(maker: Resting, taker: number, lots: number): void {
    const price = this.#lowest + maker.slot;
    this.#trades++;
    this.#lots += lots;
    this.#notional += BigInt(price) * BigInt(lots);
    this.#hash = hashFill(this.#hash, maker.id, taker, price, lots);
    if (lots === maker.quantity) this.#drop(maker);
    else maker.quantity -= lots;
  }

  #rest(side: SideIndex, slot: number, account: number, quantity: number): Resting {
    const order = { id: this.#nextId++, account, side, slot, quantity, place: this.#live.length };
    this.#live.push(order);
    const queue = this.#queues[side].get(slot);
    if (queue === undefined) this.#queues[side].set(slot, [order]);
    else queue.push(order);
    this.#counts[side][slot] = (this.#counts[side][slot] ?? 0) + 1;
    this.#sideSizes[side]++;
    if (side === buy) this.#bestBid = Math.max(this.#bestBid, slot);
    else this.#bestAsk = Math.min(this.#bestAsk, slot);
    this.#rows.push(0, order.id, account, side, this.#lowest + slot, quantity);
    return order;
  }

  #drop(order: Resting): void {
    const { side, slot } = order;
    order.quantity = 0;
    const last = this.#live.pop();
    if (last !== undefined && last !== order) {
      this.#live[order.place] = last;
      last.place = order.place;
    }
    this.#sideSizes[side]--;
    const count = (this.#counts[side][slot] ?? 0) - 1;
    this.#counts[side][slot] = count;
    if (count > 0) {
      this.#sweep(side, slot, count);
      return;
    }
    this.#queues[side].delete(slot);
    while (this.#bestBid >= 0 && this.#counts[buy][this.#bestBid] === 0) this.#bestBid--;
    while (this.#bestAsk < this.#slots && this.#counts[sell][this.#bestAsk] === 0) this.#bestAsk++;
  }

  /** Compacts a queue once most of its orders are removed. */
  #sweep(side: SideIndex, slot: number, count: number): void {
    const queue = this.#queues[side].get(slot);
    if (queue === undefined || queue.length < 2 * count + 32) return;
    this.#queues[side].set(
      slot,
      queue.filter((order) => order.quantity > 0),
    );
  }

  #toFlow(firstMeasured: number): Flow {
    const columns = 6;
    const rows = this.#rows;
    const count = rows.length / columns;
    const column = (index: number) =>
      Array.from({ length: count }, (_, row) => rows[row * columns + index] ?? 0);
    return {
      firstMeasured,
      count,
      isCancel: Uint8Array.from(column(0)),
      id: Int32Array.from(column(1)),
      account: Int32Array.from(column(2)),
      isSell: Uint8Array.from(column(3)),
      price: Int32Array.from(column(4)),
      quantity: Int32Array.from(column(5)),
      expected: {
        trades: this.#trades,
        lots: this.#lots,
        notional: this.#notional,
        hash: this.#hash,
        resting: this.#live.length,
      },
    };
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}
