/** The chain contract tests on a TRON node that behaves as documented. */
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { productId } from '@salar/protocol';
import type { TronNetwork } from '@salar/services';
import { describeChain } from '@salar/testing/chains/chain-contract';
import { TronNode } from '@salar/testing/chains/tron-node';
import { tronAccountPath, tronAddresses } from './tron-addresses.ts';
import { TronClient } from './tron-client.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ids = { trx: productId(8), usdt: productId(3) };
const network: TronNetwork = {
  family: 'tron',
  chainId: 3_448_148_188,
  name: 'tron',
  displayName: 'TRON',
  assets: [
    { productId: ids.trx, contract: null, decimals: 6 },
    { productId: ids.usdt, contract: usdt, decimals: 6 },
  ],
  confirmations: 20,
  reorgGraceBlocks: 40,
  stuckBlocks: 40,
  paymentFees: { perHour: 4_000_000_000n, perDay: 16_000_000_000n },
  startHeight: 0,
  pollMs: 3_000,
  feeLimit: 40_000_000n,
  sweeps: null,
};

const phrase = `${'abandon '.repeat(11)}about`;
const { publicExtendedKey: xpub } = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(tronAccountPath);
const scheme = tronAddresses({ xpub });

describeChain('TRON', async () => {
  const node = await TronNode.open({
    chainId: network.chainId,
    contracts: new Map([[usdt, 6]]),
    startAt: Date.UTC(2026, 0, 5),
  });
  let next = 100;
  const contractOf = (id: number) => (id === ids.usdt ? usdt : null);
  return {
    url: node.url,
    connect: ({ url, timeoutMs }) => new TronClient({ url, network, timeoutMs }),
    connectAsOtherChain: () =>
      new TronClient({ url: node.url, network: { ...network, chainId: 728_126_428 } }),
    newAddress: () => scheme.derive(next++),
    payments: [
      { productId: ids.usdt, amount: 12_345_678_901n },
      { productId: ids.trx, amount: 1n },
    ],
    sign: ({ address, productId: id, amount }) =>
      node.signFromBank({ to: address, contract: contractOf(id), amount }),
    mine: async (blocks) => node.mine(blocks),
    reorg: async (depth) => node.reorg(depth),
    lies: [
      {
        name: 'a block of another height',
        falsify: changed((json) => ({ ...json, blockID: `ff${'0'.repeat(62)}` })),
      },
      {
        name: 'a transaction of another block',
        falsify: (answer) =>
          Array.isArray(answer) ? answer.map((info: object) => ({ ...info, blockNumber: 1 })) : answer,
      },
      {
        name: 'a block without its transactions',
        falsify: changed((json) => ({ ...json, transactions: [] })),
      },
    ],
    close: () => node.close(),
  };
});

function changed(change: (json: object) => unknown) {
  return (answer: unknown) =>
    typeof answer === 'object' && answer !== null && 'blockID' in answer ? change(answer) : answer;
}
