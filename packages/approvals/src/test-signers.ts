/** Signers for tests: key files, a security key and a passkey, all in software. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readSpki } from './ed25519.ts';
import { computeChallenge, formatWebauthnAssertion } from './webauthn.ts';
import type { Ed25519Key, SigningKey, SshKey, WebauthnKey } from './signing-key.ts';
import { getSshAlgorithm, toSshBlob } from './signing-key.ts';
import { armour, formatSshSignature, toSshSigned } from './sshsig.ts';
import { toSshString } from './ssh-wire.ts';

export type TestSigner<Key extends SigningKey> = {
  readonly key: Key;
  readonly sign: (text: string) => string;
};

function createEd25519(): { readonly publicKey: Buffer; readonly privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const spki = readSpki(publicKey.export({ type: 'spki', format: 'der' }));
  if (spki === null) throw new Error('the key is Ed25519');
  return { publicKey: spki, privateKey };
}

export function createFileSigner(): TestSigner<Ed25519Key> {
  const { publicKey, privateKey } = createEd25519();
  return {
    key: { kind: 'ed25519', publicKey },
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

export function createSshSigner(): TestSigner<SshKey> {
  const { publicKey, privateKey } = createEd25519();
  const key: SshKey = { kind: 'sshsig', publicKey, application: null };
  return { key, sign: (text) => formatSshSignature(key, sign(null, toSshSigned(text), privateKey)) };
}

/** A security key for OpenSSH: it signs its application's hash, its state, and the hash of what ssh-keygen hands it. */
export function createSecurityKey({ flags = 0x01 } = {}): TestSigner<SshKey> {
  const { publicKey, privateKey } = createEd25519();
  const key: SshKey = { kind: 'sshsig', publicKey, application: 'ssh:' };
  const hash = (value: string | Buffer) => createHash('sha256').update(value).digest();
  return {
    key,
    sign(text) {
      const state = Buffer.from([flags, 0, 0, 0, 7]);
      const bytes = sign(null, Buffer.concat([hash('ssh:'), state, hash(toSshSigned(text))]), privateKey);
      const inner = Buffer.concat([toSshString(getSshAlgorithm(key)), toSshString(bytes), state]);
      return armour(
        Buffer.concat([
          Buffer.from('SSHSIG'),
          Buffer.from([0, 0, 0, 1]),
          ...[toSshBlob(key), 'salar', '', 'sha512', inner].map(toSshString),
        ]),
      );
    },
  };
}

/** A passkey with a P-256 key, for `https://ops.example.com` unless a site is named. The origin may be that of another page. */
export function createPasskey({
  flags = 0x05,
  site = 'https://ops.example.com',
  origin,
  name = 'passkey of a test',
}: {
  readonly flags?: number;
  readonly site?: string;
  readonly origin?: string;
  readonly name?: string;
} = {}): TestSigner<WebauthnKey> {
  const rpId = new URL(site).hostname;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const id = Buffer.from(name).toString('base64url');
  return {
    key: {
      kind: 'webauthn',
      credentialId: id,
      publicKey: cose,
      rpId,
      origin: site,
    },
    sign(text) {
      const client = Buffer.from(
        JSON.stringify({ type: 'webauthn.get', challenge: computeChallenge(text), origin: origin ?? site }),
      );
      const data = Buffer.concat([
        createHash('sha256').update(rpId).digest(),
        Buffer.from([flags, 0, 0, 0, 0]),
      ]);
      const signature = sign(
        'sha256',
        Buffer.concat([data, createHash('sha256').update(client).digest()]),
        privateKey,
      );
      return formatWebauthnAssertion({
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}
