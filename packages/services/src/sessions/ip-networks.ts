/** IP networks, as one household, office or attacker usually has them. */
import { parseIpAddress } from '@salar/protocol/ip-address';

/** Returns the network of an address: /24 for IPv4, /64 for IPv6. */
export function toNetwork(address: string): string {
  const parsed = parseIpAddress(getHost(address));
  // A proxy may forward anything: what is no address counts as IPv4 with a suffix, or as a whole.
  if (parsed === null) return address.split('.').slice(0, 3).join('.');
  if ('octets' in parsed) return parsed.octets.slice(0, 3).join('.');
  return joinParts(parsed.parts, 64);
}

/** Returns the range of one subscriber: an IPv4 address, or an IPv6 /64, within which changing the address costs nothing. */
export function toSubscriberNetwork(address: string): string {
  const parsed = address.includes(':') ? parseIpAddress(getHost(address)) : null;
  if (parsed === null) return address;
  return 'octets' in parsed ? parsed.toString() : toNetwork(address);
}

/** Returns the range of one connection to the internet: an IPv4 address, or the IPv6 /56 that a home line usually gets. */
export function toHomeNetwork(address: string): string {
  const parsed = parseIpAddress(getHost(address));
  if (parsed === null) return address;
  return 'octets' in parsed ? parsed.toString() : joinParts(parsed.parts, 56);
}

/** Returns the range of one site or small hosting customer: /24 for IPv4, /48 for IPv6. */
export function toSiteNetwork(address: string): string {
  const parsed = parseIpAddress(getHost(address));
  return parsed === null || 'octets' in parsed ? toNetwork(address) : joinParts(parsed.parts, 48);
}

/** Returns the networks around a subscriber that one attacker may have as well: the IPv6 /56 and /48, or the IPv4 /24. */
export function listNetworksAround(address: string): readonly string[] {
  const parsed = parseIpAddress(getHost(address));
  if (parsed === null || 'octets' in parsed) return [`${toNetwork(address)}/24`];
  return [`${joinParts(parsed.parts, 56)}/56`, `${joinParts(parsed.parts, 48)}/48`];
}

/** Writes the first bits of an IPv6 address, as groups of hexadecimal digits. */
function joinParts(parts: readonly number[], bits: number): string {
  const groups = parts.slice(0, Math.ceil(bits / 16)).map((part, index) => {
    const unused = Math.max(0, (index + 1) * 16 - bits);
    return ((part >> unused) << unused).toString(16);
  });
  return groups.join(':');
}

/** Returns an address without its zone, and without the brackets and port that a proxy may write. */
function getHost(address: string): string {
  return address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
}
