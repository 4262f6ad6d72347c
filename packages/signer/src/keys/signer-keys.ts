/**
 * The keys as the families of networks use them. No answer of a store apart is trusted: each is awaited for a bounded time, and
 * a signature that does not verify with the public key never leaves. The keys of the seed are in this process.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { assert } from '@salar/protocol';
import type { ChainFamily, KeyLayout } from '@salar/services';
import { isDepositIndex, listDepositBranches } from '@salar/services/deposits/deposit-branches';
import type { DepositKeys } from '@salar/services/deposits/deposit-branches';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import type { DepositBranches } from '@salar/adapters/signer/signer-policy';
import type { KeyName, KeyStore, RecoverableSignature } from './key-store.ts';
import type { SeedKeys } from './seed-keys.ts';

/** Shorter than the time that the exchange waits for an answer of the signer. */
const answerMsMax = 3_000;
/** The order of secp256k1: of `s` and `order - s` both are valid, and networks accept the lower one only. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const former = {
  'evm/hot': 'evm/former-hot',
  'evm/gas': 'evm/former-gas',
  'evm/house': 'evm/former-house',
  'bitcoin/hot': 'bitcoin/former-hot',
  'bitcoin/house': 'bitcoin/former-house',
  'tron/hot': 'tron/former-hot',
  'tron/gas': 'tron/former-gas',
  'tron/house': 'tron/former-house',
} as const;
export type ReplaceableKey = keyof typeof former;
type Branches = [ChainFamily, DepositKeys['depositBranches'] & {}][];

export class SignerKeys {
  readonly #seed: SeedKeys;
  readonly #apart: ReadonlyMap<KeyName, KeyStore>;
  readonly #answerMsMax: number;
  readonly #depositBranches: DepositBranches;
  /** Public keys of the stores apart, each read once. */
  readonly #publicKeys = new Map<KeyName, Uint8Array>();

  /**
   * @param seed  has all keys that are in no other store, among them those of all deposit addresses
   * @param apart  the stores of keys that are apart from the seed
   * @param options.depositBranches  those of the policy; the first one only by default
   * @throws when a branch is not one of the seed
   */
  constructor(
    seed: SeedKeys,
    apart: ReadonlyMap<KeyName, KeyStore> = new Map(),
    options: { readonly answerMsMax?: number; readonly depositBranches?: DepositBranches | undefined } = {},
  ) {
    this.#seed = seed;
    this.#apart = apart;
    this.#answerMsMax = options.answerMsMax ?? answerMsMax;
    this.#depositBranches = options.depositBranches ?? {};
    for (const [family, branches] of Object.entries(this.#depositBranches) as Branches)
      for (const [branch, { xpub }] of branches.entries())
        if (xpub !== seed.depositXpub(family, branch))
          throw new Error(
            `depositBranches.${family}.${branch} of the policy is not that of the seed, and one of another seed is not possible: "signer deposit-branch" prints the next one`,
          );
  }

  get layout(): KeyLayout {
    return this.#seed.layout;
  }

  /** Returns true when the seed was renewed, so that it has keys of change from before, too. */
  get hasFormerLayout(): boolean {
    return this.#seed.formerLayout !== null;
  }

  /** Returns true when a wallet had another key before. Former keys are those of a renewed seed, or in stores of their own. */
  hasFormer(name: ReplaceableKey): boolean {
    return this.#seed.formerLayout !== null || this.#apart.has(toFormer(name));
  }

  /** Returns true when a key is in a store of its own, apart from the seed. */
  isApart(name: KeyName): boolean {
    return this.#apart.has(name);
  }

  /** Returns the extended public keys that deposit addresses of a family are derived from. */
  depositKeys(family: ChainFamily): DepositKeys {
    const xpub = this.#seed.depositXpub(family);
    const depositBranches = this.#depositBranches[family];
    return depositBranches === undefined ? { xpub } : { xpub, depositBranches };
  }

  /** Returns the extended public key of the branch that would be the next one of a family. */
  nextDepositXpub(family: ChainFamily): string {
    return this.#seed.depositXpub(family, this.#countBranches(family));
  }

  /** Returns true for the index of a customer's address below one of the branches of the policy. */
  isDepositIndex(family: ChainFamily, index: number): boolean {
    return isDepositIndex(index, this.#countBranches(family));
  }

  /**
   * Returns the compressed public key: 33 bytes.
   * @throws SignerUnavailable when the store does not answer in time
   */
  async publicKey(name: KeyName): Promise<Uint8Array> {
    const store = this.#apart.get(name);
    if (store === undefined) return this.#seed.publicKey(name);
    const key = this.#publicKeys.get(name) ?? (await this.#bounded(name, store.publicKey(name)));
    assert(key.length === 33, `the public key of ${name} is compressed`);
    this.#publicKeys.set(name, key);
    return key;
  }

  /**
   * Signs a digest of 32 bytes.
   * @throws SignerUnavailable when the store does not answer in time, or with anything but a signature of that key
   */
  async sign(name: KeyName, digest: Uint8Array): Promise<RecoverableSignature> {
    assert(digest.length === 32, 'a digest has 32 bytes');
    const store = this.#apart.get(name);
    if (store === undefined) return this.#seed.sign(name, digest);
    const publicKey = await this.publicKey(name);
    const { r, s } = await this.#bounded(name, store.sign(name, digest));
    const low = { r, s: s > order / 2n ? order - s : s };
    for (const recovery of [0, 1] as const)
      if (isMadeBy(publicKey, digest, { ...low, recovery })) return { ...low, recovery };
    throw new SignerUnavailable(`the store of key ${name} returned a signature that is not of this key`);
  }

  #countBranches(family: ChainFamily): number {
    return listDepositBranches(this.depositKeys(family)).length;
  }

  async #bounded<T>(name: KeyName, answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new SignerUnavailable(`the store of key ${name} does not answer`)),
        this.#answerMsMax,
      );
    });
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }
}

/** Returns the name of the key that a wallet had before. */
export function toFormer<Name extends ReplaceableKey>(name: Name) {
  return former[name];
}

function isMadeBy(
  publicKey: Uint8Array,
  digest: Uint8Array,
  { r, s, recovery }: RecoverableSignature,
): boolean {
  if (r <= 0n || s <= 0n || r >= order || s >= order) return false;
  try {
    const recovered = new secp256k1.Signature(r, s, recovery).recoverPublicKey(digest);
    return Buffer.from(publicKey).equals(recovered.toBytes());
  } catch {
    return false; // the library throws when no point has this `r`
  }
}
