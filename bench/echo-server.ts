/**
 * The ceiling: a bare Fastify and a bare `ws` that read the same requests and answer the same words, and do nothing else.
 */
import Fastify from 'fastify';
import { WebSocketServer } from 'ws';
import { flowAccounts } from './flow.ts';
import type { Ready, ServerResult } from './load-messages.ts';
import { Usage } from './usage.ts';

const app = Fastify({ logger: false });
let orders = 0;

type Asked = { readonly OrderId?: number; readonly SessionToken?: string };

function answerTo(asked: Asked): object {
  if (asked.SessionToken !== undefined) return { Authenticated: true };
  if (asked.OrderId !== undefined) return { result: true, errormsg: null, errorcode: 0, detail: null };
  orders += 1;
  return { status: 'Accepted', errormsg: '', OrderId: orders };
}

app.post<{ Params: { call: string }; Body: Asked }>('/AP/:call', (request, reply) => {
  reply.send(answerTo(request.body));
});
new WebSocketServer({ server: app.server, path: '/WSGateway' }).on('connection', (socket) => {
  socket.on('message', (bytes: Buffer) => {
    const frame = JSON.parse(bytes.toString()) as { i: number; n: string; o: string };
    const o = JSON.stringify(answerTo(JSON.parse(frame.o) as Asked));
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
