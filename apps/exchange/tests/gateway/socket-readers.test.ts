/**
 * Text frames are read and written by our own reader and writer, everything else by `ws`. Whatever bytes a client sends,
 * in whatever pieces, it receives the bytes that it would receive from `ws` alone.
 *
 * `READER_SOCKETS` sets the number of random connections, and `READER_SEED` another seed.
 */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { silentLog } from '@salar/services/ports/log';
import { createSeededRandom, Dice } from '@salar/testing/seeded-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { bodyBytesMax } from '../../src/gateway/http/read-request.ts';
import { readFrame, writeFrame } from '../../src/gateway/socket/frame.ts';
import { ConnectionMemory } from '../../src/gateway/connections/connection-memory.ts';
import { localSocketLimits } from '../../src/gateway/socket/socket-limits.ts';
import { SocketServer } from '../../src/gateway/socket/socket-server.ts';
import type { SocketServerOptions } from '../../src/gateway/socket/socket-server.ts';

const count = Number(process.env['READER_SOCKETS'] ?? 100);
const seed = Number(process.env['READER_SEED'] ?? 20261123);

let ours: Server;
let library: Server;
/** The texts that each server has read. */
const read = { ours: [] as string[], library: [] as string[] };

beforeAll(async () => {
  ours = createServer();
  const dispatch = (
    _call: unknown,
    _request: unknown,
    { text }: { readonly text: string | null },
    answer: (result: { readonly body: string }) => void,
  ) => {
    read.ours.push(text ?? '');
    answer({ body: text ?? '' });
  };
  const memory = new ConnectionMemory({ bytesMax: 2 ** 40, log: silentLog });
  const options = {
    server: ours,
    dispatcher: { dispatch, noteMalformedFrame: () => undefined },
    limits: localSocketLimits,
    memory,
    isProxy: () => false,
    mayOpen: () => true,
    findCall: () => ({}),
    log: silentLog,
  };
  void new SocketServer(options as unknown as SocketServerOptions);
  library = createServer();
  const handshakes = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: bodyBytesMax,
  });
  library.on('upgrade', (request, tcpSocket, head) =>
    handshakes.handleUpgrade(request, tcpSocket, head, (socket) => {
      socket.on('error', () => undefined);
      socket.on('message', (data, isBinary) => {
        const frame = isBinary ? null : readFrame((data as Buffer).toString('utf8'));
        if (frame === null) return;
        read.library.push(frame.payload ?? '');
        socket.send(writeFrame('reply', frame, frame.payload ?? ''));
      });
    }),
  );
  for (const server of [ours, library]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const server of [ours, library]) server.close();
});

type FrameOptions = {
  readonly opcode?: number;
  readonly isFinal?: boolean;
  readonly reserved?: number;
  readonly mask?: Buffer | null;
  /** Writes the length in eight bytes, or more bytes than it needs. */
  readonly lengthBytes?: 2 | 8;
};
const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

function encode(payload: Buffer, options: FrameOptions = {}): Buffer {
  const {
    opcode = opcodes.text,
    isFinal = true,
    reserved = 0,
    mask = Buffer.from([7, 0, 200, 91]),
  } = options;
  const { length } = payload;
  const lengthBytes = options.lengthBytes ?? (length < 126 ? 0 : length < 0x1_0000 ? 2 : 8);
  const head = Buffer.alloc(2 + lengthBytes);
  head[0] = (isFinal ? 0x80 : 0) | (reserved << 4) | opcode;
  head[1] = (mask === null ? 0 : 0x80) | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) head.writeUInt16BE(length, 2);
  if (lengthBytes === 8) head.writeBigUInt64BE(BigInt(length), 2);
  if (mask === null) return Buffer.concat([head, payload]);
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at & 3] ?? 0))]);
}

const call = (i: number, payload: string) =>
  Buffer.from(JSON.stringify({ m: 0, i, n: 'SendOrder', o: payload }));
const closeFrame = encode(Buffer.from([0x03, 0xe8]), { opcode: opcodes.close });

/** Sends the pieces on a new connection, closes it, and returns everything that was received. */
async function play(server: Server, pieces: readonly Buffer[]): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => (received += text));
  socket.on('error', () => undefined); // the server disconnected while we sent
  socket.write(
    'GET /WSGateway HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  while (!received.endsWith('\r\n\r\n')) await once(socket, 'data');
  received = '';
  const ended = once(socket, 'end');
  ended.catch(() => undefined);
  for (const piece of pieces) {
    if (!socket.writable || socket.readableEnded) break;
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await ended;
  socket.destroy();
  return received;
}

async function playOnBoth(pieces: readonly Buffer[]): Promise<readonly [ours: string, library: string]> {
  read.ours.length = 0;
  read.library.length = 0;
  return Promise.all([play(ours, pieces), play(library, pieces)]);
}

/** Splits the bytes at random places. */
function split(dice: Dice, bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = dice.pick([1, 2, 3, dice.int(1, 20), dice.int(1, 300), dice.int(1, 100_000)]);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces.length > 200 ? [bytes] : pieces;
}

function drawFrames(dice: Dice, number: number): Buffer {
  const text = dice.pick(['{}', '{"OMSId":1,"Quantity":0.5}', 'ação €', '😀', 'x'.repeat(dice.int(0, 700))]);
  const mask = dice.pick([Buffer.alloc(4), Buffer.from([1, 2, 3, 4]), Buffer.from([255, 0, 128, 9])]);
  const payload = call(number, text);
  const half = dice.int(0, payload.length);
  return dice.weighted<Buffer>([
    [60, encode(payload, { mask })],
    [5, encode(call(number, text.repeat(90)), { mask })],
    [8, encode(Buffer.from(text).subarray(0, 125), { opcode: opcodes.ping, mask })],
    [4, encode(Buffer.alloc(dice.int(0, 125)), { opcode: opcodes.pong, mask })],
    [4, encode(Buffer.from(text), { opcode: opcodes.binary, mask })],
    [3, encode(Buffer.from(dice.pick(['', 'x', '{}', '[1]', '{"m":9}'])), { mask })],
    [
      2,
      Buffer.concat([
        encode(payload.subarray(0, half), { isFinal: false, mask }),
        encode(Buffer.from('between'), { opcode: opcodes.ping, mask }),
        encode(payload.subarray(half), { opcode: opcodes.continuation, mask }),
      ]),
    ],
    [1, encode(call(number, text), { lengthBytes: dice.pick([2, 8]), mask })],
    [1, encode(call(number, 'y'.repeat(70_000)), { mask })],
    [1, encode(Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), { mask })],
    [1, encode(payload, { mask: null })],
    [1, encode(payload, { reserved: dice.int(1, 7), mask })],
    [1, encode(payload, { opcode: dice.int(0, 15), mask })],
    [1, encode(Buffer.alloc(126), { opcode: opcodes.ping, mask })],
    [1, encode(payload, { isFinal: false, mask })],
    [1, closeFrame],
  ]);
}

test(
  `${count} random connections receive from our reader what ws alone would send`,
  async () => {
    const dice = new Dice(createSeededRandom(seed));
    for (let connection = 0; connection < count; connection += 1) {
      const frames = Array.from({ length: dice.int(1, 30) }, (_, at) => drawFrames(dice, at * 2));
      const bytes = Buffer.concat([...frames, closeFrame]);
      const pieces = split(dice, bytes);
      let [first, second] = await playOnBoth(pieces);
      // A server that disconnects while we send can discard what we have not read yet, so a difference must repeat.
      if (first !== second) [first, second] = await playOnBoth(pieces);
      expect(first, `connection ${connection}`).toBe(second);
      expect(read.ours, `connection ${connection}`).toEqual(read.library);
    }
  },
  count * 100 + 60_000,
);

test('a frame that arrives byte by byte is answered as a whole', async () => {
  const bytes = Buffer.concat([encode(call(8, '{"Text":"ç"}')), closeFrame]);
  const [first, second] = await playOnBoth([...bytes].map((byte) => Buffer.from([byte])));
  expect(first).toBe(second);
  expect(first).toContain('"i":8');
});

test('many frames in one piece are answered in their order, before the close frame', async () => {
  const frames = Array.from({ length: 200 }, (_, at) => encode(call(at * 2, at % 7 === 0 ? 'ñ' : '{}')));
  const [first, second] = await playOnBoth([Buffer.concat([...frames, closeFrame])]);
  expect(first).toBe(second);
  expect(first.match(/"i":\d+/g)).toEqual(frames.map((_, at) => `"i":${at * 2}`));
});
