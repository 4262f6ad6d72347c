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
  readPasskey,
  readPasskeyName,
  readSignedQuery,
  readSignRequest,
} from '@salar/adapters/signer/signer-messages';
import { computeFingerprint } from '@salar/adapters/tls/tls-identity';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';
import { accept, isId, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type {
  ApprovalVerifier,
  CheckpointSigner,
  MoveSigner,
  PasskeyRegistry,
  Signer,
} from '@salar/services';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import type { Follower } from '../pair/follower.ts';
import {
  readCheckpointsQuery,
  readCheckpointsRequest,
  readHead,
  readReplicateRequest,
} from '../pair/pair-messages.ts';
import type { WatcherRequests } from '../watch/watcher-requests.ts';
import type { SignerAlert } from './signer-alerts.ts';

/** The requests that a signer serves: a signer of payments may have nothing else. */
type Served = Signer & Partial<MoveSigner & CheckpointSigner & ApprovalVerifier & PasskeyRegistry>;
/** The other signer of a pair, with requests of its own that no exchange may make. */
type ServedPeer = { readonly certificate: string; readonly follower: Follower };
/** The watcher, with requests of its own and no others. */
type ServedWatcher = { readonly certificate: string; readonly requests: WatcherRequests };
type Answerer = (request: Record<string, unknown> | null) => Promise<Result<unknown, string>>;
type OnAlert = (alert: SignerAlert) => void;

/** A payment with 100 inputs and 8 approvals is about 32,000 characters; longer lines are dropped with their connection. */
const lineLengthMax = 65_536;
/** The other signer sends many entries in a line. */
const peerLineLengthMax = 4 * 2 ** 20;

const methods = [
  'identity',
  'sign',
  'move',
  'checkpoint',
  'verifyApproval',
  'registerPasskey',
  'removePasskey',
  'listSigned',
  'replicate',
  'readClaims',
  'keepCheckpoints',
  'readCheckpoints',
  'halt',
  'heartbeat',
] as const;
/** Requests that sign no transaction, and are served while a halt of the watcher is in force. */
const servedDuringHalt: ReadonlySet<unknown> = new Set([
  'identity',
  'checkpoint',
  'verifyApproval',
  'listSigned',
]);
const strangerAlert: SignerAlert = { event: 'a caller without an accepted certificate', subject: '' };

/** Listens on an address or a Unix socket; replaces a socket left by a former run. */
export async function serveSigner(
  signer: Served,
  options: {
    readonly listen: SignerEndpoint;
    readonly identity: TlsIdentity;
    /** Certificates in PEM. */
    readonly clients: readonly string[];
    readonly peer?: ServedPeer | null;
    readonly watcher?: ServedWatcher | null;
    /** Called for each refusal and each caller without an accepted certificate. */
    readonly onAlert: OnAlert;
  },
): Promise<Server> {
  const { listen, identity, clients, peer = null, watcher = null, onAlert } = options;
  const allowed = new Set(clients.map(computeFingerprint));
  const others = [peer, watcher].flatMap((one) => (one === null ? [] : [one.certificate]));
  const peerFingerprint = peer === null ? null : computeFingerprint(peer.certificate);
  const watcherFingerprint = watcher === null ? null : computeFingerprint(watcher.certificate);
  const server = createServer(
    {
      cert: identity.certificate,
      key: identity.key,
      ca: [...clients, ...others],
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: 'TLSv1.3',
    },
    (socket) => {
      // A client's certificate could have issued others; only those in the settings count.
      const { fingerprint256 } = socket.getPeerCertificate();
      if (peer !== null && fingerprint256 === peerFingerprint)
        serve(async (request) => answerPeer(peer.follower, request), socket, peerLineLengthMax, onAlert);
      else if (watcher !== null && fingerprint256 === watcherFingerprint)
        serve(async (request) => watcher.requests.answer(request), socket, lineLengthMax, onAlert);
      else if (allowed.has(fingerprint256))
        serve((request) => answerTo(signer, request, watcher), socket, lineLengthMax, onAlert);
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

function serve(answerer: Answerer, socket: TLSSocket, lengthMax: number, onAlert: OnAlert): void {
  let queue = Promise.resolve();
  let unread = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy()); // the caller disconnected; it will repeat the request
  socket.on('data', (text: string) => {
    const lines = (unread + text).split('\n');
    unread = lines.pop() ?? '';
    if ([unread, ...lines].some((line) => line.length > lengthMax)) {
      onAlert({ event: `a request of more than ${lengthMax} characters`, subject: '' });
      socket.destroy();
      return;
    }
    for (const line of lines) queue = queue.then(() => answer(answerer, socket, line, onAlert));
  });
}

/** A request that fails unexpectedly closes its caller's connection, and affects no other caller. */
async function answer(answerer: Answerer, socket: TLSSocket, line: string, onAlert: OnAlert): Promise<void> {
  if (socket.destroyed) return;
  const request = parseLine(line);
  const id = request?.['id'] ?? null;
  try {
    const result = await answerer(request);
    if (!result.ok) onAlert(toAlert(request, result.refusal));
    socket.write(`${JSON.stringify({ id, result })}\n`);
  } catch (error) {
    if (error instanceof SignerUnavailable) {
      socket.write(`${JSON.stringify({ id, unavailable: error.message })}\n`);
      return;
    }
    process.stderr.write(`a request failed: ${String(error)}\n`);
    socket.destroy();
  }
}

async function answerTo(
  signer: Served,
  request: Record<string, unknown> | null,
  watcher: ServedWatcher | null,
): Promise<Result<unknown, string>> {
  if (servedDuringHalt.has(request?.['method'])) return decide(signer, request);
  watcher?.requests.assertNoHalt();
  const result = await decide(signer, request);
  // A halt may have arrived while the request waited for another or for the store of a key: what was signed does not leave then.
  watcher?.requests.assertNoHalt();
  return result;
}

async function decide(
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
  const passkey = method === 'registerPasskey' ? readPasskey(params) : null;
  if (passkey !== null && signer.registerPasskey !== undefined) return signer.registerPasskey(passkey);
  const removed = method === 'removePasskey' ? readPasskeyName(params) : null;
  if (removed !== null && signer.removePasskey !== undefined) return signer.removePasskey(removed);
  const query = method === 'listSigned' ? readSignedQuery(params) : null;
  if (query !== null) return accept(await signer.listSigned(query.ticketId));
  const sign = method === 'sign' ? readSignRequest(params) : null;
  return sign === null ? refuse('request_malformed') : signer.sign(sign);
}

function answerPeer(follower: Follower, request: Record<string, unknown> | null): Result<unknown, string> {
  const entries = request?.['method'] === 'replicate' ? readReplicateRequest(request['params']) : null;
  if (entries !== null) return follower.replicate(entries);
  const checkpoints =
    request?.['method'] === 'keepCheckpoints' ? readCheckpointsRequest(request['params']) : null;
  if (checkpoints !== null) return follower.keepCheckpoints(checkpoints);
  const query = request?.['method'] === 'readCheckpoints' ? readCheckpointsQuery(request['params']) : null;
  if (query !== null) return accept(follower.readCheckpoints(query));
  const after = request?.['method'] === 'readClaims' ? readHead(request['params']) : null;
  return after === null ? refuse('request_malformed') : follower.readClaims(after);
}

/** Names what was refused. Methods, tickets and customers of a caller are shown in their proper forms only. */
function toAlert(request: Record<string, unknown> | null, refusal: string): SignerAlert {
  const known = methods.find((method) => method === request?.['method']) ?? 'a malformed request';
  const params = request?.['params'];
  const ticket = isRecord(params) && isRecord(params['ticket']) ? params['ticket']['ticketId'] : null;
  const customer = isRecord(params) ? params['userId'] : null;
  const subject = isId(ticket) ? `ticket ${ticket}` : isId(customer) ? `customer ${customer}` : '';
  return { event: `refused ${known}: ${refusal}`, subject };
}

function parseLine(line: string): Record<string, unknown> | null {
  const value = parseJson(line);
  return isRecord(value) ? value : null;
}
