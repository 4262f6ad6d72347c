/** The client of the operators' server, for the command line. */
import { X509Certificate } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';
import type { OperatorAnswer } from '@salar/services/operator/act';
import type { OperatorRequest } from '@salar/services/operator/operator-request';

/** The operators' server: a Unix socket on this machine, or a TLS listener with the only certificate that it may present. */
export type OperatorEndpoint =
  | { readonly socketPath: string }
  | { readonly host: string; readonly port: number; readonly certificate: string };

/** No server listens: no exchange runs there, or it is a standby, or it is still starting. */
export class ServerNotRunning extends Error {
  override readonly name = 'ServerNotRunning';
}

/**
 * Sends one request and returns its answer. @throws ServerNotRunning; an error when the exchange stops before it
 * answers
 */
export function sendOperatorRequest(
  endpoint: OperatorEndpoint,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  return new Promise((resolve, reject) => {
    let isConnected = false;
    const socket = open(endpoint, () => {
      isConnected = true;
      socket.write(`${JSON.stringify(request)}\n`);
    });
    socket.on('error', (cause) =>
      reject(isConnected ? connectionLost(cause) : toConnectionError(endpoint, cause)),
    );
    socket.once('close', () => reject(connectionLost()));
    const lines = createInterface({ input: socket });
    lines.on('error', () => undefined); // the socket reports the same error
    lines.once('line', (line) => {
      resolve(JSON.parse(line) as OperatorAnswer);
      socket.destroy();
    });
  });
}

/** @param onOpen  called when the connection is made and, of TLS, the certificate is the pinned one */
function open(endpoint: OperatorEndpoint, onOpen: () => void): Socket {
  if ('socketPath' in endpoint) return connect(endpoint.socketPath, onOpen);
  const { host, port, certificate } = endpoint;
  const pinned = new X509Certificate(certificate).fingerprint256;
  const options = {
    host,
    port,
    ca: certificate,
    minVersion: 'TLSv1.3',
    // Names mean nothing here: only one certificate is accepted.
    checkServerIdentity: (_name: string, presented: { readonly fingerprint256: string }) =>
      presented.fingerprint256 === pinned
        ? undefined
        : new Error('the exchange presented another certificate'),
  } as const;
  return connectTls(options, onOpen);
}

/** A server with another certificate is running: the caller must not try the next one. */
function toConnectionError(endpoint: OperatorEndpoint, cause: Error): Error {
  if ('socketPath' in endpoint) {
    const text = `no Salar is running at ${endpoint.socketPath}: start it with npm start, or set SALAR_DATA_DIR`;
    return new ServerNotRunning(text, { cause });
  }
  const address = `${endpoint.host}:${endpoint.port}`;
  const code = 'code' in cause ? String(cause.code) : '';
  if (/^E[A-Z]+$/.test(code) && !code.startsWith('ERR_'))
    return new ServerNotRunning(`no Salar serves operators at ${address} (${code})`, { cause });
  return new Error(`the certificate of ${address} is not the expected one: ${cause.message}`, { cause });
}

function connectionLost(cause?: Error): Error {
  const text = 'the exchange stopped before it answered: check what was done before you repeat the command';
  return new Error(text, cause === undefined ? {} : { cause });
}
