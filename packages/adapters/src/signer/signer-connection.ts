/** Where the signer listens and how both sides identify each other: a file of the exchange, with paths relative to it. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { connect } from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { computeFingerprint, openTlsIdentity } from '../tls/tls-identity.ts';
import type { TlsIdentity } from '../tls/tls-identity.ts';

/** A Unix socket on the same host, or an address of another one. */
export type SignerEndpoint = { readonly socket: string } | { readonly host: string; readonly port: number };

export type SignerConnection = {
  readonly endpoint: SignerEndpoint;
  /** The only certificate in PEM that the signer may present. */
  readonly signerCertificate: string;
  /** The certificate and key of the exchange; the signer has the certificate in its settings. */
  readonly identity: TlsIdentity;
};

/** Both forms of an endpoint in a settings file. */
export const endpointSchema = z.union(
  [
    z.strictObject({ socket: z.string().min(1) }),
    z.strictObject({ host: z.string().min(1), port: z.int().min(1).max(65_535) }),
  ],
  'must be {"socket": "path"} or {"host": "name", "port": number}',
);

const fileSchema = z.strictObject({
  endpoint: endpointSchema,
  signerCertificate: z.string().min(1),
  identity: z.string().min(1),
});

/**
 * Reads a connection file: `{"endpoint": {...}, "signerCertificate": "signer.crt", "identity": "exchange"}`. The identity
 * is created beside the file when it does not exist.
 *
 * @throws with the file's path and what is wrong in it
 */
export async function readSignerConnection(path: string): Promise<SignerConnection> {
  const parsed = fileSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!parsed.success)
    throw new Error(
      `${path}: ${parsed.error.issues.map((one) => `${one.path.join('.')} ${one.message}`).join('; ')}`,
    );
  const folder = dirname(resolve(path));
  const { endpoint, signerCertificate } = parsed.data;
  // First, so that its certificate exists even while the signer's is still missing.
  const identity = await openTlsIdentity(folder, parsed.data.identity);
  return {
    endpoint: 'socket' in endpoint ? { socket: resolve(folder, endpoint.socket) } : endpoint,
    signerCertificate: readFileSync(resolve(folder, signerCertificate), 'utf8'),
    identity,
  };
}

/** Connects with both certificates. The socket's `secureConnect` means that the signer presented the pinned one. */
export function connectToSigner({ endpoint, signerCertificate, identity }: SignerConnection): TLSSocket {
  const pinned = computeFingerprint(signerCertificate);
  return connect({
    ...('socket' in endpoint ? { path: endpoint.socket } : endpoint),
    ca: signerCertificate,
    cert: identity.certificate,
    key: identity.key,
    minVersion: 'TLSv1.3',
    // Names mean nothing here: only one certificate is accepted.
    checkServerIdentity: (_name, certificate) =>
      certificate.fingerprint256 === pinned
        ? undefined
        : new Error('the signer presented another certificate'),
  });
}
