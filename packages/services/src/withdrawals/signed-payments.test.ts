/** Tests that what was signed or started for a ticket is found by its number and the product that the books hold for it. */
import { productId, ticketId } from '@salar/protocol';
import { bankWorld } from '@salar/testing/bank-world';
import { expect, test } from 'vitest';
import { bankProviders } from '../tickets/bank-providers.ts';
import { localProviders } from '../tickets/providers.ts';
import { createListSigned } from './signed-payments.ts';

const { brl, cop } = bankWorld;
const eth = productId(1);
const { providers } = localProviders({ eth, usdt: productId(2), usdc: productId(3) });
const banks = bankProviders({ cop, brl });
const payment = { hash: '0xfeed', at: 1 };
const paid = ticketId(11);
const started = ticketId(12);
const listSigned = createListSigned(
  [...providers, ...banks],
  () => ({ listSigned: async (id) => (id === paid ? [payment] : []) }),
  { payoutStartedAt: (id) => (id === started ? 2 : null) },
  async (id) => (id === paid ? eth : undefined),
);

test('a signed payment is found although its row names the provider of a bank', async () => {
  const row = { ticketId: paid, productId: eth, providerId: banks[0]?.providerId };
  expect(await listSigned(row)).toEqual([payment]);
});

test('a signed payment is found although its row names the product of a bank', async () => {
  expect(await listSigned({ ticketId: paid, productId: brl })).toEqual([payment]);
});

test('a started payout is found although its row names the provider of a network', async () => {
  const row = { ticketId: started, productId: brl, providerId: providers[0]?.providerId };
  expect(await listSigned(row)).toEqual([{ hash: 'bank payout 12', at: 2 }]);
});

test('a payout needs no signer', async () => {
  const noSigner = () => {
    throw new Error('the signer is not connected');
  };
  const listOf = createListSigned(banks, noSigner, { payoutStartedAt: () => null }, async () => undefined);
  expect(await listOf({ ticketId: paid, productId: brl })).toEqual([]);
});
