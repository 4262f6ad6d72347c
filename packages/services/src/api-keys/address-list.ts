/**
 * The addresses that an API key may come from: single ones and networks, of IPv4 and IPv6 (security rule K4).
 *
 * Every entry has one spelling, so that a list reads the same whoever wrote it: no leading zeros, IPv6 as RFC 5952 has it,
 * networks without host bits, an IPv4 address that came as IPv6 in its own form.
 */
import { isIP } from 'node:net';
import { accept } from '@salar/protocol';

export const addressesMax = 20;

export type ReadAddressList =
  | { readonly ok: true; readonly value: readonly string[] }
  | { readonly ok: false; readonly refusal: 'too_many_addresses' }
  | { readonly ok: false; readonly refusal: 'address_malformed'; readonly entry: string };

type Network = {
  /** Bits of the whole address: 32 or 128. */
  readonly bits: number;
  readonly value: bigint;
  readonly prefix: number;
};

/**
 * Reads a list as its owner wrote it.
 *
 * @returns the entries in their one spelling, each once; none stands for any address
 */
export function readAddressList(entries: readonly string[]): ReadAddressList {
  const addresses = new Set<string>();
  for (const text of entries) {
    const entry = text.trim();
    if (entry === '') continue;
    const network = readNetwork(entry);
    if (network === null) return { ok: false, refusal: 'address_malformed', entry };
    addresses.add(textOf(network));
    if (addresses.size > addressesMax) return { ok: false, refusal: 'too_many_addresses' };
  }
  return accept([...addresses]);
}

/** Makes the question whether an address is in a list. An empty list lets every address in. */
export function addressCheck(addresses: readonly string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => true;
  const networks = addresses.map(readNetwork).filter((network) => network !== null);
  return (address) => {
    const source = readAddress(address);
    return source !== null && networks.some((network) => contains(network, source));
  };
}

/** An address with `/` and the length of its network; null for anything else, and for a network of every address. */
function readNetwork(entry: string): Network | null {
  const [text = '', length, ...more] = entry.split('/');
  if (more.length > 0) return null;
  const address = readAddress(text);
  if (address === null || length === undefined) return address;
  if (!/^[1-9]\d{0,2}$/.test(length)) return null;
  // The length of an IPv4 network that is written as IPv6 counts the 96 bits before it.
  const prefix = Number(length) - (text.includes(':') ? 128 - address.bits : 0);
  if (prefix < 1 || prefix > address.bits) return null;
  const host = BigInt(address.bits - prefix);
  return { bits: address.bits, value: (address.value >> host) << host, prefix };
}

function contains(network: Network, source: Network): boolean {
  if (network.bits !== source.bits) return false;
  const host = BigInt(network.bits - network.prefix);
  return network.value >> host === source.value >> host;
}

const mappedHead = 0xffffn;

function readAddress(text: string): Network | null {
  const version = isIP(text);
  if (version === 0 || text.includes('%')) return null;
  if (version === 4) return { bits: 32, value: valueOf(text.split('.'), 10, 8n), prefix: 32 };
  const value = valueOf(groupsOf(text), 16, 16n);
  if (value >> 32n === mappedHead) return { bits: 32, value: value & 0xffff_ffffn, prefix: 32 };
  return { bits: 128, value, prefix: 128 };
}

function valueOf(parts: readonly string[], radix: number, bits: bigint): bigint {
  return parts.reduce((sum, part) => (sum << bits) | BigInt(Number.parseInt(part, radix)), 0n);
}

/** The eight groups of an IPv6 address, whatever was left out. */
function groupsOf(text: string): readonly string[] {
  const whole = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...octets: string[]) =>
    [octets.slice(0, 2), octets.slice(2, 4)].map((pair) => valueOf(pair, 10, 8n).toString(16)).join(':'),
  );
  const [head = '', tail] = whole.split('::');
  const before = head.split(':').filter((group) => group !== '');
  const after = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
}

function textOf({ bits, value, prefix }: Network): string {
  const address = bits === 32 ? ipv4Text(value) : ipv6Text(value);
  return prefix === bits ? address : `${address}/${prefix}`;
}

function ipv4Text(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}

/** The URL standard writes IPv6 the way RFC 5952 asks for. */
function ipv6Text(value: bigint): string {
  const digits = value.toString(16).padStart(32, '0');
  const groups = digits.match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}
