/** The fee of a move is booked only for a transaction that one of our own addresses sent. */
import type { Database } from '@salar/store';
import { beforeEach, expect, test } from 'vitest';
import type { ChainReceipt } from '../ports/chain-client.ts';
import { localProviders } from '../tickets/providers.ts';
import { accountId, productId } from '@salar/protocol';
import type { AddressScheme } from '../ports/chain-client.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import { MoveCosts } from './move-costs.ts';

const [network] = localProviders({ eth: productId(1), usdt: productId(2), usdc: productId(3) }).networks;
const receipt: ChainReceipt = { succeeded: true, height: 7, blockHash: 'h', transfers: [], networkFee: 9n };
let booked: bigint[];
let alerts: string[];
let outputs: readonly object[];
let costs: MoveCosts;

beforeEach(() => {
  if (network === undefined) throw new Error('there is a local network');
  [booked, alerts, outputs] = [[], [], []];
  const submit = async ({ amount }: { readonly amount: bigint }) => {
    booked.push(amount);
    return { ok: true };
  };
  const findOwners = async (_db: unknown, _scheme: unknown, [sender]: readonly string[]) =>
    new Map(sender === 'a deposit address' ? [[sender, accountId(1001)]] : []);
  costs = new MoveCosts({
    database: { query: async () => outputs } as unknown as Database,
    ledger: { submit } as unknown as LedgerPort,
    network,
    addresses: { findOwners },
    scheme: { family: 'evm' } as AddressScheme,
    houseAddresses: ['hot', 'gas', 'cold'],
    clock: () => 1,
    log: { info: () => undefined, warn: () => undefined, error: (_, message) => alerts.push(message) },
  });
});

test.each(['hot', 'gas', 'cold', 'a deposit address'])('of a transaction that %s sent', async (sender) => {
  expect(await costs.book('ours', { ...receipt, sender })).toBe(true);
  expect({ booked, alerts }).toEqual({ booked: [9n], alerts: [] });
});

test('of a transaction that spends one of our outputs', async () => {
  outputs = [{ txId: 'funding', vout: 1 }];
  expect(await costs.book('ours', { ...receipt, spends: [{ txId: 'funding', vout: 1 }] })).toBe(true);
  expect(booked).toEqual([9n]);
});

test.each([
  ['a stranger sent', { sender: 'a stranger' }],
  ['spends the outputs of others', { spends: [{ txId: 'theirs', vout: 0 }] }],
  ['spends nothing that the node names', {}],
])('not of a transaction that %s: it is reported once', async (_, sent) => {
  expect(await costs.book('theirs', { ...receipt, ...sent })).toBe(false);
  expect(await costs.book('theirs', { ...receipt, ...sent })).toBe(false);
  expect(booked).toEqual([]);
  expect(alerts).toEqual([
    'ALERT: a move names a transaction that none of our addresses sent, and no fee is booked for it',
  ]);
});
