/**
 * A device with a passkey, for tests: implements W3C WebAuthn by hand, so that it verifies the library that the
 * exchange uses. Its responses can be falsified, to check that they are refused.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/** The fields that a dishonest or broken device falsifies. */
export type Falsified = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly id?: string;
};

export type SavedPasskey = { readonly id: string; readonly privateKey: string; readonly counter: number };

export class SoftwarePasskey {
  readonly id: string;
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #coseKey: Buffer;
  #counter = 0;

  /** @param saved  a passkey that was saved, with the counter of its last use */
  constructor(origin: string, saved?: SavedPasskey) {
    this.#origin = origin;
    this.id = saved?.id ?? randomBytes(32).toString('base64url');
    this.#privateKey =
      saved === undefined
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : createPrivateKey(saved.privateKey);
    this.#counter = saved?.counter ?? 0;
    const { x = '', y = '' } = createPublicKey(this.#privateKey).export({ format: 'jwk' });
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.#coseKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  save(): SavedPasskey {
    const privateKey = this.#privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { id: this.id, privateKey, counter: this.#counter };
  }

  /** Creates the passkey. @param options  the exchange's options as JSON text */
  create(options: string, bent: Falsified = {}): string {
    const { challenge } = JSON.parse(options) as { readonly challenge: string };
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey]);
    const data = Buffer.concat([this.#authenticatorData(bent, hasCredential), credential]);
    const dataLength = Buffer.alloc(2);
    dataLength.writeUInt16BE(data.length);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from('59', 'hex'),
      dataLength,
      data,
    ]);
    return this.#response(bent, {
      clientDataJSON: this.#clientData('webauthn.create', challenge, bent).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Signs in with it. */
  get(options: string, bent: Falsified = {}): string {
    const { challenge } = JSON.parse(options) as { readonly challenge: string };
    this.#counter = bent.counter ?? this.#counter + 1;
    const data = this.#authenticatorData(bent, 0);
    const clientData = this.#clientData('webauthn.get', challenge, bent);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    return this.#response(bent, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
    });
  }

  #response({ id = this.id }: Falsified, response: object): string {
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });
  }

  #clientData(type: string, challenge: string, bent: Falsified): Buffer {
    const { origin = this.#origin } = bent;
    return Buffer.from(
      JSON.stringify({
        type: bent.type ?? type,
        challenge: bent.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(
    { rpId = new URL(this.#origin).hostname, isVerified = true }: Falsified,
    flags: number,
  ): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    const rpIdHash = createHash('sha256').update(rpId).digest();
    return Buffer.concat([
      rpIdHash,
      Buffer.of(userPresent | (isVerified ? userVerified : 0) | flags),
      counter,
    ]);
  }
}
