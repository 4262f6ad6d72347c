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

function positions(frame: Record<string, unknown>): string[] {
  return internalTransfers(eth, txId, frame).map(({ position, amount }) => `${position}=${amount}`);
}

test('each movement is told by its path, and the outermost one is not', () => {
  const inner = call({ value: '0x7', calls: [call({ value: '0x9' })] });
  const frame = call({ from: alice, to: bank, calls: [call({}), inner] });
  expect(positions(frame)).toEqual(['internal-0=5', 'internal-1=7', 'internal-1-0=9']);
});

test('what is below a call that failed never happened', () => {
  const failed = call({ error: 'execution reverted', calls: [call({})] });
  expect(positions(call({ calls: [failed, call({ value: '0x6' })] }))).toEqual(['internal-1=6']);
  expect(positions(call({ error: 'out of gas', calls: [call({})] }))).toEqual([]);
});

test.each(['DELEGATECALL', 'STATICCALL', 'CALLCODE', 'SELFDESTRUCT'])(
  'a %s moves nothing by itself',
  (type) => {
    expect(positions(call({ calls: [call({ type, calls: [call({ value: '0x8' })] })] }))).toEqual([
      'internal-0-0=8',
    ]);
  },
);

test('coins for a new contract are a movement, calls without coins are none', () => {
  const frame = call({
    calls: [call({ type: 'CREATE2' }), call({ value: '0x0' }), call({ value: undefined })],
  });
  expect(positions(frame)).toEqual(['internal-0=5']);
});

test.each([
  ['an amount that is none', { calls: [call({ value: 5 })] }],
  ['a receiver that is none', { calls: [call({ to: 'maria' })] }],
  ['calls that are no list', { calls: 'none' }],
])('%s is no answer', (_, fields) => {
  expect(() => positions(call(fields))).toThrow(ChainUnavailable);
});

test('a trace of another kind is no answer', () => {
  expect(() => readFrame([{ action: {} }])).toThrow(ChainUnavailable);
  expect(() => readFrame(undefined)).toThrow(ChainUnavailable);
});
