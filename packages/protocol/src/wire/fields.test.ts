import { expect, test } from 'vitest';
import {
  withAliases,
  booleanField,
  decimalField,
  enumField,
  id,
  listField,
  momentField,
  objectField,
  required,
  textField,
  timeField,
} from './fields.ts';
import { createInputReader } from './input-reader.ts';
import { orderTypes } from './enums.ts';
import { readJson } from './read-json.ts';
import type { JsonObject } from './read-json.ts';

const read = createInputReader({
  InstrumentId: required(withAliases(id(), 'IntrumentId')),
  Amount: decimalField(),
  Flag: booleanField(),
  OrderType: enumField(orderTypes),
  Label: textField(10),
  Since: timeField(),
  Until: momentField(),
  Rows: listField(objectField({ Key: required(textField(5)) })),
});
const raw = (text: string) => {
  const json = readJson(text);
  if (!json.ok) throw new Error(json.refusal);
  return json.value as JsonObject;
};
const answerTo = (text: string) => {
  const input = read(raw(text));
  return input.ok ? input.value : input.detail;
};

test('a required id that is missing, null, zero or blank is named', () => {
  for (const body of ['{}', '{"InstrumentId":null}', '{"InstrumentId":0}', '{"InstrumentId":""}'])
    expect(answerTo(body)).toBe('InstrumentId is Required');
});

test('an id is digits from 1 to 2^53 - 1, as number or text, under any of its names', () => {
  expect(answerTo('{"instrumentid":"9007199254740991"}')).toEqual({ InstrumentId: 9007199254740991 });
  expect(answerTo('{"IntrumentId":3}')).toEqual({ InstrumentId: 3 });
  for (const bad of ['-1', '1.5', '1e3', '"01"', '" 1"', 'true', '[]', '{}', '9007199254740992', '"0x1"'])
    expect(answerTo(`{"InstrumentId":${bad}}`)).toBe('Invalid InstrumentId');
});

test('N2 a decimal keeps its text and accepts no sign, exponent, comma or blank', () => {
  for (const good of ['1.25', '0', '0.000000000000000001', '99999999999999999999'])
    expect(answerTo(`{"InstrumentId":1,"Amount":"${good}"}`)).toEqual({ InstrumentId: 1, Amount: good });
  for (const bad of [
    '-1',
    '+1',
    '1e3',
    '1,5',
    ' 1',
    '1.',
    '.5',
    '٣',
    '0.0000000000000000001',
    '100000000000000000000',
    'NaN',
    '0x1',
  ])
    expect(answerTo(`{"InstrumentId":1,"Amount":"${bad}"}`)).toBe('Invalid Amount');
  expect(answerTo('{"InstrumentId":1,"Amount":0.10}')).toEqual({ InstrumentId: 1, Amount: '0.10' });
  expect(answerTo('{"InstrumentId":1,"Amount":1e-7}')).toBe('Invalid Amount');
});

test('booleans and enums are read in every form that clients send', () => {
  for (const yes of ['true', '"true"', '"True"', '1', '"1"'])
    expect(answerTo(`{"InstrumentId":1,"Flag":${yes}}`)).toMatchObject({ Flag: true });
  for (const no of ['false', '"false"', '0', '"0"'])
    expect(answerTo(`{"InstrumentId":1,"Flag":${no}}`)).toMatchObject({ Flag: false });
  for (const limit of ['2', '"2"', '"Limit"', '"limit"'])
    expect(answerTo(`{"InstrumentId":1,"OrderType":${limit}}`)).toMatchObject({ OrderType: 'Limit' });
  expect(answerTo('{"InstrumentId":1,"OrderType":99}')).toBe('Invalid OrderType');
  expect(answerTo('{"InstrumentId":1,"OrderType":"toString"}')).toBe('Invalid OrderType');
});

test('N5 text is bounded, without control characters, in NFC', () => {
  expect(answerTo('{"InstrumentId":1,"Label":"e\\u0301"}')).toMatchObject({ Label: 'é' });
  expect(answerTo('{"InstrumentId":1,"Label":"a\\u0000"}')).toBe('Invalid Label');
  expect(answerTo('{"InstrumentId":1,"Label":"\\ud800"}')).toBe('Invalid Label');
  expect(answerTo('{"InstrumentId":1,"Label":"12345678901"}')).toBe('Invalid Label');
});

test('a time filter is seconds, milliseconds or ticks by its size', () => {
  for (const since of ['1700000000', '1700000000000', '638355968000000000'])
    expect(answerTo(`{"InstrumentId":1,"Since":${since}}`)).toMatchObject({ Since: 1700000000000 });
});

test('undeclared fields are not copied', () => {
  expect(answerTo('{"InstrumentId":1,"Rows":[{"Key":"a","Value":"b"}],"extra":1}')).toEqual({
    InstrumentId: 1,
    Rows: [{ Key: 'a' }],
  });
  expect(answerTo('{"InstrumentId":1,"Rows":[{}]}')).toBe('Invalid Rows');
});

test('a moment is ISO text with its zone, or a number of seconds, milliseconds or ticks', () => {
  const at = Date.UTC(2026, 4, 4, 12);
  for (const good of [
    '"2026-05-04T12:00:00Z"',
    '"2026-05-04T12:00:00.000Z"',
    '"2026-05-04T09:00-03:00"',
    `${at}`,
    `"${at / 1000}"`,
    '639134928000000000',
  ])
    expect(answerTo(`{"InstrumentId":1,"Until":${good}}`), good).toEqual({ InstrumentId: 1, Until: at });
  for (const missing of ['0', '""', 'null'])
    expect(answerTo(`{"InstrumentId":1,"Until":${missing}}`)).toEqual({ InstrumentId: 1 });
  for (const bad of [
    '"2026-05-04"',
    '"2026-05-04T12:00:00"',
    '"2026-13-04T12:00:00Z"',
    '"tomorrow"',
    '-1',
    '1.5',
    '1000000000000000', // ticks before 1970
    'true',
  ])
    expect(answerTo(`{"InstrumentId":1,"Until":${bad}}`), bad).toBe('Invalid Until');
});

test('lists and objects are accepted as they are, or as their JSON text', () => {
  const readBoth = createInputReader({
    Ids: listField(id()),
    Info: objectField({ Name: required(textField(9)) }),
  });
  const expected = { ok: true, value: { Ids: [1, 2], Info: { Name: 'x' } } };
  expect(readBoth(raw('{"Ids":[1,"2"],"Info":{"name":"x"}}'))).toEqual(expected);
  expect(readBoth(raw('{"Ids":"[1,2]","Info":"{\\"NAME\\":\\"x\\"}"}'))).toEqual(expected);
  for (const Ids of ['"1"', '"[1"', '"{}"', '"[[1]]"', '"[null]"', '"[\\"[1]\\"]"'])
    expect(readBoth(raw(`{"Ids":${Ids}}`)), Ids).toEqual({ ok: false, detail: 'Invalid Ids' });
  expect(readBoth(raw('{"Ids":"","Info":""}'))).toEqual({ ok: true, value: {} });
});
