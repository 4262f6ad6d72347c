/** A malformed request gets one answer, after those of the requests before it, whichever reader it arrives at. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plainOrder } from '../support/http-cases.ts';
import { normalize, openTwoReaders, tokens } from '../support/two-readers.ts';
import type { TwoReaders } from '../support/two-readers.ts';

let readers: TwoReaders;
beforeAll(async () => {
  readers = await openTwoReaders();
});
afterAll(() => readers.close());

const ping = 'GET /AP/Ping HTTP/1.1\r\nHost: localhost\r\n\r\n';
const own = `Host: localhost\r\naptoken: ${tokens.maria}`;
const order = plainOrder.slice(plainOrder.indexOf('\r\n\r\n') + 4);
/** Begins no request. */
const malformed = '{"OMSId":1}\r\n\r\n';

type Case = {
  readonly name: string;
  readonly bytes: string;
  /** The status of each answer, then what follows the last. */
  readonly answers: readonly number[];
  readonly orders?: number;
};

const cases: readonly Case[] = [
  { name: 'nothing but malformed bytes', bytes: malformed, answers: [400] },
  // node:http answers a request without a host itself and closes the connection: nothing after it is a request.
  {
    name: 'no host, and malformed bytes after a body',
    bytes: `POST /AP/CancelOrder HTTP/1.1\r\nContent-Length: 1\r\n\r\na${malformed}`,
    answers: [400],
  },
  {
    name: 'no host, and malformed bytes after the head',
    bytes: `POST /AP/CancelOrder HTTP/1.1\r\naptoken: ${tokens.maria}\r\n\r\n${malformed}`,
    answers: [400],
  },
  {
    name: 'an unknown expectation, and malformed bytes after the body',
    bytes: `POST /AP/CancelOrder HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\nContent-Length: 1\r\n\r\na${malformed}`,
    answers: [417, 400],
  },
  {
    name: 'a connection to close, and malformed bytes after the body',
    bytes: `POST /AP/Ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}${malformed}`,
    answers: [200],
  },
  { name: 'a call, and malformed bytes', bytes: ping + malformed, answers: [200, 400] },
  {
    name: 'many calls, and malformed bytes',
    bytes: ping.repeat(20) + malformed,
    answers: [...Array<number>(20).fill(200), 400],
  },
  { name: 'an order, and malformed bytes', bytes: plainOrder + malformed, answers: [200, 400], orders: 1 },
  {
    name: 'orders between calls, and malformed bytes',
    bytes: plainOrder + ping + plainOrder + ping + malformed,
    answers: [200, 200, 200, 200, 400],
    orders: 2,
  },
  {
    name: 'an order whose body is malformed',
    bytes: `POST /AP/SendOrder HTTP/1.1\r\n${own}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}x\r\n`,
    answers: [400],
  },
  {
    name: 'an order, and one whose body is malformed',
    bytes: `${plainOrder}POST /AP/SendOrder HTTP/1.1\r\n${own}\r\nTransfer-Encoding: chunked\r\n\r\n${order.length.toString(16)}\r\n${order}x\r\n`,
    answers: [200, 400],
    orders: 1,
  },
  {
    name: 'an order, and a head that is too long',
    bytes: `${plainOrder}GET /AP/Ping HTTP/1.1\r\nX: ${'x'.repeat(20_000)}`,
    answers: [200, 431],
    orders: 1,
  },
];

const gateways = ['direct', 'node'] as const;

test.each(gateways.flatMap((gateway) => cases.map((one) => ({ ...one, gateway }))))(
  '$name, at the gateway "$gateway"',
  async ({ gateway, bytes, answers, orders = 0 }) => {
    const { effects } = readers[gateway];
    const before = effects.length;
    expect(readStatuses(await sendAll(gateway, [bytes]))).toEqual(answers);
    expect(effects.length - before).toBe(orders);
  },
);

test.each(gateways)(
  'a malformed body after its request was refused closes the connection without an answer, at the gateway "%s"',
  async (gateway) => {
    const client = await readers[gateway].open();
    client.write(
      'POST /kyc/documents HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n',
    );
    const refusal = await client.readAnswer();
    expect(refusal).toContain('401');
    client.write('malformed\r\n');
    expect(await client.readToEnd()).toBe('');
  },
);

/** Sends the bytes piece by piece, and returns everything that was received until the gateway closed the connection. */
async function sendAll(gateway: 'direct' | 'node', pieces: readonly string[]): Promise<string> {
  const client = await readers[gateway].open();
  for (const piece of pieces) client.write(piece);
  return normalize(await client.readToEnd());
}

function readStatuses(received: string): number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
