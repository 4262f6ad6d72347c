/**
 * The hot and gas wallets of a seed of version 0.1 are carried over to the key layout of new seeds: the money follows, and the
 * books are the same to the last unit.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EvmMoves } from '@salar/signer/moves/evm-moves';
import { MoveLog } from '@salar/signer/moves/move-log';
import { openFamilies } from '@salar/signer/families/open-families';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { SignerKeys } from '@salar/signer/keys/signer-keys';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { SigningLog } from '@salar/signer/payments/signing-log';
import { TicketSigner } from '@salar/signer/payments/ticket-signer';
import { houseAccounts } from '@salar/protocol';
import { findWallet, localCaps, localContracts } from '@salar/services';
import type { SignerWallet } from '@salar/services';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test } from 'vitest';

const { eth, usdt } = world.ids;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(21));
const folder = mkdtempSync(join(tmpdir(), 'salar-carried-'));
let data: TestDatabase;
let exchange: TicketWorld;
let claims: ClaimStore;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database, (network) => network);
  claims = new ClaimStore(folder);
});
afterAll(async () => {
  await exchange?.close();
  await claims?.close();
  await data?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a signer with the seed in a layout, and the exchange with it. */
async function startWith(layout: 1 | 2): Promise<SignerWallet> {
  const seed = layout === 1 ? { root, layout } : ({ root, layout, formerLayout: 1 } as const);
  const keys = new SignerKeys(new SeedKeys(seed, 'regtest'));
  const { settings } = exchange.network;
  const clock = () => exchange.clock.now;
  const signer = new TicketSigner({
    families: await openFamilies(keys, [settings]),
    networks: [settings],
    caps: localCaps(world.ids),
    approvals: null,
    ticketMacKey: exchange.ticketMacKey,
    log: new SigningLog(claims),
    clock,
  });
  const wallet = findWallet(await signer.identity(), 'evm');
  const moves = new EvmMoves({ keys, networks: [settings], log: new MoveLog(claims), clock });
  const networks = [{ ...exchange.network, wallet }];
  await exchange.reopen({ networks, signer, approvals: signer, moves, reconcileEveryMs: 0 });
  return wallet;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await exchange.pass(1);
}

async function readBalances({ hotAddress, gasAddress }: Pick<SignerWallet, 'hotAddress' | 'gasAddress'>) {
  const { client } = exchange;
  return {
    hot: await client.coinBalance(hotAddress),
    gas: await client.coinBalance(gasAddress ?? ''),
    usdt: await client.getBalance(usdt, hotAddress),
  };
}

test('what the former wallets hold goes to the new ones, and the books stay equal', async () => {
  const before = await startWith(1);
  const { faucet } = exchange.anvil;
  await faucet.send({ address: before.hotAddress, contract: null, amount: 10n * ether });
  await faucet.send({ address: before.hotAddress, contract: localContracts.usdt, amount: 700n * dollar });
  await settle();
  const held = await readBalances(before);
  expect(held.usdt).toBe(700n * dollar);

  const after = await startWith(2);
  expect(after.former).toEqual({ hotAddress: before.hotAddress, gasAddress: before.gasAddress });
  await settle();
  await settle();
  expect(await readBalances(before)).toEqual({ hot: 0n, gas: 0n, usdt: 0n });
  const carried = await readBalances(after);
  expect(carried.usdt).toBe(700n * dollar);
  for (const [product, sum] of [
    [eth, carried.hot + carried.gas],
    [usdt, carried.usdt],
  ] as const)
    expect(0n - exchange.engine.position(houseAccounts.custody, product).total).toBe(sum);
  expect(exchange.log.alerts).toEqual([]);
});

test('what arrives at a former wallet later follows', async () => {
  const wallet = await startWith(2);
  const former = wallet.former?.hotAddress ?? '';
  const { hot } = await readBalances(wallet);
  await exchange.anvil.faucet.send({ address: former, contract: null, amount: ether });
  await settle();
  expect(await exchange.client.coinBalance(former)).toBe(0n);
  expect((await readBalances(wallet)).hot).toBeGreaterThan(hot + (ether * 9n) / 10n);
});
