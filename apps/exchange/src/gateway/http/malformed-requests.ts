/**
 * Answers what `node:http` cannot read as a request, in the order in which it arrived.
 *
 * The default of Fastify writes its answer at once. A request that is still running then loses its own: the client
 * of an order that is being placed would read 400. And a request that was answered already, as `node:http` answers one
 * without a host, would get a second answer.
 */
import { ServerResponse, STATUS_CODES } from 'node:http';
import type { IncomingMessage, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { commonHeaderLines } from './security-headers.ts';

type Connection = {
  /** Answers that are not sent yet, in the order of their requests. */
  readonly open: Set<ServerResponse>;
  /** The answer to the request whose bytes came last, until that request is complete and answered. */
  last: ServerResponse | null;
};

type MalformedRequestOptions = {
  readonly http: Pick<ServerOptions, 'ServerResponse' | 'connectionsCheckingInterval'>;
  readonly clientErrorHandler: (error: Error & { readonly code?: string }, socket: Socket) => void;
};
export type RequestTracker = {
  /** For the constructor of the server. */
  readonly options: MalformedRequestOptions;
  /** Whether `node:http` has read a request of the connection whose answer is not sent. */
  readonly isAnswering: (socket: Socket) => boolean;
};

/**
 * How often late requests are answered. At the default of half a minute thousands of attackers' connections would be closed
 * in one turn, and everybody else would wait.
 */
const connectionsCheckingInterval = 100;

/**
 * Tracks the requests of one Fastify server, whose options answer malformed requests: 400, 431 for a head that is too long, and 408
 * for a request that takes too long. The answer follows those of all requests before it, and closes the connection.
 *
 * Nothing is written when the request was answered before the malformed part of its body arrived, or when an earlier
 * answer closes the connection.
 *
 * @param onMalformed  called once for each connection with a malformed request
 */
export function trackRequests(onMalformed: () => void = () => undefined): RequestTracker {
  const connections = new WeakMap<object, Connection>();
  const failed = new WeakSet<Socket>();

  // `node:http` creates one of these for every request that it reads, including those that it answers itself.
  class TrackedResponse<Request extends IncomingMessage> extends ServerResponse<Request> {
    constructor(...options: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...options);
      const { socket } = this.req;
      let connection = connections.get(socket);
      if (connection === undefined) connections.set(socket, (connection = { open: new Set(), last: null }));
      const { open } = connection;
      open.add(this);
      connection.last = this;
      this.once('close', () => {
        open.delete(this);
        if (connection.last === this && this.req.complete) connection.last = null;
      });
    }
  }

  const options: MalformedRequestOptions = {
    http: { ServerResponse: TrackedResponse, connectionsCheckingInterval },
    clientErrorHandler: (error, socket) => {
      // Further bytes of a connection that is about to be closed fail again.
      if (socket.destroyed || failed.has(socket)) return;
      failed.add(socket);
      onMalformed();
      const { open, last } = connections.get(socket) ?? { open: noResponses, last: null };
      // The request whose body is malformed. Its handler waits for the rest of the body.
      const incomplete = last?.req.complete === false ? last : null;
      const finish = (): void => {
        const isAnswered = incomplete?.headersSent === true;
        for (const response of open) if (response !== incomplete || isAnswered) return;
        if (socket.writable && !isAnswered) socket.write(formatAnswer(error.code));
        socket.destroySoon();
      };
      for (const response of open) response.once('close', finish);
      finish();
    },
  };
  return { options, isAnswering: (socket) => (connections.get(socket)?.open.size ?? 0) > 0 };
}

const noResponses: ReadonlySet<ServerResponse> = new Set();

function formatAnswer(code: string | undefined): string {
  const [status, message] =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? [408, 'Client Timeout']
      : code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'Exceeded maximum allowed HTTP header size']
        : [400, 'Client Error'];
  const label = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ error: label, message, statusCode: status });
  const head = `HTTP/1.1 ${status} ${label}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n`;
  return `${head}${commonHeaderLines}Content-Length: ${body.length}\r\n\r\n${body}`;
}
