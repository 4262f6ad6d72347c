import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BitcoinRpc } from '../chain-bitcoin/bitcoin-rpc.ts';
import { JsonRpc } from '../chain-evm/json-rpc.ts';
import { TronHttp } from '../chain-tron/tron-http.ts';
import { AnswerTooLong, boundedText } from './bounded-text.ts';

let node: Server;
let elsewhere: Server;
let arrivedElsewhere = 0;

const listen = (answer: RequestListener) =>
  new Promise<Server>((done) => {
    const server = createServer(answer);
    server.listen(0, '127.0.0.1', () => done(server));
  });
const addressOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  elsewhere = await listen((_request, response) => {
    arrivedElsewhere += 1;
    response.end('{"result":"0x1","id":1}');
  });
  node = await listen((_request, response) => {
    response.writeHead(307, { location: `http://${addressOf(elsewhere)}/` }).end();
  });
});
afterAll(() => {
  node.close();
  elsewhere.close();
});

test.each<[string, (url: string) => Promise<unknown>]>([
  ['EVM', (url) => new JsonRpc(`http://${url}`).call('eth_chainId')],
  ['Bitcoin', (url) => new BitcoinRpc(`http://user:password@${url}`).call('getblockcount')],
  ['TRON', (url) => new TronHttp({ url: `http://${url}`, apiKey: 'key' }).request('wallet/getnowblock')],
])('a redirect of a node of %s is not followed, with our credentials', async (_family, ask) => {
  await expect(ask(addressOf(node))).rejects.toThrow('the node did not answer');
  expect(arrivedElsewhere).toBe(0);
});

test('an answer is read up to its bound', async () => {
  expect(await boundedText(new Response('12345'), 5)).toBe('12345');
  await expect(boundedText(new Response('123456'), 5)).rejects.toThrow(AnswerTooLong);
});
