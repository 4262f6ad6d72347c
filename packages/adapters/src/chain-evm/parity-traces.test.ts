import { productId } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { expect, test } from 'vitest';
import { internalTransfers } from './internal-transfers.ts';
import { buildFrames } from './parity-traces.ts';

const eth = productId(2);
const txId = `0x${'11'.repeat(32)}`;
const [alice, bank, maria] = ['aa', 'bb', 'cc'].map((byte) => `0x${byte.repeat(20)}`);

function trace(traceAddress: readonly number[], fields: object = {}, action: object = {}) {
  return {
    type: 'call',
    transactionHash: txId,
    traceAddress,
    action: { callType: 'call', from: bank, to: maria, value: '0x5', ...action },
    result: { gasUsed: '0x0', output: '0x' },
    ...fields,
  };
}

function positions(traces: readonly unknown[]): string[] {
  const frame = buildFrames(traces).get(txId) ?? {};
  return internalTransfers(eth, txId, frame).map(
    ({ position, amount, to }) => `${position}=${amount} ${to.toLowerCase()}`,
  );
}

test('movements have the same positions as with the call tracer', () => {
  const traces = [
    trace([], {}, { from: alice, to: bank }),
    trace([0]),
    trace([1], {}, { value: '0x7' }),
    trace([1, 0], {}, { value: '0x9' }),
  ];
  expect(positions(traces)).toEqual([
    `internal-0=5 ${maria}`,
    `internal-1=7 ${maria}`,
    `internal-1-0=9 ${maria}`,
  ]);
});

test('a failed call, a foreign one and a self-destruct move nothing', () => {
  const traces = [
    trace([], {}, { from: alice, to: bank }),
    trace([0], { error: 'Reverted', result: null }),
    trace([0, 0]),
    trace([1], {}, { callType: 'delegatecall' }),
    trace([2], { type: 'suicide', action: { address: bank, refundAddress: maria, balance: '0x5' } }),
    trace([3], { type: 'create', result: { address: alice } }),
    { type: 'reward', action: { author: alice, rewardType: 'block', value: '0x5' }, traceAddress: [] },
  ];
  expect(positions(traces)).toEqual([`internal-3=5 ${alice}`]);
});

test.each([
  ['not a list', null],
  ['a call before its caller', [trace([0])]],
  ['a skipped position', [trace([]), trace([1])]],
  ['a call without a position', [trace([], { traceAddress: undefined })]],
  ['a trace of another tracer', [{ txHash: txId, result: {} }]],
])('%s is malformed', (_, answer) => {
  expect(() => buildFrames(answer)).toThrow(ChainUnavailable);
});
