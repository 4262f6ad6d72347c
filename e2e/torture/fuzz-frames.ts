/** Fuzzes the socket: valid and invalid frames of every call, on sockets that open and close in every way. */
import { calls, findCall } from '@salar/exchange/gateway/calls/registry';
import { socketEvents } from '@salar/exchange/gateway/socket/socket-events';
import { findAnswerFault, findShapeFault } from '@salar/testing/fuzz/fuzz-answers';
import { CallFuzzer, formatCall } from '@salar/testing/fuzz/fuzz-calls';
import type { Dice } from '@salar/testing/seeded-random';
import { pause } from './customers.ts';
import type { FuzzCustomers } from './fuzz-customers.ts';
import { buildGenerators } from './fuzz-generators.ts';
import { FuzzSocket, malformedFrames, readFrame } from './fuzz-socket.ts';
import type { ReceivedFrame } from './fuzz-socket.ts';

const socketsAtOnce = 8;
/** The number of pending requests of one socket. */
const windowMax = 48;
const lifeMin = 100;
const lifeMax = 1_500;
const patienceMs = 60_000;
const goodbyePatienceMs = 10_000;

type PendingRequest = { readonly name: string; readonly text: string };

const eventSchemas = new Map(socketEvents.map(({ name, schema }) => [name, schema]));

export class FuzzFrames {
  readonly #port: number;
  readonly #people: FuzzCustomers;
  readonly #dice: Dice;
  readonly #fuzzer: CallFuzzer;
  readonly #fail: (sentence: string) => void;
  #left = 0;
  sent = 0;
  answered = 0;
  events = 0;
  sockets = 0;

  constructor(port: number, people: FuzzCustomers, dice: Dice, fail: (sentence: string) => void) {
    this.#port = port;
    this.#people = people;
    this.#dice = dice;
    this.#fuzzer = new CallFuzzer(buildGenerators(calls, people, dice));
    this.#fail = fail;
  }

  /** Sends `count` frames. */
  async run(count: number): Promise<void> {
    this.#left = count;
    await Promise.all(
      Array.from({ length: socketsAtOnce }, async () => {
        while (this.#left > 0) await this.#oneLife();
      }),
    );
  }

  /** Uses one socket from its opening to its end, which is rarely a regular close. */
  async #oneLife(): Promise<void> {
    const dice = this.#dice;
    const waiting = new Map<number, PendingRequest>();
    const socket = await FuzzSocket.open(this.#port, (frame) => this.#onFrame(frame, waiting));
    this.sockets += 1;
    let number = 0;
    const ask = (name: string, text: string, write = () => socket.sendText(text)) => {
      waiting.set(number, { name, text });
      write();
    };
    if (dice.chance(0.8)) {
      const o = JSON.stringify({ SessionToken: this.#people.token });
      ask('WebAuthenticateUser', JSON.stringify({ m: 0, i: number, n: 'WebAuthenticateUser', o }));
    }
    for (let life = dice.int(lifeMin, lifeMax); life > 0 && this.#left > 0; life -= windowMax) {
      for (let at = 0; at < windowMax && this.#left > 0; at += 1) {
        this.#left -= 1;
        this.sent += 1;
        number += 2;
        this.#send(socket, number, ask);
      }
      if (!(await this.#allAnswered(socket, waiting))) return;
    }
    await this.#end(socket);
  }

  #send(socket: FuzzSocket, i: number, ask: (name: string, text: string, write?: () => void) => void): void {
    const dice = this.#dice;
    const kind = dice.weighted([
      [86, 'call'],
      [3, 'call in parts'],
      [2, 'unknown call'],
      [5, 'ignored text'],
      [2, 'binary'],
      [2, 'ping'],
    ] as const);
    if (kind === 'ignored text') socket.sendText(dice.pick(ignoredTexts));
    else if (kind === 'binary')
      socket.write(readFrame('binary', Buffer.from('{"m":0,"i":1,"n":"Ping","o":"{}"}')));
    else if (kind === 'ping') socket.write(readFrame('ping', Buffer.alloc(dice.int(0, 125), 'x')));
    else {
      const { name, payload } = this.#drawn();
      const n = kind === 'unknown call' ? dice.pick(unknownNames) : name;
      const m = dice.pick([0, 0, 0, 0, 2, 4, undefined]);
      const text = `{${m === undefined ? '' : `"m":${m},`}"i":${i},"n":${JSON.stringify(n)},"o":${payload}}`;
      if (kind === 'call in parts') ask(n, text, () => socket.write(inParts(Buffer.from(text))));
      else ask(n, text);
    }
  }

  /** Returns the payload as it is in the frame: JSON as text, or plain. */
  #drawn(): { readonly name: string; readonly payload: string } {
    const drawn = { ...this.#fuzzer.next(), method: 'POST' } as const;
    const body = formatCall(drawn);
    const isPlain = drawn.brokenBody === null && this.#dice.chance(0.06);
    return { name: drawn.name, payload: isPlain && body !== '' ? body : JSON.stringify(body) };
  }

  #onFrame(frame: ReceivedFrame, waiting: Map<number, PendingRequest>): void {
    if (frame.m === 3) {
      this.events += 1;
      const schema = eventSchemas.get(frame.n);
      const fault = schema ? findShapeFault(schema, JSON.parse(frame.o), 'the event') : 'nobody declared it';
      if (fault !== null) this.#fail(`event ${frame.n}: ${fault}: ${frame.o.slice(0, 300)}`);
      return;
    }
    const pending = waiting.get(frame.i);
    if (pending === undefined) {
      this.#fail(`an answer to nothing: ${JSON.stringify(frame).slice(0, 300)}`);
      return;
    }
    waiting.delete(frame.i);
    this.answered += 1;
    const fault = findFault(pending, frame);
    if (fault !== null) this.#fail(`frame ${pending.text}: ${fault}: ${JSON.stringify(frame).slice(0, 400)}`);
  }

  async #allAnswered(socket: FuzzSocket, waiting: ReadonlyMap<number, PendingRequest>): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    while (waiting.size > 0 && !socket.isClosed && Date.now() < deadline) await pause(2);
    const [first] = waiting.values();
    if (socket.isClosed)
      this.#fail(`a socket was closed on frames that are none to close on, ${first?.text}`);
    else if (first !== undefined) this.#fail(`a frame was never answered: ${first.text}`);
    if (socket.fault !== null) this.#fail(socket.fault);
    if (first !== undefined) socket.destroy();
    return first === undefined && !socket.isClosed;
  }

  async #end(socket: FuzzSocket): Promise<void> {
    const dice = this.#dice;
    if (dice.chance(0.3)) {
      for (let at = 0; at < 500; at += 1) socket.write(readFrame('ping', Buffer.alloc(100, 'x')));
      for (const n of subscriptions)
        for (let i = 0; i < 40; i += 2)
          socket.sendText(JSON.stringify({ m: 2, i: i + 1, n, o: '{"InstrumentId":1}' }));
      socket.destroy(); // before the response
      return;
    }
    const frame = dice.pick(malformedFrames);
    socket.write(frame);
    const said = await Promise.race([socket.closed, pause(goodbyePatienceMs).then(() => 'nothing')]);
    if (said === 'nothing') this.#fail(`a socket stays open after ${frame.subarray(0, 16).toString('hex')}`);
    socket.destroy();
  }
}

function findFault({ name }: PendingRequest, { m, n, o }: ReceivedFrame): string | null {
  if (n !== name) return 'another name';
  const call = findCall(name);
  if (call === undefined) return m === 5 && o === 'Endpoint Not Found' ? null : 'an unknown call is known';
  if (o.includes('"Service Unavailable"')) return 'an outage';
  const refused = o === 'TOO MANY REQUESTS' ? 429 : 400;
  return findAnswerFault(call.outputSchema, { status: m === 1 ? 200 : refused, body: o });
}

function inParts(text: Buffer): Buffer {
  const middle = Math.floor(text.length / 2);
  return Buffer.concat([
    readFrame('text', text.subarray(0, middle), { isPart: true }),
    readFrame('ping', Buffer.alloc(3)),
    readFrame('continuation', text.subarray(middle)),
  ]);
}

const subscriptions = ['SubscribeLevel1', 'SubscribeLevel2', 'SubscribeTrades', 'SubscribeTicker'] as const;

const unknownNames = [
  'Nothing',
  '',
  '__proto__',
  'constructor',
  'toString',
  'Ping ',
  'Ping\u0000',
  'x'.repeat(80),
];

/** Frames without a response, because a response could not be matched to a request. */
const ignoredTexts: readonly string[] = [
  '',
  ' ',
  'null',
  '[]',
  '1',
  '"text"',
  '{',
  '{}',
  '['.repeat(5_000),
  '{"m":1,"i":1,"n":"Ping","o":"{}"}',
  '{"m":3,"i":1,"n":"Ping","o":"{}"}',
  '{"m":5,"i":1,"n":"Ping","o":"{}"}',
  '{"m":"0","i":1,"n":"Ping","o":"{}"}',
  '{"m":0,"i":1.5,"n":"Ping","o":"{}"}',
  '{"m":0,"i":1e300,"n":"Ping","o":"{}"}',
  '{"m":0,"i":9007199254740992,"n":"Ping","o":"{}"}',
  '{"m":0,"i":"1","n":"Ping","o":"{}"}',
  '{"m":0,"i":null,"n":"Ping"}',
  '{"m":0,"i":1,"n":7}',
  '{"m":0,"i":1,"n":{}}',
  `{"m":0,"i":1,"n":"${'x'.repeat(81)}"}`,
  '{"m":0,"i":1}',
  '{"__proto__":{"n":"Ping"}}',
];
