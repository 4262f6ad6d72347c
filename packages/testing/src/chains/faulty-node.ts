/**
 * A proxy between an adapter and its real node, which fails or lies on request: external answers must never be
 * trusted.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer instead of the true one. `request` is the request body, parsed if it is JSON. */
export type FalseAnswer = (answer: unknown, request: unknown, path: string) => unknown;

export type Fault =
  | { readonly kind: 'none' }
  /** Closes the connection without an answer. */
  | { readonly kind: 'away' }
  /** Accepts the request and never answers. */
  | { readonly kind: 'late' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'text'; readonly text: string }
  /** An endless answer. */
  | { readonly kind: 'huge' }
  | { readonly kind: 'lie'; readonly falsify: FalseAnswer };

const hugeChunk = Buffer.alloc(1 << 20, ' ');

export class FaultyNode {
  /** How it behaves from now on. */
  fault: Fault = { kind: 'none' };
  readonly url: string;
  readonly #server: Server;
  readonly #upstream: URL;

  private constructor(server: Server, upstream: string) {
    this.#server = server;
    this.#upstream = new URL(upstream);
    // User and password in the address stay: adapters send them as they would to the node.
    const url = new URL(upstream);
    url.port = String((server.address() as AddressInfo).port);
    this.url = url.href.replace(/\/$/, '');
  }

  /** @param upstream address of a node on loopback */
  static async open(upstream: string): Promise<FaultyNode> {
    const holder: { node?: FaultyNode } = {};
    const server = createServer((request, response) => {
      holder.node?.serve(request, response).catch(() => response.destroy()); // the adapter sees a broken connection
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    holder.node = new FaultyNode(server, upstream);
    return holder.node;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => void this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { fault } = this;
    const body = await readBody(request);
    switch (fault.kind) {
      case 'away':
        return void request.socket.destroy();
      case 'late':
        return;
      case 'status':
        return void response.writeHead(fault.status, { 'content-type': 'application/json' }).end('{}');
      case 'text':
        return void response.writeHead(200, { 'content-type': 'application/json' }).end(fault.text);
      case 'huge':
        return pour(response);
      case 'none':
      case 'lie': {
        const { status, text } = await this.#forward(request, body);
        const answer =
          fault.kind === 'lie' ? falsifyJson(fault.falsify, text, body, request.url ?? '/') : text;
        return void response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
      }
    }
  }

  async #forward(request: IncomingMessage, body: string): Promise<{ status: number; text: string }> {
    const url = new URL(request.url ?? '/', `${this.#upstream.protocol}//${this.#upstream.host}`);
    const { authorization } = request.headers;
    const answer = await fetch(url, {
      method: request.method ?? 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(body === '' ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  }
}

function falsifyJson(falsify: FalseAnswer, text: string, body: string, path: string): string {
  return JSON.stringify(falsify(JSON.parse(text), body === '' ? null : JSON.parse(body), path));
}

/** Writes until the other side closes. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const more = () => {
    while (!response.destroyed && response.write(hugeChunk));
  };
  response.on('drain', more);
  response.on('error', () => undefined);
  more();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
