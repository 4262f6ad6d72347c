import { productId } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { expect, test } from 'vitest';
import { internalTransfers, readFrame } from './internal-transfers.ts';

const eth = productId(2);
const txId = `0x${'11'.repeat(32)}`;
const [alice, bank, maria] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`);

function call(fields: object) {
  return { type: 'CALL', from: bank, to: maria, value: '0x5', ...fields };
}

function positions(frame: object): string[] {
  return internalTransfers(eth, txId, readFrame(frame)).map(
    ({ position, amount }) => `${position}=${amount}`,
  );
}

test('each movement has its path as position, and the outermost one is left out', () => {
  const inner = call({ value: '0x7', calls: [call({ value: '0x9' })] });
  const frame = call({ from: alice, to: bank, calls: [call({}), inner] });
  expect(positions(frame)).toEqual(['internal-0=5', 'internal-1=7', 'internal-1-0=9']);
});

test('nothing below a failed call counts', () => {
  const failed = call({ error: 'execution reverted', calls: [call({})] });
  expect(positions(call({ calls: [failed, call({ value: '0x6' })] }))).toEqual(['internal-1=6']);
  expect(positions(call({ error: 'out of gas', calls: [call({})] }))).toEqual([]);
});

test.each(['DELEGATECALL', 'STATICCALL', 'CALLCODE', 'SELFDESTRUCT'])('a %s moves nothing', (type) => {
  expect(positions(call({ calls: [call({ type, calls: [call({ value: '0x8' })] })] }))).toEqual([
    'internal-0-0=8',
  ]);
});

test('coins for a new contract are a movement, calls without coins are not', () => {
  const frame = call({
    calls: [call({ type: 'CREATE2' }), call({ value: '0x0' }), call({ value: undefined })],
  });
  expect(positions(frame)).toEqual(['internal-0=5']);
});

test.each([
  ['a malformed amount', { calls: [call({ value: 5 })] }],
  ['a malformed receiver', { calls: [call({ to: 'maria' })] }],
  ['calls that are not a list', { calls: 'none' }],
])('%s is malformed', (_, fields) => {
  expect(() => positions(call(fields))).toThrow(ChainUnavailable);
});

test('a trace of another kind is malformed', () => {
  expect(() => readFrame([{ action: {} }])).toThrow(ChainUnavailable);
  expect(() => readFrame(undefined)).toThrow(ChainUnavailable);
});
