/**
 * Reads orders and cancels from the connections of a gateway before `node:http` sees them: parsing and writing in
 * JavaScript streams cost more than everything else about an order.
 *
 * Only reading and writing are different. Rate limits, sessions, permissions, idempotency keys and answers are those of
 * every other request, because both readers call the same dispatcher with the same kind of request.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { assert } from '@salar/protocol';
import type { Log } from '@salar/services/ports/log';
import type { CallDispatcher } from '../call-dispatcher.ts';
import { StartQueue } from '../connections/start-queue.ts';
import { CrossOrigin } from '../http/cross-origin.ts';
import type { ProxyCheck } from '../http/client-address.ts';
import { OrderConnection } from './order-connection.ts';
import type { SiteHeaders } from './write-answer.ts';

export type OrderConnectionsOptions = {
  readonly server: Server;
  readonly dispatcher: CallDispatcher;
  readonly isProxy: ProxyCheck;
  /** The headers of every answer; none by default. */
  readonly siteHeaders?: SiteHeaders;
  /** Which pages may read the answers; every page by default. */
  readonly crossOrigin?: CrossOrigin;
  readonly log: Log;
  /** Called with each new connection; false for one that it has closed. All are kept by default. */
  readonly admit?: (socket: Socket) => boolean;
  /** Whether the client of a connection has few, which are read before those of others; true of all by default. */
  readonly hasFew?: (socket: Socket) => boolean;
  /** How long a new connection may be silent, and a body incomplete; 5 s by default. */
  readonly patienceMs?: number;
};

const patienceDefaultMs = 5000;

export class OrderConnections {
  readonly #connections = new Map<Socket, OrderConnection>();
  readonly #startQueue: StartQueue;
  #isClosing = false;

  /** Takes over the connections of a server that has only its own listener for them. */
  constructor(options: OrderConnectionsOptions) {
    const { server, dispatcher, isProxy, log, siteHeaders = {}, patienceMs = patienceDefaultMs } = options;
    const { admit = () => true, hasFew = () => true, crossOrigin = new CrossOrigin('*') } = options;
    const [openWithNode, ...others] = server.listeners('connection');
    assert(openWithNode !== undefined && others.length === 0, 'only node:http reads the connections');
    server.removeAllListeners('connection');
    const start = (socket: Socket) => {
      const connection = new OrderConnection({
        socket,
        dispatcher,
        isProxy,
        siteHeaders,
        crossOrigin,
        log,
        patienceMs,
        keepAliveMs: server.keepAliveTimeout,
        isClosing: () => this.#isClosing,
        openWithNode: (taken) => void Reflect.apply(openWithNode, server, [taken]),
        onGone: () => this.#connections.delete(socket),
      });
      this.#connections.set(socket, connection);
    };
    this.#startQueue = new StartQueue({ start, hasFew });
    server.on('connection', (socket: Socket) => {
      if (admit(socket)) this.#startQueue.add(socket);
    });
  }

  /** How many connections are read here now, rather than by `node:http`. */
  get size(): number {
    return this.#connections.size;
  }

  /** Whether an order or a cancel of the connection is being received or answered here. */
  isAnswering(socket: Socket): boolean {
    return this.#connections.get(socket)?.isIdle === false;
  }

  /** Accepts no more requests; those in flight are answered, and then their connections are closed. */
  close(): void {
    this.#isClosing = true;
    this.#startQueue.close();
    for (const connection of this.#connections.values()) connection.close();
  }
}
