/**
 * Bitcoin cold storage as an output descriptor (BIP 380 to 383): `wsh(sortedmulti(2,xpub/0/*,xpub/0/*,xpub/0/*))`, any number
 * of the keys' owners that is more than one and fewer than all. Only public keys are read here.
 */
import { HDKey } from '@scure/bip32';
import { multisig } from '@scure/btc-signer';
import { assert } from '@salar/protocol';
import type { BitcoinCold } from '@salar/services';
import { bitcoinParameters } from './bitcoin-networks.ts';
import type { BitcoinKind } from './bitcoin-networks.ts';
import { hasDescriptorChecksum } from './descriptor-checksum.ts';

/** One owner's key, with its origin as signing devices need it (BIP 174). */
type ColdKey = {
  readonly key: HDKey;
  /** Its branch of addresses. */
  readonly branch: HDKey;
  /** The fingerprint of the seed's own key. */
  readonly fingerprint: number;
  /** The path from that key to this one; hardened steps from 2^31 on. */
  readonly path: readonly number[];
};

export type ColdDescriptor = {
  readonly kind: BitcoinKind;
  /** The number of signatures that a payment needs. */
  readonly required: number;
  readonly keys: readonly ColdKey[];
};

/** One address of a descriptor, with what a payment from it needs. */
export type ColdOutput = {
  readonly address: string;
  readonly script: Uint8Array;
  readonly witnessScript: Uint8Array;
  /** In the order of the descriptor. */
  readonly keys: readonly {
    readonly publicKey: Uint8Array;
    readonly fingerprint: number;
    readonly path: readonly number[];
  }[];
};

/** Moves to cold storage, and change of refills, go to the address of this index. */
export const coldIndex = 0;
/** Addresses that are watched: people who pay into cold storage with a wallet program use further ones. */
const watchedAddresses = 100;
const keysMax = 7;
const hardened = 2 ** 31;
const formGrammar = /^wsh\(sortedmulti\((\d),([^()]+)\)\)(#[a-z0-9]{8})?$/;
const keyGrammar =
  /^(?:\[([0-9a-f]{8})((?:\/\d{1,10}['h]?)*)\])?([a-zA-Z]pub[1-9A-HJ-NP-Za-km-z]{80,120})\/0\/\*$/;
const versions = {
  main: { private: 0x0488ade4, public: 0x0488b21e },
  testnet: { private: 0x04358394, public: 0x043587cf },
  regtest: { private: 0x04358394, public: 0x043587cf },
} as const;

/** Returns the path of an owner's key (BIP 48, for P2WSH). */
export function coldPath(kind: BitcoinKind): string {
  return `48'/${bitcoinParameters[kind].coinType}'/0'/2'`;
}

/** Formats an owner's key with its origin, as it is written into a descriptor. */
export function formatColdKey(root: HDKey, path: string, kind: BitcoinKind): string {
  const { publicKey, chainCode, depth, index, parentFingerprint } = root.derive(`m/${path}`);
  assert(publicKey !== null && chainCode !== null, 'the root of a seed has keys');
  const shared = { publicKey, chainCode, depth, index, parentFingerprint };
  const key = new HDKey({ ...shared, versions: versions[kind] });
  return `[${root.fingerprint.toString(16).padStart(8, '0')}/${path}]${key.publicExtendedKey}/0/*`;
}

/** Parses a descriptor. @throws in one sentence when it is not one of the form above for this network */
export function parseColdDescriptor(text: string, kind: BitcoinKind): ColdDescriptor {
  const [, required = '', list = '', checksum] = formGrammar.exec(text) ?? [];
  if (list === '')
    throw new Error('a cold descriptor is written as wsh(sortedmulti(2,xpub/0/*,xpub/0/*,xpub/0/*))');
  if (checksum !== undefined && !hasDescriptorChecksum(text))
    throw new Error('the cold descriptor has a wrong checksum');
  const keys = list.split(',').map((key) => parseKey(key, kind));
  const count = Number(required);
  if (count < 2 || count >= keys.length || keys.length > keysMax)
    throw new Error(`a cold descriptor requires 2 or more signatures of more keys, at most ${keysMax}`);
  if (new Set(keys.map(({ key }) => key.publicExtendedKey)).size !== keys.length)
    throw new Error('a cold descriptor has a key twice');
  return { kind, required: count, keys };
}

/** Derives an address of a descriptor, with what a payment from it needs. */
export function deriveColdOutput({ kind, required, keys }: ColdDescriptor, index: number): ColdOutput {
  const derived = keys.map(({ branch, fingerprint, path }) => {
    const { publicKey } = branch.deriveChild(index);
    assert(publicKey !== null, 'a derived key has a public key');
    return { publicKey, fingerprint, path: [...path, 0, index] };
  });
  const payment = multisig(
    required,
    derived.map(({ publicKey }) => publicKey),
    true,
    true,
    bitcoinParameters[kind],
  );
  assert(payment.address !== undefined && payment.witnessScript !== undefined, 'a P2WSH has an address');
  return {
    address: payment.address,
    script: payment.script,
    witnessScript: payment.witnessScript,
    keys: derived,
  };
}

/** Derives the addresses of cold storage that an exchange watches. @throws as `parseColdDescriptor` */
export function readColdStorage(descriptor: string, kind: BitcoinKind): BitcoinCold {
  const parsed = parseColdDescriptor(descriptor, kind);
  const addresses = Array.from(
    { length: watchedAddresses },
    (_, index) => deriveColdOutput(parsed, index).address,
  );
  return { descriptor, addresses };
}

function parseKey(text: string, kind: BitcoinKind): ColdKey {
  const [, fingerprint, steps = '', extended] = keyGrammar.exec(text) ?? [];
  if (extended === undefined)
    throw new Error(
      'each key of a cold descriptor is [fingerprint/path]xpub/0/*, with or without its origin',
    );
  const key = readExtendedKey(extended, kind);
  const path = steps.split('/').slice(1).map(parseStep);
  const shared = { key, branch: key.deriveChild(0) };
  if (fingerprint === undefined) return { ...shared, fingerprint: key.fingerprint, path: [] };
  return { ...shared, fingerprint: Number.parseInt(fingerprint, 16), path };
}

function readExtendedKey(text: string, kind: BitcoinKind): HDKey {
  try {
    return HDKey.fromExtendedKey(text, versions[kind]);
  } catch (cause) {
    throw new Error(`${text.slice(0, 12)}… is not an extended public key of the ${kind} network`, { cause });
  }
}

function parseStep(step: string): number {
  const number = Number.parseInt(step, 10);
  if (number >= hardened) throw new Error(`${step} is not a step of a path`);
  return /['h]$/.test(step) ? number + hardened : number;
}
