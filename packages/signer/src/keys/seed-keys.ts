/** Keys that are derived from the seed of the sealed file. */
import { assert } from '@salar/protocol';
import type { ChainFamily } from '@salar/services';
import { bitcoinAccountPath } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import type { BitcoinKind } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import { evmAccountPath } from '@salar/adapters/chain-evm/evm-addresses';
import { tronAccountPath } from '@salar/adapters/chain-tron/tron-addresses';
import type { HDKey } from '@scure/bip32';
import type { KeyName, KeyStore, Signature } from './key-store.ts';

/** Of branch 0 of an account the first key is the hot wallet's, the others belong to deposit addresses. */
const hotPath = [0, 0] as const;
const gasPath = [1, 0] as const;

export class SeedKeys implements KeyStore {
  readonly #root: HDKey;
  readonly #kind: BitcoinKind;
  readonly #accounts = new Map<ChainFamily, HDKey>();

  /** @param kind  the Bitcoin network that the keys are for, because each has a path of its own */
  constructor(root: HDKey, kind: BitcoinKind) {
    this.#root = root;
    this.#kind = kind;
  }

  /** Returns the account-level extended public key that deposit addresses of a family are derived from. */
  depositXpub(family: ChainFamily): string {
    return this.#account(family).publicExtendedKey;
  }

  async publicKey(name: KeyName): Promise<Uint8Array> {
    const { publicKey } = this.#derive(name);
    assert(publicKey !== null, 'an HD node has a public key');
    return publicKey;
  }

  async sign(name: KeyName, digest: Uint8Array): Promise<Signature> {
    const compact = Buffer.from(this.#derive(name).sign(digest)).toString('hex');
    return { r: BigInt(`0x${compact.slice(0, 64)}`), s: BigInt(`0x${compact.slice(64)}`) };
  }

  #derive(name: KeyName): HDKey {
    const [family, use, index = '0'] = name.split('/') as [ChainFamily, string, string?];
    const [branch, place] = findPath(use, Number(index));
    return this.#account(family).deriveChild(branch).deriveChild(place);
  }

  #account(family: ChainFamily): HDKey {
    const known = this.#accounts.get(family) ?? this.#root.derive(this.#accountPath(family));
    this.#accounts.set(family, known);
    return known;
  }

  #accountPath(family: ChainFamily): string {
    if (family === 'bitcoin') return bitcoinAccountPath(this.#kind);
    return family === 'evm' ? evmAccountPath : tronAccountPath;
  }
}

function findPath(use: string, index: number): readonly [number, number] {
  if (use === 'hot') return hotPath;
  if (use === 'gas') return gasPath;
  return [use === 'change' ? 1 : 0, index];
}
