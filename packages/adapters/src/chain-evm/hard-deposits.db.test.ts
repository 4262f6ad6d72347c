/** Deposits whose logs or receipts do not show the whole truth, on a real local chain. */
import { fileURLToPath } from 'node:url';
import { productId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import type { EvmNetwork } from '@salar/services';
import { silentLog } from '@salar/services/ports/log';
import { evmChainLike } from '@salar/testing/chains/evm-chain-like';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { encodeFunctionData, getContractAddress, parseAbi } from 'viem';
import type { Hex } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import batchPayer from '@salar/laptop/contracts/artifacts/BatchPayer.sol.json' with { type: 'json' };
import tollToken from '@salar/laptop/contracts/artifacts/TollToken.sol.json' with { type: 'json' };
import { devMnemonic } from '@salar/laptop/anvil/anvil-process';
import { DevWallet } from '@salar/laptop/anvil/dev-wallet';
import { openRemoteNetwork } from '../chains/remote-networks.ts';
import { EvmClient } from './evm-client.ts';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt } = world.ids;
const { maria, joao } = world;
const ether = 10n ** 18n;
const toll = productId(90);
const entry = fileURLToPath(new URL('../../../../dist/server/chain-process.js', import.meta.url));
const payerAbi = parseAbi([
  'function payTokens(address token, address[] receivers, uint256[] values)',
  'function payCoin(address receiver) payable',
  'function payHalf(address kept, address undone) payable',
]);
const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
]);

let data: TestDatabase;
let exchange: TicketWorld;
let rpc: JsonRpc;
let stranger: DevWallet;
let payer: Hex;
let token: Hex;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  rpc = new JsonRpc(exchange.anvil.url);
  stranger = new DevWallet(rpc, 31337, 2);
  payer = await deploy(batchPayer.bytecode as Hex);
  token = await deploy(tollToken.bytecode as Hex);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});

async function deploy(bytecode: Hex): Promise<Hex> {
  const from = mnemonicToAccount(devMnemonic, { addressIndex: 2 }).address;
  const nonce = BigInt(Number(await rpc.call('eth_getTransactionCount', from, 'latest')));
  await stranger.send({ to: null, value: 0n, data: bytecode, gas: 2_000_000n });
  return getContractAddress({ from, nonce });
}

function someone(): string {
  return privateKeyToAddress(generatePrivateKey());
}

async function ticketsTo(address: string) {
  const tickets = await exchange.services.deposits.list({ accountId: maria, startIndex: 0, limit: 100 });
  return tickets.filter((ticket) => ticket.toAddress === address);
}

describe('coins sent from inside a contract', () => {
  test('are credited once, at their position in the call tree', async () => {
    const address = await exchange.getDepositAddress(maria);
    const before = exchange.available(maria, eth);
    const call = encodeFunctionData({ abi: payerAbi, functionName: 'payCoin', args: [address as Hex] });
    const txId = await stranger.send({ to: payer, value: ether + 7n, data: call, gas: 200_000n });
    await exchange.pass(3);
    await exchange.pass(1);
    expect(exchange.available(maria, eth)).toBe(before + ether + 7n);
    const [ticket] = (await ticketsTo(address)).filter((candidate) => candidate.txId === txId);
    expect(ticket?.key).toBe(`evm:31337:${txId}:internal-0`);
  });

  test('in a call that was reverted are not found, whatever the calls around it did', async () => {
    const [kept, undone] = [await exchange.getDepositAddress(maria), await exchange.getDepositAddress(joao)];
    const before = [exchange.available(maria, eth), exchange.available(joao, eth)] as const;
    const args = [kept, undone] as [Hex, Hex];
    const call = encodeFunctionData({ abi: payerAbi, functionName: 'payHalf', args });
    await stranger.send({ to: payer, value: ether, data: call, gas: 300_000n });
    await exchange.pass(3);
    await exchange.pass(1);
    expect(exchange.available(maria, eth)).toBe(before[0] + ether / 2n);
    expect(exchange.available(joao, eth)).toBe(before[1]);
    expect(await exchange.client.coinBalance(undone)).toBe(0n);
  });

  test('are found alike by both kinds of traces, and not searched for on a node that has neither', async () => {
    const reader = (traces: EvmNetwork['traces']) => {
      const network = { ...exchange.network.settings, traces } as EvmNetwork;
      return new EvmClient({ url: exchange.anvil.url, network });
    };
    const to = someone();
    const call = encodeFunctionData({ abi: payerAbi, functionName: 'payCoin', args: [to as Hex] });
    const txId = await stranger.send({ to: payer, value: 5n, data: call, gas: 200_000n });
    const transfers = async (traces: EvmNetwork['traces']) => (await reader(traces).receipt(txId))?.transfers;
    expect(await transfers('none')).toMatchObject([{ position: 'native' }]);
    expect(await transfers('debug')).toMatchObject([
      { position: 'native' },
      { position: 'internal-0', to, amount: 5n },
    ]);
    expect(await transfers('trace')).toEqual(await transfers('debug'));
  });
});

describe('a token that keeps a part of every transfer', () => {
  const readerOf = () => {
    const asset = { productId: toll, contract: token, decimals: 6, feeOnTransfer: true };
    const { settings } = exchange.network;
    const network = { ...settings, assets: [...settings.assets, asset] } as EvmNetwork;
    return new EvmClient({ url: exchange.anvil.url, network });
  };
  const send = (to: string, amount: bigint) =>
    stranger.send({
      to: token,
      value: 0n,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to as Hex, amount] }),
      gas: 150_000n,
    });

  beforeAll(async () => {
    const args = [mnemonicToAccount(devMnemonic, { addressIndex: 2 }).address, 10n ** 12n] as const;
    const call = encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args });
    await stranger.send({ to: token, value: 0n, data: call, gas: 150_000n });
  });

  test('is counted as it arrived, in block and receipt alike', async () => {
    const client = readerOf();
    const to = someone();
    const txId = await send(to, 1_000_000n);
    const receipt = await client.receipt(txId);
    expect(receipt?.transfers).toMatchObject([{ to, amount: 990_000n, sent: 1_000_000n, productId: toll }]);
    const block = await client.block(receipt?.height ?? 0);
    expect(block?.transfers).toEqual(receipt?.transfers);
    expect(await client.getBalance(toll, to)).toBe(990_000n);
  });

  test('sent several times in one block is split, and the parts add up to what arrived', async () => {
    const client = readerOf();
    const to = someone();
    const sums = [1_000_050n, 3_000_001n, 777n];
    await send(payer, 10_000_000n);
    const args = [token, sums.map(() => to as Hex), sums] as const;
    const call = encodeFunctionData({ abi: payerAbi, functionName: 'payTokens', args });
    const txId = await stranger.send({ to: payer, value: 0n, data: call, gas: 400_000n });
    const height = (await client.receipt(txId))?.height ?? 0;
    const transfers = (await client.block(height))?.transfers.filter((transfer) => transfer.to === to) ?? [];
    expect(transfers).toHaveLength(3);
    const came = transfers.reduce((sum, { amount }) => sum + amount, 0n);
    expect(came).toBe(await client.getBalance(toll, to));
    for (const { amount, sent } of transfers) expect(amount <= (sent ?? 0n)).toBe(true);
    for (const transfer of transfers)
      expect((await client.receipt(transfer.txId))?.transfers).toContainEqual(transfer);
  });

  test('that is no asset of the network is ignored', async () => {
    const address = await exchange.getDepositAddress(maria);
    const txId = await send(address, 5_000_000n);
    await exchange.pass(3);
    expect((await ticketsTo(address)).filter((ticket) => ticket.txId === txId)).toEqual([]);
  });
});

describe('settings that contradict the chain are refused before the first block:', () => {
  const { usdt: contract } = localContracts;
  test.each([
    ['other decimals', { productId: usdt, contract, decimals: 18 }, 'has 6 decimals, not 18'],
    [
      'no contract there',
      { productId: usdt, contract: `0x${'71'.repeat(20)}`, decimals: 6 },
      'no token contract',
    ],
  ])('%s', async (_, asset, reason) => {
    const { settings } = exchange.network;
    const node = { settings: { ...settings, assets: [asset] }, url: exchange.anvil.url };
    const remote = { ...node, secondUrl: node.url, apiKey: null, secondApiKey: null };
    const network = openRemoteNetwork(remote, [exchange.network.wallet], { entry, log: silentLog });
    await expect(network.client.check()).rejects.toThrow(reason);
    await network.close();
  });
});

test('deposits are seen and credited through the process of a remote network', async () => {
  const { settings, wallet } = exchange.network;
  const { url } = exchange.anvil;
  const node = { settings, url, secondUrl: url, apiKey: null, secondApiKey: null };
  const network = openRemoteNetwork(node, [wallet], { entry, log: silentLog });
  await exchange.reopen({ networks: [network] });
  const before = { usdt: exchange.available(maria, usdt), eth: exchange.available(joao, eth) };
  const call = encodeFunctionData({
    abi: payerAbi,
    functionName: 'payCoin',
    args: [(await exchange.getDepositAddress(joao)) as Hex],
  });
  await stranger.send({ to: payer, value: ether + 5n, data: call, gas: 200_000n });
  await exchange.anvil.faucet.send({
    address: await exchange.getDepositAddress(maria),
    contract: localContracts.usdt,
    amount: 3_000_001n,
  });
  await exchange.pass(3);
  expect(exchange.available(maria, usdt)).toBe(before.usdt + 3_000_001n);
  expect(exchange.available(joao, eth)).toBe(before.eth + ether + 5n);
  await network.close();
  await exchange.reopen();
});

test('a node that is behind its earlier height changes nothing, and continues when it has caught up', async () => {
  const address = await exchange.getDepositAddress(maria);
  await exchange.anvil.faucet.send({ address, contract: localContracts.usdt, amount: 2_000_000n });
  await exchange.services.turn();
  const seen = await ticketsTo(address);
  const { client } = exchange;
  const behind = evmChainLike(client, { height: async () => (await client.height()) - 1 });
  await exchange.reopen({ networks: [{ ...exchange.network, client: behind }] });
  await expect(exchange.services.turn()).rejects.toThrow('1 blocks behind');
  expect(await ticketsTo(address)).toEqual(seen);
  await exchange.reopen();
  await exchange.pass(3);
  expect((await ticketsTo(address))[0]?.status).toBe('FullyProcessed');
  expect(exchange.available(maria, usdt)).toBeGreaterThan(0n);
});
