/** Who is at the other end of a connection: behind proxies of ours, whom they name (security rule K4). */
import type { IncomingMessage } from 'node:http';
import { createAddressCheck } from '@salar/protocol/address-list';

/** Says whether an address is one of our own proxies. */
export type ProxyCheck = (address: string) => boolean;

/** @param proxies  addresses and networks; without one nobody is believed */
export function createProxyCheck(proxies: readonly string[]): ProxyCheck {
  return proxies.length === 0 ? () => false : createAddressCheck(proxies);
}

/**
 * The address that a request comes from. A proxy of ours is believed about the one before it, and so on: what a client writes
 * into the header itself stands before all that, and counts for nothing.
 */
export function resolveClientAddress(
  {
    headers,
    socket,
  }: Pick<IncomingMessage, 'headers'> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
  isProxy: ProxyCheck,
): string {
  const peer = socket.remoteAddress ?? '';
  if (!isProxy(peer)) return peer;
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const named = forwarded.map((address) => address.trim()).filter((address) => address !== '');
  return named.findLast((address) => !isProxy(address)) ?? named[0] ?? peer;
}
