/** Accepts WebSocket upgrades of `/WSGateway`, limits their number per address, and closes them in order. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Log } from '@salar/services/ports/log';
import { toHomeNetwork, toSiteNetwork } from '@salar/services/sessions/ip-networks';
import type { CallDispatcher } from '../call-dispatcher.ts';
import { resolveClientAddress } from '../http/client-address.ts';
import type { ProxyCheck } from '../http/client-address.ts';
import { readRequestOrigin } from '../http/request-origin.ts';
import { bodyBytesMax } from '../http/read-request.ts';
import { commonHeaderLines } from '../http/security-headers.ts';
import type { ConnectionMemory } from '../connections/connection-memory.ts';
import { Counter } from '../connections/counter.ts';
import { selectExcess } from '../connections/fair-share.ts';
import { CustomerSocket } from './customer-socket.ts';
import type { CustomerSocketOptions } from './customer-socket.ts';
import { FrameReader } from './frame-reader.ts';
import type { OriginCheck } from './origin-check.ts';
import type { SocketLimits } from './socket-limits.ts';

export type SocketServerOptions = {
  readonly server: Server;
  readonly dispatcher: CallDispatcher;
  readonly limits: SocketLimits;
  readonly memory: ConnectionMemory;
  readonly isProxy: ProxyCheck;
  /** Whether a page of this origin may open a socket. */
  readonly mayOpen: OriginCheck;
  readonly findCall: CustomerSocketOptions['findCall'];
  readonly log: Log;
};

const pathPattern = /^\/wsgateway\/?(?:\?|$)/i;
/** A peer that vanished without a close frame is detected after about this time. */
const keepAliveMs = 60_000;

/** In how many pieces `ws` may hold a message that is not complete: a piece of one byte takes a thousand of memory. */
const pieceLimits = { maxFragments: 64, maxBufferedChunks: 256 };

/** The share of all sockets that is freed at once when all are taken. */
const freedShare = 0.01;

type OpenSocket = {
  readonly customer: CustomerSocket;
  /** The network that it counts with. */
  readonly home: string;
  readonly forget: () => void;
};

export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: bodyBytesMax,
    ...pieceLimits,
  });
  /** The oldest first. */
  readonly #sockets = new Map<Socket, OpenSocket>();
  readonly #byHome = new Counter<string>();
  readonly #bySite = new Counter<string>();
  readonly #byCustomer = new Counter<number>();
  #isClosing = false;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    options.server.on('upgrade', (request, socket, head) => this.#accept(request, socket as Socket, head));
  }

  /** Whether the connection is an open socket. */
  has(tcpSocket: Socket): boolean {
    return this.#sockets.has(tcpSocket);
  }

  /** Accepts no more sockets, lets the others finish their requests in flight, and closes them with 1001. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#sockets.values()].map(({ customer }) => customer.close()));
  }

  #accept(request: IncomingMessage, tcpSocket: Socket, head: Buffer): void {
    tcpSocket.on('error', () => undefined); // a client that disconnects during the upgrade
    const ip = resolveClientAddress(request, this.#options.isProxy);
    if (!pathPattern.test(request.url ?? '')) refuseUpgrade(tcpSocket, '404 Not Found', 'NOT FOUND');
    else if (!this.#options.mayOpen(request.headers.origin))
      refuseUpgrade(tcpSocket, '403 Forbidden', 'FORBIDDEN');
    else if (this.#isFull(ip)) refuseUpgrade(tcpSocket, '429 Too Many Requests', 'TOO MANY REQUESTS');
    else if (this.#isClosing || !this.#hasRoom())
      refuseUpgrade(tcpSocket, '503 Service Unavailable', 'SERVICE UNAVAILABLE');
    else this.#open(request, tcpSocket, head, ip);
  }

  #isFull(ip: string): boolean {
    const { socketsPerHomeMax, socketsPerSiteMax } = this.#options.limits;
    const site = toSiteNetwork(ip);
    // Carriers put thousands of customers behind the addresses of one IPv4 /24.
    const isIpv6 = site.includes(':');
    return (
      this.#byHome.get(toHomeNetwork(ip)) >= socketsPerHomeMax ||
      (isIpv6 && this.#bySite.get(site) >= socketsPerSiteMax)
    );
  }

  /** Disconnects anonymous sockets of the networks with most, when all are taken. */
  #hasRoom(): boolean {
    const { socketsMax } = this.#options.limits;
    if (this.#sockets.size < socketsMax) return true;
    const ended = selectExcess([...this.#sockets.values()], {
      owner: ({ home }) => home,
      size: () => 1,
      mayEnd: ({ customer }) => !customer.isSignedIn,
      total: Math.floor(socketsMax * (1 - freedShare)),
    });
    for (const { customer, forget } of ended) {
      forget();
      customer.end();
    }
    return ended.length > 0;
  }

  #enterCustomer(userId: number): boolean {
    if (this.#byCustomer.get(userId) >= this.#options.limits.socketsPerCustomerMax) return false;
    this.#byCustomer.add(userId);
    return true;
  }

  #open(request: IncomingMessage, tcpSocket: Socket, head: Buffer, ip: string): void {
    const { dispatcher, limits, memory, findCall, log } = this.#options;
    this.#handshakes.handleUpgrade(request, tcpSocket, head, (socket) => {
      tcpSocket.setNoDelay(true);
      tcpSocket.setKeepAlive(true, keepAliveMs);
      const origin = readRequestOrigin(ip, request.headers);
      const [home, site] = [toHomeNetwork(ip), toSiteNetwork(ip)];
      const customer = new CustomerSocket({
        socket,
        wire: tcpSocket,
        origin,
        dispatcher,
        limits,
        memory: memory.open(tcpSocket, home),
        enterCustomer: (userId) => this.#enterCustomer(userId),
        leaveCustomer: (userId) => this.#byCustomer.remove(userId),
        getUnread: () => reader.held,
        findCall,
        log,
      });
      const reader = new FrameReader(tcpSocket, {
        onText: (text) => customer.read(text),
        onRead: () => customer.reportMemory(),
      });
      reader.start();
      const forget = () => {
        if (!this.#sockets.delete(tcpSocket)) return;
        this.#byHome.remove(home);
        this.#bySite.remove(site);
      };
      this.#sockets.set(tcpSocket, { customer, home, forget });
      this.#byHome.add(home);
      this.#bySite.add(site);
      socket.on('close', forget);
    });
  }
}

/** How long a refused client may take to read its answer and close. */
const refusalTimeoutMs = 2000;

function refuseUpgrade(tcpSocket: Socket, status: string, text: string): void {
  // The connection is no longer read, so its end would go unnoticed while bytes are unread.
  tcpSocket.resume();
  tcpSocket.setTimeout(refusalTimeoutMs, () => tcpSocket.destroy());
  tcpSocket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n${commonHeaderLines}` +
      `Content-Length: ${text.length}\r\nRetry-After: 1\r\n\r\n${text}`,
  );
}
