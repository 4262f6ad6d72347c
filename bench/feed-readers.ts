/**
 * The process of the readers: each subscribes to the trades of the market, and on request to its best prices and book.
 *
 * A reader notes when it received which event. The events are the same for all readers, so each is read once, after the
 * measurement.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FeedResult, ToReaders } from './feed-messages.ts';
import { Latencies } from './latency.ts';
import { machineTime, requestNumbers } from './subscriber-messages.ts';
import { SubscriberSocket, openInGroups } from './subscriber-socket.ts';

const catchUpMs = 10_000;
const tradeEventHead = `{"m":3,"i":${requestNumbers.SubscribeTrades},`;
/** The list of rows begins with the id of the first trade. */
const rowsStart = '"o":"[[';

/** The order that caused each trade, by the first trade of the event: the newer one of the two. */
const takersByEvent = new Map<number, string | readonly number[]>();
let isMarked = false;
let frames = 0;
let bytes = 0;

class Reader {
  /** The first trade of each event and when it was received, alternating. */
  readonly received: number[] = [];
  #socket: SubscriberSocket | null = null;

  async open(port: number, index: number, withBooks: boolean): Promise<void> {
    const socket = await SubscriberSocket.open(port, index, (text) => this.#read(text));
    this.#socket = socket;
    if (withBooks) {
      await socket.subscribe('SubscribeLevel1');
      await socket.subscribe('SubscribeLevel2', { Depth: 10 });
    }
    await socket.subscribe('SubscribeTrades', { IncludeLastCount: 0 });
  }

  close(): void {
    this.#socket?.close();
  }

  #read(text: string): void {
    if (!isMarked) return;
    frames += 1;
    bytes += text.length;
    if (!text.startsWith(tradeEventHead)) return;
    const at = text.indexOf(rowsStart) + rowsStart.length;
    const first = Number.parseInt(text.slice(at, at + 16), 10);
    if (!takersByEvent.has(first)) takersByEvent.set(first, text);
    this.received.push(first, machineTime());
  }
}

const readers: Reader[] = [];
let cpuAtMark = process.cpuUsage();

async function open({ port, readers: count, withBooks }: ToReaders & { type: 'open' }): Promise<void> {
  for (let index = 0; index < count; index += 1) readers.push(new Reader());
  await openInGroups(readers, (reader, index) => reader.open(port, index, withBooks));
}

/** Reads the orders that caused the trades of an event, each once. */
function findTakers(first: number): readonly number[] {
  const known = takersByEvent.get(first) ?? [];
  if (typeof known !== 'string') return known;
  const rows = JSON.parse((JSON.parse(known) as { o: string }).o) as readonly (readonly number[])[];
  const takers = [...new Set(rows.map((row) => Math.max(row[4] ?? 0, row[5] ?? 0)))];
  takersByEvent.set(first, takers);
  return takers;
}

async function finish(acknowledged: readonly number[]): Promise<FeedResult> {
  const until = machineTime() + catchUpMs;
  const newest = () => Math.max(...readers.map(({ received }) => received.at(-2) ?? 0));
  // The last event reaches the last reader a little later than the first.
  for (let last = -1; last !== newest() || readers.some(({ received }) => received.at(-2) !== last);) {
    if (machineTime() > until) throw new Error('a reader has not received the last trades');
    last = newest();
    await delay(300);
  }
  const { user, system } = process.cpuUsage(cpuAtMark);
  const acknowledgedAt = new Map<number, number>();
  for (let i = 0; i < acknowledged.length; i += 2)
    acknowledgedAt.set(acknowledged[i] ?? 0, acknowledged[i + 1] ?? 0);
  const latencies = new Latencies();
  let pairs = 0;
  for (const { received } of readers)
    for (let i = 0; i < received.length; i += 2)
      for (const taker of findTakers(received[i] ?? 0)) {
        const at = acknowledgedAt.get(taker);
        if (at === undefined) continue; // it was sent before the measurement
        latencies.record(Math.max(0, (received[i + 1] ?? 0) - at) * 1000);
        pairs += 1;
      }
  const [p50 = 0, p99 = 0, worst = 0] = latencies.quantiles(0.5, 0.99, 1).map((micros) => micros / 1000);
  for (const reader of readers) reader.close();
  return { p50, p99, worst, pairs, frames, bytes, clientMillis: (user + system) / 1000 };
}

async function obey(message: ToReaders): Promise<object> {
  if (message.type === 'open') await open(message);
  else if (message.type === 'mark') {
    isMarked = true;
    cpuAtMark = process.cpuUsage();
  } else return finish(message.acknowledged);
  return { type: message.type };
}

process.on('message', (message: ToReaders) => {
  void obey(message).then((answer) => {
    process.send?.(answer);
    if (message.type === 'finish') process.disconnect();
  });
});
