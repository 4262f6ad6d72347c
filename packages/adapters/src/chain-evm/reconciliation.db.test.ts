/**
 * Wallets against tickets against books, on a real chain with a real signer and PostgreSQL: a difference of one unit
 * is enough.
 */
import { houseAccounts, millis, minor, sequence, ticketId, userId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import type { EvmChain } from '@salar/services';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { evmChainLike } from '@salar/testing/chains/evm-chain-like';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt } = world.ids;
const { maria, joao } = world;
const ether = 10n ** 18n;

let data: TestDatabase;
let exchange: TicketWorld;
let rpc: JsonRpc;

beforeEach(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  rpc = new JsonRpc(exchange.anvil.url);
  await send(exchange.hotAddress, null, 50n * ether);
  await send(exchange.hotAddress, localContracts.usdt, 1_000_000_000n);
  await exchange.reopen({ reconcileEveryMs: 0 });
  await exchange.pass(2);
  await send(await exchange.getDepositAddress(maria), null, 5n * ether);
  await send(await exchange.getDepositAddress(maria), localContracts.usdt, 100_000_000n);
});
afterEach(async () => {
  await exchange?.close();
  await data?.close();
});

async function send(address: string, contract: string | null, amount: bigint): Promise<void> {
  await exchange.anvil.faucet.send({ address, contract, amount });
}

function isHalted(product: typeof eth): boolean {
  return exchange.engine.product(product)?.halted ?? false;
}

async function withdraw(product: typeof eth, amount: bigint): Promise<void> {
  const to = privateKeyToAddress(generatePrivateKey());
  const created = await exchange.services.withdrawals.create({
    userId: userId(7),
    accountId: maria,
    productId: product,
    amount: minor(amount),
    templateType: 'ToExternalEthereumAddress',
    templateForm: JSON.stringify({ ExternalAddress: to, Comment: '' }),
    requestIp: null,
  });
  if (!created.ok) throw new Error(created.refusal);
  const mail = exchange.mails.at(-1)?.notification;
  if (mail?.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  await exchange.services.withdrawals.confirm({ userId: userId(7), code: mail.code });
}

test('deposits and withdrawals at every step make no difference', async () => {
  for (let round = 0; round < 4; round += 1) {
    await exchange.pass(1);
    await send(await exchange.getDepositAddress(maria), null, 1n); // dust, recorded and not credited
    await send(await exchange.getDepositAddress(maria), localContracts.usdt, 10_000_000n);
    if (round > 0) {
      await withdraw(eth, ether / 10n);
      await withdraw(usdt, 6_000_000n);
    }
  }
  for (let turn = 0; turn < 4; turn += 1) await exchange.pass(1);
  expect([isHalted(eth), isHalted(usdt)]).toEqual([false, false]);
  const results = await listReconciliations(data.database);
  expect(results.filter((result) => result.found !== result.expected)).toEqual([]);
  expect(results.some((result) => result.productId === eth && result.found > 50n * ether)).toBe(true);
});

describe('one unit', () => {
  beforeEach(async () => {
    await exchange.pass(2);
    await exchange.pass(1);
    expect([isHalted(eth), isHalted(usdt)]).toEqual([false, false]);
  });

  test('that left the hot wallet without a ticket freezes the coin, and only the coin', async () => {
    const balance = await exchange.client.coinBalance(exchange.hotAddress);
    await rpc.call('anvil_setBalance', exchange.hotAddress, `0x${(balance - 1n).toString(16)}`);
    await exchange.pass(1);
    await exchange.pass(1);
    expect([isHalted(eth), isHalted(usdt)]).toEqual([true, false]);
    expect(exchange.log.alerts).toContain('ALERT: the wallets differ from the tickets');
  });

  test('credited in the books without a ticket freezes the product', async () => {
    exchange.engine.apply(
      {
        type: 'CreditDeposit',
        accountId: maria,
        productId: usdt,
        amount: minor(1n),
        key: 'planted',
        ticketId: ticketId(999_999),
      },
      { sequence: sequence(exchange.engine.lastSequence + 1), at: millis(exchange.clock.now) },
    );
    await exchange.pass(1);
    expect([isHalted(eth), isHalted(usdt)]).toEqual([false, true]);
    expect(exchange.log.alerts).toContain('ALERT: custody in the ledger differs from the tickets');
  });

  test('added to a deposit ticket by manipulation freezes the product', async () => {
    await data.database.query(
      `UPDATE deposit SET amount = amount + 1 WHERE ticket_id = (SELECT min(ticket_id) FROM deposit WHERE product_id = $1)`,
      [usdt],
    );
    await exchange.pass(1);
    await exchange.pass(1);
    expect([isHalted(eth), isHalted(usdt)]).toEqual([false, true]);
  });

  test('too much of the coin, which a stranger can send in a way that no block shows, is reported and freezes nothing', async () => {
    const balance = await exchange.client.coinBalance(exchange.hotAddress);
    await rpc.call('anvil_setBalance', exchange.hotAddress, `0x${(balance + 1n).toString(16)}`);
    for (let turn = 0; turn < 4; turn += 1) await exchange.pass(1);
    expect(isHalted(eth)).toBe(false);
    const reported = 'ALERT: the wallets hold more of the coin than the tickets';
    expect(exchange.log.alerts.filter((alert) => alert === reported)).toHaveLength(1);
    const results = await listReconciliations(data.database);
    expect(results.find(({ productId, part }) => productId === eth && part === 'ethereum')).toMatchObject({
      differentSince: expect.any(Number) as number,
    });
  });

  test('a halted product accepts no new withdrawal, and says why', async () => {
    const balance = await exchange.client.coinBalance(exchange.hotAddress);
    await rpc.call('anvil_setBalance', exchange.hotAddress, `0x${(balance - 1n).toString(16)}`);
    await exchange.pass(1);
    await exchange.pass(1);
    await expect(withdraw(eth, ether / 10n)).rejects.toThrow('product_halted');
  });
});

test('a reorganisation makes no difference', async () => {
  await exchange.pass(1);
  await rpc.call('anvil_reorg', 1, []);
  for (let turn = 0; turn < 4; turn += 1) await exchange.pass(1);
  expect(isHalted(usdt)).toBe(false);
});

test('a correction that somebody wrote to hide a theft freezes the product, with an alert', async () => {
  for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
  expect(isHalted(usdt)).toBe(false);
  // What a thief would write: the wallets hold less, and a correction explains it.
  await data.database.query(
    `INSERT INTO wallet_correction (key, chain_id, product_id, ticket_id, amount, reason, created_at)
     SELECT 'explained:99', chain_id, product_id, nextval('ticket_number'), -1000000, 'x', 0
     FROM wallet_correction WHERE product_id = $1`,
    [usdt],
  );
  await exchange.pass(1);
  expect(isHalted(usdt)).toBe(true);
  expect(exchange.log.alerts).toContain('ALERT: a correction of the wallets was not written by the exchange');
});

test("the fee of a stranger's transaction that somebody wrote as one of our moves hides no theft", async () => {
  for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
  const address = `0x${'5e'.repeat(20)}`;
  const hash = await exchange.anvil.faucet.send({ address, contract: null, amount: 1n });
  await data.database.query(
    `WITH move AS (
       INSERT INTO house_move (move_id, chain_id, kind, address_index, sender, nonce, status, created_at, updated_at)
       VALUES (nextval('house_move_number'), $1, 'gas', 0, $2, 0, 'Mined', 0, 0) RETURNING move_id)
     INSERT INTO house_move_attempt (move_id, attempt, hash, raw, amount, fee_max, fee_priority, signed_height, created_at)
     SELECT move_id, 0, $3, '0x', 1, 1, 1, 0, 0 FROM move`,
    [exchange.network.settings.chainId, address, hash],
  );
  for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
  const results = await listReconciliations(data.database);
  expect(results.some(({ productId }) => productId === eth)).toBe(true);
  expect(results.filter(({ found, expected }) => found !== expected)).toEqual([]);
});

test('a correction that was changed is not submitted again at the next start', async () => {
  const before = exchange.engine.position(houseAccounts.operatorFunding, usdt).total;
  await data.database.query('UPDATE wallet_correction SET amount = amount + 1 WHERE product_id = $1', [usdt]);
  await exchange.reopen({ reconcileEveryMs: 0 });
  await exchange.pass(1);
  expect(exchange.engine.position(houseAccounts.operatorFunding, usdt).total).toBe(before);
  expect(isHalted(usdt)).toBe(true);
});

describe('a node', () => {
  /** The exchange on a node that is changed, and a test that changes it later. */
  async function reopenOn(changes: Partial<EvmChain>): Promise<void> {
    const client = evmChainLike(exchange.client, changes);
    await exchange.reopen({ reconcileEveryMs: 0, networks: [{ ...exchange.network, client }] });
  }
  const late = 'ALERT: the wallets were not compared with the tickets for too long';
  const minuteMs = 60_000;

  test('that returns no balances: credits go on, and after 15 minutes there is an alert and a freeze', async () => {
    for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
    let isAway = true;
    await reopenOn({
      getBalances: async (...of) => {
        if (isAway) throw new ChainUnavailable('the node did not answer');
        return exchange.client.getBalances(...of);
      },
    });
    const before = exchange.available(maria, usdt);
    await send(await exchange.getDepositAddress(maria), localContracts.usdt, 10_000_000n);
    for (let turn = 0; turn < 3; turn += 1)
      await expect(exchange.pass(1)).rejects.toThrow('the node did not answer');
    expect(exchange.available(maria, usdt)).toBe(before + 10_000_000n);
    exchange.clock.now += 14 * minuteMs;
    await expect(exchange.pass(1)).rejects.toThrow('the node did not answer');
    expect([isHalted(eth), isHalted(usdt)]).toEqual([false, false]);
    exchange.clock.now += minuteMs;
    await expect(exchange.pass(1)).rejects.toThrow('the node did not answer');
    expect([isHalted(eth), isHalted(usdt)]).toEqual([true, true]);
    expect(exchange.log.alerts).toContain(late);
    isAway = false;
    await exchange.pass(1);
    expect((await listReconciliations(data.database)).filter((row) => row.found !== row.expected)).toEqual(
      [],
    );
  });

  test('that does not answer for ten minutes does not keep the books from being compared', async () => {
    for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
    await reopenOn({ height: async () => Promise.reject(new ChainUnavailable('the node did not answer')) });
    exchange.engine.apply(
      {
        type: 'CreditDeposit',
        accountId: maria,
        productId: usdt,
        amount: minor(1n),
        key: 'planted',
        ticketId: ticketId(999_999),
      },
      { sequence: sequence(exchange.engine.lastSequence + 1), at: millis(exchange.clock.now) },
    );
    await expect(exchange.pass(1)).rejects.toThrow('the node did not answer');
    expect(isHalted(usdt)).toBe(false);
    exchange.clock.now += 10 * minuteMs;
    await expect(exchange.pass(1)).rejects.toThrow('the node did not answer');
    expect(isHalted(usdt)).toBe(true);
  });

  test('reads what moved, and the others within the hour; dust does not make an address used', async () => {
    const generate = async () => {
      const request = { accountId: joao, productId: usdt, generateNew: true };
      const answer = await exchange.services.deposits.getAddress(request);
      return answer.ok ? answer.value.address : answer.refusal;
    };
    const addresses: string[] = [];
    for (let made = 0; made < 10; made += 1) addresses.push(await generate());
    for (const address of addresses) await send(address, localContracts.usdt, 10_000_000n);
    await exchange.pass(1);
    const dusty: string[] = [];
    for (let made = 0; made < 20; made += 1) dusty.push(await generate());
    for (const address of dusty) await send(address, null, 1n);
    for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
    expect(await generate()).toBe('too_many_unused_addresses');

    const read = new Set<string>();
    await reopenOn({
      getBalances: (product, some, height) => {
        for (const address of some) read.add(address);
        return exchange.client.getBalances(product, some, height);
      },
    });
    await exchange.pass(1);
    const house = [exchange.hotAddress, exchange.gasAddress];
    expect([...read]).toEqual(expect.arrayContaining([...house, ...addresses]));
    expect(dusty.filter((address) => read.has(address))).toEqual([]);

    read.clear();
    await exchange.pass(1);
    expect(addresses.filter((address) => read.has(address))).toEqual([]);
    const [moved = ''] = addresses;
    await send(moved, localContracts.usdt, 5_000_000n);
    read.clear();
    await exchange.pass(1);
    expect(addresses.filter((address) => read.has(address))).toEqual([moved]);
    expect((await listReconciliations(data.database)).filter((row) => row.found !== row.expected)).toEqual(
      [],
    );

    read.clear();
    for (let minutes = 0; minutes < 60; minutes += 10) {
      exchange.clock.now += 10 * minuteMs;
      await exchange.pass(1);
    }
    expect(addresses.filter((address) => !read.has(address))).toEqual([]);
  });
});
