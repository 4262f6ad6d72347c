/**
 * One customer's WebSocket: receives frames, dispatches calls, sends frames. It signs in once; its session is checked
 * with every call.
 *
 * Everything that could pile up has a limit: requests in flight, bytes that the reader has not received, refusals. What it
 * holds is reported, because all connections together have a limit, too.
 */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { assert } from '@salar/protocol';
import { refused, writeGeneric } from '@salar/protocol/wire';
import type { Log } from '@salar/services/ports/log';
import type { Origin } from '@salar/services/ports/request-origin';
import type { ConnectionAccount } from '../connections/connection-memory.ts';
import { CallRefusal } from '../call.ts';
import type { Call, IncomingRequest } from '../call.ts';
import { writeAnswerBody } from '../call-dispatcher.ts';
import type { CallDispatcher, DispatchResult } from '../call-dispatcher.ts';
import { notAuthorized } from '../guard/guard.ts';
import { encodeFrame, readFrame, writeFrame } from './frame.ts';
import type { AnswerKind, Frame } from './frame.ts';
import { FrameWriter } from './frame-writer.ts';
import { RequestIntake } from './request-intake.ts';
import type { CustomerSocketLimits } from './socket-limits.ts';
import { Subscriptions } from './subscriptions.ts';

/** Close codes of RFC 6455 and of its registry (1013: try again later), with the reason that we send. */
const closeReasons = {
  goingAway: { code: 1001, reason: 'GOING AWAY' },
  tooManyRequests: { code: 1008, reason: 'TOO MANY REQUESTS' },
  tooManySockets: { code: 1008, reason: 'TOO MANY SOCKETS' },
  readerTooSlow: { code: 1013, reason: 'READER TOO SLOW' },
} as const;

/** How many rate-limit refusals in a row close a socket. */
const limitedMax = 100;
/** The memory of a subscription, roughly. */
const subscriptionBytes = 1024;

export type CustomerSocketOptions = {
  readonly socket: WebSocket;
  /** The connection under the socket. */
  readonly wire: Socket;
  readonly origin: Origin;
  readonly dispatcher: CallDispatcher;
  readonly limits: CustomerSocketLimits;
  /** Counts a socket of the customer; false when there are too many. */
  readonly enterCustomer: (userId: number) => boolean;
  readonly leaveCustomer: (userId: number) => void;
  /** Where it reports what it holds. */
  readonly memory: ConnectionAccount;
  /** Returns the bytes of a frame that is not complete. */
  readonly getUnread: () => number;
  /** Finds a call by name; undefined for an unknown name. */
  readonly findCall: (name: string) => Call | undefined;
  readonly log: Log;
};

export class CustomerSocket {
  readonly #options: CustomerSocketOptions;
  readonly #closed: Promise<void>;
  readonly #writer: FrameWriter;
  readonly #intake: RequestIntake;
  readonly #subscriptions = new Subscriptions({
    send: ({ sequence }, event) => this.#writeEvent(event.frame(sequence)),
    isBehind: () => this.#options.wire.writableNeedDrain,
  });
  #request: IncomingRequest;
  /** The request that signed the socket in; null while it is anonymous. */
  #signedInBy: Frame | null = null;
  /** The customer whose sockets this one was counted with. */
  #customer: number | null = null;
  #stopWatching: () => void = () => undefined;
  /** Resolves when a request that changes the session is answered; later requests wait for it. */
  #sessionChange: Promise<void> | null = null;
  #limitedInRow = 0;
  /** Bytes of events sent while the reader was behind. */
  #eventBytes = 0;
  #drainTimer: NodeJS.Timeout | null = null;
  #closeTimer: NodeJS.Timeout | null = null;

  constructor(options: CustomerSocketOptions) {
    this.#options = options;
    this.#request = toIncomingRequest(options.origin, { token: null });
    this.#intake = new RequestIntake({ ...options, run: (frame) => this.#run(frame) });
    this.#writer = new FrameWriter({
      wire: options.wire,
      onWritten: () => this.#checkReader(),
      onFailed: (error) => this.#fail(error),
    });
    this.#options.socket.on('message', (data, isBinary) => {
      if (!isBinary) this.read((data as Buffer).toString('utf8'));
      this.reportMemory();
    });
    this.#options.socket.on('ping', () => this.#checkReader()); // pongs wait for the reader too
    this.#options.socket.on('error', () => this.#options.dispatcher.noteMalformedFrame()); // a malformed frame: the library closes the socket with its code
    this.#closed = new Promise((resolve) => {
      this.#options.socket.on('close', () => {
        this.#clearDrainTimer();
        this.#stopWatching();
        this.#belongTo(null);
        this.#subscriptions.endAll();
        if (this.#closeTimer !== null) clearTimeout(this.#closeTimer);
        resolve();
      });
    });
    this.#options.wire.on('drain', () => this.#drained());
  }

  get isSignedIn(): boolean {
    return this.#signedInBy !== null;
  }

  /** Disconnects at once. */
  end(): void {
    this.#options.socket.terminate();
  }

  /** Accepts no more requests, answers those in flight, and closes. */
  async close(): Promise<void> {
    this.#options.socket.pause();
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#options.limits.finishTimeoutMs);
    });
    await Promise.race([this.#intake.waitUntilIdle(), tooLong]);
    clearTimeout(timer);
    this.#close(closeReasons.goingAway);
    await this.#closed;
  }

  /** Receives the text of a frame. */
  read(text: string): void {
    if (!this.#isOpen()) return;
    const frame = readFrame(text);
    if (frame === null) return this.#options.dispatcher.noteMalformedFrame();
    this.#intake.receive(frame);
  }

  /** Reports what the socket holds beside its connection. */
  reportMemory(): void {
    const { memory, getUnread } = this.#options;
    memory.report(this.#intake.bytes + getUnread() + this.#subscriptions.size * subscriptionBytes);
  }

  #run(frame: Frame): void {
    if (this.#sessionChange === null) this.#take(frame);
    else this.#sessionChange.then(() => this.#take(frame)).catch((error: unknown) => this.#fail(error));
  }

  #take(frame: Frame): void {
    const call = this.#options.findCall(frame.name);
    if (call === undefined) {
      this.#write('error', frame, 'Endpoint Not Found');
      this.#intake.answered(frame);
      return;
    }
    const subscriptions = call.transport === 'socket' ? this.#subscriptions.forRequest(frame) : null;
    const request = subscriptions === null ? this.#request : { ...this.#request, subscriptions };
    const dispatch = (ended: () => void) => {
      const fields = { read: () => frame.readFields(call.bareList), text: frame.payload };
      this.#options.dispatcher.dispatch(call, request, fields, (result) => {
        try {
          this.#writeAnswer(call, frame, result);
          subscriptions?.answered();
          this.#intake.answered(frame);
        } catch (error) {
          this.#fail(error);
        }
        ended();
      });
    };
    if (call.session === undefined) dispatch(ignoreEnd);
    else this.#delayOthers(new Promise(dispatch));
  }

  /** Delays later requests until a sign-in is answered, so that they run in its session. */
  #delayOthers(sent: Promise<void>): void {
    const change = sent.then(() => {
      if (this.#sessionChange === change) this.#sessionChange = null;
    });
    this.#sessionChange = change;
  }

  #writeAnswer(call: Call, frame: Frame, answered: DispatchResult): void {
    if (answered === notAuthorized) {
      this.#sessionIsOver();
      this.#write('error', frame, notSignedIn);
    } else if (!('tryLater' in answered)) {
      assert(!('conflict' in answered), 'requests of a socket have no idempotency key');
      this.#limitedInRow = 0;
      const body = writeAnswerBody(call, answered);
      if (call.session !== undefined && !(answered instanceof CallRefusal))
        this.#changeSession(call.session, frame, body);
      this.#write('reply', frame, body);
    } else if (answered.tryLater === 'outage') {
      this.#write('error', frame, unavailable(answered.seconds));
    } else {
      this.#write('error', frame, 'TOO MANY REQUESTS');
      this.#limitedInRow += 1;
      if (this.#limitedInRow >= limitedMax) this.#close(closeReasons.tooManyRequests);
    }
  }

  #changeSession(change: 'begins' | 'ends', frame: Frame, body: string): void {
    const {
      SessionToken: token,
      UserId: userId,
      Pending2FaToken: pendingToken,
    } = JSON.parse(body) as {
      readonly SessionToken?: string;
      readonly UserId?: number;
      readonly Pending2FaToken?: string;
    };
    if (change === 'begins' && token === undefined) {
      // The sign-in was refused, or waits for a code that this socket will send: until then the session stays the
      // same.
      if (pendingToken !== undefined)
        this.#request = toIncomingRequest(this.#options.origin, { token: this.#request.token, pendingToken });
      return;
    }
    if (!this.#belongTo(change === 'ends' ? null : (userId ?? this.#customer))) {
      this.#close(closeReasons.tooManySockets);
      return;
    }
    this.#signedInBy = change === 'begins' ? frame : null;
    this.#become(token ?? null);
  }

  /** Counts the socket with those of a customer. @returns false when the customer has too many */
  #belongTo(customer: number | null): boolean {
    if (customer === this.#customer) return true;
    if (this.#customer !== null) this.#options.leaveCustomer(this.#customer);
    this.#customer = null;
    if (customer !== null && !this.#options.enterCustomer(customer)) return false;
    this.#customer = customer;
    return true;
  }

  /** Puts the socket into the session of this token, and watches for its end. */
  #become(token: string | null): void {
    this.#stopWatching();
    this.#subscriptions.endPrivate();
    this.#request = toIncomingRequest(this.#options.origin, { token });
    this.#stopWatching = this.#options.dispatcher.onSessionEnded(this.#request, () => {
      // A request of this socket may be ending the session or replacing its token: its answer decides.
      const change = this.#sessionChange ?? Promise.resolve();
      change
        .then(() => {
          if (this.#request.token === token) this.#sessionIsOver();
        })
        .catch((error: unknown) => this.#fail(error));
    });
  }

  /** Handles a session that ended elsewhere or expired. */
  #sessionIsOver(): void {
    const signedInBy = this.#signedInBy;
    if (signedInBy === null) return;
    this.#signedInBy = null;
    this.#belongTo(null);
    this.#become(null);
    this.#write('event', { sequence: signedInBy.sequence, name: 'LogoutEvent' }, '{}');
  }

  #write(
    kind: AnswerKind,
    frame: { readonly sequence: number; readonly name: string },
    payload: string,
  ): void {
    if (this.#isOpen()) this.#writer.write(encodeFrame(writeFrame(kind, frame, payload)));
  }

  #writeEvent(frame: Buffer | null): void {
    if (frame === null || !this.#isOpen()) return;
    this.#writer.write(frame);
    // A burst, such as the end of every order, says nothing about the reader.
    this.#eventBytes = this.#writer.wasBehind ? this.#eventBytes + frame.length : 0;
  }

  /** Limits the time and the bytes that a reader has to catch up. */
  #checkReader(): void {
    this.reportMemory();
    if (!this.#isOpen()) return;
    const { bufferedMax, eventBytesMax, drainTimeoutMs } = this.#options.limits;
    const { bufferedAmount } = this.#options.socket;
    if (bufferedAmount > bufferedMax || this.#eventBytes > eventBytesMax) {
      this.#close(closeReasons.readerTooSlow);
    } else if (this.#options.wire.writableNeedDrain) {
      this.#drainTimer ??= setTimeout(() => this.#close(closeReasons.readerTooSlow), drainTimeoutMs);
    }
    this.#intake.adjust();
  }

  #drained(): void {
    this.#clearDrainTimer();
    this.#eventBytes = 0;
    try {
      this.#intake.adjust();
      this.#subscriptions.sendKept();
    } catch (error) {
      this.#fail(error); // an event is written here, and nothing catches the exceptions of a stream's listener
    }
  }

  #close({ code, reason }: { readonly code: number; readonly reason: string }): void {
    if (!this.#isOpen()) return;
    this.#clearDrainTimer();
    this.#subscriptions.endAll();
    this.#options.socket.resume(); // the peer's close frame must be read
    this.#options.socket.close(code, reason);
    this.#options.log.info({ part: 'socket', ip: this.#options.origin.ip, code, reason }, 'socket closed');
    this.#closeTimer = setTimeout(
      () => this.#options.socket.terminate(),
      this.#options.limits.closeTimeoutMs,
    );
  }

  #clearDrainTimer(): void {
    if (this.#drainTimer !== null) clearTimeout(this.#drainTimer);
    this.#drainTimer = null;
  }

  #isOpen(): boolean {
    return this.#options.socket.readyState === this.#options.socket.OPEN;
  }

  #fail(error: unknown): void {
    this.#options.log.error(
      { err: error },
      'failed to answer a frame or to send an event; the socket is closed',
    );
    this.#options.socket.terminate();
  }
}

function ignoreEnd(): void {
  // Other requests need not wait.
}

const notSignedIn = writeGeneric(refused('notAuthorized'));

function unavailable(seconds: number): string {
  return writeGeneric(refused('operationFailed', `Try again in ${seconds} s`, 'Service Unavailable'));
}

/**
 * A socket's credentials are its session, and the pending sign-in that waits for a code. The headers of its first
 * request are ignored.
 */
function toIncomingRequest(
  origin: Origin,
  { token, pendingToken }: { readonly token: string | null; readonly pendingToken?: string },
): IncomingRequest {
  const header = (name: string) => (name === 'pending2fatoken' ? pendingToken : undefined);
  return { ip: origin.ip, token, origin, header, keepDevice: () => undefined, isSocket: true };
}
