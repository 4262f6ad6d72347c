/** Keys of a token, of a hardware module or of SoftHSM, that is reached through PKCS#11. */
import { ECDH } from 'node:crypto';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { Mutex } from 'async-mutex';
import type { KeyName, Signature, WalletKeyStore } from '../key-store.ts';
import { Cryptoki, CryptokiError } from './cryptoki.ts';
import type { Attribute, TokenObject } from './cryptoki.ts';
import { objectClasses, returnCodes, tokenFlags } from './cryptoki-constants.ts';

export type TokenSettings = {
  /** The path of the module's library. */
  readonly module: string;
  readonly tokenLabel: string;
  readonly pin: string;
};

const yes = Buffer.of(1);
const no = Buffer.of(0);
/** The object identifier of secp256k1, 1.3.132.0.10. */
const secp256k1 = Buffer.from('06052b8104000a', 'hex');
const pinCodes: readonly number[] = [
  returnCodes.CKR_PIN_INCORRECT,
  returnCodes.CKR_PIN_INVALID,
  returnCodes.CKR_PIN_LEN_RANGE,
  returnCodes.CKR_PIN_EXPIRED,
  returnCodes.CKR_PIN_LOCKED,
];

export class Pkcs11Keys implements WalletKeyStore {
  readonly #settings: TokenSettings;
  /** The labels of the keys in the token. */
  readonly #labels: ReadonlyMap<KeyName, string>;
  readonly #mutex = new Mutex();
  #cryptoki: Cryptoki | null = null;
  #session: number | null = null;
  /** Private keys of the session, by label. */
  readonly #privateKeys = new Map<string, TokenObject>();
  /** Set once the token has refused the PIN: each further try could lock it. */
  #pinRefusal: Error | null = null;

  constructor(settings: TokenSettings, labels: ReadonlyMap<KeyName, string>) {
    this.#settings = settings;
    this.#labels = labels;
  }

  async publicKey(name: KeyName): Promise<Uint8Array> {
    return this.#use((cryptoki, session) => this.#readPublicKey(cryptoki, session, this.#findLabel(name)));
  }

  async sign(name: KeyName, digest: Uint8Array): Promise<Signature> {
    return this.#use(async (cryptoki, session) => {
      const key = await this.#findPrivateKey(cryptoki, session, this.#findLabel(name));
      const signature = (await cryptoki.sign(key, digest)).toString('hex');
      return { r: BigInt(`0x${signature.slice(0, 64)}`), s: BigInt(`0x${signature.slice(64)}`) };
    });
  }

  /**
   * Generates a key that cannot leave the token.
   * @throws when the token has a key with this label
   */
  async create(name: KeyName): Promise<void> {
    const label = this.#findLabel(name);
    await this.#use(async (cryptoki) => {
      const session = await this.#openSession(cryptoki, 'writing');
      try {
        const existing = await cryptoki.findObjects(session, [['CKA_LABEL', Buffer.from(label)]]);
        if (existing.length > 0) throw new Error(`${this.#name} has an object "${label}" already`);
        const shared: Attribute[] = [
          ['CKA_TOKEN', yes],
          ['CKA_LABEL', Buffer.from(label)],
          ['CKA_ID', Buffer.from(label)],
        ];
        await cryptoki.generateKeyPair(
          session,
          [...shared, ['CKA_VERIFY', yes], ['CKA_EC_PARAMS', secp256k1]],
          [
            ...shared,
            ['CKA_PRIVATE', yes],
            ['CKA_SENSITIVE', yes],
            ['CKA_EXTRACTABLE', no],
            ['CKA_SIGN', yes],
          ],
        );
      } finally {
        await cryptoki.closeSession(session).catch(() => undefined);
      }
    });
  }

  /**
   * Runs work in the session. When a call fails, because the session has ended or the token was away, the work is repeated
   * once in a new session.
   */
  #use<T>(work: (cryptoki: Cryptoki, session: number) => Promise<T>): Promise<T> {
    return this.#mutex.runExclusive(async () => {
      try {
        try {
          return await work(...(await this.#connect()));
        } catch (error) {
          if (!(error instanceof CryptokiError) || this.#pinRefusal !== null) throw error;
          await this.#disconnect();
          return await work(...(await this.#connect()));
        }
      } catch (error) {
        if (!(error instanceof CryptokiError)) throw error;
        throw new SignerUnavailable(`${this.#name}: ${error.message}`, { cause: error });
      }
    });
  }

  async #connect(): Promise<[Cryptoki, number]> {
    if (this.#pinRefusal !== null) throw this.#pinRefusal;
    this.#cryptoki ??= await Cryptoki.load(this.#settings.module);
    this.#session ??= await this.#openSession(this.#cryptoki, 'reading');
    return [this.#cryptoki, this.#session];
  }

  async #disconnect(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    this.#privateKeys.clear();
    if (session !== null) await this.#cryptoki?.closeSession(session).catch(() => undefined);
  }

  async #openSession(cryptoki: Cryptoki, use: 'reading' | 'writing'): Promise<number> {
    await cryptoki.initialise();
    const tokens = (await cryptoki.listTokens()).filter(({ label }) => label === this.#settings.tokenLabel);
    const [token, other] = tokens;
    if (token === undefined) throw new SignerUnavailable(`${this.#name} is not present`);
    if (other !== undefined) throw new Error(`${this.#name} has the label of another token`);
    const { CKF_USER_PIN_FINAL_TRY: final, CKF_USER_PIN_LOCKED: locked } = tokenFlags;
    if ((token.flags & locked) !== 0) throw new Error(`the PIN of ${this.#name} is locked`);
    if ((token.flags & final) !== 0)
      throw new Error(`${this.#name} accepts one more PIN before it locks: log in by hand first`);
    const session = await cryptoki.openSession(token.slot, use);
    try {
      await cryptoki.login(session, this.#settings.pin);
    } catch (error) {
      if (error instanceof CryptokiError && pinCodes.includes(error.code))
        this.#pinRefusal = new Error(`${this.#name} refuses the PIN: ${error.message}`, { cause: error });
      await cryptoki.closeSession(session).catch(() => undefined);
      throw this.#pinRefusal ?? error;
    }
    return session;
  }

  async #readPublicKey(cryptoki: Cryptoki, session: number, label: string): Promise<Uint8Array> {
    const key = await this.#findObject(cryptoki, session, 'publicKey', label);
    const curve = await cryptoki.readAttribute(key, 'CKA_EC_PARAMS');
    if (!curve.equals(secp256k1))
      throw new Error(`the key "${label}" of ${this.#name} is not one of secp256k1`);
    const point = await cryptoki.readAttribute(key, 'CKA_EC_POINT');
    // The standard wraps the point of 65 bytes in an OCTET STRING; some modules return it as it is.
    const bytes = point.length === 67 ? point.subarray(2) : point;
    return Buffer.from(ECDH.convertKey(bytes, 'secp256k1', undefined, 'hex', 'compressed') as string, 'hex');
  }

  async #findPrivateKey(cryptoki: Cryptoki, session: number, label: string): Promise<TokenObject> {
    const known = this.#privateKeys.get(label);
    if (known !== undefined) return known;
    const key = await this.#findObject(cryptoki, session, 'privateKey', label);
    if (!(await cryptoki.readAttribute(key, 'CKA_EXTRACTABLE')).equals(no))
      throw new Error(`the key "${label}" of ${this.#name} could be extracted: create one that cannot`);
    this.#privateKeys.set(label, key);
    return key;
  }

  async #findObject(
    cryptoki: Cryptoki,
    session: number,
    kind: keyof typeof objectClasses,
    label: string,
  ): Promise<TokenObject> {
    const kindBytes = Buffer.from(BigUint64Array.of(BigInt(objectClasses[kind])).buffer);
    const [object, other] = await cryptoki.findObjects(session, [
      ['CKA_CLASS', kindBytes],
      ['CKA_LABEL', Buffer.from(label)],
    ]);
    if (object === undefined) throw new Error(`${this.#name} has no key "${label}"`);
    if (other !== undefined) throw new Error(`${this.#name} has several keys "${label}"`);
    return { session, object };
  }

  #findLabel(name: KeyName): string {
    const label = this.#labels.get(name);
    if (label === undefined) throw new Error(`no label is set for the key ${name} of ${this.#name}`);
    return label;
  }

  get #name(): string {
    return `token "${this.#settings.tokenLabel}"`;
  }
}
