/** IP networks, as one household, office or attacker usually has them. */
import { parseIpAddress } from '@salar/protocol/ip-address';

/** Returns the network of an address: /24 for IPv4, /64 for IPv6. */
export function toNetwork(address: string): string {
  const parsed = parseIpAddress(getHost(address));
  // A proxy may forward anything: what is no address counts as IPv4 with a suffix, or as a whole.
  if (parsed === null) return address.split('.').slice(0, 3).join('.');
  if ('octets' in parsed) return parsed.octets.slice(0, 3).join('.');
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** Returns the range of one subscriber: an IPv4 address, or an IPv6 /64, within which changing the address costs nothing. */
export function toSubscriberNetwork(address: string): string {
  const parsed = address.includes(':') ? parseIpAddress(getHost(address)) : null;
  if (parsed === null) return address;
  return 'octets' in parsed ? parsed.toString() : toNetwork(address);
}

/** Returns an address without its zone, and without the brackets and port that a proxy may write. */
function getHost(address: string): string {
  return address
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
}
