/** Validates values returned by a TRON node, with numbers as text and addresses as hex. Anything else is rejected. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { parseTronAddressHex } from './tron-addresses.ts';

const hashGrammar = /^[0-9a-f]{64}$/;
const addressGrammar = /^41[0-9a-f]{40}$/;
const logAddressGrammar = /^(?:41)?[0-9a-f]{40}$/;
const numberGrammar = /^(?:0|[1-9]\d{0,18})$/;
const wordGrammar = /^[0-9a-f]{64}$/;

export type TronRecord = Record<string, unknown>;

/** 32 bytes, lower case. */
export function readHash(value: unknown): string {
  return readText(value, hashGrammar, 'hash');
}

/** A whole number; zero when the node omits it. */
export function readAmount(value: unknown): bigint {
  return value === undefined ? 0n : BigInt(readText(value, numberGrammar, 'whole number'));
}

export function readCount(value: unknown): number {
  const number = Number(readAmount(value));
  if (!Number.isSafeInteger(number)) throw unusable('number', value);
  return number;
}

/** An address of 21 bytes, canonical. */
export function readAddress(value: unknown): string {
  return parseTronAddressHex(readText(value, addressGrammar, 'address'));
}

/** The address of a log, which has no leading byte. */
export function readLogAddress(value: unknown): string {
  return parseTronAddressHex(readText(value, logAddressGrammar, 'address of a log'));
}

/** The address in the last 20 bytes of a topic. */
export function readTopicAddress(value: unknown): string {
  return parseTronAddressHex(readText(value, wordGrammar, 'topic').slice(24));
}

export function isRecord(value: unknown): value is TronRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readRecord(value: unknown): TronRecord {
  if (!isRecord(value)) throw unusable('record', value);
  return value;
}

/** Empty when the node omits it. */
export function readList(value: unknown): readonly TronRecord[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isRecord)) throw unusable('list', value);
  return value;
}

export function unusable(what: string, value: unknown): ChainUnavailable {
  return new ChainUnavailable(
    `the node returned ${JSON.stringify(value)?.slice(0, 80)} instead of a ${what}`,
  );
}

function readText(value: unknown, grammar: RegExp, what: string): string {
  if (typeof value !== 'string' || !grammar.test(value)) throw unusable(what, value);
  return value;
}
