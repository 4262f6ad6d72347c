/** Keys that are derived from the seed of the sealed file. */
import { assert } from '@salar/protocol';
import type { ChainFamily, KeyLayout } from '@salar/services';
import { findDepositPlace } from '@salar/services/deposits/deposit-branches';
import { bitcoinAccountPath } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import type { BitcoinKind } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import { evmAccountPath } from '@salar/adapters/chain-evm/evm-addresses';
import { tronAccountPath } from '@salar/adapters/chain-tron/tron-addresses';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { HDKey } from '@scure/bip32';
import type { KeyName, KeyStore, RecoverableSignature } from './key-store.ts';
import type { Seed } from '@salar/adapters/files/seed-file';

const formerPrefix = 'former-';
/** Branch 1 of deposit addresses is account 101, the next one account 102: wallets have accounts below. */
const depositAccountsAfter = 100;

/** A hardened account, and the two steps below it. */
type KeyPath = readonly [account: number, branch: number, index: number];

export class SeedKeys implements KeyStore {
  readonly layout: KeyLayout;
  /** The layout before, whose wallets may still hold money. */
  readonly formerLayout: KeyLayout | null;
  readonly #root: HDKey;
  readonly #kind: BitcoinKind;
  /** By path. */
  readonly #accounts = new Map<string, HDKey>();
  /** The keys of the wallets, because a derivation takes longer than a signature. Those of addresses are not kept. */
  readonly #wallets = new Map<KeyName, HDKey>();

  /** @param kind  the Bitcoin network that the keys are for, because each has a path of its own */
  constructor({ root, layout, formerLayout }: Seed, kind: BitcoinKind) {
    this.#root = root;
    this.layout = layout;
    this.formerLayout = formerLayout ?? null;
    this.#kind = kind;
  }

  /** Returns the account-level extended public key that deposit addresses of a branch are derived from. */
  depositXpub(family: ChainFamily, branch = 0): string {
    return this.#account(family, toDepositAccount(branch)).publicExtendedKey;
  }

  async publicKey(name: KeyName): Promise<Uint8Array> {
    const { publicKey } = this.#derive(name);
    assert(publicKey !== null, 'an HD node has a public key');
    return publicKey;
  }

  /** Signs a digest of 32 bytes, deterministically and with the lower `s`. */
  async sign(name: KeyName, digest: Uint8Array): Promise<RecoverableSignature> {
    const { privateKey } = this.#derive(name);
    assert(privateKey !== null, 'a seed has private keys');
    const bytes = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
    const { r, s, recovery } = secp256k1.Signature.fromBytes(bytes, 'recovered');
    assert(recovery === 0 || recovery === 1, 'a recoverable signature has a parity');
    return { r, s, recovery };
  }

  /** Returns a store whose former keys are those that the seed has for the wallets, which are in other stores by now. */
  asFormer(): KeyStore {
    const toPresent = (name: KeyName) => name.replace(formerPrefix, '') as KeyName;
    return {
      publicKey: (name) => this.publicKey(toPresent(name)),
      sign: (name, digest) => this.sign(toPresent(name), digest),
    };
  }

  #derive(name: KeyName): HDKey {
    const known = this.#wallets.get(name);
    if (known !== undefined) return known;
    const [family, use, index] = name.split('/') as [ChainFamily, string, string?];
    const [account, branch, place] = this.#findPath(use, Number(index ?? 0));
    const key = this.#account(family, account).deriveChild(branch).deriveChild(place);
    if (index === undefined) this.#wallets.set(name, key);
    return key;
  }

  #findPath(use: string, index: number): KeyPath {
    if (!use.startsWith(formerPrefix)) return findPath(this.layout, use, index);
    assert(this.formerLayout !== null, 'a seed whose layout was renewed has former keys');
    return findPath(this.formerLayout, use.slice(formerPrefix.length), index);
  }

  #account(family: ChainFamily, account: number): HDKey {
    const path = this.#accountPath(family).replace(/0'$/, `${account}'`);
    const known = this.#accounts.get(path) ?? this.#root.derive(path);
    this.#accounts.set(path, known);
    return known;
  }

  /** Returns the path of the first account of a family. */
  #accountPath(family: ChainFamily): string {
    if (family === 'bitcoin') return bitcoinAccountPath(this.#kind);
    return family === 'evm' ? evmAccountPath : tronAccountPath;
  }
}

/** Returns the hardened account of a branch of deposit addresses: no account can be computed from keys of another one. */
function toDepositAccount(branch: number): number {
  return branch === 0 ? 0 : depositAccountsAfter + branch;
}

/**
 * Deposit addresses are below branch 0 of account 0 in both layouts, and, once they were replaced, of accounts of their own. In layout 2 account 1 is the hot wallet with Bitcoin's change, as
 * any wallet program finds them, and account 2 the gas wallet. In layout 1 they are on account 0, the hot wallet at index 0 of
 * the branch of deposit addresses. The house wallet is account 3 in both.
 */
function findPath(layout: KeyLayout, use: string, index: number): KeyPath {
  switch (use) {
    case 'hot':
      return layout === 1 ? [0, 0, 0] : [1, 0, 0];
    case 'gas':
      return layout === 1 ? [0, 1, 0] : [2, 0, 0];
    case 'house':
      return [3, 0, 0];
    case 'change':
      return layout === 1 ? [0, 1, index] : [1, 1, index];
    default: {
      const { branch, place } = findDepositPlace(index);
      return [toDepositAccount(branch), 0, place];
    }
  }
}
