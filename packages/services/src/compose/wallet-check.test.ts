import { createCollectingLog } from '@salar/testing/ticket-world';
import { expect, test } from 'vitest';
import type { Signer, SignerWallet } from '../ports/chain-signer.ts';
import type { OpenNetwork } from './open-network.ts';
import { createWalletCheck } from './wallet-check.ts';

const alert =
  'ALERT: the signer has other wallets or other keys of deposit addresses than at the start: restart the exchange';
const wallet: SignerWallet = { family: 'evm', keyLayout: 2, xpub: 'a', hotAddress: '0x1', gasAddress: '0x2' };
const depositBranches = [{ xpub: 'a' }, { xpub: 'b' }];

test('a signer with another branch of deposit addresses is reported once', async () => {
  const { log, alerts } = createCollectingLog();
  let present: SignerWallet = { ...wallet };
  const signer = { identity: async () => [present] } as unknown as Signer;
  const check = createWalletCheck({ signer, networks: [{ wallet } as OpenNetwork] }, log);
  await check();
  expect(alerts).toEqual([]);
  present = { ...wallet, depositBranches };
  await check();
  await check();
  expect(alerts).toEqual([alert]);
  present = wallet;
  await check();
  present = { ...wallet, hotAddress: '0x3' };
  await check();
  expect(alerts).toEqual([alert, alert]);
});
