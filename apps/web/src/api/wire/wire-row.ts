/**
 * Reads one object of an answer by its wire names, and refuses shapes nobody agreed on.
 *
 * A wrong shape throws `WireShapeError`; the failure mapper shows it as an unreadable answer.
 */
import Big from 'big.js';
import type { WireValue } from '@salar/client/lossless-json';

/** The answer was JSON, but not the JSON that the call promises. */
export class WireShapeError extends Error {
  override readonly name = 'WireShapeError';
}

const decimalGrammar = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

export class WireRow {
  readonly #fields: { [key: string]: WireValue };

  constructor(value: WireValue) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new WireShapeError('expected an object');
    }
    this.#fields = value;
  }

  /** A whole number that fits exactly: an id, a counter, a time in milliseconds. */
  integer(key: string): number {
    const number = Number(this.#fields[key] ?? Number.NaN);
    if (!Number.isSafeInteger(number)) throw new WireShapeError(`${key} is not a whole number`);
    return number;
  }

  integerOr(key: string, fallback: number): number {
    return isAbsent(this.#fields[key]) ? fallback : this.integer(key);
  }

  /** Plain decimal text: no exponent, never a double. */
  decimal(key: string): string {
    const text = this.#fields[key];
    if (typeof text !== 'string' || !decimalGrammar.test(text))
      throw new WireShapeError(`${key} is not a decimal`);
    return /[eE]/.test(text) ? new Big(text).toFixed() : text;
  }

  decimalOr(key: string, fallback: string): string {
    return isAbsent(this.#fields[key]) ? fallback : this.decimal(key);
  }

  text(key: string): string {
    const text = this.#fields[key];
    if (typeof text !== 'string') throw new WireShapeError(`${key} is not a text`);
    return text;
  }

  textOr<Fallback>(key: string, fallback: Fallback): string | Fallback {
    const text = this.#fields[key];
    return typeof text === 'string' ? text : fallback;
  }

  flag(key: string): boolean {
    return this.#fields[key] === true;
  }

  value(key: string): WireValue {
    return this.#fields[key];
  }

  rows(key: string): WireRow[] {
    return readRows(this.#fields[key]);
  }

  entries(): [string, WireValue][] {
    return Object.entries(this.#fields);
  }
}

/** A list of objects. */
export function readRows(value: WireValue): WireRow[] {
  if (!Array.isArray(value)) throw new WireShapeError('expected a list');
  return value.map((item) => new WireRow(item));
}

/** A list of texts. */
export function readTexts(value: WireValue): string[] {
  if (!Array.isArray(value)) throw new WireShapeError('expected a list');
  return value.map((item) => {
    if (typeof item !== 'string') throw new WireShapeError('expected a text');
    return item;
  });
}

function isAbsent(value: WireValue): value is null | undefined {
  return value === null || value === undefined;
}
