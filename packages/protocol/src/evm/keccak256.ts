/**
 * Keccak-256 as Ethereum uses it: with the padding from before the SHA-3 standard, so no platform provides it.
 *
 * For short inputs such as addresses, in browser and server; not optimised for speed.
 */
const rateBytes = 136;
const mask = (1n << 64n) - 1n;

/** @returns the digest in lower-case hexadecimal */
export function keccak256(message: Uint8Array): string {
  const padded = new Uint8Array(Math.ceil((message.length + 1) / rateBytes) * rateBytes);
  padded.set(message);
  padded[message.length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  let lanes: readonly bigint[] = Array.from({ length: 25 }, () => 0n);
  for (let block = 0; block < padded.length; block += rateBytes) {
    const view = new DataView(padded.buffer, block, rateBytes);
    lanes = permuted(
      lanes.map((lane, at) => (at < rateBytes / 8 ? lane ^ view.getBigUint64(at * 8, true) : lane)),
    );
  }
  return lanes.slice(0, 4).map(littleEndianHex).join('');
}

function permuted(start: readonly bigint[]): readonly bigint[] {
  return roundConstants.reduce<readonly bigint[]>((lanes, constant) => {
    const mixed = chi(rhoPi(theta(lanes)));
    return mixed.map((lane, at) => (at === 0 ? lane ^ constant : lane));
  }, start);
}

/** Combines every lane with the parities of two columns. */
function theta(lanes: readonly bigint[]): readonly bigint[] {
  const parity = Array.from({ length: 5 }, (_, x) =>
    [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ at(lanes, x + row), 0n),
  );
  return lanes.map((lane, n) => lane ^ at(parity, (n + 4) % 5) ^ rotated(at(parity, (n + 1) % 5), 1));
}

/** Rotates every lane and moves it to its new position. */
function rhoPi(lanes: readonly bigint[]): readonly bigint[] {
  const moved = [...lanes];
  lanes.forEach((lane, n) => {
    const [x, y] = [n % 5, Math.floor(n / 5)];
    moved[y + 5 * ((2 * x + 3 * y) % 5)] = rotated(lane, rotations[n] ?? 0);
  });
  return moved;
}

/** Combines every row with itself. */
function chi(lanes: readonly bigint[]): readonly bigint[] {
  return lanes.map((lane, n) => {
    const row = n - (n % 5);
    return lane ^ (~at(lanes, row + ((n + 1) % 5)) & mask & at(lanes, row + ((n + 2) % 5)));
  });
}

function at(lanes: readonly bigint[], n: number): bigint {
  return lanes[n] ?? 0n;
}

function rotated(lane: bigint, by: number): bigint {
  const bits = BigInt(by);
  return ((lane << bits) | (lane >> (64n - bits))) & mask;
}

function littleEndianHex(lane: bigint): string {
  return (lane.toString(16).padStart(16, '0').match(/../g) ?? []).toReversed().join('');
}

/** By lane, row by row. */
const rotations = [
  0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
];
const roundConstants = [
  0x0000000000000001n,
  0x0000000000008082n,
  0x800000000000808an,
  0x8000000080008000n,
  0x000000000000808bn,
  0x0000000080000001n,
  0x8000000080008081n,
  0x8000000000008009n,
  0x000000000000008an,
  0x0000000000000088n,
  0x0000000080008009n,
  0x000000008000000an,
  0x000000008000808bn,
  0x800000000000008bn,
  0x8000000000008089n,
  0x8000000000008003n,
  0x8000000000008002n,
  0x8000000000000080n,
  0x000000000000800an,
  0x800000008000000an,
  0x8000000080008081n,
  0x8000000000008080n,
  0x0000000080000001n,
  0x8000000080008008n,
];
