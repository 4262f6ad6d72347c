/**
 * Reads the JSON of a request without losing a digit and without trusting its structure (security rules N2, N6,
 * G8).
 *
 * Numbers keep their text. Keys are case-insensitive, so objects are returned with lower-case keys; a name given
 * twice is refused unless both carry the same value. Depth, list length and dangerous names are bounded here, so
 * that no later code has to check again.
 */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { WireNumber } from './number.ts';

export type JsonObject = { readonly [lowerCaseKey: string]: JsonValue | undefined };
export type JsonValue = null | boolean | string | WireNumber | readonly JsonValue[] | JsonObject;

/** The deepest nesting of a request (security rule N6). */
const depthMax = 8;
/** The longest list in a request (security rule N6). */
export const listMax = 1000;
/** The most keys of one object; no call has more than forty. */
const keysMax = 200;

export type JsonRefusal = 'json_malformed' | 'json_too_deep' | 'json_too_long' | 'json_key_refused';

/**
 * Reads one JSON value.
 *
 * @returns the value; `json_malformed` for anything that is not exactly one JSON value, `json_too_deep` and
 *   `json_too_long` beyond the bounds, `json_key_refused` for a key given twice with different values or a name with
 *   a meaning for JavaScript objects
 */
export function readJson(text: string, limits: { depth?: number } = {}): Result<JsonValue, JsonRefusal> {
  const reader = new Reader(text, limits.depth ?? depthMax);
  try {
    return accept(reader.document());
  } catch (error) {
    if (error instanceof Refused) return refuse(error.refusal);
    throw error;
  }
}

/** True for an object returned by `readJson`. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WireNumber)
  );
}

/** Leaves the recursion of the reader; never leaves this file. */
class Refused extends Error {
  readonly refusal: JsonRefusal;

  constructor(refusal: JsonRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** From the blank upwards, without quote and backslash. */
const plainTextPattern = /[ !#-[\]-\uffff]*/y;
/** The prototype of objects. With null instead they would be hash tables, slower to fill and to read. */
const nothing = Object.freeze(Object.create(null) as object);
const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype']);

class Reader {
  readonly #text: string;
  readonly #depthMax: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, depth: number) {
    this.#text = text;
    this.#depthMax = depth;
  }

  document(): JsonValue {
    this.#skipBlanks();
    const value = this.#value();
    this.#skipBlanks();
    if (this.#at !== this.#text.length) throw new Refused('json_malformed');
    return value;
  }

  #value(): JsonValue {
    switch (this.#text.charCodeAt(this.#at)) {
      case 0x7b:
        return this.#nested(true);
      case 0x5b:
        return this.#nested(false);
      case 0x22:
        return this.#string();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #nested(isObject: boolean): JsonValue {
    this.#depth += 1;
    if (this.#depth > this.#depthMax) throw new Refused('json_too_deep');
    this.#at += 1;
    const value = isObject ? this.#object() : this.#list();
    this.#depth -= 1;
    return value;
  }

  #object(): JsonObject {
    const object: Record<string, JsonValue> = Object.create(nothing) as Record<string, JsonValue>;
    let count = 0;
    if (this.#closes(0x7d)) return object;
    for (;;) {
      this.#skipBlanks();
      if (this.#text.charCodeAt(this.#at) !== 0x22) throw new Refused('json_malformed');
      const key = this.#string().toLowerCase();
      if (dangerousKeys.has(key)) throw new Refused('json_key_refused');
      this.#skipBlanks();
      this.#expect(0x3a);
      this.#skipBlanks();
      const value = this.#value();
      const before = object[key];
      if (before !== undefined && !isSame(before, value)) throw new Refused('json_key_refused');
      object[key] = value;
      count += 1;
      if (count > keysMax) throw new Refused('json_too_long');
      if (this.#closes(0x7d)) return object;
      this.#expect(0x2c);
    }
  }

  #list(): JsonValue[] {
    const list: JsonValue[] = [];
    if (this.#closes(0x5d)) return list;
    for (;;) {
      this.#skipBlanks();
      list.push(this.#value());
      if (list.length > listMax) throw new Refused('json_too_long');
      if (this.#closes(0x5d)) return list;
      this.#expect(0x2c);
    }
  }

  #string(): string {
    const start = this.#at + 1;
    plainTextPattern.lastIndex = start;
    plainTextPattern.test(this.#text);
    let end = plainTextPattern.lastIndex;
    if (this.#text.charCodeAt(end) === 0x22) {
      this.#at = end + 1;
      return this.#text.slice(start, end);
    }
    // Escapes are rare in requests: find the end, then let the platform decode this one string.
    while (this.#text.charCodeAt(end) === 0x5c) {
      plainTextPattern.lastIndex = end + 2;
      if (end + 2 > this.#text.length || !plainTextPattern.test(this.#text))
        throw new Refused('json_malformed');
      end = plainTextPattern.lastIndex;
    }
    if (this.#text.charCodeAt(end) !== 0x22) throw new Refused('json_malformed');
    this.#at = end + 1;
    return decodeEscapes(this.#text.slice(start - 1, end + 1));
  }

  #number(): WireNumber {
    const start = this.#at;
    numberPattern.lastIndex = start;
    if (!numberPattern.test(this.#text)) throw new Refused('json_malformed');
    this.#at = numberPattern.lastIndex;
    return new WireNumber(this.#text.slice(start, this.#at));
  }

  #word<T extends boolean | null>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw new Refused('json_malformed');
    this.#at += word.length;
    return value;
  }

  /** Skips blanks and, if it is next, the closing character. */
  #closes(mark: number): boolean {
    this.#skipBlanks();
    if (this.#text.charCodeAt(this.#at) !== mark) return false;
    this.#at += 1;
    return true;
  }

  #expect(mark: number): void {
    if (this.#text.charCodeAt(this.#at) !== mark) throw new Refused('json_malformed');
    this.#at += 1;
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }
}

function decodeEscapes(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new Refused('json_malformed');
  }
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  if (a instanceof WireNumber && b instanceof WireNumber) return a.text === b.text;
  return a === b && typeof a !== 'object';
}
