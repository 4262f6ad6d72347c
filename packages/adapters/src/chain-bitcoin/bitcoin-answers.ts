/** Validates values returned by a Bitcoin node, with numbers as text. Anything else is rejected. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';

const hashGrammar = /^[0-9a-f]{64}$/;
const hexGrammar = /^(?:[0-9a-f]{2})+$/;
const heightGrammar = /^(?:0|[1-9]\d{0,8})$/;
const numberGrammar = /^-?\d{1,15}$/;
const bitcoinGrammar = /^(\d{1,8})(?:\.(\d{1,8})0*)?(?:[eE]([-+]?\d{1,2}))?$/;

/** 32 bytes, lower case, in display order. */
export function readHash(value: unknown): string {
  return readText(value, hashGrammar, 'hash');
}

export function readHex(value: unknown): Buffer {
  return Buffer.from(readText(value, hexGrammar, 'hex text'), 'hex');
}

export function readHeight(value: unknown): number {
  return Number(readText(value, heightGrammar, 'height'));
}

/** A whole number, which may be negative. */
export function readWhole(value: unknown): number {
  return Number(readText(value, numberGrammar, 'whole number'));
}

/**
 * Converts an amount in bitcoins to satoshi.
 *
 * @example readSatoshi('0.00000001')  // 1n; '1e-08' is the same
 */
export function readSatoshi(value: unknown): bigint {
  const text = readText(value, bitcoinGrammar, 'amount');
  const [, whole = '0', decimals = '', exponent = '0'] = bitcoinGrammar.exec(text) ?? [];
  const digits = BigInt(whole + decimals);
  const places = 8 - decimals.length + Number(exponent);
  if (places >= 0) return digits * 10n ** BigInt(places);
  const divisor = 10n ** BigInt(-places);
  if (digits % divisor !== 0n) throw unusable('amount', value);
  return digits / divisor;
}

export function readRecord(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw unusable('record', value);
  return value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readText(value: unknown, grammar: RegExp, what: string): string {
  if (typeof value !== 'string' || !grammar.test(value)) throw unusable(what, value);
  return value;
}

function unusable(what: string, value: unknown): ChainUnavailable {
  return new ChainUnavailable(
    `the node returned ${JSON.stringify(value)?.slice(0, 80)} where the ${what} belongs`,
  );
}
