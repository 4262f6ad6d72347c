/**
 * The addresses that an API key may be used from: single addresses and networks, IPv4 and IPv6 (security rule K4).
 * Screens and server share this parser.
 *
 * Every entry has one canonical form: IPv6 as in RFC 5952, networks without host bits, and an IPv4-mapped IPv6
 * address as plain IPv4.
 */
import ipaddr from 'ipaddr.js';
import { parseIpAddress } from './ip-address.ts';
import type { IpAddress } from './ip-address.ts';
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
    addresses.add(formatNetwork(network));
    if (addresses.size > addressesMax) return { ok: false, refusal: 'too_many_addresses' };
  }
  return accept([...addresses]);
}

/** Creates a check for whether an address is in a list. An empty list allows every address. */
export function createAddressCheck(addresses: readonly string[]): (address: string) => boolean {
  if (addresses.length === 0) return () => true;
  const networks = addresses.map(readNetwork).filter((network) => network !== null);
  return (address) => {
    const source = parseIpAddress(address);
    return source !== null && networks.some((network) => contains(network, source));
  };
}

/** Returns true when a list allows an address that a former one did not. An empty list allows every address. */
export function isWiderList(addresses: readonly string[], former: readonly string[]): boolean {
  if (former.length === 0) return false;
  if (addresses.length === 0) return true;
  const known = former.map(readNetwork).filter((network) => network !== null);
  return addresses.some((entry) => {
    const network = readNetwork(entry);
    return (
      network === null || !known.some((one) => one.prefix <= network.prefix && contains(one, network.address))
    );
  });
}

/** A network by its first address. */
type Network = { readonly address: IpAddress; readonly prefix: number };

/**
 * Reads an address with `/` and a prefix length; null for anything else, and for a network that contains every
 * address.
 */
function readNetwork(entry: string): Network | null {
  const [text = '', length, ...more] = entry.split('/');
  const address = parseIpAddress(text);
  if (address === null || more.length > 0) return null;
  const bits = countBits(address);
  if (length === undefined) return { address, prefix: bits };
  if (!/^[1-9]\d{0,2}$/.test(length)) return null;
  // The prefix length of an IPv4-mapped network includes the 96 bits before the IPv4 address.
  const prefix = Number(length) - (text.includes(':') ? 128 - bits : 0);
  if (prefix < 1 || prefix > bits) return null;
  const family = bits === 32 ? ipaddr.IPv4 : ipaddr.IPv6;
  return { address: family.networkAddressFromCIDR(`${address.toString()}/${prefix}`), prefix };
}

function contains({ address, prefix }: Network, source: IpAddress): boolean {
  return address.kind() === source.kind() && address.match(source, prefix);
}

function countBits(address: IpAddress): 32 | 128 {
  return address.kind() === 'ipv4' ? 32 : 128;
}

function formatNetwork({ address, prefix }: Network): string {
  return prefix === countBits(address) ? address.toString() : `${address.toString()}/${prefix}`;
}
