/** docs/product-coverage.md names, for each statement of the product, where it is built and which test shows it: all of it is there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { coverageRows, faultsOf, isTitleIn } from './product-coverage.ts';

const root = join(fileURLToPath(import.meta.url), '../..');
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null);
const page = readFileSync(join(root, 'docs/product-coverage.md'), 'utf8');

test('every row of docs/product-coverage.md names files that are there and tests that are in them', () => {
  expect(faultsOf(page, read)).toEqual([]);
});

test('every part of the page has rows', () => {
  expect(coverageRows(page).length).toBeGreaterThan(300);
});

const file = `
test('the one', () => {});
test.each([['a locked account', 1]])('%s is told', () => {});
test(\`signs in, in \${language}\`, async () => {});
it.each(rows)(
  'row by row',
  () => {},
);
`;
test.each([
  ['the one', true],
  ['a locked account is told', true],
  ['signs in, in ${language}', true],
  ['row by row', true],
  ['the other', false],
  ['an open account is told', false],
  ['the', false],
])('that a file has the test "%s" is %s', (title, answer) => {
  expect(isTitleIn(file, title)).toBe(answer);
});

const table = (...rows: string[]) =>
  ['| Statement | Built in | Shown by |', '| --- | --- | --- |', ...rows].join('\n');
test.each([
  ['a row without a test', table('| A | `built.ts` |  |'), 'A: no test'],
  ['a row without a place', table('| A |  | `some.test.ts`: "the one" |'), 'A: built nowhere'],
  ['a place that is gone', table('| A | `gone.ts` | `some.test.ts`: "the one" |'), 'A: gone.ts is not there'],
  [
    'a file of tests that is gone',
    table('| A | `built.ts` | `gone.test.ts`: "the one" |'),
    'A: gone.test.ts is not there',
  ],
  [
    'a test that is gone',
    table('| A | `built.ts` | `some.test.ts`: "no such test" |'),
    'A: some.test.ts has no test "no such test"',
  ],
  [
    'a test without its title',
    table('| A | `built.ts` | `some.test.ts` |'),
    'A: `some.test.ts` names no test',
  ],
  [
    'the same statement twice',
    table(
      '| A | `built.ts` | `some.test.ts`: "the one" |',
      '| A | `built.ts` | `some.test.ts`: "row by row" |',
    ),
    'A: stands there twice',
  ],
  ['a row with a cell too few', table('| A | `built.ts` |'), 'A: 2 cells instead of 3'],
])('%s is a fault', (_, text, fault) => {
  const files: Readonly<Record<string, string>> = { 'built.ts': '', 'some.test.ts': file };
  expect(faultsOf(text, (path) => files[path] ?? null)).toEqual([fault]);
});
