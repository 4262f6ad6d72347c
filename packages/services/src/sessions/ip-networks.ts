/** IP networks, as one household, office or attacker usually has them. */

/** Returns the network of an address: /24 for IPv4, /64 for IPv6. */
export function toNetwork(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  if (plain.includes('.')) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':');
}

/** Returns the range of one subscriber: an IPv4 address, or an IPv6 /64, within which changing the address costs nothing. */
export function toSubscriberNetwork(address: string): string {
  return address.includes('.') || !address.includes(':') ? address : toNetwork(address);
}
