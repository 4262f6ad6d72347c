/**
 * The signer's only interface: mutually authenticated TLS, one JSON line per request and answer. Only holders of the
 * certificates in its settings can connect, over a network as over a Unix socket.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer } from 'node:tls';
import type { Server, TLSSocket } from 'node:tls';
import { isRecord } from '@salar/adapters/node-answers/read-answer';
import { parseJson } from '@salar/adapters/parse-json';
import type { SignerEndpoint } from '@salar/adapters/signer/signer-connection';
import {
  readCheckpointRequest,
  readMoveRequest,
  readSignRequest,
} from '@salar/adapters/signer/signer-messages';
import { computeFingerprint } from '@salar/adapters/tls/tls-identity';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';
import { refuse } from '@salar/protocol';
import type { CheckpointSigner, MoveSigner, Signer } from '@salar/services';

/** The requests that a signer serves: a signer of payments may have neither moves nor checkpoints. */
type Served = Signer & Partial<MoveSigner & CheckpointSigner>;

/** A payment with 100 inputs is about 15,000 characters; longer lines are dropped with their connection. */
const lineLengthMax = 32_768;

/** Listens on an address or a Unix socket; replaces a socket left by a former run. */
export async function serveSigner(
  signer: Served,
  options: {
    readonly listen: SignerEndpoint;
    readonly identity: TlsIdentity;
    /** Certificates in PEM. */
    readonly clients: readonly string[];
  },
): Promise<Server> {
  const { listen, identity, clients } = options;
  const allowed = new Set(clients.map(computeFingerprint));
  const server = createServer(
    {
      cert: identity.certificate,
      key: identity.key,
      ca: [...clients],
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
    },
    (socket) => {
      // A client's certificate could have issued others; only those in the settings count.
      if (allowed.has(socket.getPeerCertificate().fingerprint256)) serve(signer, socket);
      else socket.destroy();
    },
  );
  server.on('tlsClientError', () => undefined); // refused before it could send a request
  if ('socket' in listen) rmSync(listen.socket, { force: true });
  // The socket is readable by its owner and group only, from the start; the certificate decides who of them may ask.
  const umask = process.umask(0o117);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen('socket' in listen ? { path: listen.socket } : listen, () => {
      server.off('error', reject);
      resolve();
    });
  }).finally(() => process.umask(umask));
  if ('socket' in listen) chmodSync(listen.socket, 0o660);
  return server;
}

function serve(signer: Served, socket: TLSSocket): void {
  let queue = Promise.resolve();
  let unread = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy()); // the caller disconnected; it will repeat the request
  socket.on('data', (text: string) => {
    const lines = (unread + text).split('\n');
    unread = lines.pop() ?? '';
    if ([unread, ...lines].some((line) => line.length > lineLengthMax)) socket.destroy();
    for (const line of lines) queue = queue.then(() => answer(signer, socket, line));
  });
}

/** A request that fails unexpectedly costs its caller the connection, and affects nobody else. */
async function answer(signer: Served, socket: TLSSocket, line: string): Promise<void> {
  if (socket.destroyed) return;
  try {
    socket.write(`${JSON.stringify(await answerTo(signer, line))}\n`);
  } catch (error) {
    process.stderr.write(`a request failed: ${String(error)}\n`);
    socket.destroy();
  }
}

async function answerTo(signer: Served, line: string): Promise<object> {
  const request = parseLine(line);
  const id = request?.['id'] ?? null;
  if (request?.['method'] === 'identity') return { id, result: { ok: true, value: await signer.identity() } };
  const move = request?.['method'] === 'move' ? readMoveRequest(request['params']) : null;
  if (move !== null && signer.move !== undefined) return { id, result: await signer.move(move) };
  const end = request?.['method'] === 'checkpoint' ? readCheckpointRequest(request['params']) : null;
  if (end !== null && signer.checkpoint !== undefined) return { id, result: await signer.checkpoint(end) };
  const sign = request?.['method'] === 'sign' ? readSignRequest(request['params']) : null;
  if (sign === null) return { id, result: refuse('request_malformed') };
  return { id, result: await signer.sign(sign) };
}

function parseLine(line: string): Record<string, unknown> | null {
  const value = parseJson(line);
  return isRecord(value) ? value : null;
}
