/** The public keys of people who sign, and their text forms. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { readBase64, readBase64Url } from './base64.ts';
import { formatSpki, isPublicKey, readSpki } from './ed25519.ts';
import { isCosePublicKey } from './webauthn.ts';
import { SshReader, toSshString } from './ssh-wire.ts';

/** A key in a file: it signs the text itself. */
export type Ed25519Key = { readonly kind: 'ed25519'; readonly publicKey: Uint8Array };

/** A key of OpenSSH; of a security key when it has an application. */
export type SshKey = {
  readonly kind: 'sshsig';
  readonly publicKey: Uint8Array;
  /** Such as `ssh:`; null for a key in a file. */
  readonly application: string | null;
};

/** A passkey or security key in a browser. */
export type WebauthnKey = {
  readonly kind: 'webauthn';
  readonly credentialId: string;
  /** COSE, as the browser registered it. */
  readonly publicKey: Uint8Array;
  readonly rpId: string;
  readonly origin: string;
};

export type SigningKey = Ed25519Key | SshKey | WebauthnKey;

const sshAlgorithm = 'ssh-ed25519';
const securityKeyAlgorithm = 'sk-ssh-ed25519@openssh.com';
const textMax = 4096;
const applicationPattern = /^ssh:[\x21-\x7e]{0,60}$/;
const rpIdPattern = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;
const originPattern = /^https?:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?$/;
const pemHead = '-----BEGIN PUBLIC KEY-----';
const pemFoot = '-----END PUBLIC KEY-----';

/**
 * Reads a public key in a usual form.
 *
 * - `ssh-ed25519 AAAA... [comment]` and `sk-ssh-ed25519@openssh.com AAAA... [comment]`: the line of OpenSSH
 * - base64 of the SubjectPublicKeyInfo of an Ed25519 key, with or without the lines of PEM around it
 * - `webauthn CREDENTIAL PUBLICKEY RPID ORIGIN`, the first two in base64url
 *
 * @returns the key; `key_malformed` for any other text, and for keys with which anybody could sign
 */
export function readSigningKey(text: string): Result<SigningKey, 'key_malformed'> {
  if (text.length > textMax) return refuse('key_malformed');
  const trimmed = text.trim();
  const [first = '', ...rest] = trimmed.split(' ');
  const key =
    first === sshAlgorithm || first === securityKeyAlgorithm
      ? readSshKey(first, rest[0] ?? '')
      : first === 'webauthn'
        ? readWebauthnKey(rest)
        : readSpkiKey(trimmed);
  return key === null ? refuse('key_malformed') : accept(key);
}

/** Formats a key in one canonical line, which `readSigningKey` reads: two keys are the same when their texts are. */
export function formatSigningKey(key: SigningKey): string {
  switch (key.kind) {
    case 'ed25519':
      return formatSpki(key.publicKey);
    case 'sshsig':
      return `${getSshAlgorithm(key)} ${toSshBlob(key).toString('base64')}`;
    default: {
      const publicKey = Buffer.from(key.publicKey).toString('base64url');
      return `webauthn ${key.credentialId} ${publicKey} ${key.rpId} ${key.origin}`;
    }
  }
}

/** Returns the algorithm in OpenSSH's name. */
export function getSshAlgorithm({ application }: SshKey): string {
  return application === null ? sshAlgorithm : securityKeyAlgorithm;
}

/** Encodes a key as OpenSSH does inside keys and signatures. */
export function toSshBlob(key: SshKey): Buffer {
  const fields = [toSshString(getSshAlgorithm(key)), toSshString(key.publicKey)];
  if (key.application !== null) fields.push(toSshString(key.application));
  return Buffer.concat(fields);
}

function readSshKey(algorithm: string, base64: string): SshKey | null {
  const blob = readBase64(base64);
  if (blob === null) return null;
  const reader = new SshReader(blob);
  if (reader.string()?.toString('latin1') !== algorithm) return null;
  const publicKey = reader.string();
  const application = algorithm === sshAlgorithm ? null : reader.string()?.toString('latin1');
  if (publicKey === null || application === undefined || !reader.isAtEnd) return null;
  if (!isPublicKey(publicKey) || (application !== null && !applicationPattern.test(application))) return null;
  return { kind: 'sshsig', publicKey, application };
}

function readWebauthnKey(fields: readonly string[]): WebauthnKey | null {
  const [credentialId = '', key = '', rpId = '', origin = ''] = fields;
  const publicKey = readBase64Url(key);
  if (fields.length !== 4 || credentialId === '' || readBase64Url(credentialId) === null) return null;
  if (publicKey === null || !isCosePublicKey(publicKey)) return null;
  if (!rpIdPattern.test(rpId) || !originPattern.test(origin)) return null;
  return { kind: 'webauthn', credentialId, publicKey, rpId, origin };
}

function readSpkiKey(text: string): Ed25519Key | null {
  const isPem = text.startsWith(pemHead) && text.endsWith(pemFoot);
  const body = isPem ? text.slice(pemHead.length, -pemFoot.length).trim() : text;
  const bytes = readBase64(body);
  const publicKey = bytes === null ? null : readSpki(bytes);
  return publicKey === null ? null : { kind: 'ed25519', publicKey };
}
