/** Formats addresses. They are never cut at the end, where the checksum is. */

const prefixes = ['0x', 'bc1q', 'bc1p', 'bcrt1q', 'bcrt1p', 'tb1q', 'tb1p', 'T'];
const sideLength = 6;
const groupLength = 4;

/** Returns the part of an address that only identifies its network, such as `0x` or `bc1q`; empty without one. */
export function findAddressPrefix(address: string): string {
  return prefixes.find((prefix) => address.startsWith(prefix)) ?? '';
}

/**
 * Abbreviates an address to prefix, six characters, ellipsis, six characters. Short addresses stay whole.
 *
 * @example shortenAddress('0x52908400098527886E0F7030069857D2E4169EE7')   // '0x529084…169EE7'
 */
export function shortenAddress(address: string): string {
  const prefix = findAddressPrefix(address);
  if (address.length <= prefix.length + sideLength * 2 + 1) return address;
  return `${address.slice(0, prefix.length + sideLength)}…${address.slice(-sideLength)}`;
}

/** Splits an address into groups of four, for reading aloud and comparing. Joined, they are the address itself. */
export function splitAddress(address: string): readonly string[] {
  const groups: string[] = [];
  for (let at = 0; at < address.length; at += groupLength) groups.push(address.slice(at, at + groupLength));
  return groups;
}
