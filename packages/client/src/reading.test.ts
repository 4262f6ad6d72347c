import { expect, test } from 'vitest';
import { UnexpectedAnswer } from './errors.ts';
import { parseLossless } from './lossless-json.ts';
import { readAs } from './reading.ts';
import type { Reading } from './reading.ts';

const order: Reading = {
  members: { OrderId: 'integer', Fills: { list: { members: { TradeId: 'integer' } } } },
};

test('ids become numbers, decimals and texts stay unchanged', () => {
  const text = '{"OrderId":7,"Price":0.123456789012345678,"Name":"12","Fills":[{"TradeId":1,"Fee":0.10}]}';
  const value = parseLossless(text);
  const expected = {
    OrderId: 7,
    Price: '0.123456789012345678',
    Name: '12',
    Fills: [{ TradeId: 1, Fee: '0.10' }],
  };
  expect(readAs(order, value)).toEqual(expected);
  // Several listeners may read the same value.
  expect(readAs(order, value)).toEqual(expected);
});

test('rows become objects, maps keep their keys, and missing fields stay missing', () => {
  const row: Reading = {
    row: [
      ['At', 'integer'],
      ['Price', null],
    ],
  };
  expect(readAs({ list: row }, parseLossless('[[1,2.50],[3,4]]'))).toEqual([
    { At: 1, Price: '2.50' },
    { At: 3, Price: '4' },
  ]);
  expect(readAs({ each: 'integer' }, parseLossless('{"BTC":1}'))).toEqual({ BTC: 1 });
  expect(readAs(order, parseLossless('{"OrderId":null}'))).toEqual({ OrderId: null });
  expect(readAs(undefined, parseLossless('[1]'))).toEqual(['1']);
});

test.each([
  ['integer', '1.5'],
  ['integer', '9007199254740993'],
  ['integer', '"a"'],
  ['integer', '[]'],
  [order, '[]'],
  [{ list: order }, '{}'],
  [{ row: [['At', 'integer']] }, '"x"'],
] as const)('a value of another shape is rejected: %j %s', (reading, text) => {
  expect(() => readAs(reading, parseLossless(text))).toThrow(UnexpectedAnswer);
});
