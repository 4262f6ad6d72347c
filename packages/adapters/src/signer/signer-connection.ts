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

/** A signer: where it listens, and the only certificate in PEM that it may present. */
export type SignerAddress = { readonly endpoint: SignerEndpoint; readonly signerCertificate: string };

export type SignerLink = SignerAddress & {
  /** The caller's own certificate and key; the signer has the certificate in its settings. */
  readonly identity: TlsIdentity;
};

/** The exchange's signer, or pair of signers. */
export type SignerConnection = SignerLink & { readonly second?: SignerAddress | undefined };

/** Both forms of an endpoint in a settings file. */
export const endpointSchema = z.union(
  [
    z.strictObject({ socket: z.string().min(1) }),
    z.strictObject({ host: z.string().min(1), port: z.int().min(1).max(65_535) }),
  ],
  'must be {"socket": "path"} or {"host": "name", "port": number}',
);

const addressFields = { endpoint: endpointSchema, signerCertificate: z.string().min(1) };
const fileSchema = z.strictObject({
  ...addressFields,
  identity: z.string().min(1),
  second: z.strictObject(addressFields).optional(),
});

/**
 * Reads a connection file: `{"endpoint": {...}, "signerCertificate": "signer.crt", "identity": "exchange"}`, with a
 * second signer as `"second": {"endpoint": {...}, "signerCertificate": "second.crt"}`. The identity is created beside the file
 * when it does not exist.
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
  const { second, ...first } = parsed.data;
  // First, so that its certificate exists even while the signer's is still missing.
  const identity = await openTlsIdentity(folder, parsed.data.identity);
  const open = ({ endpoint, signerCertificate }: typeof first | NonNullable<typeof second>) => ({
    endpoint: resolveEndpoint(endpoint, folder),
    signerCertificate: readFileSync(resolve(folder, signerCertificate), 'utf8'),
  });
  return { ...open(first), identity, second: second && open(second) };
}

/** Returns an endpoint whose socket, if it has one, is an absolute path. */
export function resolveEndpoint(endpoint: SignerEndpoint, folder: string): SignerEndpoint {
  return 'socket' in endpoint ? { socket: resolve(folder, endpoint.socket) } : endpoint;
}

/** Connects with both certificates. The socket's `secureConnect` means that the signer presented the pinned one. */
export function connectToSigner({ endpoint, signerCertificate, identity }: SignerLink): TLSSocket {
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
