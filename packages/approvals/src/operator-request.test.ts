import { expect, test } from 'vitest';
import { formatOperatorRequest, hashRequestBody, readOperatorRequest } from './operator-request.ts';

const request = {
  installation: 'exchange.example.com',
  operator: 'ana',
  session: '0123456789abcdef0123456789abcdef',
  number: 2,
  at: 1_767_614_400_000,
  method: 'do withdrawals accept',
  bodyHash: hashRequestBody('{"params":{"ticket":"1003"}}'),
};

test('a request has one text, which reads back as the request', () => {
  const text = formatOperatorRequest(request) ?? '';
  expect(text).toBe(
    `salar/operator-request/v1
installation: exchange.example.com
operator: ana
session: 0123456789abcdef0123456789abcdef
number: 2
at: 1767614400000
method: do withdrawals accept
body: ${request.bodyHash}
`,
  );
  expect(readOperatorRequest(text)).toEqual(request);
});

test.each([
  { installation: '' },
  { operator: 'Ana' },
  { session: 'short' },
  { number: 0 },
  { number: 1.5 },
  { at: -1 },
  { at: Number.NaN },
  { method: 'force withdrawals accept' },
  { method: 'do withdrawals accept\noperator: eve' },
  { bodyHash: 'x' },
])('%j has no text', (change) => {
  expect(formatOperatorRequest({ ...request, ...change })).toBeNull();
});

test.each([
  ['another purpose', (text: string) => text.replace('operator-request', 'payment')],
  ['a line more', (text: string) => `${text}operator: eve\n`],
  ['a line less', (text: string) => text.replace('number: 2\n', '')],
  ['lines in another order', (text: string) => text.replace(/(number.*\n)(at.*\n)/, '$2$1')],
  ['a number in another form', (text: string) => text.replace('number: 2', 'number: 02')],
  ['no newline at the end', (text: string) => text.trimEnd()],
])('%s is not read', (_name, change) => {
  expect(readOperatorRequest(change(formatOperatorRequest(request) ?? ''))).toBeNull();
});
