import { describe, expect, test } from 'vitest';
import { parseNumbersAsText } from './number-text.ts';
import { readAnswer } from './read-answer.ts';
import { satoshiSchema } from '../chain-bitcoin/bitcoin-answers.ts';

describe('numbers in a node’s answer', () => {
  test('stay the text they were written as', () => {
    expect(parseNumbersAsText('{"value":20999999.99999999,"n":0,"fee":1e-08,"list":[-1,0.10]}')).toEqual({
      value: '20999999.99999999',
      n: '0',
      fee: '1e-08',
      list: ['-1', '0.10'],
    });
  });

  test('inside strings are not changed', () => {
    const text = 'she said "0.1 + 0.2", twice \\ 5';
    expect(parseNumbersAsText(JSON.stringify({ '7': text, plain: '12' }))).toEqual({
      '7': text,
      plain: '12',
    });
  });

  test('keep their position after a string of eight million letters', () => {
    const hex = 'ab'.repeat(4_000_000);
    expect(parseNumbersAsText(`{"result":"${hex}","id":7}`)).toEqual({ result: hex, id: '7' });
  });

  test.each(['', '{', '{"a":01x}', '[1,]', 'not json'])('%j is not JSON', (text) => {
    expect(() => parseNumbersAsText(text)).toThrow(SyntaxError);
  });
});

describe('an amount of bitcoins', () => {
  test.each([
    ['0', 0n],
    ['0.00000001', 1n],
    ['1e-08', 1n],
    ['1.41e-6', 141n],
    ['0.10000000', 10_000_000n],
    ['0.1000000000', 10_000_000n],
    ['20999999.99999999', 2_099_999_999_999_999n],
  ])('%s is %i satoshi', (text, satoshi) => {
    expect(readAnswer(satoshiSchema, text)).toBe(satoshi);
  });

  test.each(['', '-1', '0.000000001', '1e-9', '1,5', 'NaN', 0.5, null, '999999999'])(
    '%j is malformed',
    (value) => {
      expect(() => readAnswer(satoshiSchema, value)).toThrow('instead of an amount');
    },
  );
});
