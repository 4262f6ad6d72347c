/** The ceiling: a bare Fastify that reads the same requests and answers the same words, and does nothing else. */
import Fastify from 'fastify';
import { flowAccounts } from './flow.ts';
import type { Ready, ServerResult } from './http-words.ts';
import { Usage } from './usage.ts';

const app = Fastify({ logger: false });
let orders = 0;
app.post<{ Params: { call: string }; Body: { OrderId?: number } }>('/AP/:call', (request, reply) => {
  if (request.body.OrderId !== undefined) {
    reply.send({ result: true, errormsg: null, errorcode: 0, detail: null });
    return;
  }
  orders += 1;
  reply.send({ status: 'Accepted', errormsg: '', OrderId: orders });
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
