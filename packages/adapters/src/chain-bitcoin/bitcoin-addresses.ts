/**
 * Bitcoin addresses: every standard type of one network, and native segwit ones derived from an account's extended
 * public key.
 */
import { createHash, ECDH } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import { assert } from '@salar/protocol';
import type { AddressScheme } from '@salar/services';
import type { DepositKeys } from '@salar/services/deposits/deposit-branches';
import { openDepositKeys } from '../chains/deposit-keys.ts';
import { bitcoinParameters } from './bitcoin-networks.ts';
import type { BitcoinKind } from './bitcoin-networks.ts';

/** Returns the derivation path of our Bitcoin account; addresses are `0/index` below it, change is `1/index`. */
export function bitcoinAccountPath(kind: BitcoinKind): string {
  return `m/84'/${bitcoinParameters[kind].coinType}'/0'`;
}

/** @param keys  extended public keys, the first one at `bitcoinAccountPath` */
export function bitcoinAddresses(keys: DepositKeys, kind: BitcoinKind): AddressScheme {
  const { firstIndex, derive } = openDepositKeys(keys);
  return {
    family: 'bitcoin',
    firstIndex,
    derive: (index) => toBitcoinAddress(derive(index), kind),
    parse: (text) => parseBitcoinAddress(text, kind),
    isBurn: (address) => isBurn(address, kind),
  };
}

/** Returns the native segwit address of an HD node's public key. */
export function toBitcoinAddress(key: HDKey, kind: BitcoinKind): string {
  assert(key.pubKeyHash !== undefined, 'an HD node has a public key');
  return write({ type: 'wpkh', program: key.pubKeyHash }, kind);
}

/** Formats the native segwit address of a compressed public key. */
export function formatBitcoinAddress(publicKey: Uint8Array, kind: BitcoinKind): string {
  const hash = createHash('ripemd160').update(createHash('sha256').update(publicKey).digest()).digest();
  return write({ type: 'wpkh', program: hash }, kind);
}

/**
 * Parses P2PKH, P2SH, P2WPKH, P2WSH and P2TR addresses of the given network, and returns the usual spelling: bech32
 * in lower case.
 *
 * @returns null for another network's address, a wrong checksum, mixed case, or an unsupported type
 */
export function parseBitcoinAddress(text: string, kind: BitcoinKind): string | null {
  const output = read(text, kind);
  return output === null ? null : write(output, kind);
}

/** Returns the address that an output's script pays; null for a non-standard script. */
export function toScriptAddress(script: Uint8Array, kind: BitcoinKind): string | null {
  const hex = Buffer.from(script).toString('hex');
  for (const { type, grammar } of scripts) {
    const program = grammar.exec(hex)?.[1];
    if (program !== undefined) return write({ type, program: Buffer.from(program, 'hex') }, kind);
  }
  return null;
}

/** Returns the script that pays an address; null when the text is not an address of the network. */
export function toOutputScript(text: string, kind: BitcoinKind): Buffer | null {
  const payment = read(text, kind);
  if (payment === null) return null;
  const [before, after] = frames[payment.type];
  return Buffer.concat([Buffer.from(before, 'hex'), payment.program, Buffer.from(after, 'hex')]);
}

type Payment = {
  readonly type: 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr';
  /** A hash of 20 or 32 bytes, or the key itself for `tr`. */
  readonly program: Uint8Array;
};

/** The bytes before and after the program in the script that pays it. */
const frames = {
  pkh: ['76a914', '88ac'],
  sh: ['a914', '87'],
  wpkh: ['0014', ''],
  wsh: ['0020', ''],
  tr: ['5120', ''],
} as const;

const scripts = (['pkh', 'sh', 'wpkh', 'wsh', 'tr'] as const).map((type) => {
  const [before, after] = frames[type];
  const length = type === 'wsh' || type === 'tr' ? 64 : 40;
  return { type, grammar: new RegExp(`^${before}([0-9a-f]{${length}})${after}$`) };
});

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

function write({ type, program }: Payment, kind: BitcoinKind): string {
  const { bech32: prefix, pubKeyHash, scriptHash } = bitcoinParameters[kind];
  const symbols = bech32.toWords(program);
  if (type === 'tr') return bech32m.encode(prefix, [1, ...symbols]);
  if (type === 'wpkh' || type === 'wsh') return bech32.encode(prefix, [0, ...symbols]);
  return base58check.encode(Buffer.concat([Buffer.of(type === 'pkh' ? pubKeyHash : scriptHash), program]));
}

/**
 * The libraries throw errors for each kind of mistake; for us they are all the same: not an address of this network.
 */
function read(text: string, kind: BitcoinKind): Payment | null {
  try {
    const isSegwit = text.toLowerCase().startsWith(`${bitcoinParameters[kind].bech32}1`);
    return isSegwit ? readSegwit(text) : readBase58(text, kind);
  } catch {
    return null;
  }
}

/** Version 0 uses the old checksum, version 1 the new one (BIP 350); later versions have no meaning yet. */
function readSegwit(text: string): Payment | null {
  const old = bech32.decodeUnsafe(text);
  const { words: symbols } = old ?? bech32m.decode(text as `${string}1${string}`);
  const [version, ...rest] = symbols;
  const program = bech32.fromWords(rest);
  if (version === 0 && old && program.length === 20) return { type: 'wpkh', program };
  if (version === 0 && old && program.length === 32) return { type: 'wsh', program };
  if (version === 1 && !old && program.length === 32) return { type: 'tr', program };
  return null;
}

function readBase58(text: string, kind: BitcoinKind): Payment | null {
  const { pubKeyHash, scriptHash } = bitcoinParameters[kind];
  const [version, ...rest] = base58check.decode(text);
  const program = Uint8Array.from(rest);
  if (program.length !== 20) return null;
  if (version === pubKeyHash) return { type: 'pkh', program };
  return version === scriptHash ? { type: 'sh', program } : null;
}

/** Nobody has a key to these: all zeros, the hash of nothing, and customary burn addresses. */
const burnPrograms: ReadonlySet<string> = new Set([
  'b472a266d0bd89c13706a4132ccfb16f7c3b9fcb', // hash160 of nothing
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', // sha256 of nothing
  '759d6677091e973b9e9d99f19c68fbf43e3f05f9', // 1BitcoinEaterAddressDontSendf59kuE
  '818895f3dc2c178629d3d2d8fa3ec4a3f8179821', // 1CounterpartyXXXXXXXXXXXXXXXUWLpVr
]);

function isBurn(address: string, kind: BitcoinKind): boolean {
  const payment = read(address, kind);
  if (payment === null) return false;
  const hex = Buffer.from(payment.program).toString('hex');
  return /^0+$/.test(hex) || burnPrograms.has(hex) || (payment.type === 'tr' && !isOnCurve(payment.program));
}

/** A taproot key that is not on the curve can never be spent from. */
function isOnCurve(key: Uint8Array): boolean {
  try {
    ECDH.convertKey(Buffer.concat([Buffer.of(2), key]), 'secp256k1');
    return true;
  } catch {
    return false; // the library throws for such keys
  }
}
