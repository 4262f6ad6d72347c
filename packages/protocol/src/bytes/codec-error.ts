/** Thrown for bytes that are not in the expected format, or values that cannot be encoded. */
export class CodecError extends Error {
  override readonly name = 'CodecError';
}

/** The longest varint: 280 bits, which is far beyond any amount and a bound for hostile bytes. */
export const varintBytesMax = 40;
