/** The chain contract tests on a real local EVM network. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productId } from '@salar/protocol';
import { localContracts, localProviders } from '@salar/services';
import { describeChain } from '@salar/testing/chains/chain-contract';
import type { ChainUnderTest } from '@salar/testing/chains/chain-contract';
import type { FalseAnswer } from '@salar/testing/chains/faulty-node';
import { encodeFunctionData, getAddress, keccak256, parseAbi } from 'viem';
import type { Hex } from 'viem';
import { generatePrivateKey, mnemonicToAccount, privateKeyToAddress } from 'viem/accounts';
import { devMnemonic } from '@salar/laptop/anvil/anvil-process';
import { startAnvil } from '@salar/laptop/anvil/start-anvil';
import { EvmClient } from './evm-client.ts';
import { isRecord } from '../node-answers/read-answer.ts';
import { JsonRpc } from './json-rpc.ts';

const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
const other = `0x${'ab'.repeat(32)}`;
const tokenAbi = parseAbi(['function transfer(address to, uint256 value)']);
/** Development accounts that nothing else uses. */
const senders = [2, 3, 4].map((addressIndex) => mnemonicToAccount(devMnemonic, { addressIndex }));

describeChain('a local EVM network', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-contract-'));
  const network = localProviders(ids).networks.find((candidate) => candidate.family === 'evm');
  if (network === undefined) throw new Error('there is a local EVM network');
  const anvil = await startAnvil({
    name: network.name,
    chainId: network.chainId,
    port: 0,
    stateFile: join(dataDir, 'state.gz'),
    blockTimeSeconds: 3600,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const rpc = new JsonRpc(anvil.url);
  for (const { address } of senders)
    for (const contract of [localContracts.usdt, localContracts.usdc])
      await anvil.faucet.send({ address, contract, amount: 10n ** 12n });
  let turn = 0;

  const sign: ChainUnderTest['sign'] = async ({ address, productId: product, amount }) => {
    const sender = senders[(turn += 1) % senders.length];
    const asset = network.assets.find((candidate) => candidate.productId === product);
    if (sender === undefined || asset === undefined) throw new Error('there is no such product');
    const to = getAddress(address);
    const raw = await sender.signTransaction({
      type: 'eip1559',
      chainId: network.chainId,
      nonce: Number(await rpc.call('eth_getTransactionCount', sender.address, 'pending')),
      maxFeePerGas: 10n ** 11n,
      maxPriorityFeePerGas: 10n ** 9n,
      gas: 100_000n,
      ...(asset.contract === null
        ? { to, value: amount }
        : {
            to: asset.contract as Hex,
            data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
          }),
    });
    return { raw, txId: keccak256(raw) };
  };

  return {
    url: anvil.url,
    connect: (options) => new EvmClient({ ...options, network }),
    connectAsOtherChain: () => new EvmClient({ url: anvil.url, network: { ...network, chainId: 31_339 } }),
    newAddress: () => privateKeyToAddress(generatePrivateKey()),
    payments: [
      { productId: ids.eth, amount: 10n ** 18n + 1n },
      { productId: ids.usdt, amount: 1_000_001n },
      { productId: ids.usdc, amount: 2_000_003n },
    ],
    sign,
    mine: (blocks) => anvil.mine(blocks),
    async reorg(depth) {
      await rpc.call('anvil_reorg', depth, []);
      await rpc.call('anvil_dropAllTransactions');
    },
    lies: [
      { name: 'another chain', falsify: instead('eth_chainId', () => '0x1') },
      { name: 'no height at all', falsify: instead('eth_blockNumber', () => null) },
      { name: 'another block', falsify: changed('eth_getBlockByNumber', { number: '0x1' }) },
      { name: 'a block with another hash', falsify: changed('eth_getBlockByNumber', { hash: other }) },
      {
        name: 'a block with transactions that have no receipts',
        falsify: instead('eth_getBlockReceipts', () => []),
      },
      { name: 'receipts of another block', falsify: changed('eth_getBlockReceipts', { blockHash: other }) },
      {
        name: 'the receipt of another one',
        falsify: changed('eth_getTransactionReceipt', { transactionHash: other }),
      },
      { name: 'another transaction', falsify: changed('eth_getTransactionByHash', { hash: other }) },
      { name: 'an unknown status', falsify: changed('eth_getTransactionReceipt', { status: '0x' }) },
    ],
    async close() {
      await anvil.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
});

/** Replaces the answer to one method's calls. */
function instead(method: string, say: (truth: unknown) => unknown): FalseAnswer {
  return (answer, request) => {
    const calls = (Array.isArray(request) ? request : [request]) as { id: number; method: string }[];
    const requested = new Set(calls.filter((call) => call.method === method).map((call) => call.id));
    const replaceResult = (one: unknown) =>
      isRecord(one) && requested.has(one['id'] as number) ? { ...one, result: say(one['result']) } : one;
    return Array.isArray(answer) ? (answer as unknown[]).map(replaceResult) : replaceResult(answer);
  };
}

/** Changes fields of one method's answer: of the record, or of each in a list. */
function changed(method: string, fields: Record<string, unknown>): FalseAnswer {
  const change = (truth: unknown): unknown => (isRecord(truth) ? { ...truth, ...fields } : truth);
  return instead(method, (truth) =>
    Array.isArray(truth) ? (truth as unknown[]).map(change) : change(truth),
  );
}
