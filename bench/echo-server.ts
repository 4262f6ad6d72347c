/**
 * The upper bound: a bare Fastify and a bare `ws` that read the same requests, send the same responses, and do nothing
 * else.
 */
import Fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { flowAccounts } from './flow.ts';
import type { Ready, ServerResult } from './load-messages.ts';
import { Usage } from './usage.ts';

const app = Fastify({ logger: false });
let orders = 0;

type RequestBody = { readonly OrderId?: number; readonly SessionToken?: string };

function toAnswer(body: RequestBody): object {
  if (body.SessionToken !== undefined) return { Authenticated: true };
  if (body.OrderId !== undefined) return { result: true, errormsg: null, errorcode: 0, detail: null };
  orders += 1;
  return { status: 'Accepted', errormsg: '', OrderId: orders };
}

app.post<{ Params: { call: string }; Body: RequestBody }>('/AP/:call', (request, reply) => {
  reply.send(toAnswer(request.body));
});
new WebSocketServer({ server: app.server, path: '/WSGateway' }).on('connection', (socket) => {
  socket.on('message', (bytes: Buffer) => {
    const frame = JSON.parse(bytes.toString()) as { i: number; n: string; o: string };
    const o = JSON.stringify(toAnswer(JSON.parse(frame.o) as RequestBody));
    socket.send(JSON.stringify({ m: 1, i: frame.i, n: frame.n, o }));
  });
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const usage = new Usage();

process.on('message', (message: { type: 'mark' } | { type: 'finish'; events: number }) => {
  if (message.type === 'mark') return usage.start();
  const result: ServerResult = {
    ...usage.perEvent(message.events),
    lagMs: 0,
    batchSize: 0,
    orders,
    wrong: [],
  };
  process.send?.(result);
  void app.close().then(() => process.disconnect());
});
// Tokens and accounts as long as real ones, so that both servers read the same bytes.
const customers = Array.from({ length: flowAccounts }, (_, i) => ({
  accountId: 1001 + i,
  token: `sal_s_${String(i).padStart(43, 'x')}`,
}));
const ready: Ready = { port: Number(new URL(address).port), customers };
process.send?.(ready);
