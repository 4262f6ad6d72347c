/**
 * The key of deposit addresses is replaced, on a local chain with the real signer: customers get new addresses, deposits to former ones
 * are credited and swept, and once others may have the former key they are credited only when they were swept.
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
import { houseAccounts, ticketId } from '@salar/protocol';
import { computeReleaseMac, findWallet, localCaps, localContracts } from '@salar/services';
import type { EvmChain, EvmNetwork, LedgerPort, OpenTicketServicesOptions } from '@salar/services';
import { computeEndMac } from '@salar/services/crypto/ticket-macs';
import type { DepositBranch } from '@salar/services/deposits/deposit-branches';
import {
  decideDeposit,
  findHeldDeposit,
  listHeldDeposits,
} from '@salar/store/tables/chains/exposed-deposits';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { evmChainLike } from '@salar/testing/chains/evm-chain-like';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import {
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  http,
  recoverTransactionAddress,
} from 'viem';
import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { evmAddresses } from './evm-addresses.ts';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt } = world.ids;
const { maria } = world;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;
const outsider = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(22));
const seed = new SeedKeys({ root, layout: 2 }, 'regtest');
const [first, second] = [{ xpub: seed.depositXpub('evm') }, { xpub: seed.depositXpub('evm', 1) }];
const folder = mkdtempSync(join(tmpdir(), 'salar-replaced-branch-'));
const waits = 'ALERT: a deposit to an address of a compromised key waits for its sweep, or for two operators';
const lostNonce =
  'ALERT: a transaction of somebody else, who has the key of a deposit address, took the place of its sweep';
let data: TestDatabase;
let exchange: TicketWorld;
let claims: ClaimStore;
/** Maria's address of the first branch, and that of the second one. */
let former: string;
let present: string;

function withSweeps(network: EvmNetwork): EvmNetwork {
  return {
    ...network,
    assets: network.assets.map((asset) => ({
      ...asset,
      sweepMin: asset.contract === null ? ether : 50n * dollar,
    })),
    sweeps: { gasWalletMin: ether / 10n, gasWalletMax: ether, perMove: ether / 20n, perHour: 10n * ether },
  };
}

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database, withSweeps);
  claims = new ClaimStore(folder);
  await data.database.query(
    `INSERT INTO app_user (account_id, user_name, user_name_key, email, email_key, password_hash, created_at)
     VALUES ($1, 'maria', 'maria', 'maria@example.com', 'maria@example.com', '', 1)`,
    [maria],
  );
  await startWith();
  former = await exchange.getDepositAddress(maria);
  await exchange.anvil.faucet.send({ address: await readHot(), contract: null, amount: 10n * ether });
  await settle();
});
afterAll(async () => {
  await exchange?.close();
  await claims?.close();
  await data?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a signer whose policy has these branches, and the exchange with it. */
async function startWith(
  branches?: readonly DepositBranch[],
  compromisedBranches: readonly number[] = [],
  {
    client = exchange.client,
    ...changes
  }: { client?: EvmChain } & Partial<Pick<OpenTicketServicesOptions, 'sequencer'>> = {},
): Promise<void> {
  const depositBranches = branches && { evm: branches };
  const keys = new SignerKeys(seed, new Map(), { depositBranches });
  const settings = { ...exchange.network.settings, compromisedBranches };
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
  const networks = [{ ...exchange.network, client, settings, wallet, scheme: evmAddresses(wallet) }];
  await exchange.reopen({ networks, signer, approvals: signer, moves, reconcileEveryMs: 0, ...changes });
}

async function settle(turns = 8): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await exchange.pass(1);
}

async function readHot(): Promise<string> {
  const keys = new SignerKeys(seed);
  const families = await openFamilies(keys, [exchange.network.settings]);
  return families.get('evm')?.wallet.hotAddress ?? '';
}

function pay(address: string, contract: string | null, amount: bigint): Promise<string> {
  return exchange.anvil.faucet.send({ address, contract, amount });
}

async function expectBalanced(): Promise<void> {
  const rows = await listReconciliations(data.database);
  expect(rows.filter(({ found, expected }) => found !== expected)).toEqual([]);
}

/** The thief has the key of the former address. @returns the hash of the transaction, which is in a block */
async function steal(
  amount: bigint,
  { contract = null, to = outsider }: { contract?: string | null; to?: string } = {},
): Promise<string> {
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [getAddress(to), amount],
  });
  return sendAsThief(
    contract === null ? { to: getAddress(to), value: amount } : { to: getAddress(contract), data },
  );
}

async function sendAsThief(
  call: { to: Hex; value?: bigint; data?: Hex },
  path = "m/44'/60'/0'/0/1",
): Promise<string> {
  const { privateKey } = root.derive(path);
  const account = privateKeyToAccount(`0x${Buffer.from(privateKey ?? []).toString('hex')}`);
  const thief = createWalletClient({ account, transport: http(exchange.anvil.url) });
  return thief.sendTransaction({ chain: null, ...call });
}

type SweepRow = { readonly status: string; readonly hashes: readonly string[] };

/** Lists the sweeps of the former address, newest first. */
const listSweeps = () =>
  data.database.query<SweepRow>(
    `SELECT m.status, array(SELECT a.hash FROM house_move_attempt a WHERE a.move_id = m.move_id) AS hashes
     FROM house_move m WHERE m.kind = 'sweep' AND m.sender = $1 ORDER BY m.move_id DESC`,
    [former],
  );

/** Has the exchange sign a sweep of the former address with a node that does not forward it, and then gives it a good node. */
async function signUnsentSweep(): Promise<SweepRow> {
  const deaf = evmChainLike(exchange.client, {
    broadcast: async (raw) => {
      const sender = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
      return sender === former ? { kind: 'sent' } : exchange.client.broadcast(raw);
    },
  });
  await startWith([first, second], [0], { client: deaf });
  const count = (await listSweeps()).length;
  for (let turn = 0; turn < 12 && (await listSweeps()).length === count; turn += 1) await exchange.pass(1);
  const [signed] = await listSweeps();
  if (signed?.status !== 'Sent') throw new Error('a sweep is signed and in no block');
  await startWith([first, second], [0]);
  return signed;
}

/** Replaces the block of a transaction, and those above it, by empty ones. */
async function removeFrom(txId: string): Promise<void> {
  const receipt = await exchange.client.receipt(txId, { isUntraced: true });
  if (receipt === null) throw new Error('the transaction is in a block');
  const rpc = new JsonRpc(exchange.anvil.url);
  await rpc.call('anvil_reorg', (await exchange.client.height()) - receipt.height + 1, []);
  await rpc.call('anvil_dropAllTransactions');
}

/** Two operators end every deposit that waits. */
async function endHeld(): Promise<void> {
  for (const row of await listHeldDeposits(data.database, 10))
    await decideDeposit(data.database, {
      ticketId: row.ticketId,
      mac: computeEndMac(exchange.ticketMacKey, row),
      at: 1,
    });
  await settle(1);
  expect(await listHeldDeposits(data.database, 10)).toEqual([]);
}

test('customers get another address, and deposits to both are credited, swept and compared', async () => {
  await startWith([first, second]);
  present = await exchange.getDepositAddress(maria);
  expect(present).not.toBe(former);
  expect(present).toBe(evmAddresses({ xpub: second.xpub }).derive(1));
  const before = exchange.available(maria, usdt);
  await pay(former, localContracts.usdt, 60n * dollar);
  await pay(present, localContracts.usdt, 70n * dollar);
  await pay(former, null, 2n * ether);
  await settle();
  await settle();
  expect(exchange.available(maria, usdt)).toBe(before + 130n * dollar);
  for (const address of [former, present]) expect(await exchange.client.getBalance(usdt, address)).toBe(0n);
  expect(await exchange.client.getBalance(usdt, await readHot())).toBe(130n * dollar);
  expect(0n - exchange.engine.position(houseAccounts.custody, usdt).total).toBe(130n * dollar);
  expect(exchange.log.alerts).toEqual([]);
  await expectBalanced();
});

test('a deposit to a former address below the minimum of sweeps is credited, too', async () => {
  const before = exchange.available(maria, eth);
  await pay(former, null, ether / 2n);
  await settle();
  expect(exchange.available(maria, eth)).toBe(before + ether / 2n);
  expect(await exchange.client.coinBalance(former)).toBeGreaterThanOrEqual(ether / 2n); // below `sweepMin`
});

describe('once others may have the former key', () => {
  test('no address is shown before its key is replaced', async () => {
    await startWith([first, second], [0, 1]);
    const request = { accountId: maria, productId: usdt };
    for (const generateNew of [false, true])
      expect(await exchange.services.deposits.getAddress({ ...request, generateNew })).toEqual({
        ok: false,
        refusal: 'address_key_compromised',
      });
  });

  test('what its addresses hold is swept, however little it is', async () => {
    await startWith([first, second], [0]);
    await settle();
    expect(await exchange.client.coinBalance(former)).toBe(0n);
    expect(exchange.log.alerts).toEqual([]);
    await expectBalanced();
  });

  test('a deposit there is credited when its sweep is final, not before', async () => {
    const before = exchange.available(maria, eth);
    await pay(former, null, ether / 3n);
    const { confirmations } = exchange.network.settings;
    await settle(confirmations);
    expect(exchange.available(maria, eth)).toBe(before);
    expect(exchange.log.alerts).toEqual([waits]);
    expect(exchange.mails).toMatchObject([
      { notification: { kind: 'deposit_held', product: 'ETH', address: former } },
    ]);
    await settle();
    expect(exchange.available(maria, eth)).toBe(before + ether / 3n);
    expect(await exchange.client.coinBalance(former)).toBe(0n);
    await expectBalanced();
    exchange.log.alerts.length = 0;
  });

  test('a deposit to the present address is credited as ever', async () => {
    const before = exchange.available(maria, eth);
    await pay(present, null, ether / 3n);
    await settle();
    expect(exchange.available(maria, eth)).toBe(before + ether / 3n);
    expect(exchange.log.alerts).toEqual([]);
  });

  test('a token that a thief took keeps no coin there from being swept, and freezes nothing', async () => {
    const before = exchange.available(maria, eth);
    await pay(former, null, ether / 10n);
    await pay(former, localContracts.usdt, 5n * dollar);
    await steal(5n * dollar, { contract: localContracts.usdt });
    await settle();
    await pay(former, null, ether / 5n);
    await settle();
    expect(await exchange.client.coinBalance(former)).toBe(0n);
    expect(exchange.available(maria, eth)).toBe(before + ether / 5n);
    const held = await listHeldDeposits(data.database, 10);
    expect(held).toMatchObject([
      { productId: eth, amount: ether / 10n }, // the thief's fee is missing
      { productId: usdt, amount: 5n * dollar },
    ]);
    await expectBalanced();
    await endHeld();
    expect(await findHeldDeposit(data.database, held[0]?.ticketId ?? ticketId(1))).toMatchObject({
      status: 'Rejected',
      rejectReason: 'not received: others may have the key of the address',
    });
    await settle();
    await expectBalanced();
    expect(exchange.available(maria, eth)).toBe(before + ether / 5n);
    expect(new Set(exchange.log.alerts)).toEqual(new Set([waits]));
  });

  test('a sweep whose nonce a thief used has failed once that is final, and what is left is swept', async () => {
    const before = exchange.available(maria, eth);
    await pay(former, null, ether / 7n);
    const lost = await signUnsentSweep();
    await steal(ether / 70n);
    await exchange.services.turn();
    expect((await listSweeps())[0]).toEqual(lost); // it may still be reorganised
    await settle();
    await settle();
    expect(await exchange.client.coinBalance(former)).toBe(0n);
    expect((await listSweeps()).slice(0, 2)).toMatchObject([
      { status: 'Final' },
      { status: 'Failed', hashes: lost.hashes },
    ]);
    expect(exchange.log.alerts.filter((alert) => alert === lostNonce)).toHaveLength(1);
    expect(exchange.available(maria, eth)).toBe(before); // not all of it was saved
    expect(await listHeldDeposits(data.database, 10)).toMatchObject([{ amount: ether / 7n }]);
    await expectBalanced();
    await endHeld();
    exchange.log.alerts.length = 0;
  });

  test('a sweep whose nonce is free again after a reorganisation is made, and its deposit credited', async () => {
    const before = exchange.available(maria, eth);
    await pay(former, null, ether / 6n);
    const signed = await signUnsentSweep();
    const theft = await steal(ether / 60n);
    await exchange.services.turn();
    await removeFrom(theft);
    await settle();
    expect(await listSweeps()).toMatchObject({ 0: { status: 'Final', hashes: signed.hashes } });
    expect(await exchange.client.coinBalance(former)).toBe(0n);
    expect(exchange.available(maria, eth)).toBe(before + ether / 6n);
    expect(exchange.log.alerts).not.toContain(lostNonce);
    await expectBalanced();
  });

  describe('when a thief was allowed to take tokens from there', () => {
    const thief = "m/44'/60'/9'/0/0";
    const takeTokens = (amount: bigint) => {
      const args = [getAddress(former), getAddress(outsider), amount] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args });
      return sendAsThief({ to: getAddress(localContracts.usdt), data }, thief);
    };

    beforeAll(async () => {
      const key = root.derive(thief).privateKey;
      const { address } = privateKeyToAccount(`0x${Buffer.from(key ?? []).toString('hex')}`);
      for (const one of [address, former]) await pay(one, null, ether / 100n);
      const args = [address, 10n ** 12n] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args });
      await sendAsThief({ to: getAddress(localContracts.usdt), data });
      await settle();
      await endHeld();
    });

    test('a sweep that was reverted leaves its deposits to the next one, which credits the newest', async () => {
      const before = exchange.available(maria, usdt);
      await pay(former, localContracts.usdt, 7n * dollar);
      const reverted = await signUnsentSweep();
      await takeTokens(7n * dollar);
      await settle();
      expect(await listSweeps()).toMatchObject({ 0: { status: 'Failed', hashes: reverted.hashes } });
      expect(exchange.log.alerts).toContain(
        'ALERT: a move between our addresses was reverted by the network',
      );
      await pay(former, localContracts.usdt, 6n * dollar);
      await settle();
      await settle();
      expect(await exchange.client.getBalance(usdt, former)).toBe(0n);
      expect(exchange.available(maria, usdt)).toBe(before + 6n * dollar);
      expect(await listHeldDeposits(data.database, 10)).toMatchObject([{ amount: 7n * dollar }]);
      await expectBalanced();
      await endHeld();
    });

    test('a sweep whose revert was reorganised away is sent again, and its deposit credited', async () => {
      const before = exchange.available(maria, usdt);
      await pay(former, localContracts.usdt, 8n * dollar);
      const signed = await signUnsentSweep();
      const theft = await takeTokens(8n * dollar);
      await exchange.services.turn(); // the sweep is sent, and reverted in the block behind
      await exchange.services.turn();
      expect(await listSweeps()).toMatchObject({ 0: { status: 'Mined', hashes: signed.hashes } });
      await removeFrom(theft);
      await settle();
      expect(await listSweeps()).toMatchObject({ 0: { status: 'Final', hashes: signed.hashes } });
      expect(exchange.available(maria, usdt)).toBe(before + 8n * dollar);
      await expectBalanced();
    });
  });

  test('one that was credited before a crash is credited once, although operators ended it meanwhile', async () => {
    const before = exchange.available(maria, eth);
    await pay(former, null, ether / 5n);
    const dying: LedgerPort = {
      ...exchange.ledger,
      submit: async (command) => {
        const outcome = await exchange.ledger.submit(command);
        if (command.type === 'CreditDeposit') throw new Error('the process ended');
        return outcome;
      },
    };
    await startWith([first, second], [0], { sequencer: dying });
    await expect(settle(16)).rejects.toThrow('the process ended');
    const [held] = await listHeldDeposits(data.database, 10);
    if (held === undefined) throw new Error('its status does not say yet that it is credited');
    const mac = computeEndMac(exchange.ticketMacKey, held);
    expect(await decideDeposit(data.database, { ticketId: held.ticketId, mac, at: 1 })).toBe(true);
    await startWith([first, second], [0]);
    await settle();
    expect(exchange.available(maria, eth)).toBe(before + ether / 5n);
    expect(await findHeldDeposit(data.database, held.ticketId)).toMatchObject({ status: 'FullyProcessed' });
    expect(exchange.log.alerts).toContain(
      'ALERT: operators ended a deposit that was credited before; it stays credited',
    );
    expect(await decideDeposit(data.database, { ticketId: held.ticketId, mac, at: 2 })).toBe(false);
    await expectBalanced();
  });

  describe('when somebody writes rows', () => {
    /** Writes that a deposit was swept by the newest final sweep of its address, by the transaction of the hash if there is one. */
    async function forgeSweep(deposit: number | undefined, hash?: string): Promise<void> {
      const newest = `SELECT max(move_id) FROM house_move WHERE kind = 'sweep' AND status = 'Final' AND sender = $2`;
      await data.database.query(`UPDATE deposit SET sweep_move = (${newest}) WHERE ticket_id = $1`, [
        deposit,
        former,
      ]);
      await data.database.query(
        `UPDATE house_move_attempt SET amount = $2, fee_max = $2, hash = coalesce($3, hash)
         WHERE move_id = (SELECT sweep_move FROM deposit WHERE ticket_id = $1)`,
        [deposit, String(ether), hash],
      );
    }

    test('an earlier sweep that brought nothing of it credits no deposit', async () => {
      const before = exchange.available(maria, eth);
      await pay(former, null, ether / 9n);
      await steal(ether / 10n);
      await settle();
      const [held] = await listHeldDeposits(data.database, 10);
      await forgeSweep(held?.ticketId);
      await settle();
      expect(exchange.available(maria, eth)).toBe(before);
      await endHeld();
    });

    test('a transaction of the thief to himself, or of a part to us, credits no deposit', async () => {
      const before = exchange.available(maria, eth);
      await pay(former, null, ether / 8n);
      const theft = await steal(ether / 9n);
      const part = await steal(ether / 1_000n, { to: await readHot() });
      await settle();
      const [held] = await listHeldDeposits(data.database, 10);
      for (const hash of [theft, part]) {
        await forgeSweep(held?.ticketId, hash);
        await settle(4);
        expect(exchange.available(maria, eth)).toBe(before);
      }
      await endHeld();
    });
  });

  test('one of which a thief took a part waits for two operators', async () => {
    const before = exchange.available(maria, eth);
    await pay(former, null, ether / 4n);
    await steal(ether / 5n);
    await settle();
    await settle();
    expect(await exchange.client.coinBalance(former)).toBe(0n); // the rest is swept
    expect(exchange.available(maria, eth)).toBe(before);
    expect(exchange.log.alerts).toContain(waits);
    const held = await listHeldDeposits(data.database, 10);
    expect(held).toMatchObject([{ status: 'Confirmed', amount: ether / 4n, decisionMac: null }]);
    const [{ ticketId: id, txId }] = held as [(typeof held)[number]];
    // A thief may send thousands of them: one that waits is not read again from the node in every turn.
    const reads = vi.spyOn(exchange.network.client, 'receipt');
    await settle(1);
    expect(reads.mock.calls.filter(([read]) => read === txId)).toEqual([]);
    reads.mockRestore();

    // An attacker who writes rows, without the key of the MACs, has nothing credited.
    await decideDeposit(data.database, { ticketId: id, mac: Buffer.alloc(32, 7), at: 1 });
    await settle();
    expect(exchange.available(maria, eth)).toBe(before);

    const row = await findHeldDeposit(data.database, ticketId(id));
    if (row === null) throw new Error('the deposit waits');
    await decideDeposit(data.database, {
      ticketId: id,
      mac: computeReleaseMac(exchange.ticketMacKey, row),
      at: 1,
    });
    await settle();
    expect(exchange.available(maria, eth)).toBe(before + ether / 4n);
    expect(await listHeldDeposits(data.database, 10)).toEqual([]);
  });
});
