/**
 * The process of the subscribers: quick ones that read each event as it arrives, and slow ones that request more than
 * they read and then stop reading.
 *
 * It uses plain sockets and not the client's, because two thousand clients that parse every message would take the time
 * that is measured.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Latencies } from './latency.ts';
import { firstPriceCents, machineTime, requestNumbers } from './subscriber-messages.ts';
import type { SubscriberResult, ToSubscribers } from './subscriber-messages.ts';
import { SubscriberSocket, getLocalAddress, openInGroups, writeCall } from './subscriber-socket.ts';

/** The number of whole books that a slow reader requests: more than the system buffers for it. */
const booksRequested = 240;
const catchUpMs = 10_000;

/** A subscriber that reads every event and records when it received which price. */
class QuickReader {
  /** Prices and times, alternating. */
  received: number[] = [];
  last = -1;
  events = 0;
  bytes = 0;
  #socket: SubscriberSocket | null = null;

  async open(port: number, index: number): Promise<void> {
    const socket = await SubscriberSocket.open(port, index, (text) => this.#read(text));
    this.#socket = socket;
    await socket.subscribe('SubscribeLevel1');
    if (index % 4 === 1) await socket.subscribe('SubscribeLevel2', { Depth: 10 });
    if (index % 4 === 3) await socket.subscribe('SubscribeTrades', { IncludeLastCount: 0 });
  }

  /** Clears the recorded prices. */
  mark(): void {
    this.received = [];
    this.events = 0;
    this.bytes = 0;
  }

  close(): void {
    this.#socket?.close();
  }

  #read(text: string): void {
    this.events += 1;
    this.bytes += text.length;
    if (!text.startsWith(`{"m":3,"i":${requestNumbers.SubscribeLevel1},`)) return;
    const at = text.indexOf('BestBid') + 'BestBid\\":'.length;
    const price = Math.round(Number.parseFloat(text.slice(at, at + 16)) * 100) - firstPriceCents;
    if (price <= this.last) return;
    this.last = price;
    this.received.push(price, machineTime());
  }
}

class SlowReader {
  isClosed = false;
  #socket: WebSocket | null = null;

  async open(port: number, index: number): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/WSGateway`, {
      localAddress: getLocalAddress(index),
      perMessageDeflate: false,
    });
    socket.on('close', () => (this.isClosed = true));
    await once(socket, 'open');
    socket.on('error', () => undefined); // it is disconnected
    for (const [call, number] of Object.entries(requestNumbers)) {
      socket.send(writeCall(call, number, { Depth: 10 }));
      await once(socket, 'message');
    }
    this.#socket = socket;
  }

  stall(): void {
    this.#socket?.pause();
    for (let i = 0; i < booksRequested; i += 1)
      this.#socket?.send(writeCall('GetL2Snapshot', 1000 + i, { Depth: 1000 }));
  }

  look(): void {
    this.#socket?.resume();
  }

  close(): void {
    this.#socket?.terminate();
  }
}

const quick: QuickReader[] = [];
const slow: SlowReader[] = [];
let cpuAtMark = process.cpuUsage();

async function open(port: number, counts: { readonly quick: number; readonly slow: number }): Promise<void> {
  for (let i = 0; i < counts.quick; i += 1) quick.push(new QuickReader());
  for (let i = 0; i < counts.slow; i += 1) slow.push(new SlowReader());
  await openInGroups([...quick, ...slow], (reader, index) => reader.open(port, index));
}

async function finish(acknowledgedAt: readonly number[]): Promise<SubscriberResult> {
  const newest = acknowledgedAt.length - 1;
  const until = machineTime() + catchUpMs;
  while (quick.some(({ last }) => last < newest)) {
    if (machineTime() > until) throw new Error('a quick subscriber has not received the last price');
    await delay(10);
  }
  const { user, system } = process.cpuUsage(cpuAtMark);
  const latencies = new Latencies();
  for (const { received } of quick) {
    let next = received[0] ?? 0; // prices before the mark were not recorded
    for (let i = 0; i < received.length; i += 2)
      for (; next <= (received[i] ?? 0); next += 1)
        latencies.record(Math.max(0, (received[i + 1] ?? 0) - (acknowledgedAt[next] ?? 0)) * 1000);
  }
  for (const one of slow) one.look();
  // Each reads the buffered data before it sees that it was disconnected.
  const seenUntil = machineTime() + catchUpMs;
  while (slow.some(({ isClosed }) => !isClosed) && machineTime() < seenUntil) await delay(10);
  const [p50 = 0, p99 = 0, worst = 0] = latencies.quantiles(0.5, 0.99, 1).map((micros) => micros / 1000);
  const result = {
    p50,
    p99,
    worst,
    events: quick.reduce((sum, one) => sum + one.events, 0),
    bytes: quick.reduce((sum, one) => sum + one.bytes, 0),
    cut: slow.filter(({ isClosed }) => isClosed).length,
    clientMillis: (user + system) / 1000,
  };
  for (const one of [...quick, ...slow]) one.close();
  return result;
}

async function obey(message: ToSubscribers): Promise<object> {
  if (message.type === 'open') await open(message.port, message);
  else if (message.type === 'stall') for (const one of slow) one.stall();
  else if (message.type === 'mark') {
    for (const one of quick) one.mark();
    cpuAtMark = process.cpuUsage();
  } else return finish(message.acknowledgedAt);
  return { type: message.type };
}

process.on('message', (message: ToSubscribers) => {
  void obey(message).then((answer) => {
    process.send?.(answer);
    if (message.type === 'finish') process.disconnect();
  });
});
