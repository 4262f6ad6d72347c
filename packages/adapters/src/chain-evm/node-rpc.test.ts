import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RpcRefusal } from './json-rpc.ts';
import { NodeRpc } from './node-rpc.ts';

let server: Server;
let rpc: NodeRpc;
let requests = 0;
let answer: object | null = null;

beforeEach(async () => {
  requests = 0;
  server = createServer((_, response) => {
    requests += 1;
    if (answer === null) response.writeHead(503).end();
    else response.end(JSON.stringify({ id: requests, ...answer }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  rpc = new NodeRpc(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise<void>((resolve) => void server.close(() => resolve()));
});

test('a node that failed five times in a row is left alone for a moment, then tried again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  answer = null;
  for (let failed = 0; failed < 5; failed += 1)
    await expect(rpc.call('eth_chainId')).rejects.toThrow(ChainUnavailable);
  await expect(rpc.call('eth_chainId')).rejects.toThrow('left alone');
  expect(requests).toBe(5);
  vi.setSystemTime(Date.now() + 2_001);
  await expect(rpc.call('eth_chainId')).rejects.toThrow('did not answer');
  expect(requests).toBe(6);
});

test('a refusal is no failure of the node, and is distinguished only for signed bytes', async () => {
  answer = { error: { code: -32000, message: 'nonce too low' } };
  for (let refused = 0; refused < 8; refused += 1)
    await expect(rpc.attempt('eth_sendRawTransaction', '0x02')).rejects.toThrow(RpcRefusal);
  await expect(rpc.call('eth_chainId')).rejects.toThrow(ChainUnavailable);
  expect(requests).toBe(9);
});
