/** Signatures of `ssh-keygen -Y sign -n salar` (OpenSSH's PROTOCOL.sshsig), by keys in files and by security keys. */
import { createHash } from 'node:crypto';
import { readBase64 } from './base64.ts';
import { signatureLength, verifyEd25519 } from './ed25519.ts';
import { getSshAlgorithm, toSshBlob } from './signing-key.ts';
import type { SshKey } from './signing-key.ts';
import { SshReader, toSshString } from './ssh-wire.ts';

/** The namespace that people name when they sign: `ssh-keygen -Y sign -n salar`. */
export const sshNamespace = 'salar';
const magic = 'SSHSIG';
const hashName = 'sha512';
const head = '-----BEGIN SSH SIGNATURE-----\n';
const foot = '\n-----END SSH SIGNATURE-----\n';
const lineLength = 70;
/** A person touched the security key. */
const presenceFlag = 0x01;

export type SshSignature = {
  readonly keyBlob: Buffer;
  readonly namespace: string;
  /** The signature in OpenSSH's encoding: algorithm, bytes and, of a security key, flags and counter. */
  readonly signature: Buffer;
};

/** Reads an armoured signature exactly as ssh-keygen writes it; null for anything else. */
export function readSshSignature(armoured: string): SshSignature | null {
  if (!armoured.startsWith(head) || !armoured.endsWith(foot)) return null;
  const bytes = readBase64(armoured.slice(head.length, -foot.length).replaceAll('\n', ''));
  if (bytes === null || armour(bytes) !== armoured) return null;
  const reader = new SshReader(bytes);
  if (reader.take(magic.length)?.toString('latin1') !== magic || reader.uint32() !== 1) return null;
  const keyBlob = reader.string();
  const namespace = reader.string();
  const reserved = reader.string();
  const hash = reader.string();
  const signature = reader.string();
  if (keyBlob === null || namespace === null || signature === null || !reader.isAtEnd) return null;
  if (reserved?.length !== 0 || hash?.toString('latin1') !== hashName) return null;
  return { keyBlob, namespace: namespace.toString('latin1'), signature };
}

/** Formats a signature as ssh-keygen does. */
export function armour(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return `${head}${lines.join('\n')}${foot}`;
}

/** Returns the bytes that an SSH key signs for a text. */
export function toSshSigned(text: string): Buffer {
  const hash = createHash(hashName).update(text, 'utf8').digest();
  return Buffer.concat([
    Buffer.from(magic, 'latin1'),
    toSshString(sshNamespace),
    toSshString(''),
    toSshString(hashName),
    toSshString(hash),
  ]);
}

/** Encodes the signature of a key in a file as ssh-keygen does. */
export function formatSshSignature(key: SshKey, signature: Uint8Array): string {
  const version = Buffer.from([0, 0, 0, 1]);
  return armour(
    Buffer.concat([
      Buffer.from(magic, 'latin1'),
      version,
      toSshString(toSshBlob(key)),
      toSshString(sshNamespace),
      toSshString(''),
      toSshString(hashName),
      toSshString(Buffer.concat([toSshString(getSshAlgorithm(key)), toSshString(signature)])),
    ]),
  );
}

/**
 * Verifies the signature of the key over the text. A security key must report that a person touched it.
 */
export function verifySshSignature(key: SshKey, text: string, { signature }: SshSignature): boolean {
  const reader = new SshReader(signature);
  if (reader.string()?.toString('latin1') !== getSshAlgorithm(key)) return false;
  const bytes = reader.string();
  if (bytes?.length !== signatureLength) return false;
  const signed = toSshSigned(text);
  if (key.application === null) return reader.isAtEnd && verifyEd25519(key.publicKey, signed, bytes);
  const state = reader.take(5); // flags and counter
  if (state === null || !reader.isAtEnd || (state.readUInt8(0) & presenceFlag) === 0) return false;
  const hash = (value: string | Buffer) => createHash('sha256').update(value).digest();
  return verifyEd25519(key.publicKey, Buffer.concat([hash(key.application), state, hash(signed)]), bytes);
}
