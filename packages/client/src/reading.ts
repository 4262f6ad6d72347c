/** Converts an answer to its declared type: whole numbers become numbers, rows become objects. Decimals stay text. */
import { UnexpectedAnswer } from './errors.ts';
import { isWireObject } from './lossless-json.ts';
import type { WireValue } from './lossless-json.ts';

/** The conversion of a value; parts that are not mentioned stay unchanged. */
export type Reading =
  | 'integer'
  | { readonly list: Reading }
  /** Every value of an object whose keys are data. */
  | { readonly each: Reading }
  | { readonly members: { readonly [key: string]: Reading } }
  | RowReading;

/** Field names for the items of a list of fixed length. */
export type RowReading = { readonly row: readonly (readonly [name: string, reading: Reading | null])[] };

export type CallDeclaration = {
  /** Repeating it changes nothing. */
  readonly isRead: boolean;
  /** Under a client-generated key it is performed once, however often it is sent. */
  readonly takesKey?: true;
  readonly reading?: Reading;
};

/**
 * Converts an answer. The value itself is not modified: several listeners may share it.
 *
 * @throws UnexpectedAnswer when it has another shape
 */
export function readAs(reading: Reading | undefined, value: WireValue): unknown {
  if (reading === undefined || value === null || value === undefined) return value;
  if (reading === 'integer') return wholeNumber(value);
  if ('list' in reading) return toList(value).map((item) => readAs(reading.list, item));
  if ('row' in reading) {
    const places = toList(value);
    return Object.fromEntries(
      reading.row.map(([name, inner], place) => [name, readAs(inner ?? undefined, places[place])]),
    );
  }
  if (!isWireObject(value)) throw new UnexpectedAnswer('An object was expected');
  const object: { [key: string]: unknown } = { ...value };
  if ('each' in reading)
    for (const [key, item] of Object.entries(value)) object[key] = readAs(reading.each, item);
  else
    for (const [key, inner] of Object.entries(reading.members))
      if (value[key] !== undefined) object[key] = readAs(inner, value[key]);
  return object;
}

function wholeNumber(value: WireValue): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw new UnexpectedAnswer('A whole number was expected');
  return number;
}

function toList(value: WireValue): WireValue[] {
  if (!Array.isArray(value)) throw new UnexpectedAnswer('A list was expected');
  return value;
}
