/**
 * The operators' listener: TLS with a certificate of its own, which operators pin. It accepts signed requests only, on an
 * address of its own, never that of customers.
 */
import { createServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';
import { refuseAct } from '@salar/services/operator/act';
import type { Log } from '@salar/services/ports/log';
import { serveOperator } from './operator-connections.ts';
import type { OperatorHandler, OperatorServer } from './operator-connections.ts';
import { RefusedAddresses } from './refused-addresses.ts';

const connectionsMax = 64;
const idleMaxMs = 60_000;
const handshakeMaxMs = 5_000;

export type OperatorAddress = { readonly host: string; readonly port: number };

/** Listens until it is closed. @throws when the address is not one of this machine, or in use */
export async function startOperatorListener(options: {
  readonly service: OperatorHandler;
  readonly identity: TlsIdentity;
  readonly address: OperatorAddress;
  readonly log: Log;
}): Promise<OperatorServer> {
  const { identity, address, log } = options;
  const signed = acceptSigned(options.service);
  const refused = new RefusedAddresses(Date.now);
  const sockets = new Set<TLSSocket>();
  const server = createServer(
    {
      cert: identity.certificate,
      key: identity.key,
      minVersion: 'TLSv1.3',
      handshakeTimeout: handshakeMaxMs,
    },
    (socket) => {
      const peer = socket.remoteAddress ?? '';
      if (refused.mustWait(peer)) {
        socket.destroy();
        return;
      }
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.setTimeout(idleMaxMs, () => socket.destroy());
      serveOperator({ service: countRefused(signed, refused, socket), log }, socket);
    },
  );
  server.maxConnections = connectionsMax;
  server.on('tlsClientError', () => undefined); // not an operator's command line: the connection is closed
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Disconnects an address that was refused too often. */
function countRefused(
  service: OperatorHandler,
  refused: RefusedAddresses,
  socket: TLSSocket,
): OperatorHandler {
  const peer = socket.remoteAddress ?? '';
  return {
    async handle(request) {
      const answer = await service.handle(request);
      refused.record(peer, answer);
      if (refused.mustWait(peer)) socket.end();
      return answer;
    },
  };
}

/** Refuses requests without a signature, such as the founding: they need access to the machine, by the Unix socket. */
function acceptSigned(service: OperatorHandler): OperatorHandler {
  return {
    handle(request) {
      if ('text' in request.proof) return service.handle(request);
      const text =
        'not signed in: set SALAR_OPERATOR and SALAR_OPERATOR_KEY; first operators are created on the machine';
      return Promise.resolve(refuseAct('not_signed_in', text));
    },
  };
}
