import { expect, test } from 'vitest';
import {
  anyList,
  findFaults,
  int,
  is,
  iso,
  jsonText,
  list,
  mapOf,
  ms,
  num,
  object,
  oneOf,
  optional,
  or,
  row,
  text,
  ticks,
} from './matchers.ts';
import type { Matcher } from './matchers.ts';

const person = object({ Name: text, Age: optional(int) });

test.each([
  ['a decimal', num, '0.00000001', '1e-8'],
  ['a decimal that is no text', num, '-1.50', '"1.50"'],
  ['an integer', int, '9007199254740991', '9007199254740992'],
  ['an integer without a point', int, '0', '1.0'],
  ['milliseconds', ms, '1777896000123', '1777896000'],
  ['ticks to the last digit', ticks, '639134892001230001', '6.3913489200123e17'],
  ['a time in UTC', iso, '"2026-05-04T12:00:00.000Z"', '"2026-05-04T12:00:00Z"'],
  ['a name', oneOf('Buy', 'Sell'), '"Buy"', '0'],
  ['a fixed number', is(0), '0', '"0"'],
  ['nothing else', is(null), 'null', '""'],
  ['all keys', person, '{"Name":"maria","Age":3}', '{"Age":3}'],
  ['no other key', person, '{"Name":"maria"}', '{"Name":"maria","Size":1}'],
  ['keys in their order', person, '{"Name":"maria","Age":3}', '{"Age":3,"Name":"maria"}'],
  ['values within', list(person), '[{"Name":"maria"}]', '[{"Name":"maria"},{"Name":1}]'],
  ['something in a list', list(int), '[1]', '[]'],
  ['a list that may be empty', anyList(int), '[]', '["1"]'],
  ['the length of a row', row(int, num), '[1,0.5]', '[1,0.5,0]'],
  ['either of two', or(is(0), ms), '0', '1'],
  ['any keys', mapOf(int), '{"a":1,"b":2}', '{"a":1,"b":"2"}'],
  ['JSON in a text', jsonText(row(text)), String.raw`"[\"0x1\"]"`, '["0x1"]'],
  ['a text that looks like a number', text, '"12e5"', '12'],
  ['JSON at all', text, '"x"', 'NOT AUTHORIZED'],
] as readonly (readonly [string, Matcher, string, string])[])('%s', (_name, form, right, wrong) => {
  expect(findFaults(form, right)).toEqual([]);
  expect(findFaults(form, wrong)).toHaveLength(1);
});

test('a fault has its location', () => {
  expect(findFaults(object({ Rows: list(row(int, text)) }), '{"Rows":[[1,"a"],[2,3]]}')).toEqual([
    '.Rows[1][1] is 3, not a text',
  ]);
});
