/** Transactions whose call trace the node refuses, or returns too large: blocks, credits and payments go on without it. */
import { minor, userId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { FaultyNode } from '@salar/testing/chains/faulty-node';
import type { FalseAnswer } from '@salar/testing/chains/faulty-node';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem';
import type { Hex } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import batchPayer from '@salar/laptop/contracts/artifacts/BatchPayer.sol.json' with { type: 'json' };
import { devMnemonic } from '@salar/laptop/anvil/anvil-process';
import { DevWallet } from '@salar/laptop/anvil/dev-wallet';
import { EvmClient } from './evm-client.ts';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt } = world.ids;
const { maria, joao } = world;
const ether = 10n ** 18n;
const minuteMs = 60_000;
const payerAbi = parseAbi(['function payCoin(address receiver) payable']);

let data: TestDatabase;
let exchange: TicketWorld;
let node: FaultyNode;
let stranger: DevWallet;
let payer: Hex;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  node = await FaultyNode.open(exchange.anvil.url);
  const rpc = new JsonRpc(exchange.anvil.url);
  stranger = new DevWallet(rpc, 31337, 2);
  const from = mnemonicToAccount(devMnemonic, { addressIndex: 2 }).address;
  const nonce = BigInt(Number(await rpc.call('eth_getTransactionCount', from, 'latest')));
  await stranger.send({ to: null, value: 0n, data: batchPayer.bytecode as Hex, gas: 2_000_000n });
  payer = getContractAddress({ from, nonce });
  const client = new EvmClient({ url: node.url, network: exchange.network.settings });
  await exchange.reopen({ networks: [{ ...exchange.network, client }] });
  const { faucet } = exchange.anvil;
  await faucet.send({ address: exchange.hotAddress, contract: null, amount: 50n * ether });
  const address = await exchange.getDepositAddress(maria);
  await faucet.send({ address, contract: null, amount: 5n * ether });
  await exchange.pass(3);
  await exchange.pass(1);
});
afterAll(async () => {
  await exchange?.close();
  await node?.close();
  await data?.close();
});

/** Changes the answers to requests for traces only. */
function falsifyTraces(falsify: (answer: object, method: string) => object): FalseAnswer {
  return (answer, request) => {
    const { method } = request as { method?: unknown };
    const isTrace = typeof method === 'string' && /^(?:debug_|trace_)/.test(method);
    return isTrace ? falsify(answer as object, method) : answer;
  };
}

const refusedReceipt = { error: { code: -32003, message: 'response too large' } };

/** Refuses the receipts of whole blocks, and answers with `instead` to requests for one receipt. */
function falsifyReceipt(hidden: string, instead: object): FalseAnswer {
  const falsifyOne = (
    answer: object,
    { method, params }: { method?: unknown; params?: readonly unknown[] },
  ) => {
    if (method === 'eth_getBlockReceipts') return { ...answer, result: undefined, ...refusedReceipt };
    const isHidden = method === 'eth_getTransactionReceipt' && params?.[0] === hidden;
    return isHidden ? { ...answer, result: undefined, ...instead } : answer;
  };
  return (answer, request) => {
    const calls = [request].flat() as object[];
    const answers = ([answer].flat() as object[]).map((one, place) => falsifyOne(one, calls[place] ?? {}));
    return Array.isArray(answer) ? answers : answers[0];
  };
}
async function withdraw(amount: bigint): Promise<string> {
  const to = privateKeyToAddress(generatePrivateKey());
  const created = await exchange.services.withdrawals.create({
    userId: userId(7),
    accountId: maria,
    productId: eth,
    amount: minor(amount),
    templateType: 'ToExternalEthereumAddress',
    templateForm: JSON.stringify({ ExternalAddress: to, Comment: '' }),
    requestIp: null,
  });
  if (!created.ok) throw new Error(created.refusal);
  const mail = exchange.mails.at(-1)?.notification;
  if (mail?.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  await exchange.services.withdrawals.confirm({ userId: userId(7), code: mail.code });
  return to;
}

describe.each([
  [
    'refused',
    falsifyTraces((answer) => ({
      ...answer,
      result: undefined,
      error: { code: -32000, message: 'execution timeout' },
    })),
  ],
  [
    'too large',
    falsifyTraces((answer, method) => {
      const mebibytes = /block/i.test(method) ? 17 : 5;
      return { ...answer, result: { input: 'f'.repeat(mebibytes * 2 ** 20) } };
    }),
  ],
])('a trace that is %s', (_, falsify) => {
  test('holds up no block, no credit and no payment, and its coins are credited later', async () => {
    node.fault = { kind: 'lie', falsify };
    const address = await exchange.getDepositAddress(maria);
    const call = encodeFunctionData({ abi: payerAbi, functionName: 'payCoin', args: [address as Hex] });
    await stranger.send({ to: payer, value: ether + 7n, data: call, gas: 200_000n });
    const before = { eth: exchange.available(maria, eth), usdt: exchange.available(joao, usdt) };
    await exchange.anvil.faucet.send({
      address: await exchange.getDepositAddress(joao),
      contract: localContracts.usdt,
      amount: 9_000_000n,
    });
    for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
    expect(exchange.available(joao, usdt)).toBe(before.usdt + 9_000_000n);
    expect(exchange.available(maria, eth)).toBe(before.eth);

    const receiver = await withdraw(ether / 10n);
    for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
    expect(await exchange.client.coinBalance(receiver)).toBeGreaterThan(0n);

    const alert = 'ALERT: transactions could not be searched for transfers for an hour';
    const alerts = () => exchange.log.alerts.filter((text) => text === alert).length;
    const alertsBefore = alerts();
    exchange.clock.now += 59 * minuteMs;
    await exchange.pass(1);
    expect(alerts()).toBe(alertsBefore);
    exchange.clock.now += 2 * minuteMs;
    await exchange.pass(1);
    expect(alerts()).toBe(alertsBefore + 1);

    node.fault = { kind: 'none' };
    const paid = exchange.available(maria, eth);
    exchange.clock.now += 60 * minuteMs;
    await exchange.pass(1);
    await exchange.pass(1);
    expect(exchange.available(maria, eth)).toBe(paid + ether + 7n);
    await exchange.pass(3);
    expect(exchange.available(maria, eth)).toBe(paid + ether + 7n);
  });
});

test('a receipt that the node does not return holds up nothing, and its deposit is credited later', async () => {
  const { faucet } = exchange.anvil;
  const before = { eth: exchange.available(maria, eth), usdt: exchange.available(joao, usdt) };
  const hidden = await faucet.send({
    address: await exchange.getDepositAddress(maria),
    contract: null,
    amount: ether + 3n,
  });
  node.fault = { kind: 'lie', falsify: falsifyReceipt(hidden, refusedReceipt) };
  await faucet.send({
    address: await exchange.getDepositAddress(joao),
    contract: localContracts.usdt,
    amount: 8_000_000n,
  });
  for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
  expect(exchange.available(joao, usdt)).toBe(before.usdt + 8_000_000n);
  expect(exchange.available(maria, eth)).toBe(before.eth);

  node.fault = { kind: 'none' };
  exchange.clock.now += 60 * minuteMs;
  for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
  expect(exchange.available(maria, eth)).toBe(before.eth + ether + 3n);
});

test('a node that lags behind, and says that the transaction is in no block, loses no deposit', async () => {
  const address = await exchange.getDepositAddress(maria);
  const before = exchange.available(maria, eth);
  const hidden = await exchange.anvil.faucet.send({ address, contract: null, amount: ether + 5n });
  node.fault = { kind: 'lie', falsify: falsifyReceipt(hidden, refusedReceipt) };
  await exchange.pass(1);
  const waiting = () => data.database.query('SELECT tx_id FROM untraced_transaction');
  expect(await waiting()).toHaveLength(1);

  node.fault = { kind: 'lie', falsify: falsifyReceipt(hidden, { result: null }) };
  const alerts = exchange.log.alerts.length;
  exchange.clock.now += 61 * minuteMs;
  await exchange.pass(1);
  expect(await waiting()).toHaveLength(1);
  expect(exchange.log.alerts.slice(alerts)).toContain(
    'ALERT: transactions could not be searched for transfers for an hour',
  );

  node.fault = { kind: 'none' };
  exchange.clock.now += 60 * minuteMs;
  for (let turn = 0; turn < 3; turn += 1) await exchange.pass(1);
  expect(exchange.available(maria, eth)).toBe(before + ether + 5n);
  expect(await waiting()).toEqual([]);
});

test('a block that left the chain is not searched later', async () => {
  node.fault = { kind: 'lie', falsify: falsifyTraces((answer) => ({ ...answer, result: null })) };
  const address = await exchange.getDepositAddress(joao);
  const call = encodeFunctionData({ abi: payerAbi, functionName: 'payCoin', args: [address as Hex] });
  const snapshot = new JsonRpc(exchange.anvil.url);
  const state = await snapshot.call('evm_snapshot');
  await stranger.send({ to: payer, value: ether, data: call, gas: 200_000n });
  await exchange.services.turn();
  expect(await data.database.query('SELECT tx_id FROM untraced_transaction')).toHaveLength(1);
  await snapshot.call('evm_revert', state);
  await exchange.pass(2);
  node.fault = { kind: 'none' };
  exchange.clock.now += 60 * minuteMs;
  const before = exchange.available(joao, eth);
  await exchange.pass(3);
  await exchange.pass(1);
  expect(exchange.available(joao, eth)).toBe(before);
  expect(await data.database.query('SELECT tx_id FROM untraced_transaction')).toEqual([]);
});
