/**
 * One client connection while the order reader reads it: one request at a time, until it carries anything but an order
 * or a cancel in the simple form; then `node:http` reads it to its end, beginning with the bytes already received.
 */
import type { Socket } from 'node:net';
import type { Log } from '@salar/services/ports/log';
import type { CallDispatcher, DispatchResult } from '../call-dispatcher.ts';
import { resolveClientAddress } from '../http/client-address.ts';
import type { ProxyCheck } from '../http/client-address.ts';
import type { CrossOrigin } from '../http/cross-origin.ts';
import { toHttpAnswer } from '../http/http-answer.ts';
import { HttpRequest } from '../http/http-request.ts';
import { readFields } from '../http/read-request.ts';
import { readOrderHead } from './order-head.ts';
import type { OrderHead } from './order-head.ts';
import { writeHttpAnswer } from './write-answer.ts';
import type { SiteHeaders } from './write-answer.ts';

export type OrderConnectionOptions = {
  readonly socket: Socket;
  readonly dispatcher: CallDispatcher;
  readonly isProxy: ProxyCheck;
  /** How long an idle connection is kept. */
  readonly keepAliveMs: number;
  /** The headers of every answer. */
  readonly siteHeaders: SiteHeaders;
  readonly crossOrigin: CrossOrigin;
  /** How long a new connection may be silent, and a body incomplete, before `node:http` and its limits take over. */
  readonly patienceMs: number;
  /** True once the gateway is stopping: new requests are answered by the other reader. */
  readonly isClosing: () => boolean;
  /** Gives the connection to `node:http`. */
  readonly openWithNode: (socket: Socket) => void;
  readonly onGone: () => void;
  readonly log: Log;
};

type State =
  /** Waits for the first request. */
  | 'new'
  /** Waits for a further request. */
  | 'idle'
  /** Waits for the rest of a body. */
  | 'receiving'
  | 'answering'
  /** Waits until the client has received its answer. */
  | 'draining'
  /** Closed, or read by `node:http`. */
  | 'gone';

export class OrderConnection {
  readonly #options: OrderConnectionOptions;
  readonly #socket: Socket;
  #state: State = 'new';
  /** Bytes received and not yet read. */
  #chunks: Buffer[] = [];
  #received = 0;
  /** The length of the request whose body is arriving. */
  #expected = 0;
  #patience: NodeJS.Timeout | null = null;

  constructor(options: OrderConnectionOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#socket.setTimeout(options.patienceMs);
    this.#socket.on('data', this.#receive);
    this.#socket.on('end', this.#ended);
    this.#socket.on('timeout', this.#waitedEnough);
    this.#socket.on('drain', this.#drained);
    this.#socket.on('error', ignoreError);
    this.#socket.on('close', this.#leave);
  }

  get isIdle(): boolean {
    return this.#state === 'new' || this.#state === 'idle';
  }

  /** Stops: an idle connection is closed, an unfinished request is answered first. */
  close(): void {
    if (this.isIdle) this.#socket.destroy();
    else if (this.#state === 'receiving') this.#handOver();
    else if (this.#state === 'draining') this.#socket.destroySoon();
  }

  readonly #receive = (bytes: Buffer): void => {
    this.#chunks.push(bytes);
    this.#received += bytes.length;
    if (this.#state === 'answering' || this.#state === 'draining') this.#socket.pause();
    else if (this.#state !== 'receiving' || this.#received >= this.#expected) this.#read();
  };

  /** Reads the request that the received bytes begin with. */
  #read(): void {
    this.#stopWaiting();
    const bytes = this.#joinChunks();
    const request = this.#options.isClosing() ? null : readOrderHead(bytes);
    if (request === null) {
      this.#handOver();
    } else if (bytes.length < request.length) {
      this.#state = 'receiving';
      this.#expected = request.length;
      this.#patience = setTimeout(() => this.#handOver(), this.#options.patienceMs);
    } else {
      this.#chunks = [];
      this.#received = 0;
      this.#state = 'answering';
      this.#run(request, bytes.subarray(request.bodyAt));
    }
  }

  #run({ call, method, target, headers, bodyText }: OrderHead, body: Buffer): void {
    const { dispatcher, isProxy, keepAliveMs, log } = this.#options;
    if (this.#socket.timeout !== keepAliveMs) this.#socket.setTimeout(keepAliveMs);
    const ip = resolveClientAddress({ headers, socket: this.#socket }, isProxy);
    // Only a sign-in has a device to keep.
    const request = new HttpRequest({ ip, headers, method, target, body, keepDevice: () => undefined });
    const fields = { read: () => readFields(noQuery, body, call.bareList), text: bodyText };
    dispatcher.dispatch(call, request, fields, (result) => {
      try {
        this.#answer(request, call, result);
      } catch (error) {
        log.error({ err: error }, 'failed to send an answer');
        this.#socket.destroy();
      }
    });
  }

  #answer(request: HttpRequest, call: OrderHead['call'], result: DispatchResult): void {
    if (this.#state === 'gone' || !this.#socket.writable) return;
    const headers = this.#options.crossOrigin.find(call, request.header('origin'));
    const { text, isAscii } = writeHttpAnswer(toHttpAnswer(call, result, headers), request, this.#options);
    this.#socket.write(text, isAscii ? 'latin1' : 'utf8');
    if (this.#socket.writableNeedDrain) this.#state = 'draining';
    else this.#readNext();
  }

  readonly #drained = (): void => {
    if (this.#state === 'draining') this.#readNext();
  };

  #readNext(): void {
    this.#state = 'idle';
    if (this.#received > 0) {
      this.#socket.resume();
      this.#read();
    } else if (this.#options.isClosing()) this.#socket.destroySoon();
  }

  /** Lets `node:http` read everything from the first byte that was not answered. */
  #handOver(hasEnded = false): void {
    const socket = this.#socket;
    const bytes = this.#joinChunks();
    this.#leave();
    socket.setTimeout(0);
    socket.off('data', this.#receive);
    socket.off('end', this.#ended);
    socket.off('timeout', this.#waitedEnough);
    socket.off('drain', this.#drained);
    socket.off('error', ignoreError);
    socket.off('close', this.#leave);
    this.#options.openWithNode(socket);
    // Its listeners receive what ours did, in the same order.
    if (bytes.length > 0) socket.emit('data', bytes);
    if (hasEnded) socket.emit('end');
  }

  /** The client sends no more: as with `node:http`, it gets no answer that is not there yet. */
  readonly #ended = (): void => {
    if (this.#state === 'receiving') this.#handOver(true);
    else this.#socket.end();
  };

  readonly #waitedEnough = (): void => {
    if (this.#state === 'new') this.#handOver();
    else if (this.#state === 'idle' || this.#state === 'draining') this.#socket.destroy();
  };

  readonly #leave = (): void => {
    this.#stopWaiting();
    this.#state = 'gone';
    this.#chunks = [];
    this.#options.onGone();
  };

  #joinChunks(): Buffer {
    const [first] = this.#chunks;
    if (this.#chunks.length !== 1 || first === undefined) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0] as Buffer;
  }

  #stopWaiting(): void {
    if (this.#patience !== null) clearTimeout(this.#patience);
    this.#patience = null;
  }
}

const noQuery = Object.freeze({});

/** The socket closes itself after an error. */
function ignoreError(): void {
  // The close follows.
}
