/**
 * `npm run bench -- subscribers [sockets] [seconds]`: measures how soon 2,000 sockets receive a new price while a tenth
 * of them do not read, in turns with a bare `ws` that sends frames of the same length.
 *
 * A price counts as received with the first event that has it or a later one. Its time runs from the acknowledgement of
 * its order, which is after the commit. Prices change twenty times a second.
 */
import { readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@salar/client';
import type { DatabaseOptions } from '@salar/store';
import type { Ready, ServerResult } from './load-messages.ts';
import { median } from './latency.ts';
import { receiveMessage, start } from './processes.ts';
import { machineMillis } from './processor-time.ts';
import { report, whole } from './report.ts';
import { runs } from './runs.ts';
import { SocketTransport } from './socket-transport.ts';
import { firstPriceCents, machineTime, restingAsks } from './subscriber-messages.ts';
import type { SubscriberResult, ToSubscribers } from './subscriber-messages.ts';
import { withPostgres } from './with-postgres.ts';

type Contestant = 'echo' | 'exchange';
type Figures = SubscriberResult & {
  readonly mainShare: number;
  readonly othersShare: number;
  /**
   * Memory of the server in MiB: after the slow readers stalled, the maximum during the measurement, and after they
   * were disconnected.
   */
  readonly memory: { readonly stalled: number; readonly most: number; readonly after: number };
};

const given = process.argv.slice(2);
const sockets = Number(given[0] ?? 2000);
const seconds = Number(given[1] ?? 20);
const slow = Math.round(sockets / 10);
const pricesPerSecond = 20;
/** The number of prices from one trade to the next. */
const tradeEvery = 5;
/** The exchange disconnects a stalled reader after half a minute. */
const cutAfterMs = 35_000;
const promptMs = 20;
/** A busy machine never becomes idle. */
const calmWithinMs = 20_000;

/**
 * Two customers: one moves the best price, the other sells to it. Measured orders use plain sockets, because the
 * client's socket would reconnect while a server busy with slow readers does not respond.
 */
class Market {
  readonly acknowledgedAt: number[] = [];
  #accepted = 0;
  readonly #waiting = new Map<number, (answer: string) => void>();
  readonly #customers: Ready['customers'];
  #transport: SocketTransport | null = null;
  #calls = 0;
  #standing: number | null = null;

  constructor(customers: Ready['customers']) {
    this.#customers = customers.slice(0, 2);
  }

  async open(port: number): Promise<void> {
    this.#transport = await SocketTransport.open(port, this.#customers, (slot, answer) => {
      this.#waiting.get(slot)?.(answer);
      this.#waiting.delete(slot);
    });
  }

  get ordersAccepted(): number {
    return this.#accepted;
  }

  /** Places many asks far above the market, so that a whole book is a large response. */
  async deepen(port: number): Promise<void> {
    const sessionToken = this.#customers[1]?.token ?? '';
    const { call } = createClient({ url: `http://127.0.0.1:${port}`, credentials: { sessionToken } });
    const cents = Array.from({ length: restingAsks }, (_, place) => firstPriceCents + 1_000_000 + place);
    const order = { InstrumentId: 1, Side: 'Sell', OrderType: 'Limit', Quantity: '0.0001' } as const;
    for (let from = 0; from < cents.length; from += 50)
      await Promise.all(
        cents
          .slice(from, from + 50)
          .map((price) => call.SendOrder({ ...order, LimitPrice: (price / 100).toFixed(2) })),
      );
    this.#accepted += restingAsks;
  }

  /** Makes the next price the best one, and cancels the previous one. */
  async step(): Promise<void> {
    const price = this.acknowledgedAt.length;
    const id = await this.#order(0, 0, firstPriceCents + price, '0.01');
    this.acknowledgedAt[price] = machineTime();
    if (price % tradeEvery === 0) await this.#order(1, 1, firstPriceCents + price, '0.0001');
    if (this.#standing !== null) await this.#ask(0, 'CancelOrder', `{"OrderId":${this.#standing}}`);
    this.#standing = id;
  }

  /** Waits until a read gets a prompt response five times in a row, which means that the server has no other work. */
  async calm(): Promise<void> {
    const until = performance.now() + calmWithinMs;
    for (let quick = 0; quick < 5 && performance.now() < until;) {
      const sentAt = performance.now();
      await this.#ask(0, 'CancelOrder', '{"OrderId":1000000000}');
      quick = performance.now() - sentAt < promptMs ? quick + 1 : 0;
    }
  }

  close(): void {
    this.#transport?.close();
  }

  async #order(customer: number, side: 0 | 1, cents: number, quantity: string): Promise<number> {
    const price = (cents / 100).toFixed(2);
    const answer = await this.#ask(
      customer,
      'SendOrder',
      `{"InstrumentId":1,"Side":${side},"OrderType":2,"Quantity":"${quantity}","LimitPrice":"${price}"}`,
    );
    if (!answer.startsWith('200 {"status":"Acc')) throw new Error(`an order was refused: ${answer}`);
    this.#accepted += 1;
    return Number.parseInt(answer.slice(answer.indexOf('"OrderId":') + 10), 10);
  }

  #ask(customer: number, call: 'SendOrder' | 'CancelOrder', body: string): Promise<string> {
    const who = this.#customers[customer];
    if (!this.#transport || !who) throw new Error('the market is open');
    this.#calls += 1;
    const slot = this.#calls;
    const answer = new Promise<string>((resolve) => this.#waiting.set(slot, resolve));
    this.#transport.send(slot, customer, this.#transport.prepare(who, call, body));
    return answer;
  }
}

async function measure(contestant: Contestant, database: DatabaseOptions): Promise<Figures> {
  const server = start(contestant === 'echo' ? 'subscribers-echo.js' : 'exchange-server.js');
  if (contestant === 'exchange') server.send({ database, commitDelayMs: 0 });
  const ready = await receiveMessage<Ready>(server);
  const subscribers = start('subscribers-load.js');
  const sendMessage = async <T>(message: ToSubscribers): Promise<T> => {
    const answer = receiveMessage<T>(subscribers);
    subscribers.send(message);
    return answer;
  };
  const market = new Market(ready.customers);
  await market.open(ready.port);
  if (contestant === 'exchange') await market.deepen(ready.port);
  await sendMessage({ type: 'open', port: ready.port, quick: sockets - slow, slow });
  await sendMessage({ type: 'stall' });
  await market.calm();
  const stalledAt = performance.now();
  await run(market, 2000); // to warm up the code
  await sendMessage({ type: 'mark' });
  server.send({ type: 'mark' });
  const machineBefore = machineMillis();
  const stalled = readMemory(server);
  let most = stalled;
  const watch = setInterval(() => (most = Math.max(most, readMemory(server))), 200);
  await run(market, seconds * 1000);
  clearInterval(watch);
  const busyMillis = machineMillis() - machineBefore;
  if (contestant === 'exchange') await delay(Math.max(0, cutAfterMs - (performance.now() - stalledAt)));
  const after = readMemory(server);
  const load = await sendMessage<SubscriberResult>({ type: 'finish', acknowledgedAt: market.acknowledgedAt });
  market.close();
  const served = receiveMessage<ServerResult>(server);
  server.send({ type: 'finish', events: 1 });
  const { mainMicros, processMicros, orders, wrong } = await served;
  if (wrong.length > 0) throw new Error(`the books are wrong: ${wrong.join('; ')}`);
  if (orders !== market.ordersAccepted)
    throw new Error(`${market.ordersAccepted} orders were accepted, ${orders} are there`);
  return {
    ...load,
    mainShare: mainMicros / 1000 / (seconds * 1000),
    othersShare: Math.max(0, 1 - (processMicros / 1000 + load.clientMillis) / busyMillis),
    memory: { stalled, most, after },
  };
}

/** Sends prices at a steady pace, independent of how long each takes. */
async function run(market: Market, milliseconds: number): Promise<void> {
  const begin = performance.now();
  for (let turn = 1; performance.now() - begin < milliseconds; turn += 1) {
    await market.step();
    await delay(Math.max(0, begin + (turn * 1000) / pricesPerSecond - performance.now()));
  }
}

function readMemory(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

await withPostgres(async (postgres) => {
  const figures: Record<Contestant, Figures[]> = { echo: [], exchange: [] };
  for (let turn = 0; turn < runs; turn += 1) {
    const database = { ...postgres, database: `bench_${turn}` };
    for (const contestant of ['echo', 'exchange'] as const)
      figures[contestant].push(await measure(contestant, database));
  }
  const of = (contestant: Contestant, pick: (one: Figures) => number) =>
    median(figures[contestant].map(pick));
  const formatLatency = (contestant: Contestant) =>
    `p50 ${whole(of(contestant, (one) => one.p50))} ms, p99 ${whole(of(contestant, (one) => one.p99))} ms`;
  const memory = (contestant: Contestant, when: keyof Figures['memory']) =>
    whole(of(contestant, (one) => one.memory[when]));
  report([
    {
      what: `A new price at ${whole(sockets - slow)} sockets, while ${whole(slow)} others do not read`,
      figure: formatLatency('exchange'),
      beside: `bare ws ${formatLatency('echo')}`,
      bar: 'p99 250 ms',
    },
    {
      what: 'Memory of the server: slow readers stalled, maximum of the run, slow readers disconnected',
      figure: (['stalled', 'most', 'after'] as const)
        .map((when) => `${memory('exchange', when)} MiB`)
        .join(', '),
      beside: `bare ws, which disconnects no reader, ${memory('echo', 'stalled')} MiB, ${memory('echo', 'most')} MiB`,
    },
  ]);
  for (const contestant of ['echo', 'exchange'] as const) {
    const perSecond = (pick: (one: Figures) => number) => of(contestant, pick) / seconds;
    console.log(
      `  ${contestant === 'echo' ? 'bare ws' : 'the exchange'}: ${whole(perSecond((one) => one.events))} events/s received, ` +
        `${(perSecond((one) => one.bytes) / 1e6).toFixed(1)} MB/s, the slowest after ${whole(of(contestant, (one) => one.worst))} ms; ` +
        `main thread busy ${Math.round(of(contestant, (one) => one.mainShare) * 100)} % of the time; ` +
        `${whole(of(contestant, (one) => one.cut))} slow readers disconnected; ` +
        `others had ${Math.round(of(contestant, (one) => one.othersShare) * 100)} % of the machine's busy time`,
    );
  }
});
