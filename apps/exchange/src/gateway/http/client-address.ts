/** Resolves the address of a client; behind our own proxies, from what they forward (security rule K4). */
import type { IncomingMessage } from 'node:http';
import { createAddressCheck } from '@salar/protocol/address-list';

/** Returns true for the address of one of our own proxies. */
export type ProxyCheck = (address: string) => boolean;

/** @param proxies  addresses and networks; when empty, no proxy is trusted */
export function createProxyCheck(proxies: readonly string[]): ProxyCheck {
  return proxies.length === 0 ? () => false : createAddressCheck(proxies);
}

/**
 * Resolves the address that a request comes from. Each of our proxies is trusted about the address before it, and so
 * on. What the client itself writes into the header precedes all of those and is ignored.
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
