/** The language check finds what it forbids, says what to write instead, and leaves the field's own terms alone. */
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { checkDocument, checkSource } from './check-language.ts';

function check(text: string, path = 'packages/engine/src/engine.ts') {
  const { program, comments, module } = parseSync(path, text);
  return checkSource({ path, text, program, comments, module }).map(({ line, found }) => `${line}: ${found}`);
}

test.each([
  ['/** Tells the listener. */', '1: Tells'],
  ['/** What a customer wants of an order. */', '1: What a customer wants of an order.'],
  ['/** Of the ticket. */', '1: Of the'],
  ['\n// There is a door for it.', '2: door'],
  ['const orderWords = 1;', '1: orderWords'],
  ['class DepositDesk {}', '1: DepositDesk'],
  ['function f(tellIt: number) { return tellIt; }', '1: tellIt'],
  ["throw new Error('the node was asked');", '1: asked'],
  ["log('a commit was not told');", '1: told'],
  ["test('an order stands in the book', () => undefined);", '1: stands'],
])('%s is found', (text, found) => {
  expect(check(text)).toContain(found);
});

test.each([
  '/** Returns the best of the bids and asks. */',
  '/** A standby stands in for the leader. */',
  '/** Shows the amount in words below the field. */',
  'const passwordHash = 1;',
  'const bestAsk = asks[0];',
  "const label = 'a text that customers see is told elsewhere';",
  'const answer = row.tellerWords;',
])('%s is left alone', (text) => {
  expect(check(text)).toEqual([]);
});

test('the name of a file counts', () => {
  expect(check('', 'packages/services/src/deposits/deposit-desk.ts')).toEqual(['1: deposit-desk']);
});

test('pages are checked without their code, links and quotations', () => {
  const page = [
    '# A page',
    '`tellOrder` is "told" in [code](docs/desk.md).',
    '```',
    'told',
    '```',
    'Nobody is told.',
  ];
  expect(checkDocument('docs/page.md', page.join('\n'))).toEqual([
    { path: 'docs/page.md', line: 6, found: 'told', better: expect.stringContaining('return') as string },
  ]);
});
