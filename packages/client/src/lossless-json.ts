/**
 * JSON without doubles: every number of an answer is returned as the text it was written with.
 *
 * `JSON.parse` would turn 0.123456789012345678 into another amount.
 */
import { parse } from 'lossless-json';

/** The parts of an answer. Numbers are their decimal text. */
export type WireValue = string | boolean | null | undefined | WireValue[] | { [key: string]: WireValue };

/** @throws SyntaxError when the text is not JSON */
export function parseLossless(text: string): WireValue {
  return parse(text, null, { parseNumber: (digits) => digits }) as WireValue;
}

/** An object of an answer. */
export function isWireObject(value: WireValue): value is { [key: string]: WireValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
