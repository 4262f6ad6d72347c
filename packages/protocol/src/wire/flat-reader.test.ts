/** The reader of flat objects compared with the readers of every form. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  booleanField,
  decimalField,
  enumField,
  id,
  integerField,
  listField,
  momentField,
  required,
  textField,
  withAliases,
} from './fields.ts';
import { createFlatReader } from './flat-reader.ts';
import { createInputReader } from './input-reader.ts';
import { isJsonObject, readJson } from './read-json.ts';

const fields = {
  InstrumentId: required(id()),
  Side: enumField({ Buy: 0, Sell: 1 }),
  Quantity: decimalField(),
  LimitPrice: withAliases(decimalField(), 'Price'),
  ClientOrderId: integerField(),
  PostOnly: booleanField(),
  OrderFlag: textField(8),
  ExpireTime: momentField(),
  Marks: listField(integerField()),
};
const readFlat = createFlatReader(fields);
const readInput = createInputReader(fields);

/** Reads a text as it is read when it is not flat; null when it is refused. */
function readAny(text: string): unknown {
  const json = readJson(text);
  if (!json.ok || !isJsonObject(json.value)) return null;
  const input = readInput(json.value);
  return input.ok ? input.value : null;
}

function readBoth(text: string): { readonly flat: unknown; readonly any: unknown } {
  const flat = readFlat(text);
  const present = flat && Object.fromEntries(Object.entries(flat).filter(([, value]) => value !== undefined));
  return { flat: present, any: readAny(text) };
}

test('the usual forms of an order are read directly', () => {
  for (const text of [
    '{"InstrumentId":1,"Side":0,"Quantity":0.5,"LimitPrice":"61000.25","PostOnly":true,"ClientOrderId":0}',
    ' { "instrumentid" : "7" ,\n\t"side":"sell", "price":1e-0 , "orderFlag":"x y" }\r\n'.replace(
      '1e-0',
      '1.50',
    ),
    '{"InstrumentId":1,"Quantity":"","Side":"","postOnly":"1","ExpireTime":0,"Marks":"[1,2]"}',
  ]) {
    const { flat, any } = readBoth(text);
    expect(flat).not.toBeNull();
    expect(flat).toEqual(any);
  }
});

test('what is not flat, not simple or refused is left to the other readers', () => {
  for (const text of [
    '',
    '{}',
    '[]',
    '{"InstrumentId":1',
    '{"InstrumentId":1}}',
    '{"InstrumentId":1}x',
    '{"InstrumentId":1,}',
    '{"InstrumentId":1,"Quantity":1,"Quantity":1}',
    '{"InstrumentId":1,"LimitPrice":1,"Price":2}',
    '{"InstrumentId":1,"LimitPrice":"","Price":2}',
    '{"InstrumentId":1,"Quantity":null}',
    '{"InstrumentId":1,"Other":1}',
    '{"INSTRUMENTID":1}',
    '{"InstrumentId":01}',
    '{"InstrumentId":-1}',
    '{"InstrumentId":1e0}',
    '{"InstrumentId":1.}',
    '{"InstrumentId":.5}',
    '{"InstrumentId":0}',
    '{"InstrumentId":"1 "}',
    '{"InstrumentId":1,"OrderFlag":"\\u0041"}',
    '{"InstrumentId":1,"OrderFlag":"ñ"}',
    '{"InstrumentId":1,"OrderFlag":"\u007F"}',
    '{"InstrumentId":1,"OrderFlag":"a',
    '{"InstrumentId":1,"PostOnly":tru}',
    '{"InstrumentId":1,"Marks":[1]}',
    '{"Side":0}',
    '{"InstrumentId":1,"__proto__":1}',
    '{"InstrumentId":1,"constructor":1}',
    'null',
  ])
    expect(readFlat(text), text).toBeNull();
});

const blank = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\r');
const name = fc.constantFrom(
  ...Object.keys(fields).flatMap((one) => [one, one, one.toLowerCase(), one.toUpperCase()]),
  'Price',
  'price',
  'Other',
  '__proto__',
);
const value = fc.oneof(
  fc.constantFrom(
    '0',
    '1',
    '1.50',
    '"1"',
    '"0.5"',
    'true',
    'false',
    'null',
    '""',
    '"Buy"',
    '"sell"',
    '"[1,2]"',
  ),
  fc.constantFrom(
    '-1',
    '1e3',
    '01',
    '1.',
    '.1',
    'nul',
    '"\\n"',
    '"a\\"b"',
    '[]',
    '[1]',
    '{}',
    '"é"',
    '"2026-01-02"',
  ),
  fc.nat().map(String),
  fc.bigInt(0n, 10n ** 42n).map(String),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map(String),
  fc.string().map((one) => JSON.stringify(one)),
  fc.jsonValue().map((one) => JSON.stringify(one)),
);
const member = fc
  .tuple(blank, name, blank, blank, value, blank)
  .map(([a, key, b, c, one, d]) => `${a}"${key}"${b}:${c}${one}${d}`);
const objectText = fc
  .tuple(blank, fc.array(member, { maxLength: 8 }), blank)
  .map(([a, members, b]) => `${a}{${['"InstrumentId":1', ...members].join(',')}}${b}`);

test('a text that is read directly has the values that the other readers give it', () => {
  let read = 0;
  fc.assert(
    fc.property(objectText, (text) => {
      const { flat, any } = readBoth(text);
      if (flat === null) return;
      read += 1;
      expect(flat).toEqual(any);
    }),
    { numRuns: 5000 },
  );
  expect(read).toBeGreaterThan(100);
});

test('so does a text of which a few characters were changed', () => {
  const change = fc.record({
    at: fc.nat(200),
    length: fc.nat(2),
    by: fc.oneof(
      fc.constantFrom('"', ',', ':', '{', '}', '\\', '0', '.', ' ', 'e', '-', '\u0000'),
      fc.string(),
    ),
  });
  fc.assert(
    fc.property(objectText, fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
      const changed = changes.reduce(
        (result, { at, length, by }) =>
          result.slice(0, at % result.length) + by + result.slice((at % result.length) + length),
        text,
      );
      const { flat, any } = readBoth(changed);
      if (flat !== null) expect(flat).toEqual(any);
    }),
    { numRuns: 5000 },
  );
});
