/**
 * Reads the usual form of a request in one pass: a flat object of numbers, texts and truth values.
 *
 * It decides nothing: values are read by the same fields, and whatever is not of this form is left to `readJson` and
 * `createInputReader`, which also name the reason of a refusal.
 */
import { assert } from '../result.ts';
import type { Field, Fields, InputOf } from './field.ts';
import { WireNumber } from './number.ts';

type Member = { readonly name: string; readonly field: Field<unknown>; readonly bit: number };

/** The members of an object are marked in the bits of a small whole number. */
const fieldsMax = 30;

/**
 * Creates the reader of a flat object with these fields.
 *
 * The reader returns null for anything that it does not read: a text that is not such an object, characters beyond
 * printable ASCII, escapes, signs and exponents, null, unknown names, a field given twice, under either of its names,
 * and values that a field refuses or that are required and missing. Otherwise it returns the values that
 * `createInputReader` returns for the same text; fields that are missing are present as undefined.
 */
export function createFlatReader<F extends Fields>(fields: F): (text: string) => InputOf<F> | null {
  const members = listMembers(fields);
  const missing = Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  return (text) => {
    const values: Record<string, unknown> = { ...missing };
    let seen = 0;
    let at = skipBlanks(text, 0);
    if (text.charCodeAt(at) !== 0x7b) return null;
    do {
      at = skipBlanks(text, at + 1);
      if (text.charCodeAt(at) !== 0x22) return null;
      const nameEnd = text.indexOf('"', at + 1);
      const member = nameEnd < 0 ? undefined : members.get(text.slice(at + 1, nameEnd));
      if (member === undefined || (seen & member.bit) !== 0) return null;
      seen |= member.bit;
      at = skipBlanks(text, nameEnd + 1);
      if (text.charCodeAt(at) !== 0x3a) return null;
      at = skipBlanks(text, at + 1);
      const end = findValueEnd(text, at);
      if (end < 0) return null;
      const read = member.field.read(toValue(text, at, end));
      if (!read.ok) return null;
      values[member.name] = read.value;
      at = skipBlanks(text, end);
    } while (text.charCodeAt(at) === 0x2c);
    if (text.charCodeAt(at) !== 0x7d || skipBlanks(text, at + 1) !== text.length) return null;
    for (const name of required) if (values[name] === undefined) return null;
    return values as InputOf<F>;
  };
}

/** Lists the fields by the spellings that clients use; any other spelling is left to the readers of every form. */
function listMembers(fields: Fields): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  const entries = Object.entries(fields);
  assert(entries.length <= fieldsMax, 'the fields of a flat object have a bit each');
  for (const [place, [name, field]] of entries.entries()) {
    const member = { name, field, bit: 1 << place };
    for (const one of [name, ...field.aliases])
      for (const spelling of [one, one.toLowerCase(), one.charAt(0).toLowerCase() + one.slice(1)])
        members.set(spelling, member);
  }
  return members;
}

/** Returns where the value at `at` ends, or -1 for a value that a flat object cannot have. */
function findValueEnd(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (first === 0x22) return findTextEnd(text, at + 1);
  if (first === 0x74) return text.startsWith('true', at) ? at + 4 : -1;
  if (first === 0x66) return text.startsWith('false', at) ? at + 5 : -1;
  const end = first === 0x30 ? at + 1 : skipDigits(text, at);
  if (end === at || text.charCodeAt(end) !== 0x2e) return end === at ? -1 : end;
  const fractionEnd = skipDigits(text, end + 1);
  return fractionEnd === end + 1 ? -1 : fractionEnd;
}

function findTextEnd(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    // The end of the text is not a number, and so not in the range either.
    if (!(code >= 0x20 && code <= 0x7e) || code === 0x5c) return -1;
  }
}

/** Returns the value that `readJson` returns for this part of the text. */
function toValue(text: string, at: number, end: number): string | boolean | WireNumber {
  const first = text.charCodeAt(at);
  if (first === 0x22) return text.slice(at + 1, end - 1);
  if (first === 0x74 || first === 0x66) return first === 0x74;
  return new WireNumber(text.slice(at, end));
}

function skipDigits(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= 0x30 && code <= 0x39; code = text.charCodeAt(at)) at += 1;
  return at;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at += 1;
  }
}
