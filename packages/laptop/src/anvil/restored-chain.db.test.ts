import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productId } from '@salar/protocol';
import { localProviders } from '@salar/services';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { EvmClient } from '@salar/adapters/chain-evm/evm-client';
import { startAnvil } from './start-anvil.ts';

const [network] = localProviders({ eth: productId(2), usdt: productId(3), usdc: productId(4) }).networks;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('a restarted chain returns its blocks and receipts as before', async () => {
  if (network?.family !== 'evm') throw new Error('the first local network is an EVM network');
  const folder = mkdtempSync(join(tmpdir(), 'salar-restored-'));
  const stateFile = join(folder, 'state.gz');
  const start = () =>
    startAnvil({
      name: 'restored',
      chainId: network.chainId,
      port: 0,
      stateFile,
      blockTimeSeconds: 1,
      log: quiet,
    });
  try {
    const first = await start();
    const contract = network.assets.find((asset) => asset.contract !== null)?.contract ?? '';
    const address = privateKeyToAddress(generatePrivateKey());
    const txId = await first.faucet.send({ address, contract, amount: 7n });
    const before = await new EvmClient({ url: first.url, network }).receipt(txId);
    expect(before?.transfers).toMatchObject([{ to: address, amount: 7n }]);
    await first.stop();

    const second = await start();
    const client = new EvmClient({ url: second.url, network });
    expect(await client.receipt(txId)).toEqual(before);
    expect((await client.block(before?.height ?? 0))?.transfers).toEqual(before?.transfers);
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
