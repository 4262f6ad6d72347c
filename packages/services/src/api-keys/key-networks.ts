/**
 * The networks that keys with the family's signature are used from (decision 0055). Such a signature covers no request and never
 * expires: one that was recorded is not accepted from elsewhere while its program works. In memory: after a restart the first
 * request of a key names its network again.
 */
import { LRUCache } from 'lru-cache';
import { toSubscriberNetwork } from '../sessions/ip-networks.ts';

/** How long a network stays known without a request from it. */
const knownMs = 12 * 60 * 60_000;
const networksMax = 10;
/** Keys kept in memory, those used last. */
const keysMax = 20_000;

export class KeyNetworks {
  /** The time of the last request, by key and network; the network used last is the last one. */
  readonly #usedAt = new LRUCache<string, Map<string, number>>({ max: keysMax });

  /** Makes the network of a sign-in known. With more than ten networks the one used the longest ago is forgotten. */
  note(apiKey: string, address: string, now: number): void {
    const networks = this.#usedAt.get(apiKey) ?? new Map<string, number>();
    const network = toSubscriberNetwork(address);
    networks.delete(network);
    networks.set(network, now);
    const [oldest] = networks.keys();
    if (networks.size > networksMax && oldest !== undefined) networks.delete(oldest);
    this.#usedAt.set(apiKey, networks);
  }

  /** Returns true for a request from a known network, or when the key has none, which makes this one known. */
  accept(apiKey: string, address: string, now: number): boolean {
    const networks = this.#usedAt.get(apiKey);
    for (const [network, usedAt] of networks ?? []) if (now - usedAt >= knownMs) networks?.delete(network);
    const isAccepted =
      networks === undefined || networks.size === 0 || networks.has(toSubscriberNetwork(address));
    if (isAccepted) this.note(apiKey, address, now);
    return isAccepted;
  }
}
