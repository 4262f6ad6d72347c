/** A store of keys in AWS KMS, which creates them and never returns a private key. */
import { createPublicKey, ECDH } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { z } from 'zod';
import type { KeyName, Signature, WalletKeyStore } from '../key-store.ts';
import { callKms, KmsRefusal } from './aws-kms.ts';
import type { KmsSettings } from './aws-kms.ts';

const keySpec = 'ECC_SECG_P256K1';
const keyUsage = 'SIGN_VERIFY';
/** The service signs a digest that it is given as it is, whichever hash function made it. */
const algorithm = 'ECDSA_SHA_256';
const aliasPrefix = 'alias/';
const aliasTriesMax = 30;
const aliasPauseMs = 500;

const publicKeySchema = z.object({
  PublicKey: z.base64(),
  KeySpec: z.string(),
  KeyUsage: z.string(),
});
const signatureSchema = z.object({ Signature: z.base64() });
const createdSchema = z.object({ KeyMetadata: z.object({ KeyId: z.string(), Arn: z.string() }) });

export class KmsKeys implements WalletKeyStore {
  readonly #settings: KmsSettings;

  /** @param settings  with the one key of this store */
  constructor(settings: KmsSettings) {
    this.#settings = settings;
  }

  async publicKey(name: KeyName): Promise<Uint8Array> {
    const { PublicKey, KeySpec, KeyUsage } = await this.#call(name, 'GetPublicKey', publicKeySchema, {});
    if (KeySpec !== keySpec || KeyUsage !== keyUsage)
      throw new Error(`${this.#place} is ${KeySpec} for ${KeyUsage}, not ${keySpec} for ${keyUsage}`);
    return compress(Buffer.from(PublicKey, 'base64'));
  }

  async sign(name: KeyName, digest: Uint8Array): Promise<Signature> {
    const input = {
      Message: Buffer.from(digest).toString('base64'),
      MessageType: 'DIGEST',
      SigningAlgorithm: algorithm,
    };
    const { Signature: der } = await this.#call(name, 'Sign', signatureSchema, input);
    return decode(Buffer.from(der, 'base64'), this.#place);
  }

  /**
   * Creates a key, and the alias of the settings for it.
   * @throws when the settings have no alias, or there is a key of that alias
   */
  async create(name: KeyName): Promise<void> {
    const { keyId } = this.#settings;
    if (!keyId.startsWith(aliasPrefix))
      throw new Error(`${keyId} names a key that exists; set an alias, such as alias/salar-evm-hot`);
    const existing = await callKms(this.#settings, 'GetPublicKey', { KeyId: keyId }).catch(readAbsence);
    if (existing !== null) throw new Error(`${this.#place} exists already`);
    const key = { KeySpec: keySpec, KeyUsage: keyUsage, Description: `Salar ${name}` };
    const created = createdSchema.parse(await callKms(this.#settings, 'CreateKey', key));
    const alias = { AliasName: keyId, TargetKeyId: created.KeyMetadata.KeyId };
    await callKms(this.#settings, 'CreateAlias', alias);
    await this.#awaitAlias();
  }

  /** Waits until the service finds a new alias, which can take it seconds. */
  async #awaitAlias(): Promise<void> {
    const { keyId } = this.#settings;
    for (let tries = 0; tries < aliasTriesMax; tries += 1) {
      if ((await callKms(this.#settings, 'GetPublicKey', { KeyId: keyId }).catch(readAbsence)) !== null)
        return;
      await sleep(aliasPauseMs);
    }
    throw new Error(`${this.#place} was created, and is not known yet: start the signer in a few minutes`);
  }

  /** A key that is disabled, or that we may not use, can be put right while the signer runs: payments wait for it. */
  async #call<T>(
    name: KeyName,
    action: 'GetPublicKey' | 'Sign',
    schema: z.ZodType<T>,
    input: object,
  ): Promise<T> {
    try {
      const answer = await callKms(this.#settings, action, { KeyId: this.#settings.keyId, ...input });
      const parsed = schema.safeParse(answer);
      if (parsed.success) return parsed.data;
      throw new SignerUnavailable(`${this.#place}: the answer of ${action} is not what is documented`);
    } catch (error) {
      if (!(error instanceof KmsRefusal)) throw error;
      if (error.type === 'NotFoundException')
        throw new Error(`${this.#place} of ${name} does not exist`, { cause: error });
      throw new SignerUnavailable(`${this.#place}: ${error.message}`, { cause: error });
    }
  }

  get #place(): string {
    return `key ${this.#settings.keyId} of AWS KMS`;
  }
}

function readAbsence(error: unknown): null {
  if (error instanceof KmsRefusal && error.type === 'NotFoundException') return null;
  throw error;
}

/** Compresses the point of a public key, which the service returns as a SubjectPublicKeyInfo in DER. */
function compress(spki: Buffer): Uint8Array {
  const { crv, x, y } = createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ format: 'jwk' });
  if (crv !== 'secp256k1' || x === undefined || y === undefined)
    throw new Error(`the public key is one of ${String(crv)}, not of secp256k1`);
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return Buffer.from(ECDH.convertKey(point, 'secp256k1', undefined, 'hex', 'compressed') as string, 'hex');
}

function decode(der: Uint8Array, place: string): Signature {
  try {
    const { r, s } = secp256k1.Signature.fromBytes(der, 'der');
    return { r, s };
  } catch (cause) {
    throw new SignerUnavailable(`${place} returned something else than a signature`, { cause });
  }
}
