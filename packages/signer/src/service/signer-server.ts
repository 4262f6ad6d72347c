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
  readApprovalRequest,
  readCheckpointRequest,
  readMoveRequest,
  readSignRequest,
} from '@salar/adapters/signer/signer-messages';
import { computeFingerprint } from '@salar/adapters/tls/tls-identity';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';
import { accept, isId, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { ApprovalVerifier, CheckpointSigner, MoveSigner, Signer } from '@salar/services';
import type { SignerAlert } from './signer-alerts.ts';

/** The requests that a signer serves: a signer of payments may have nothing else. */
type Served = Signer & Partial<MoveSigner & CheckpointSigner & ApprovalVerifier>;
type OnAlert = (alert: SignerAlert) => void;

/** A payment with 100 inputs and 8 approvals is about 32,000 characters; longer lines are dropped with their connection. */
const lineLengthMax = 65_536;

const methods = ['identity', 'sign', 'move', 'checkpoint', 'verifyApproval'] as const;
const strangerAlert: SignerAlert = { event: 'a caller without an accepted certificate', subject: '' };

/** Listens on an address or a Unix socket; replaces a socket left by a former run. */
export async function serveSigner(
  signer: Served,
  options: {
    readonly listen: SignerEndpoint;
    readonly identity: TlsIdentity;
    /** Certificates in PEM. */
    readonly clients: readonly string[];
    /** Called for each refusal and each caller without an accepted certificate. */
    readonly onAlert: OnAlert;
  },
): Promise<Server> {
  const { listen, identity, clients, onAlert } = options;
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
      if (allowed.has(socket.getPeerCertificate().fingerprint256)) serve(signer, socket, onAlert);
      else {
        onAlert(strangerAlert);
        socket.destroy();
      }
    },
  );
  server.on('tlsClientError', () => onAlert(strangerAlert));
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

function serve(signer: Served, socket: TLSSocket, onAlert: OnAlert): void {
  let queue = Promise.resolve();
  let unread = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy()); // the caller disconnected; it will repeat the request
  socket.on('data', (text: string) => {
    const lines = (unread + text).split('\n');
    unread = lines.pop() ?? '';
    if ([unread, ...lines].some((line) => line.length > lineLengthMax)) socket.destroy();
    for (const line of lines) queue = queue.then(() => answer(signer, socket, line, onAlert));
  });
}

/** A request that fails unexpectedly costs its caller the connection, and affects nobody else. */
async function answer(signer: Served, socket: TLSSocket, line: string, onAlert: OnAlert): Promise<void> {
  if (socket.destroyed) return;
  try {
    const request = parseLine(line);
    const result = await answerTo(signer, request);
    if (!result.ok) onAlert(toAlert(request, result.refusal));
    socket.write(`${JSON.stringify({ id: request?.['id'] ?? null, result })}\n`);
  } catch (error) {
    process.stderr.write(`a request failed: ${String(error)}\n`);
    socket.destroy();
  }
}

async function answerTo(
  signer: Served,
  request: Record<string, unknown> | null,
): Promise<Result<unknown, string>> {
  const method = request?.['method'];
  const params = request?.['params'];
  if (method === 'identity') return accept(await signer.identity());
  const move = method === 'move' ? readMoveRequest(params) : null;
  if (move !== null && signer.move !== undefined) return signer.move(move);
  const end = method === 'checkpoint' ? readCheckpointRequest(params) : null;
  if (end !== null && signer.checkpoint !== undefined) return signer.checkpoint(end);
  const approval = method === 'verifyApproval' ? readApprovalRequest(params) : null;
  if (approval !== null && signer.verifyApproval !== undefined) return signer.verifyApproval(approval);
  const sign = method === 'sign' ? readSignRequest(params) : null;
  return sign === null ? refuse('request_malformed') : signer.sign(sign);
}

/** Names what was refused. Methods and tickets of a caller are shown in their proper forms only. */
function toAlert(request: Record<string, unknown> | null, refusal: string): SignerAlert {
  const known = methods.find((method) => method === request?.['method']) ?? 'a malformed request';
  const params = request?.['params'];
  const ticket = isRecord(params) && isRecord(params['ticket']) ? params['ticket']['ticketId'] : null;
  return { event: `refused ${known}: ${refusal}`, subject: isId(ticket) ? `ticket ${ticket}` : '' };
}

function parseLine(line: string): Record<string, unknown> | null {
  const value = parseJson(line);
  return isRecord(value) ? value : null;
}
