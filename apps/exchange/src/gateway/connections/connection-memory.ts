/**
 * Bounds the memory that all connections hold together, of HTTP and WebSocket: what was received and is not read, what is
 * being answered, and what its client has not received.
 *
 * One connection may hold much for a moment. If thousands do, the process ends, and the engine with it. Near the bound
 * connections are closed until some of it is free: those of the clients that hold most, the largest of each first, so that
 * a client with many connections loses its own.
 */
import type { Socket } from 'node:net';
import type { Log } from '@salar/services/ports/log';
import { selectExcess } from './fair-share.ts';

/** The memory of a connection that holds nothing. */
export const idleBytes = 16 * 1024;
/** A connection that holds less is not closed: it would free nothing. */
const closedAbove = idleBytes + 4 * 1024;
/** The share of the bound that may be held: what was closed is free only once it was collected. */
const heldShare = 0.8;
/** The share of that which is left after connections were closed. */
const keptShare = 0.9;
/** How often connections are counted that do not report changes themselves. */
const countEveryMs = 500;

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

  constructor(options: ConnectionMemoryOptions) {
    this.#options = options;
    this.#heldMax = options.bytesMax * heldShare;
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
    for (const account of this.#accounts.values()) this.#bytes += account.count();
    if (this.#bytes > this.#heldMax) this.#makeRoom();
  }

  #makeRoom(): void {
    const { bytesMax, log } = this.#options;
    for (const account of this.#accounts.values()) this.#bytes += account.count();
    if (this.#bytes <= this.#heldMax) return; // some had been received since they were counted
    const held = this.#bytes;
    const closed = selectExcess(
      [...this.#accounts.values()].toSorted((a, b) => b.bytes - a.bytes),
      {
        owner: (account) => account.owner,
        size: (account) => account.bytes,
        mayEnd: (account) => account.bytes > closedAbove,
        total: this.#heldMax * keptShare,
      },
    );
    for (const account of closed) {
      this.#leave(account);
      account.wire.destroy();
    }
    log.warn(
      { part: 'connections', bytes: held, bytesMax, closed: closed.length },
      'connections were closed because all together held too much memory',
    );
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

  /** Reports a change. @param requests  the bytes of its requests that are incomplete or being answered */
  report(requests: number): void {
    this.#requests = requests;
    const change = this.count();
    if (change !== 0) this.#onChange?.(change);
  }

  /** Counts again. @returns the change */
  count(): number {
    const before = this.bytes;
    this.bytes = idleBytes + this.wire.writableLength + this.wire.readableLength + this.#requests;
    return this.bytes - before;
  }

  /** Reports nothing any more. */
  end(): void {
    this.#onChange = null;
  }
}
