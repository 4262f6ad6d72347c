/** Sends the fuzzer's HTTP requests: well-formed ones on keep-alive connections, and bytes that are not a request. */
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { ReceivedAnswer } from './fuzz-ownership.ts';

const answerPatienceMs = 60_000;
/** The server may wait for the rest of an incomplete request; how long to wait for its response. */
const brokenPatienceMs = 300;

export type HttpRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
};

export class FuzzHttp {
  readonly #port: number;
  readonly #agent: Agent;

  constructor(port: number, connections: number) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws when there is no response */
  send({ method, path, headers, body }: HttpRequest): Promise<ReceivedAnswer> {
    return new Promise((done, fail) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { port: this.#port, host: '127.0.0.1', method, path, agent: this.#agent };
      const outgoing = request({ ...options, headers: { ...headers, ...length } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', fail);
        answer.on('end', () =>
          done({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        );
      });
      outgoing.setTimeout(answerPatienceMs, () => outgoing.destroy(new Error('no response')));
      outgoing.on('error', fail);
      outgoing.end(body);
    });
  }

  /** Writes bytes on a separate connection. Resolves with everything received until it closes or stays silent. */
  sendRaw(bytes: string | Buffer): Promise<string> {
    return new Promise((done) => {
      const socket = connect(this.#port, '127.0.0.1');
      let received = '';
      const end = () => {
        socket.destroy();
        done(received);
      };
      socket.setTimeout(brokenPatienceMs, end);
      socket.on('data', (chunk) => (received += chunk.toString('latin1')));
      socket.on('error', () => undefined); // disconnected while sending too much
      socket.on('close', end);
      socket.write(bytes);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const head = 'POST /AP/SendOrder HTTP/1.1\r\nHost: x\r\n';
const withBody = (type: string, body: string) =>
  `${head}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** Malformed requests. */
export const malformedRequests: readonly (string | Buffer)[] = [
  '',
  '\r\n\r\n',
  'GET\r\n\r\n',
  'GET /AP/Ping\r\n\r\n',
  'GET /AP/Ping HTTP/0.9\r\n\r\n',
  'GET /AP/Ping HTTP/9.9\r\nHost: x\r\n\r\n',
  'GET /AP/Ping HTTP/1.1\r\n\r\n',
  'FOO /AP/Ping HTTP/1.1\r\nHost: x\r\n\r\n',
  'PUT /AP/Ping HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}',
  'DELETE /AP/GetOrders HTTP/1.1\r\nHost: x\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET http://example.com/AP/Ping HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET //example.com/AP/Ping HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /AP/%zz HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /AP/%00 HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /AP/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /%2e%2e/%2e%2e/etc/passwd.txt HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /assets/%c0%ae%c0%ae.js HTTP/1.1\r\nHost: x\r\n\r\n',
  `GET /AP/${'x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET /AP/Ping?${'a=1&'.repeat(3000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  `GET /AP/Ping HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
  `GET /AP/Ping HTTP/1.1\r\nHost: x\r\n${'X-Many: 1\r\n'.repeat(3000)}\r\n`,
  'GET /AP/GetUserInfo HTTP/1.1\r\nHost: x\r\naptoken: a\r\naptoken: b\r\n\r\n',
  'GET /AP/GetUserInfo HTTP/1.1\r\nHost: x\r\naptoken: \x00\x01\r\n\r\n',
  'GET /AP/Ping HTTP/1.1\r\nHost: x\r\nNo colon\r\n\r\n',
  'GET /AP/Ping HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n',
  'GET /AP/Ping HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n',
  `${head}Content-Length: -1\r\n\r\n{}`,
  `${head}Content-Length: 1e3\r\n\r\n{}`,
  `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${head}Content-Length: 99999999999999999999\r\n\r\n{}`,
  `${head}Content-Length: 900000\r\n\r\n{}`,
  `${head}Content-Length: 100\r\n\r\n{"half":`,
  `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
  `${head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}`,
  `${head}Transfer-Encoding: tea\r\n\r\n{}`,
  `${head}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00`,
  withBody('text/plain', 'hello'),
  withBody(';;;', '{}'),
  withBody('multipart/form-data; boundary=b', '--b\r\n\r\n--b--'),
  withBody('application/json; charset=utf-16', '{}'),
  withBody('application/json', `{"a":"${'x'.repeat(70_000)}"}`),
  withBody('application/json', `{"a":${'['.repeat(30_000)}`),
  withBody('application/json', `{${Array.from({ length: 5000 }, (_, i) => `"a${i}":1`).join(',')}}`),
  Buffer.concat([Buffer.from(`${head}Content-Length: 6\r\n\r\n`), Buffer.from('fffe00d800dc', 'hex')]),
  Buffer.concat([
    Buffer.from(`${head}Content-Length: 10\r\n\r\n{"a":"`),
    Buffer.from('ed a0 80 22'.replaceAll(' ', ''), 'hex'),
  ]),
  Buffer.from('16030100c8010000c403035a', 'hex'),
  Buffer.from('505249202a20485454502f322e300d0a0d0a534d0d0a0d0a', 'hex'),
  'GET /WSGateway HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET /WSGateway HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 99\r\n\r\n',
  'GET /WSGateway HTTP/1.1\r\nHost: x\r\nUpgrade: tea\r\nConnection: Upgrade\r\n\r\n',
  'GET /other HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  'GET /WSGateway HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  'GET /AP/Ping HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50),
];

/** Returns the status of each response that a connection received. */
export function parseStatuses(received: string): readonly number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}
