import { useSyncExternalStore } from 'react';
import type { Market, MarketStore } from './market-store.ts';

/** Subscribes to one part of a market; the component renders again only when that part has changed. */
export function useMarketPart<Part extends keyof Market>(store: MarketStore, part: Part): Market[Part] {
  return useSyncExternalStore(store.subscribe, () => store.market[part]);
}
