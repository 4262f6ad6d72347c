/**
 * Reads one object of an answer by its wire names, and refuses unexpected shapes.
 *
 * The client's declarations say which fields a row has and of what type, so that a wrong name does not compile. The
 * values are validated all the same: a wrong shape throws `WireShapeError`, which the failure mapper reports as an
 * unreadable answer.
 */
import Big from 'big.js';
import { isWireObject } from '@salar/client/lossless-json';
import type { WireValue } from '@salar/client/lossless-json';

/** The answer was JSON, but not of the shape that the call promises. */
export class WireShapeError extends Error {
  override readonly name = 'WireShapeError';
}

declare const promised: unique symbol;
/** An unvalidated value from an answer, with its declared type. */
export type Wire<Declared> = { readonly [promised]: Declared };

/** A row without declared fields, such as JSON inside a text. */
type Undeclared = Readonly<Record<string, unknown>>;

/** The fields that always hold a `Kind`. */
type Always<Row, Kind> = {
  [Key in keyof Row & string]-?: unknown extends Row[Key] ? Key : Row[Key] extends Kind ? Key : never;
}[keyof Row & string];

/** The fields that may hold a `Kind`. */
type Perhaps<Row, Kind> = {
  [Key in keyof Row & string]-?: unknown extends Row[Key]
    ? Key
    : [Extract<Row[Key], Kind>] extends [never]
      ? never
      : Key;
}[keyof Row & string];

type List = readonly unknown[];
type Item<Value> = Extract<Value, List>[number];

const decimalGrammar = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

export class WireRow<Row = Undeclared> {
  readonly #fields: { [key: string]: WireValue };

  constructor(answer: Wire<Row> | WireValue) {
    const value: WireValue = answer;
    if (!isWireObject(value)) throw new WireShapeError('expected an object');
    this.#fields = value;
  }

  /** A whole number that a double represents exactly: an id, a counter, a time in milliseconds. */
  integer(key: Always<Row, number>): number {
    return this.#integer(key);
  }

  integerOr(key: Perhaps<Row, number>, fallback: number): number {
    return isAbsent(this.#fields[key]) ? fallback : this.#integer(key);
  }

  /** Plain decimal text: no exponent, never a double. */
  decimal(key: Always<Row, string>): string {
    return this.#decimal(key);
  }

  decimalOr(key: Perhaps<Row, string>, fallback: string): string {
    return isAbsent(this.#fields[key]) ? fallback : this.#decimal(key);
  }

  text(key: Always<Row, string>): string {
    const text = this.#fields[key];
    if (typeof text !== 'string') throw new WireShapeError(`${key} is not a text`);
    return text;
  }

  textOr<Fallback>(key: Perhaps<Row, string>, fallback: Fallback): string | Fallback {
    const text = this.#fields[key];
    return typeof text === 'string' ? text : fallback;
  }

  flag(key: Perhaps<Row, boolean>): boolean {
    return this.#fields[key] === true;
  }

  flagOr<Fallback>(key: Perhaps<Row, boolean>, fallback: Fallback): boolean | Fallback {
    const flag = this.#fields[key];
    return typeof flag === 'boolean' ? flag : fallback;
  }

  texts(key: Perhaps<Row, readonly string[]>): string[] {
    return readTexts(this.#fields[key]);
  }

  textsOr<Fallback>(key: Perhaps<Row, readonly string[]>, fallback: Fallback): string[] | Fallback {
    return isAbsent(this.#fields[key]) ? fallback : this.texts(key);
  }

  /** A nested object. */
  row<Key extends Perhaps<Row, object>>(key: Key): WireRow<Extract<Row[Key], object>> {
    return new WireRow(this.#fields[key]);
  }

  rowOr<Key extends Perhaps<Row, object>, Fallback>(
    key: Key,
    fallback: Fallback,
  ): WireRow<Extract<Row[Key], object>> | Fallback {
    return isAbsent(this.#fields[key]) ? fallback : this.row(key);
  }

  /** A nested list of objects. */
  rows<Key extends Perhaps<Row, List>>(key: Key): WireRow<Item<Row[Key]>>[] {
    return readRows<Item<Row[Key]>>(this.#fields[key]);
  }

  entries(): [string, WireValue][] {
    return Object.entries(this.#fields);
  }

  #integer(key: string): number {
    const number = Number(this.#fields[key] ?? Number.NaN);
    if (!Number.isSafeInteger(number)) throw new WireShapeError(`${key} is not a whole number`);
    return number;
  }

  #decimal(key: string): string {
    const text = this.#fields[key];
    if (typeof text !== 'string' || !decimalGrammar.test(text))
      throw new WireShapeError(`${key} is not a decimal`);
    return /[eE]/.test(text) ? new Big(text).toFixed() : text;
  }
}

/** @throws WireShapeError when the answer is not a list */
export function readList<Item>(answer: Wire<readonly Item[]> | WireValue): Wire<Item>[] {
  if (!Array.isArray(answer)) throw new WireShapeError('expected a list');
  return answer as unknown as Wire<Item>[];
}

/** Reads a list of objects. */
export function readRows<Row = Undeclared>(answer: Wire<readonly Row[]> | WireValue): WireRow<Row>[] {
  return readList(answer).map((row) => new WireRow(row));
}

/** Lifts `read` to an answer with a single row. */
export function readOneRow<Row, Result>(read: (row: WireRow<Row>) => Result): (answer: Wire<Row>) => Result {
  return (answer) => read(new WireRow(answer));
}

/** Lifts `read` to an answer with a list of rows. */
export function readEachRow<Row, Result>(
  read: (row: WireRow<Row>) => Result,
): (answer: Wire<readonly Row[]>) => Result[] {
  return (answer) => readRows(answer).map((row) => read(row));
}

/** Reads a list of texts. */
export function readTexts(answer: Wire<readonly string[]> | WireValue): string[] {
  return readList(answer).map((item: unknown) => {
    if (typeof item !== 'string') throw new WireShapeError('expected a text');
    return item;
  });
}

function isAbsent(value: WireValue): value is null | undefined {
  return value === null || value === undefined;
}
