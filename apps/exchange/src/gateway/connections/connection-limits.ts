/**
 * Limits how many connections there are, in all and for each client's network, and makes room for new clients when all are
 * taken: idle connections of the networks with most of them are closed, so that no network can exclude the others.
 *
 * Our own proxies are not limited by network: they carry the connections of everybody, and limit them
 * (docs/guides/run-in-production.md).
 */
import type { Socket } from 'node:net';
import type { Log } from '@salar/services/ports/log';
import { toHomeNetwork, toSiteNetwork } from '@salar/services/sessions/ip-networks';
import type { ProxyCheck } from '../http/client-address.ts';
import type { ConnectionMemory, ConnectionOwner } from './connection-memory.ts';
import { Counter } from './counter.ts';
import { selectExcess } from './fair-share.ts';

export type ConnectionLimitTable = {
  /** HTTP and WebSocket together. */
  readonly connectionsMax: number;
  /** From an IPv4 address or an IPv6 /56, as one home or office has. */
  readonly perHomeMax: number;
  /** From an IPv6 /48, which a single customer of a provider may have. */
  readonly perSiteMax: number;
};
export const productionConnectionLimits: ConnectionLimitTable = {
  connectionsMax: 10_000,
  perHomeMax: 200,
  perSiteMax: 400,
};
/** On a laptop every client comes from one address. */
export const localConnectionLimits: ConnectionLimitTable = {
  connectionsMax: 10_000,
  perHomeMax: 10_000,
  perSiteMax: 10_000,
};

export type ConnectionLimitsOptions = {
  readonly limits: ConnectionLimitTable;
  readonly isProxy: ProxyCheck;
  readonly memory: ConnectionMemory;
  /** Whether a connection has no request in progress and is no WebSocket. */
  readonly isIdle: (socket: Socket) => boolean;
  readonly log: Log;
};

/** A browser opens six connections to a site. */
const fewMax = 12;
/** The share that is freed at once when all connections are taken. */
const freedShare = 0.01;
/** How long nothing is tried again when no connection was idle. */
const fullForMs = 100;
const logEveryMs = 10_000;

export class ConnectionLimits {
  readonly #options: ConnectionLimitsOptions;
  /** The oldest first. */
  readonly #connections = new Map<Socket, ConnectionOwner>();
  readonly #byHome = new Counter<string>();
  readonly #bySite = new Counter<string>();
  #fullUntil = 0;
  #loggedAt = -logEveryMs;

  constructor(options: ConnectionLimitsOptions) {
    this.#options = options;
  }

  /** Counts a new connection, or closes it. @returns whether it stays */
  admit(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    const isProxy = this.#options.isProxy(address);
    const home = toHomeNetwork(address);
    const site = toSiteNetwork(address);
    if (socket.destroyed || (!isProxy && this.#isFull(home, site)) || !this.#hasRoom()) {
      socket.destroy();
      return false;
    }
    const owner = isProxy ? socket : home;
    this.#connections.set(socket, owner);
    this.#options.memory.open(socket, owner);
    if (!isProxy) {
      this.#byHome.add(home);
      this.#bySite.add(site);
    }
    socket.once('close', () => {
      this.#connections.delete(socket);
      if (isProxy) return;
      this.#byHome.remove(home);
      this.#bySite.remove(site);
    });
    return true;
  }

  /** Whether the client of a connection has as few as a browser or two; true of our own proxies. */
  hasFew(socket: Socket): boolean {
    const owner = this.#connections.get(socket);
    return typeof owner !== 'string' || this.#byHome.get(owner) <= fewMax;
  }

  #isFull(home: string, site: string): boolean {
    const { perHomeMax, perSiteMax } = this.#options.limits;
    if (this.#byHome.get(home) >= perHomeMax) return true;
    // Carriers put thousands of customers behind the addresses of one IPv4 /24.
    const isIpv6 = site.includes(':');
    return isIpv6 && this.#bySite.get(site) >= perSiteMax;
  }

  #hasRoom(): boolean {
    const { limits, isIdle, log } = this.#options;
    if (this.#connections.size < limits.connectionsMax) return true;
    const now = performance.now();
    if (now < this.#fullUntil) return false;
    const closed = selectExcess([...this.#connections], {
      owner: ([, owner]) => owner,
      size: () => 1,
      mayEnd: ([socket]) => isIdle(socket),
      total: Math.floor(limits.connectionsMax * (1 - freedShare)),
    });
    for (const [socket] of closed) {
      this.#connections.delete(socket);
      socket.destroy();
    }
    if (closed.length === 0) this.#fullUntil = now + fullForMs;
    if (now - this.#loggedAt >= logEveryMs) {
      this.#loggedAt = now;
      log.warn(
        { part: 'connections', connectionsMax: limits.connectionsMax, closed: closed.length },
        'all connections were taken; idle ones of the networks with most were closed',
      );
    }
    return closed.length > 0;
  }
}
