/** Deposits on a real local chain and a real PostgreSQL, from the transfer to the position. */
import { formatAmount } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem';
import type { Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import batchPayer from '@salar/laptop/contracts/artifacts/BatchPayer.sol.json' with { type: 'json' };
import { devMnemonic } from '@salar/laptop/anvil/anvil-process';
import { DevWallet } from '@salar/laptop/anvil/dev-wallet';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt, usdc } = world.ids;
const { maria, joao } = world;
const ether = 10n ** 18n;

let data: TestDatabase;
let exchange: TicketWorld;
let rpc: JsonRpc;
let stranger: DevWallet;
let address: string;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  rpc = new JsonRpc(exchange.anvil.url);
  stranger = new DevWallet(rpc, 31337, 2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});
beforeEach(async () => {
  // A new address for each test separates its tickets.
  const made = await exchange.services.deposits.getAddress({
    accountId: maria,
    productId: usdt,
    generateNew: true,
  });
  if (!made.ok) throw new Error(made.refusal);
  address = made.value.address;
});

async function ticketsTo(target: string, account: AccountId = maria) {
  const tickets = await exchange.services.deposits.list({ accountId: account, startIndex: 0, limit: 100 });
  return tickets.filter((ticket) => ticket.toAddress === target);
}

describe('a transfer to a customer', () => {
  test('is shown pending from its first block, counted, and credited once after its confirmations', async () => {
    const before = exchange.available(maria, eth);
    const txId = await exchange.anvil.faucet.send({ address, contract: null, amount: ether });
    await exchange.services.turn();
    expect(await ticketsTo(address)).toMatchObject([
      { status: 'Pending', amount: ether, txId, confirmations: 1, confirmationsNeeded: 2, productId: eth },
    ]);
    expect(exchange.available(maria, eth)).toBe(before);

    await exchange.pass(1);
    await exchange.pass(5);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'FullyProcessed', confirmations: 2 }]);
    expect(exchange.available(maria, eth)).toBe(before + ether);
  });

  test('waits while deposits of its product on the network are halted, and is credited once they are resumed', async () => {
    const { deposits } = exchange.services;
    const providerId = deposits.listProviders(eth)[0]?.providerId ?? 0;
    const set = (isHalted: boolean) =>
      exchange.ledger.submit({ type: 'SetProviderHalt', providerId, deposits: isHalted, withdrawals: false });
    const before = [exchange.available(maria, eth), exchange.available(maria, usdt)];
    await set(true);
    for (const generateNew of [true, false])
      expect(await deposits.getAddress({ accountId: maria, productId: eth, generateNew })).toEqual({
        ok: false,
        refusal: 'network_halted',
      });
    await exchange.anvil.faucet.send({ address, contract: null, amount: ether });
    await exchange.anvil.faucet.send({ address, contract: localContracts.usdt, amount: 2_000_000n });
    await exchange.pass(5);
    expect(exchange.available(maria, eth)).toBe(before[0]);
    expect(exchange.available(maria, usdt)).toBe((before[1] ?? 0n) + 2_000_000n);
    expect(await ticketsTo(address)).toContainEqual(
      expect.objectContaining({ productId: eth, status: 'Pending' }),
    );
    await set(false);
    await exchange.pass(1);
    expect(exchange.available(maria, eth)).toBe((before[0] ?? 0n) + ether);
  });

  test('of a token is credited to the last unit, whether or not the contract returns a value', async () => {
    const before = [exchange.available(maria, usdt), exchange.available(maria, usdc)];
    const amount = 1_234_567n;
    await exchange.anvil.faucet.send({ address, contract: localContracts.usdt, amount });
    await exchange.anvil.faucet.send({ address, contract: localContracts.usdc, amount: amount + 1n });
    await exchange.pass(2);
    expect(formatAmount(exchange.available(maria, usdt) - (before[0] ?? 0n), 6)).toBe('1.234567');
    expect(formatAmount(exchange.available(maria, usdc) - (before[1] ?? 0n), 6)).toBe('1.234568');
  });

  test('below the minimum is recorded and never credited', async () => {
    const before = exchange.available(maria, usdt);
    await exchange.anvil.faucet.send({ address, contract: localContracts.usdt, amount: 999_999n });
    await exchange.pass(5);
    expect(await ticketsTo(address)).toMatchObject([
      { status: 'Rejected', rejectReason: 'Below the minimum deposit' },
    ]);
    expect(exchange.available(maria, usdt)).toBe(before);
  });

  test('that failed on the chain leaves no trace', async () => {
    const data = encodeFunctionData({
      abi: parseAbi(['function transfer(address to, uint256 value)']),
      args: [address as Hex, 5_000_000n],
    });
    const call = { to: localContracts.usdt as Hex, value: 0n, data, gas: 100_000n };
    await expect(stranger.send(call)).rejects.toThrow('failed'); // it has no tokens
    await exchange.pass(3);
    expect(await ticketsTo(address)).toEqual([]);
  });

  test('from the hot wallet or another of our addresses is our own move', async () => {
    await rpc.call('anvil_impersonateAccount', exchange.hotAddress);
    await rpc.call('anvil_setBalance', exchange.hotAddress, '0xde0b6b3a76400000');
    const call = { from: exchange.hotAddress, to: address, value: '0xde0b6b3a7640000' };
    await rpc.call('eth_sendTransaction', call);
    await exchange.pass(3);
    expect(await ticketsTo(address)).toEqual([]);
  });
});

test('several transfers of one transaction are each credited, also to two customers', async () => {
  const joaos = await exchange.getDepositAddress(joao);
  const payer = await deployBatchPayer();
  await exchange.anvil.faucet.send({ address: payer, contract: localContracts.usdt, amount: 60_000_000n });
  const before = [exchange.available(maria, usdt), exchange.available(joao, usdt)];
  const receivers = [address, joaos, address] as Hex[];
  const data = encodeFunctionData({
    abi: batchAbi,
    functionName: 'payTokens',
    args: [localContracts.usdt, receivers, [10_000_000n, 20_000_000n, 30_000_000n]],
  });
  const txId = await stranger.send({ to: payer, value: 0n, data, gas: 400_000n });
  await exchange.pass(2);
  await exchange.pass(2);
  expect(exchange.available(maria, usdt)).toBe((before[0] ?? 0n) + 40_000_000n);
  expect(exchange.available(joao, usdt)).toBe((before[1] ?? 0n) + 20_000_000n);
  const marias = await ticketsTo(address);
  expect(marias.map((ticket) => [ticket.txId, ticket.status])).toEqual([
    [txId, 'FullyProcessed'],
    [txId, 'FullyProcessed'],
  ]);
});

test('nothing a customer saw is lost when the chain is killed', async () => {
  const before = exchange.available(maria, usdt);
  for (const amount of [11_000_000n, 12_000_000n]) {
    await exchange.anvil.faucet.send({ address, contract: localContracts.usdt, amount });
    await exchange.services.turn();
    await exchange.anvil.kill();
    await exchange.pass(1);
  }
  await exchange.pass(3);
  expect(await ticketsTo(address)).toMatchObject([
    { status: 'FullyProcessed' },
    { status: 'FullyProcessed' },
  ]);
  expect(exchange.available(maria, usdt)).toBe(before + 23_000_000n);
  expect(await exchange.client.getBalance(usdt, address)).toBe(23_000_000n);
});

describe('a reorganisation of the chain', () => {
  test('before the credit ends a ticket whose transaction does not come back', async () => {
    const before = exchange.available(maria, usdt);
    await exchange.anvil.faucet.send({ address, contract: localContracts.usdt, amount: 7_000_000n });
    await exchange.services.turn();
    expect(await ticketsTo(address)).toMatchObject([{ status: 'Pending', confirmations: 1 }]);
    await rpc.call('anvil_reorg', 1, []);
    await rpc.call('anvil_dropAllTransactions');
    await exchange.pass(1);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'Pending', confirmations: 0 }]);
    await exchange.pass(13);
    expect(await ticketsTo(address)).toMatchObject([
      { status: 'Failed', rejectReason: 'removed by a reorganisation of the network' },
    ]);
    expect(exchange.available(maria, usdt)).toBe(before);
  });

  test('before the credit follows a transaction into its new block', async () => {
    const before = exchange.available(maria, usdt);
    const txId = await exchange.anvil.faucet.send({
      address,
      contract: localContracts.usdt,
      amount: 8_000_000n,
    });
    await exchange.services.turn();
    const raw = await rpc.call('eth_getRawTransactionByHash', txId);
    await rpc.call('anvil_reorg', 1, []);
    await rpc.call('anvil_dropAllTransactions');
    await exchange.pass(1);
    await rpc.call('eth_sendRawTransaction', raw);
    await exchange.pass(3);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'FullyProcessed', txId }]);
    expect(exchange.available(maria, usdt)).toBe(before + 8_000_000n);
  });

  test('after the credit halts the product and raises an alert', async () => {
    const wallet = new DevWallet(rpc, 31337, 3);
    await exchange.pass(1);
    await wallet.send({ to: address as Hex, value: ether, gas: 21_000n });
    await exchange.pass(1);
    await exchange.pass(1);
    expect(await ticketsTo(address)).toMatchObject([{ status: 'FullyProcessed' }]);
    await rpc.call('anvil_reorg', 3, []);
    await rpc.call('anvil_dropAllTransactions');
    await exchange.pass(1);
    expect(exchange.engine.product(eth)?.halted).toBe(false);
    await exchange.pass(14);
    expect(exchange.engine.product(eth)?.halted).toBe(true);
    expect(exchange.log.alerts.some((alert) => alert.includes('credited deposit left the chain'))).toBe(true);
    expect((await ticketsTo(address))[0]?.status).toBe('FullyProcessed');
  });
});

test('a start in the middle repeats blocks and credits nothing twice', async () => {
  const before = exchange.available(maria, usdc);
  await exchange.anvil.faucet.send({ address, contract: localContracts.usdc, amount: 3_000_000n });
  await exchange.services.turn();
  await exchange.reopen();
  await exchange.anvil.faucet.send({ address, contract: localContracts.usdc, amount: 4_000_000n });
  await exchange.pass(3);
  // As if the process had ended between the credit in the ledger and the update of the ticket.
  await data.database.query(
    `UPDATE deposit SET status = 'Pending', step = 0, status_mac = NULL WHERE to_address = $1`,
    [address],
  );
  await data.database.query('DELETE FROM ticket_step');
  await exchange.reopen();
  await exchange.services.turn();
  expect(exchange.available(maria, usdc)).toBe(before + 7_000_000n);
  expect((await ticketsTo(address)).map((ticket) => ticket.status)).toEqual([
    'FullyProcessed',
    'FullyProcessed',
  ]);
});

describe('deposit addresses', () => {
  test('begin at level 1', async () => {
    const { deposits } = exchange.services;
    const request = { accountId: world.newcomer, productId: usdt, generateNew: false };
    expect(await deposits.getAddress(request)).toEqual({ ok: false, refusal: 'level_too_low' });
    const unknown = { accountId: maria, productId: world.cop, generateNew: false };
    expect(await deposits.getAddress(unknown)).toEqual({ ok: false, refusal: 'provider_unknown' });
  });

  test('are the same for every product of the family, until a new one is requested', async () => {
    const { deposits } = exchange.services;
    const ask = async (productId = usdt, generateNew = false) =>
      deposits.getAddress({ accountId: joao, productId, generateNew });
    const first = await ask();
    expect((await ask(eth)).ok && first.ok && (await ask(eth))).toMatchObject({
      value: { address: first.ok ? first.value.address : '' },
    });
    const next = await ask(usdt, true);
    expect(next.ok && first.ok && next.value.address !== first.value.address).toBe(true);
    expect(await ask(usdc)).toMatchObject({ value: { address: next.ok ? next.value.address : '' } });
  });

  test('stop at 20 unused ones', async () => {
    const { deposits } = exchange.services;
    let made = 0;
    for (; made < 30; made += 1) {
      const answer = await deposits.getAddress({ accountId: joao, productId: usdt, generateNew: true });
      if (!answer.ok) break;
    }
    expect(made).toBeLessThanOrEqual(20);
    const refused = await deposits.getAddress({ accountId: joao, productId: usdt, generateNew: true });
    expect(refused).toEqual({ ok: false, refusal: 'too_many_unused_addresses' });
  });

  test('of a manipulated row are never shown', async () => {
    const evil = '0x000000000000000000000000000000000000bEEF';
    await data.database.query(
      `UPDATE deposit_address SET address = $1 WHERE index = (SELECT max(index) FROM deposit_address WHERE account_id = $2)`,
      [evil, joao],
    );
    await expect(exchange.getDepositAddress(joao)).rejects.toThrow('has a valid MAC');
  });
});

const batchAbi = parseAbi([
  'function payTokens(address token, address[] receivers, uint256[] values)',
  'function payCoin(address receiver) payable',
]);

async function deployBatchPayer(): Promise<Hex> {
  const from = mnemonicToAccount(devMnemonic, { addressIndex: 2 }).address;
  const nonce = BigInt(Number(await rpc.call('eth_getTransactionCount', from, 'latest')));
  await stranger.send({ to: null, value: 0n, data: batchPayer.bytecode as Hex, gas: 1_000_000n });
  return getContractAddress({ from, nonce });
}
