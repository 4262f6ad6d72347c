/** The socket's door: takes upgrades of `/WSGateway`, so many of each address, and closes them in order. */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import type { Log } from '@salar/services/ports/log';
import { toSubscriberNetwork } from '@salar/services/sessions/ip-networks';
import type { CallDesk } from '../call-dispatcher.ts';
import { clientAddressOf } from '../http/client-address.ts';
import type { ProxyCheck } from '../http/client-address.ts';
import { originOf } from '../http/request-origin.ts';
import { bodyBytesMax } from '../http/read-request.ts';
import { CustomerSocket, customerSocketLimits } from './customer-socket.ts';
import type { CustomerSocketLimits } from './customer-socket.ts';
import type { PageCheck } from './origin-check.ts';

export type SocketLimits = CustomerSocketLimits & {
  readonly socketsMax: number;
  readonly socketsOfAddressMax: number;
};
export const productionSocketLimits: SocketLimits = {
  ...customerSocketLimits,
  socketsMax: 5000,
  socketsOfAddressMax: 50,
};
/** On a laptop everybody comes from one address. */
export const localSocketLimits: SocketLimits = {
  ...customerSocketLimits,
  socketsMax: 5000,
  socketsOfAddressMax: 1000,
};

export type SocketDoorOptions = {
  readonly server: Server;
  readonly desk: CallDesk;
  readonly limits: SocketLimits;
  readonly isProxy: ProxyCheck;
  /** Whether a page of this origin may open a socket. */
  readonly mayOpen: PageCheck;
  readonly log: Log;
};

const pathPattern = /^\/wsgateway\/?(?:\?|$)/i;
/** A peer that is gone without a word is found out after about this long. */
const keepAliveMs = 60_000;

export class SocketDoor {
  readonly #options: SocketDoorOptions;
  readonly #handshakes = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: bodyBytesMax,
  });
  readonly #sockets = new Set<CustomerSocket>();
  readonly #countOf = new Map<string, number>();
  #isClosing = false;

  constructor(options: SocketDoorOptions) {
    this.#options = options;
    options.server.on('upgrade', (request, socket, head) => this.#take(request, socket as Socket, head));
  }

  /** Takes no more sockets, lets the others finish what they asked, and closes them with 1001. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#sockets].map((socket) => socket.close()));
  }

  #take(request: IncomingMessage, wire: Socket, head: Buffer): void {
    wire.on('error', () => undefined); // a client that leaves in the middle
    const ip = clientAddressOf(request, this.#options.isProxy);
    const { socketsMax, socketsOfAddressMax } = this.#options.limits;
    if (!pathPattern.test(request.url ?? '')) refuseUpgrade(wire, '404 Not Found', 'NOT FOUND');
    else if (!this.#options.mayOpen(request.headers.origin))
      refuseUpgrade(wire, '403 Forbidden', 'FORBIDDEN');
    else if (this.#isClosing || this.#sockets.size >= socketsMax)
      refuseUpgrade(wire, '503 Service Unavailable', 'SERVICE UNAVAILABLE');
    else if ((this.#countOf.get(toSubscriberNetwork(ip)) ?? 0) >= socketsOfAddressMax)
      refuseUpgrade(wire, '429 Too Many Requests', 'TOO MANY REQUESTS');
    else this.#open(request, wire, head, ip);
  }

  #open(request: IncomingMessage, wire: Socket, head: Buffer, ip: string): void {
    const { desk, limits, log } = this.#options;
    this.#handshakes.handleUpgrade(request, wire, head, (socket) => {
      wire.setNoDelay(true);
      wire.setKeepAlive(true, keepAliveMs);
      const origin = originOf(ip, request.headers);
      const customer = new CustomerSocket({ socket, wire, origin, desk, limits, log });
      this.#sockets.add(customer);
      const subscriber = toSubscriberNetwork(ip);
      this.#countOf.set(subscriber, (this.#countOf.get(subscriber) ?? 0) + 1);
      socket.on('close', () => {
        this.#sockets.delete(customer);
        const left = (this.#countOf.get(subscriber) ?? 1) - 1;
        if (left === 0) this.#countOf.delete(subscriber);
        else this.#countOf.set(subscriber, left);
      });
    });
  }
}

function refuseUpgrade(wire: Socket, status: string, text: string): void {
  wire.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${text.length}\r\nRetry-After: 1\r\n\r\n${text}`,
  );
}
