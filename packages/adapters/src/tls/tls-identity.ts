/**
 * Certificates of connections between our own processes. Each side makes a key and a self-signed certificate, and pins the
 * certificate of the other side, so that no authority can issue another one.
 */
import 'reflect-metadata'; // @peculiar/x509 needs it
import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PemConverter, X509CertificateGenerator } from '@peculiar/x509';
import { readOrCreateFile } from '../files/key-files.ts';

/** The two halves in PEM. */
export type TlsIdentity = { readonly certificate: string; readonly key: string };

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const validMs = 20 * 365 * 86_400_000;

/**
 * Opens the identity `name` of a folder, or creates it at the first call: `<name>.pem` with key and certificate, for its
 * owner only, and `<name>.crt` with the certificate, which the other side pins.
 *
 * @throws when the file does not contain a certificate and its key
 */
export async function openTlsIdentity(folder: string, name: string): Promise<TlsIdentity> {
  const path = join(folder, `${name}.pem`);
  const created = existsSync(path) ? '' : await createIdentity(name);
  const identity = splitIdentity(
    readOrCreateFile(path, () => created),
    path,
  );
  readOrCreateFile(join(folder, `${name}.crt`), () => identity.certificate);
  return identity;
}

async function createIdentity(name: string): Promise<string> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = Date.now();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: randomBytes(16).toString('hex'),
      name: `CN=salar ${name}`,
      notBefore: new Date(now - 86_400_000),
      notAfter: new Date(now + validMs),
      signingAlgorithm: algorithm,
      keys,
    },
    crypto,
  );
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return `${key}\n${certificate.toString('pem')}\n`;
}

function splitIdentity(text: string, path: string): TlsIdentity {
  const [key] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(text) ?? [];
  const [certificate] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text) ?? [];
  if (key === undefined || certificate === undefined)
    throw new Error(`${path} does not contain a private key and a certificate in PEM`);
  if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)))
    throw new Error(`the certificate in ${path} does not belong to its key`);
  return { certificate: `${certificate}\n`, key: `${key}\n` };
}

/** Returns the SHA-256 fingerprint of a certificate in PEM, as tools print it. */
export function computeFingerprint(certificate: string): string {
  return new X509Certificate(certificate).fingerprint256;
}
