/** docs/product-coverage.md names, for each statement of the product, where it is built and which tests show it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCoverageFaults, findCoveringTests, readStatements, writeCoverage } from './product-coverage.ts';
import type { Repository } from './product-coverage.ts';
import { openRepository } from './repository.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/product-coverage.md'), 'utf8');

test('every statement names files that exist and is covered by a test that runs', () => {
  expect(findCoverageFaults(page, openRepository())).toEqual([]);
});

test('the page has the statements of the product', () => {
  expect(readStatements(page).length).toBeGreaterThan(450);
});

// Spelled in two, so that this file's samples are no tags of its own.
const tagWord = ['cov', 'ers'].join('');
const tagged = `
// ${tagWord}: a.1, a.2
test('the one', () => {});
  // ${tagWord}: a.3
  // Why this is a table.
  test.each([['row', 1]])('%s of a table', () => {});
// ${tagWord}: a.4
test.skip('not run', () => {});
// ${tagWord}: a.5
const rows = [];
`;

test('a test covers the statements that the comment above it names; a skipped one covers none', () => {
  expect(findCoveringTests('one.test.ts', tagged)).toEqual([
    { path: 'one.test.ts', title: 'the one', ids: ['a.1', 'a.2'] },
    { path: 'one.test.ts', title: '%s of a table', ids: ['a.3'] },
    { path: 'one.test.ts', title: '', ids: ['a.4'] },
    { path: 'one.test.ts', title: '', ids: ['a.5'] },
  ]);
});

const buildTable = (...rows: string[]) =>
  ['| Id | Statement | Built in | Shown by |', '| --- | --- | --- | --- |', ...rows].join('\n');
const good = '| a.1 | A | `built.ts` | `one.test.ts`: "the one" |';

function buildRepository(files: Readonly<Record<string, string>>): Repository {
  return {
    paths: Object.keys(files),
    read: (path) => files[path] ?? null,
    findRenamed: (path) => (path === 'before.ts' ? 'built.ts' : null),
  };
}

const coveringTest = `// ${tagWord}: a.1\ntest('the one', () => {});`;

test.each([
  ['a row with everything', [good], coveringTest, []],
  ['a row without a test', [good, '| a.2 | B | `built.ts` |  |'], coveringTest, ['a.2 B: no test covers it']],
  [
    'a row without a file',
    ['| a.1 | A |  | `one.test.ts`: "the one" |'],
    coveringTest,
    ['a.1 A: no file builds it'],
  ],
  [
    'a file that does not exist',
    ['| a.1 | A | `gone.ts` | `one.test.ts`: "the one" |'],
    coveringTest,
    ['a.1 A: gone.ts does not exist'],
  ],
  [
    'a tag without a row',
    [good],
    coveringTest.replace('a.1', 'a.1, a.9'),
    ['one.test.ts: "the one" covers a.9, which is no row'],
  ],
  [
    'a tag above something that is no test',
    [good],
    `${coveringTest}\n// ${tagWord}: a.1\nconst rows = [];`,
    [
      'one.test.ts: a tag of a.1 stands above no test that runs',
      'the page is stale: npm run product-coverage',
    ],
  ],
  ['an id used twice', [good, good.replace('| A |', '| B |')], coveringTest, ['a.1 B: the id is used twice']],
  [
    'a renamed test',
    [good],
    coveringTest.replace('the one', 'the other'),
    ['the page is stale: npm run product-coverage'],
  ],
])('%s', (_, rows, source, faults) => {
  const repository = buildRepository({ 'built.ts': '', 'one.test.ts': source });
  expect(findCoverageFaults(buildTable(...rows), repository)).toEqual(faults);
});

test('a renamed test and a moved file are written into the page, and then nothing is wrong', () => {
  const repository = buildRepository({
    'built.ts': '',
    'here/moved.ts': '',
    'one.test.ts': coveringTest.replace('the one', 'the other | one'),
  });
  const stale = buildTable('| a.1 | A | `before.ts`, `there/moved.ts` | `one.test.ts`: "the one" |');
  const written = writeCoverage(stale, repository);
  expect(written).toContain('| a.1 | A | `built.ts`, `here/moved.ts` | `one.test.ts`: "the other \\| one" |');
  expect(findCoverageFaults(written, repository)).toEqual([]);
});
