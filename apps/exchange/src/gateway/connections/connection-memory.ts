/**
 * Bounds the memory that all connections hold together, of HTTP and WebSocket: what was received and is not read, what is
 * being answered, and what its client has not received.
 *
 * One connection may hold much for a moment. If thousands do, the process ends, and the engine with it. Near the bound
 * connections are closed until some of it is free: those of the clients that hold most, the largest of each first, so that
 * a client with many connections loses its own.
 *
 * Thousands of connections are counted and closed a few at a time, so that no answer waits for all of them.
 */
import type { Socket } from 'node:net';
import type { Log } from '@salar/services/ports/log';
import { selectExcess } from './fair-share.ts';

/** The memory of a connection that holds nothing. */
export const idleBytes = 16 * 1024;
/** A connection that holds less is not closed: it would free nothing. */
const closedAbove = idleBytes + 4 * 1024;
/** A smaller change is not reported at once. */
const reportedFrom = 1024;
/** The share of the bound that may be held: what was closed is free only once it was collected. */
const heldShare = 0.8;
/** The share of that which is left after connections were closed. */
const keptShare = 0.9;
/** Connections that do not report changes themselves are counted within half a second: a tenth of them at a time. */
const countEveryMs = 50;
const countedShare = 0.1;
/** How many connections are closed in one turn of the event loop. */
const closedAtOnce = 32;

export const connectionMemoryDefault = 512 * 1024 * 1024;

export type ConnectionMemoryOptions = {
  readonly bytesMax: number;
  readonly log: Log;
};

/** The client of a connection: its network, or the connection itself when only its proxy is known. */
export type ConnectionOwner = string | Socket;

export class ConnectionMemory {
  readonly #options: ConnectionMemoryOptions;
  readonly #accounts = new Map<Socket, ConnectionAccount>();
  readonly #timer: NodeJS.Timeout;
  /** The most that may be held. */
  readonly #heldMax: number;
  #bytes = 0;
  /** Those that are counted next. */
  #uncounted: Iterator<ConnectionAccount>;
  /** Those that are being closed, a few in each turn. */
  #excess: ConnectionAccount[] = [];

  constructor(options: ConnectionMemoryOptions) {
    this.#options = options;
    this.#heldMax = options.bytesMax * heldShare;
    this.#uncounted = this.#accounts.values();
    this.#timer = setInterval(() => this.#count(), countEveryMs).unref();
  }

  /** How many bytes all connections held when they were last counted. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a connection until it is closed. A later owner, known from its first request, replaces the former one. */
  open(wire: Socket, owner: ConnectionOwner): ConnectionAccount {
    const known = this.#accounts.get(wire);
    if (known !== undefined) {
      known.owner = owner;
      return known;
    }
    const account = new ConnectionAccount(wire, owner, (change) => this.#change(change));
    this.#accounts.set(wire, account);
    wire.once('close', () => this.#leave(account));
    account.report(0);
    return account;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #change(change: number): void {
    this.#bytes += change;
    if (this.#bytes > this.#heldMax) this.#makeRoom();
  }

  #count(): void {
    for (let left = Math.ceil(this.#accounts.size * countedShare); left > 0; left -= 1) {
      const next = this.#uncounted.next();
      if (next.done === true) {
        this.#uncounted = this.#accounts.values();
        break;
      }
      this.#bytes += next.value.count();
    }
    if (this.#bytes > this.#heldMax) this.#makeRoom();
  }

  #makeRoom(): void {
    if (this.#excess.length > 0) return;
    const { bytesMax, log } = this.#options;
    for (const account of this.#accounts.values()) this.#bytes += account.count();
    if (this.#bytes <= this.#heldMax) return; // some had been received since they were counted
    const held = this.#bytes;
    this.#excess = selectExcess(
      [...this.#accounts.values()].toSorted((a, b) => b.bytes - a.bytes),
      {
        owner: (account) => account.owner,
        size: (account) => account.bytes,
        mayEnd: (account) => account.bytes > closedAbove,
        total: this.#heldMax * keptShare,
      },
    );
    log.warn(
      { part: 'connections', bytes: held, bytesMax, closed: this.#excess.length },
      'connections were closed because all together held too much memory',
    );
    this.#closeExcess();
  }

  #closeExcess(): void {
    for (const account of this.#excess.splice(0, closedAtOnce)) {
      this.#leave(account);
      account.wire.destroy();
    }
    if (this.#excess.length > 0) setImmediate(() => this.#closeExcess());
  }

  #leave(account: ConnectionAccount): void {
    if (this.#accounts.get(account.wire) !== account) return;
    this.#accounts.delete(account.wire);
    this.#bytes -= account.bytes;
    account.end();
  }
}

/** Counts what one connection holds. */
export class ConnectionAccount {
  readonly wire: Socket;
  owner: ConnectionOwner;
  /** The bytes when they were last counted. */
  bytes = 0;
  #requests = 0;
  #onChange: ((change: number) => void) | null;

  constructor(wire: Socket, owner: ConnectionOwner, onChange: (change: number) => void) {
    this.wire = wire;
    this.owner = owner;
    this.#onChange = onChange;
  }

  /**
   * Reports a change. A small one, such as an order and its answer, is counted with the connections that report nothing.
   *
   * @param requests  the bytes of its requests that are incomplete or being answered
   */
  report(requests: number): void {
    this.#requests = requests;
    if (Math.abs(this.#measure() - this.bytes) < reportedFrom) return;
    this.#onChange?.(this.count());
  }

  /** Counts again. @returns the change */
  count(): number {
    const before = this.bytes;
    this.bytes = this.#measure();
    return this.bytes - before;
  }

  #measure(): number {
    return idleBytes + this.wire.writableLength + this.wire.readableLength + this.#requests;
  }

  /** Reports nothing any more. */
  end(): void {
    this.#onChange = null;
  }
}
