import { expect, test } from 'vitest';
import { isJsonObject, readJson } from './read-json.ts';
import { WireNumber } from './number.ts';

const readValue = (text: string) => {
  const result = readJson(text);
  return result.ok ? result.value : result.refusal;
};

test('a number keeps every digit of its text', () => {
  expect(readValue('0.1000000000000000000000001')).toEqual(new WireNumber('0.1000000000000000000000001'));
});

test('keys are case-insensitive on every level', () => {
  expect(readValue('{"OMSId":1,"UserInfo":{"UserName":"maria"}}')).toEqual({
    omsid: new WireNumber('1'),
    userinfo: { username: 'maria' },
  });
});

test('G8 one key given twice with different values is refused, whatever its case', () => {
  expect(readValue('{"AccountId":1,"accountId":2}')).toBe('json_key_refused');
  expect(readValue('{"AccountId":1,"accountId":1}')).toEqual({ accountid: new WireNumber('1') });
});

test.each(['{"__proto__":1}', '{"a":{"constructor":{}}}', '{"\\u0070rototype":1}'])(
  'G8 a name with a meaning for JavaScript objects is refused: %s',
  (text) => {
    expect(readValue(text)).toBe('json_key_refused');
  },
);

test('N6 depth and list length are bounded', () => {
  expect(readValue('['.repeat(8) + ']'.repeat(8))).toEqual([[[[[[[[]]]]]]]]);
  expect(readValue('['.repeat(9) + ']'.repeat(9))).toBe('json_too_deep');
  expect(readValue(`[${'1,'.repeat(1000)}1]`)).toBe('json_too_long');
});

test.each([
  '',
  ' ',
  '{',
  '{"a"}',
  '{"a":}',
  '[1,]',
  '{"a":1,}',
  '01',
  '1.',
  '.5',
  '+1',
  'NaN',
  "'a'",
  '"a',
  '"\\x"',
  '{} {}',
  'tru',
  '"\n"',
  '"\\',
])('anything that is not exactly one JSON value is refused: %j', (text) => {
  expect(readValue(text)).toBe('json_malformed');
});

test('escapes in strings are read as in JSON', () => {
  const text = 'a"b\\c\n\u00e9 end';
  expect(readValue(JSON.stringify(text))).toBe(text);
});

test('an object has exactly the fields that were sent', () => {
  const read = readJson('{"a":1}');
  if (!read.ok || !isJsonObject(read.value)) throw new Error('an object was sent');
  for (const name of ['constructor', 'toString', '__proto__']) expect(read.value[name]).toBeUndefined();
});
