/** The reader and the writer compared with the platform's own JSON. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WireNumber } from './number.ts';
import { readJson } from './read-json.ts';
import type { JsonValue } from './read-json.ts';
import { list, object, optional, text, writeJson } from './shapes.ts';

test('what the platform parses within the bounds, the reader parses to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const read = readJson(JSON.stringify(value));
      if (read.ok) expect(plain(read.value)).toEqual(lowerCased(value));
      else expect(['json_key_refused', 'json_too_long']).toContain(read.refusal);
    }),
  );
});

test('what the platform does not parse, the reader refuses, and it never throws', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('{}[]",:\\ 01.eE-+tfnu\n')) }),
      (candidate) => {
        if (readJson(candidate).ok) expect(() => JSON.parse(candidate) as unknown).not.toThrow();
      },
    ),
  );
});

test('any text is written so that the platform parses it back', () => {
  const shape = list(object({ Name: text, Note: optional(text) }));
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      const rows = texts.map((Name) => ({ Name }));
      expect(JSON.parse(writeJson(shape, rows))).toEqual(rows);
    }),
  );
});

function plain(value: JsonValue): unknown {
  if (value instanceof WireNumber) return Number(value.text);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member as JsonValue)]));
}

function lowerCased(value: unknown): unknown {
  if (Object.is(value, -0)) return 0;
  if (Array.isArray(value)) return value.map(lowerCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.toLowerCase(), lowerCased(member)]),
  );
}
