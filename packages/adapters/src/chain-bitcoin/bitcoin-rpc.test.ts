import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { BitcoinRpc } from './bitcoin-rpc.ts';

let server: Server;
let requests = 0;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Starts a node that closes the connection instead of answering the requests of these numbers. */
async function startNode(closed: readonly number[]): Promise<BitcoinRpc> {
  requests = 0;
  server = createServer((request, response) => {
    requests += 1;
    if (closed.includes(requests)) {
      request.socket.destroy();
      return;
    }
    request.on('data', (data: Buffer) => {
      const { id } = JSON.parse(data.toString()) as { id: number };
      response.end(JSON.stringify({ result: requests, error: null, id }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return new BitcoinRpc(`http://user:password@127.0.0.1:${port}`);
}

test('a request on a connection that the node has closed is sent once more', async () => {
  const rpc = await startNode([2]);
  expect(await rpc.call('getblockcount')).toBe('1');
  expect(await rpc.call('getblockcount')).toBe('3');
});

test('a node that closes every connection is unavailable, after one more request', async () => {
  const rpc = await startNode([1, 2, 3, 4]);
  await expect(rpc.call('getblockcount')).rejects.toThrow('the node did not answer');
  expect(requests).toBe(2);
});
