/**
 * A growing column of whole numbers of any size, zero at first.
 *
 * Numbers of up to 62 bits are stored in typed arrays: they take eight bytes each, and changing one allocates nothing.
 * The sum of two of them fits 64 bits, so all arithmetic of the common case is the processor's own. A larger number is
 * stored as it is, in a map, and its cell contains a value that no small number has.
 */
const chunkBits = 12; // 32 KiB, allocated with its first number
const chunkCells = 1 << chunkBits;
const cellMask = chunkCells - 1;
const smallMax = 2n ** 62n - 1n;
const inMap = -(2n ** 63n);

export class AmountColumn {
  readonly #chunks: (BigInt64Array | undefined)[] = [];
  readonly #large = new Map<number, bigint>();

  get(index: number): bigint {
    const cell = this.#chunks[index >> chunkBits]?.[index & cellMask] ?? 0n;
    return cell === inMap ? this.#getLarge(index) : cell;
  }

  set(index: number, value: bigint): void {
    const chunk = this.#chunks[index >> chunkBits] ?? this.#addChunk(index >> chunkBits);
    if (chunk[index & cellMask] === inMap) this.#large.delete(index);
    if (isSmall(value)) {
      chunk[index & cellMask] = value;
      return;
    }
    chunk[index & cellMask] = inMap;
    this.#large.set(index, value);
  }

  /** Adds an amount, which may be below zero. */
  add(index: number, amount: bigint): void {
    const chunk = this.#chunks[index >> chunkBits];
    const cell = chunk?.[index & cellMask];
    if (chunk === undefined || cell === undefined || cell === inMap || !isSmall(amount)) {
      return this.#addLarge(index, amount);
    }
    const sum = cell + amount;
    if (!isSmall(sum)) return this.#addLarge(index, amount);
    chunk[index & cellMask] = sum;
  }

  /** True when the number is `amount` or more. */
  isAtLeast(index: number, amount: bigint): boolean {
    const cell = this.#chunks[index >> chunkBits]?.[index & cellMask] ?? 0n;
    return cell === inMap ? this.#getLarge(index) >= amount : cell >= amount;
  }

  #addLarge(index: number, amount: bigint): void {
    this.set(index, this.get(index) + amount);
  }

  #getLarge(index: number): bigint {
    return this.#large.get(index) ?? 0n;
  }

  #addChunk(number: number): BigInt64Array {
    const chunk = new BigInt64Array(chunkCells);
    // Filled up to the chunk, so that the list stays packed and fast.
    while (this.#chunks.length < number) this.#chunks.push(undefined);
    this.#chunks[number] = chunk;
    return chunk;
  }
}

function isSmall(value: bigint): boolean {
  return value <= smallMax && value >= -smallMax;
}
