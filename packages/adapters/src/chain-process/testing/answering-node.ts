/** A node that returns prepared results, of any length. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A refusal of JSON-RPC, or an HTTP status without an answer. */
export class Refusal extends Error {
  readonly status: number | null;

  constructor(message: string, status: number | null = null) {
    super(message);
    this.status = status;
  }
}
/** The JSON of a result; null for no answer at all. */
type Result = string | Buffer | Refusal | null;
type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

export type AnsweringNode = { readonly url: string; close(): void };

/** Opens a node with the interface of JSON-RPC, or of TRON, whose methods are paths. */
export async function openAnsweringNode(
  find: (method: string, params: readonly unknown[]) => Result,
): Promise<AnsweringNode> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | readonly Call[];
    const path = request.url ?? '/';
    if (path !== '/') {
      const result = find(path.slice(1), [body]);
      if (result instanceof Refusal) response.writeHead(result.status ?? 500).end();
      else if (result !== null) response.end(result);
      return;
    }
    const calls = Array.isArray(body) ? (body as readonly Call[]) : [body as Call];
    const results = calls.map(({ id, method, params }) => ({ id, result: find(method, params) }));
    for (const { result } of results)
      if (result instanceof Refusal && result.status !== null)
        return void response.writeHead(result.status).end();
    const answers = results.map(({ id, result }) => toAnswer(id, result));
    if (answers.includes(null)) return;
    const isBatch = Array.isArray(body);
    if (isBatch) response.write('[');
    for (const [place, parts] of answers.entries()) {
      if (place > 0) response.write(',');
      for (const part of parts ?? []) response.write(part);
    }
    response.end(isBatch ? ']' : '');
  }
}

function toAnswer(id: number, result: Result): readonly (string | Buffer)[] | null {
  if (result === null) return null;
  if (result instanceof Refusal)
    return [JSON.stringify({ id, error: { code: -32_003, message: result.message } })];
  return [`{"id":${id},"result":`, result, '}'];
}
