/** Parses IP addresses strictly: each has one reading, and an IPv4-mapped IPv6 address is IPv4. */
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

const mappedNetwork = ipaddr.IPv6.parse('::ffff:0:0');

/** Parses an address; null for anything else, short or octal IPv4 and IPv6 with a zone included. */
export function parseIpAddress(text: string): IpAddress | null {
  if (!text.includes(':')) return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : null;
  const plain = toHexGroups(text);
  if (plain === null || plain.includes('%') || !ipaddr.IPv6.isValid(plain)) return null;
  const address = ipaddr.IPv6.parse(plain);
  return address.match(mappedNetwork, 96) ? address.toIPv4Address() : address;
}

/**
 * Writes an IPv4 address at the end of an IPv6 address as two groups; null when it is malformed. The library would
 * read the last part in octal, and `::1.2.3.4` as an IPv4-mapped address.
 */
function toHexGroups(text: string): string | null {
  const tailAt = text.lastIndexOf(':') + 1;
  const tail = text.slice(tailAt);
  if (!tail.includes('.')) return text;
  if (!ipaddr.IPv4.isValidFourPartDecimal(tail)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv4.parse(tail).octets;
  return `${text.slice(0, tailAt)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
