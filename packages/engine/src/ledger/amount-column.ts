/**
 * A growing column of whole numbers of any size, zero at first.
 *
 * A number is `low + high x 2^62`. The low parts are cells of typed arrays, with at least -2^62 and less than 2^62
 * each, so the sum of two of them fits 64 bits: arithmetic on them is the processor's own and allocates nothing, even
 * where an amount of a product of 18 decimals is beyond 64 bits. High parts are rare, and change only with a carry.
 */
const chunkBits = 12; // 32 KiB, allocated with its first number
const chunkCells = 1 << chunkBits;
const cellMask = chunkCells - 1;

const lowBits = 62;
const highShift = BigInt(lowBits);
const lowRange = 2n ** highShift;
/** The same limit for the upper 32 bits of a cell. */
const lowRangeUpper = 2 ** (lowBits - 32);
/** Which of the two 32-bit halves of a cell is the upper one, with the sign. */
const upperHalf = new Int32Array(BigInt64Array.of(1n).buffer)[0] === 1 ? 1 : 0;

class Chunk {
  readonly low = new BigInt64Array(chunkCells);
  /** The same memory, two halves for each cell: limits and signs of cells are compared without big integers. */
  readonly halves = new Int32Array(this.low.buffer);
  /** Null until a cell of this chunk has one; undefined for a cell without one. */
  high: (bigint | undefined)[] | null = null;
}

export class AmountColumn {
  readonly #chunks: (Chunk | undefined)[] = [];

  get(index: number): bigint {
    const chunk = this.#chunks[index >> chunkBits];
    if (chunk === undefined) return 0n;
    const low = chunk.low[index & cellMask] as bigint;
    const high = chunk.high?.[index & cellMask];
    return high === undefined ? low : low + (high << highShift);
  }

  set(index: number, value: bigint): void {
    const chunk = this.#openChunk(index >> chunkBits);
    chunk.low[index & cellMask] = 0n;
    if (chunk.high !== null) chunk.high[index & cellMask] = undefined;
    this.add(index, value);
  }

  /** Adds an amount, which may be below zero. */
  add(index: number, amount: bigint): void {
    const chunk = this.#openChunk(index >> chunkBits);
    const cell = index & cellMask;
    if (isLow(amount)) chunk.low[cell] = BigInt.asIntN(64, (chunk.low[cell] as bigint) + amount);
    else addLarge(chunk, cell, amount);
    if (isBeyondLow(chunk, cell)) carry(chunk, cell);
  }

  /** Subtracts an amount, which may be below zero. */
  subtract(index: number, amount: bigint): void {
    const chunk = this.#openChunk(index >> chunkBits);
    const cell = index & cellMask;
    if (isLow(amount)) chunk.low[cell] = BigInt.asIntN(64, (chunk.low[cell] as bigint) - amount);
    else subtractLarge(chunk, cell, amount);
    if (isBeyondLow(chunk, cell)) carry(chunk, cell);
  }

  /** True when the number is `amount` or more. */
  isAtLeast(index: number, amount: bigint): boolean {
    const chunk = this.#chunks[index >> chunkBits];
    if (chunk === undefined) return amount <= 0n;
    const cell = index & cellMask;
    if (chunk.high?.[cell] === undefined) return (chunk.low[cell] as bigint) >= amount;
    return this.get(index) >= amount;
  }

  isNegative(index: number): boolean {
    const chunk = this.#chunks[index >> chunkBits];
    if (chunk === undefined) return false;
    const high = chunk.high?.[index & cellMask];
    return high === undefined ? upperOf(chunk, index & cellMask) < 0 : high < 0n;
  }

  #openChunk(number: number): Chunk {
    return this.#chunks[number] ?? this.#addChunk(number);
  }

  #addChunk(number: number): Chunk {
    const chunk = new Chunk();
    // Filled up to the chunk, so that the list stays packed and fast.
    while (this.#chunks.length < number) this.#chunks.push(undefined);
    this.#chunks[number] = chunk;
    return chunk;
  }
}

function isLow(amount: bigint): boolean {
  return amount < lowRange && amount >= -lowRange;
}

/** Returns the upper 32 bits of a cell. */
function upperOf(chunk: Chunk, cell: number): number {
  return chunk.halves[cell * 2 + upperHalf] as number;
}

function isBeyondLow(chunk: Chunk, cell: number): boolean {
  const upper = upperOf(chunk, cell);
  return upper >= lowRangeUpper || upper < -lowRangeUpper;
}

/** Adds an amount whose low part alone does not contain it. The caller carries. */
function addLarge(chunk: Chunk, cell: number, amount: bigint): void {
  addHigh(chunk, cell, amount >> highShift);
  chunk.low[cell] = BigInt.asIntN(64, (chunk.low[cell] as bigint) + BigInt.asUintN(lowBits, amount));
}

/** Like `addLarge`, without a negated copy of the amount. */
function subtractLarge(chunk: Chunk, cell: number, amount: bigint): void {
  addHigh(chunk, cell, -(amount >> highShift));
  chunk.low[cell] = BigInt.asIntN(64, (chunk.low[cell] as bigint) - BigInt.asUintN(lowBits, amount));
}

/** Brings a low part back into its range. */
function carry(chunk: Chunk, cell: number): void {
  const isNegative = upperOf(chunk, cell) < 0;
  const range = isNegative ? -lowRange : lowRange;
  chunk.low[cell] = BigInt.asIntN(64, (chunk.low[cell] as bigint) - range);
  addHigh(chunk, cell, isNegative ? -1n : 1n);
}

function addHigh(chunk: Chunk, cell: number, amount: bigint): void {
  chunk.high ??= Array.from({ length: chunkCells }, () => undefined);
  const high = (chunk.high[cell] ?? 0n) + amount;
  chunk.high[cell] = high === 0n ? undefined : high;
}
