/** Runs the bundled process that the server starts; the build runs before this project's tests. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { productId } from '@salar/protocol';
import type { NetworkSettings, SignerWallet } from '@salar/services';
import { silentLog } from '@salar/services/ports/log';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRemoteNetwork } from './remote-networks.ts';
import type { RemoteNetwork } from './remote-networks.ts';

const { publicExtendedKey: xpub } = HDKey.fromMasterSeed(new Uint8Array(64).fill(1));
const shared = {
  chainId: 1,
  name: 'a-network',
  displayName: 'A network',
  confirmations: 1,
  reorgGraceBlocks: 1,
  stuckBlocks: 1,
  startHeight: 0,
  pollMs: 1000,
  paymentFees: { perHour: 1n, perDay: 1n },
  assets: [{ productId: productId(1), contract: null, decimals: 8 }],
};
const networks: readonly NetworkSettings[] = [
  { family: 'evm', ...shared, traces: 'none', sweeps: null },
  { family: 'bitcoin', kind: 'regtest', ...shared },
  { family: 'tron', feeLimit: 1n, sweeps: null, ...shared },
];

type Node = { server: Server; url: string; requests: IncomingMessage[] };
const entry = fileURLToPath(new URL('../../../../dist/server/chain-process.js', import.meta.url));
let nodes: Node[];
let network: RemoteNetwork | undefined;

beforeEach(async () => {
  nodes = await Promise.all([openNode(), openNode()]);
});
afterEach(async () => {
  await network?.close();
  nodes.forEach(({ server }) => server.close());
});

/** A node that answers nothing but an error, and keeps the requests. */
async function openNode(): Promise<Node> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

test.each(networks)('a network of family $family has a client of each of its nodes', async (settings) => {
  const [one, other] = nodes as [Node, Node];
  const wallet: SignerWallet = {
    family: settings.family,
    keyLayout: 2,
    xpub,
    hotAddress: '',
    gasAddress: null,
  };
  network = openRemoteNetwork(
    { settings, url: one.url, secondUrl: other.url, apiKey: 'first', secondApiKey: 'second' },
    [wallet],
    { entry, log: silentLog },
  );
  await network.secondSource?.height().catch(() => undefined);
  expect(one.requests).toHaveLength(0);
  expect(other.requests.length).toBeGreaterThan(0);
  await network.client.height().catch(() => undefined);
  expect(one.requests.length).toBeGreaterThan(0);
  const keys = (node: Node) => [...new Set(node.requests.map(({ headers }) => headers['tron-pro-api-key']))];
  const isTron = settings.family === 'tron';
  expect([keys(one), keys(other)]).toEqual(isTron ? [['first'], ['second']] : [[undefined], [undefined]]);
});
