/**
 * The addresses that an API key may be used from: single addresses and networks, IPv4 and IPv6 (security rule K4).
 * Screens and server share this parser.
 *
 * Every entry has one canonical form: IPv6 as in RFC 5952, networks without host bits, and an IPv4-mapped IPv6
 * address as plain IPv4.
 */
import { accept } from './result.ts';

export const addressesMax = 20;

/** Too many entries, or the first one that is not an address. */
export type ReadAddressList =
  | { readonly ok: true; readonly value: readonly string[] }
  | { readonly ok: false; readonly refusal: 'too_many_addresses' }
  | { readonly ok: false; readonly refusal: 'address_malformed'; readonly entry: string };

/**
 * Reads a list as its owner wrote it.
 *
 * @returns the entries in canonical form, each once; an empty list allows every address
 */
export function readAddressList(entries: readonly string[]): ReadAddressList {
  const addresses = new Set<string>();
  for (const text of entries) {
    const entry = text.trim();
    if (entry === '') continue;
    const network = readNetwork(entry);
    if (network === null) return { ok: false, refusal: 'address_malformed', entry };
    addresses.add(formatAddress(network));
    if (addresses.size > addressesMax) return { ok: false, refusal: 'too_many_addresses' };
  }
  return accept([...addresses]);
}

/** Creates a check for whether an address is in a list. An empty list allows every address. */
export function createAddressCheck(addresses: readonly string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => true;
  const networks = addresses.map(readNetwork).filter((network) => network !== null);
  return (address) => {
    const source = readAddress(address);
    return source !== null && networks.some((network) => contains(network, source));
  };
}

type Network = {
  /** Bits of an address: 32 or 128. */
  readonly bits: number;
  readonly value: bigint;
  readonly prefix: number;
};

/**
 * Reads an address with `/` and a prefix length; null for anything else, and for a network that contains every
 * address.
 */
function readNetwork(entry: string): Network | null {
  const [text = '', length, ...more] = entry.split('/');
  const address = readAddress(text);
  if (address === null || more.length > 0) return null;
  if (length === undefined) return address;
  if (!/^[1-9]\d{0,2}$/.test(length)) return null;
  // The prefix length of an IPv4-mapped network includes the 96 bits before the IPv4 address.
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

function readAddress(text: string): Network | null {
  return text.includes(':') ? readIpv6(text) : readIpv4(text);
}

function readIpv4(text: string): Network | null {
  const octets = text.split('.');
  const isAddress =
    octets.length === 4 &&
    octets.every((octet) => /^(?:0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255);
  return isAddress ? { bits: 32, value: joined(octets.map(BigInt), 8n), prefix: 32 } : null;
}

const mappedHead = 0xffffn;

function readIpv6(text: string): Network | null {
  const groups = parseIpv6Groups(text);
  if (groups === null) return null;
  const value = joined(groups, 16n);
  if (value >> 32n === mappedHead) return { bits: 32, value: value & 0xffff_ffffn, prefix: 32 };
  return { bits: 128, value, prefix: 128 };
}

const groupCount = 8;

/** Returns the eight groups of an IPv6 address, expanding `::`; null for anything else. */
function parseIpv6Groups(text: string): readonly bigint[] | null {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const [head = [], tail] = halves;
  const before = head.map(parseGroup);
  const after = (tail ?? []).map(parseGroup);
  if (tail === undefined ? halves.length !== 1 : halves.length !== 2) return null;
  // Only the last part may be an IPv4 address.
  const parts = [...before, ...after];
  if (parts.some((groups, at) => groups === null || (groups.length === 2 && at !== parts.length - 1)))
    return null;
  if (tail !== undefined && after.length === 0 && before.some((groups) => groups?.length === 2)) return null;
  const first = before.flatMap((groups) => groups ?? []);
  const last = after.flatMap((groups) => groups ?? []);
  const missing = groupCount - first.length - last.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  return [...first, ...Array.from({ length: missing }, () => 0n), ...last];
}

/** Returns one group, or the two groups of an IPv4 address; null for anything else. */
function parseGroup(part: string): readonly bigint[] | null {
  if (/^[0-9a-f]{1,4}$/i.test(part)) return [BigInt(`0x${part}`)];
  const address = readIpv4(part);
  return address === null ? null : [address.value >> 16n, address.value & 0xffffn];
}

function joined(parts: readonly bigint[], bits: bigint): bigint {
  return parts.reduce((sum, part) => (sum << bits) | part, 0n);
}

function formatAddress({ bits, value, prefix }: Network): string {
  const address = bits === 32 ? formatIpv4(value) : formatIpv6(value);
  return prefix === bits ? address : `${address}/${prefix}`;
}

function formatIpv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}

/** The longest run of zeros, if it is longer than one, becomes `::`; the first one if there are two. */
function formatIpv6(value: bigint): string {
  const groups = Array.from({ length: groupCount }, (_none, at) =>
    ((value >> BigInt(16 * (groupCount - 1 - at))) & 0xffffn).toString(16),
  );
  const text = groups.join(':');
  const runs = [...text.matchAll(/(?<![0-9a-f])0(?::0)+(?![0-9a-f])/g)].map(([run]) => run);
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest === '' ? text : text.replace(new RegExp(`(?:^|:)${longest}(?:$|:)`), '::');
}
