/** The work of blocks: the target of a header, which the hash of its block may not exceed, and difficulties. */
import { CodecError } from '@salar/protocol';

/** The target of difficulty 1. */
const targetOfOne = 0xffffn << 208n;
/** A header has its target as a number of three bytes, and the length of the target in bytes. */
const mantissaLength = 3;
const mantissaMax = 0x7f_ffff;
const lengthMax = 32;

/**
 * Reads the target from the four bytes of a header, as a number.
 *
 * @throws CodecError when it is zero, negative or longer than a hash
 */
export function readTarget(bits: number): bigint {
  const length = bits >>> 24;
  const mantissa = bits & 0xff_ffff;
  if (mantissa === 0 || mantissa > mantissaMax || length > lengthMax || length < mantissaLength)
    throw new CodecError('a header with an invalid target');
  return BigInt(mantissa) << BigInt(8 * (length - mantissaLength));
}

/** Computes the highest target of a block that has at least this difficulty. */
export function computeTargetMax(difficulty: bigint): bigint {
  return targetOfOne / difficulty;
}
