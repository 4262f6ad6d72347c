/** Customers who use the exchange while others attack it, each from an address of their own: their calls are measured. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Latencies } from './latency.ts';
import type { Customer } from './load-messages.ts';

export type CustomerFigures = {
  /** Milliseconds from when a call was due to its answer, on connections that stay open. */
  readonly calls: Quantiles;
  /** Milliseconds until the first call on a new connection, or on a new socket, is answered. */
  readonly newcomers: Quantiles;
  /** Calls without an answer of success. */
  readonly failed: number;
};
type Quantiles = { readonly p50: number; readonly p99: number; readonly count: number };

const callsPerSecond = 200;
const newcomersPerSecond = 10;
const limit = '{"InstrumentId":1,"Side":0,"OrderType":2,"Quantity":"0.001","LimitPrice":"9000.00"}';

export class Customers {
  readonly #port: number;
  readonly #customers: readonly { readonly token: string; readonly agent: Agent }[];
  #newcomer = 0;

  constructor(port: number, customers: readonly Customer[]) {
    this.#port = port;
    this.#customers = customers.map(({ token }, index) => ({
      token,
      agent: new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.3.${1 + index}` }),
    }));
  }

  /** Makes calls on a clock, whatever the earlier ones take. */
  async run(milliseconds: number): Promise<CustomerFigures> {
    const [calls, newcomers] = [new Latencies(), new Latencies()];
    const counts = { calls: 0, newcomers: 0, failed: 0 };
    const pending = new Set<Promise<void>>();
    const begin = performance.now();
    const measure = (kind: 'calls' | 'newcomers', dueAt: number, call: Promise<boolean>) => {
      const measured = call.then((isAnswered) => {
        counts[kind] += 1;
        if (!isAnswered) counts.failed += 1;
        (kind === 'calls' ? calls : newcomers).record((performance.now() - dueAt) * 1000);
      });
      pending.add(measured);
      void measured.finally(() => pending.delete(measured));
    };
    const every = callsPerSecond / newcomersPerSecond;
    for (let turn = 0; turn < (milliseconds * callsPerSecond) / 1000; turn += 1) {
      const dueAt = begin + (turn * 1000) / callsPerSecond;
      await delay(Math.max(0, dueAt - performance.now()));
      measure('calls', dueAt, this.#call(turn));
      if (turn % every === 0) measure('newcomers', dueAt, this.#comeNew(turn / every));
    }
    await Promise.all(pending);
    return {
      calls: summarise(calls, counts.calls),
      newcomers: summarise(newcomers, counts.newcomers),
      failed: counts.failed,
    };
  }

  close(): void {
    for (const { agent } of this.#customers) agent.destroy();
  }

  async #call(turn: number): Promise<boolean> {
    const customer = this.#customers[turn % this.#customers.length];
    if (customer === undefined) throw new Error('there are customers');
    const isOrder = Math.floor(turn / this.#customers.length) % 2 === 0;
    const [name, body] = isOrder ? ['SendOrder', limit] : ['GetOpenOrders', '{}'];
    return this.#post(name, body, { agent: customer.agent, headers: { aptoken: customer.token } });
  }

  async #comeNew(index: number): Promise<boolean> {
    this.#newcomer += 1;
    const localAddress = `127.0.4.${1 + (this.#newcomer % 250)}`;
    if (index % 2 === 0) return this.#post('GetProducts', '{"OMSId":1}', { localAddress, agent: false });
    return new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/WSGateway`, { localAddress });
      socket.on('open', () => socket.send('{"m":0,"i":2,"n":"Ping","o":"{}"}'));
      socket.on('message', () => socket.close());
      socket.on('message', () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('close', () => resolve(false));
    });
  }

  #post(name: string, body: string, options: object): Promise<boolean> {
    return new Promise((resolve) => {
      const address = { host: '127.0.0.1', port: this.#port, path: `/AP/${name}`, method: 'POST' };
      const sent = request({ ...address, ...options }, (answer) => {
        answer.on('end', () => resolve(answer.statusCode === 200));
        answer.on('error', () => resolve(false));
        answer.resume();
      });
      sent.on('error', () => resolve(false));
      sent.end(body);
    });
  }
}

function summarise(latencies: Latencies, count: number): Quantiles {
  const [p50 = 0, p99 = 0] = latencies.quantiles(0.5, 0.99).map((micros) => micros / 1000);
  return { p50, p99, count };
}
