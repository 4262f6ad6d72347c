/** Validates values returned by nodes: hex quantities, hashes, addresses, lists. Anything else is rejected. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { getAddress } from 'viem';
import { isRecord } from './json-rpc.ts';

const quantityGrammar = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/i;
const wordGrammar = /^0x[0-9a-f]{64}$/i;
const addressGrammar = /^0x[0-9a-f]{40}$/i;
const dataGrammar = /^0x(?:[0-9a-f]{2})*$/i;

/** A number of at most 256 bits. */
export function readQuantity(value: unknown): bigint {
  return BigInt(readText(value, quantityGrammar, 'quantity'));
}

/** A height, nonce or count. */
export function readNumber(value: unknown): number {
  const number = Number(readQuantity(value));
  if (!Number.isSafeInteger(number)) throw unusable('number', value);
  return number;
}

/** 32 bytes, lower case. */
export function readHash(value: unknown): string {
  return readText(value, wordGrammar, 'hash').toLowerCase();
}

/** With its checksum. */
export function readAddress(value: unknown): string {
  return getAddress(readText(value, addressGrammar, 'address'));
}

/** The address in the last 20 bytes of a topic. */
export function readTopicAddress(value: unknown): string {
  return readAddress(`0x${readHash(value).slice(26)}`);
}

export function readData(value: unknown): string {
  return readText(value, dataGrammar, 'data').toLowerCase();
}

export function readList(value: unknown): readonly Record<string, unknown>[] {
  if (!Array.isArray(value) || !value.every(isRecord)) throw unusable('list', value);
  return value;
}

export function readRecord(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) throw unusable('record', value);
  return value;
}

function readText(value: unknown, grammar: RegExp, what: string): string {
  if (typeof value !== 'string' || !grammar.test(value)) throw unusable(what, value);
  return value;
}

function unusable(what: string, value: unknown): ChainUnavailable {
  return new ChainUnavailable(
    `the node returned ${JSON.stringify(value)?.slice(0, 80)} instead of a ${what}`,
  );
}
