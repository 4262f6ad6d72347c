/** Networks: what one household, office or attacker usually has to itself. */

/** The network an address belongs to: /24 of IPv4, /64 of IPv6. */
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

/** What one subscriber has to itself: an address of IPv4, /64 of IPv6, where taking another address costs nothing. */
export function toSubscriberNetwork(address: string): string {
  return address.includes('.') || !address.includes(':') ? address : toNetwork(address);
}
