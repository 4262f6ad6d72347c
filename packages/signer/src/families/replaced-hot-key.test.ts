/** An attack with what was signed before the hot wallet of a seed of version 0.1 got a key of its own, apart from the seed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac } from '@salar/services';
import type { TicketTerms } from '@salar/services';
import { HDKey } from '@scure/bip32';
import { parseTransaction, recoverTransactionAddress } from 'viem';
import { expect, test } from 'vitest';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { ClaimStore } from '../claims/claim-store.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { TicketSigner } from '../payments/ticket-signer.ts';
import { openFamilies } from './open-families.ts';

const eth = productId(2);
const macKey = new Uint8Array(32).fill(7);
const network: SignerNetwork = {
  family: 'evm',
  chainId: 1,
  sweeps: null,
  paymentFees: { perHour: 10n ** 30n, perDay: 10n ** 30n },
  assets: [{ productId: eth, contract: null, decimals: 18 }],
};
const cap = minor(10n ** 18n);
const caps = [{ chainId: 1, productId: eth, perTransaction: cap, perHour: cap, perDay: cap }];
const at = 1_767_000_000_000;

test('a payment that the former hot wallet made is not signed again for the new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'salar-replaced-'));
  const store = new ClaimStore(folder);
  const seed = new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(1)), layout: 1 }, 'regtest');
  const token = new SeedKeys(
    { root: HDKey.fromMasterSeed(new Uint8Array(32).fill(2)), layout: 1 },
    'regtest',
  );
  const open = async (keys: SignerKeys) =>
    new TicketSigner({
      families: await openFamilies(keys, [network]),
      networks: [network],
      caps,
      approvals: null,
      ticketMacKey: macKey,
      log: new SigningLog(store),
      clock: () => at,
    });
  const ticket: TicketTerms = {
    ticketId: ticketId(1),
    requestCode: 'one',
    userId: userId(7),
    accountId: accountId(1001),
    productId: eth,
    providerId: 1,
    chainId: 1,
    destination: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    amount: minor(10n ** 18n),
    fee: minor(0n),
    createdAt: millis(at),
  };
  const mac = computeTicketMac(macKey, ticket);
  const request = {
    ticket,
    mac: mac.toString('hex'),
    approval: computeApproval(macKey, mac).toString('hex'),
    approvals: [],
    plan: { family: 'evm', nonce: 0, feeMax: 10n ** 9n, feePriority: 1n },
  } as const;
  try {
    const first = await (await open(new SignerKeys(seed))).sign(request);
    const second = await (await open(new SignerKeys(seed, new Map([['evm/hot', token]])))).sign(request);
    const senders = [];
    for (const signed of [first, second])
      if (signed.ok)
        senders.push(
          await recoverTransactionAddress({ serializedTransaction: signed.value.raw as `0x02${string}` }),
        );
    expect(first.ok && parseTransaction(first.value.raw as `0x02${string}`).value).toBe(10n ** 18n);
    expect(new Set(senders).size, `paid by ${senders.join(' and ')}`).toBe(1);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
