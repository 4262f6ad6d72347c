/** Addresses: never cut at the end, where the checking digits are. */

const prefixes = ['0x', 'bc1q', 'bc1p', 'bcrt1q', 'bcrt1p', 'tb1q', 'tb1p', 'T'];
const sideLength = 6;
const groupLength = 4;

/** The part of an address that only tells its network: `0x`, `bc1q`. Empty when there is none. */
export function addressPrefix(address: string): string {
  return prefixes.find((prefix) => address.startsWith(prefix)) ?? '';
}

/**
 * Prefix, six, ellipsis, six. Short addresses stay whole.
 *
 * @example shortAddress('0x52908400098527886E0F7030069857D2E4169EE7')   // '0x529084…169EE7'
 */
export function shortAddress(address: string): string {
  const prefix = addressPrefix(address);
  if (address.length <= prefix.length + sideLength * 2 + 1) return address;
  return `${address.slice(0, prefix.length + sideLength)}…${address.slice(-sideLength)}`;
}

/** Groups of four, for reading aloud and comparing. Joined again they are the address, unbroken. */
export function addressGroups(address: string): readonly string[] {
  const groups: string[] = [];
  for (let at = 0; at < address.length; at += groupLength) groups.push(address.slice(at, at + groupLength));
  return groups;
}
