/**
 * A swap that was sent and has no answer yet, stored in this tab: a reload must not lose whether it was made.
 *
 * Signing out removes it, like everything else that the tab stores.
 */
import type { MarketOrder } from '../../api/calls/orders/send-order.ts';
import type { Holding } from '../../customer/holdings.ts';
import { readFromTab, writeToTab } from '../../session/tab-storage.ts';
import type { SentSwap } from './use-send-swap.ts';
import { amountDraft } from './use-swap-amounts.ts';

const name = 'swap.unresolved';

type Kept = {
  readonly order: MarketOrder;
  readonly quote: SentSwap['quote'];
  readonly fromId: number;
  readonly toId: number;
};

/** Stores the swap until its outcome is known, and removes the typed draft: after a reload it would be sent again. */
export function keepUnresolvedSwap({ order, quote, from, to }: SentSwap): void {
  const kept: Kept = {
    order,
    quote: { pay: quote.pay, averagePrice: quote.averagePrice },
    fromId: from.productId,
    toId: to.productId,
  };
  writeToTab(name, kept);
  writeToTab(amountDraft, null);
}

/** Removes the swap once its outcome is known or the customer has sent another. */
export function forgetUnresolvedSwap(): void {
  writeToTab(name, null);
}

/** Returns the swap that this tab sent for the account and whose outcome is unknown; null without one. */
export function findUnresolvedSwap({
  accountId,
  holdings,
}: {
  readonly accountId: number | null;
  readonly holdings: readonly Holding[];
}): SentSwap | null {
  const kept = readFromTab(name);
  if (!isKept(kept) || kept.order.accountId !== accountId) return null;
  const from = holdings.find(({ productId }) => productId === kept.fromId);
  const to = holdings.find(({ productId }) => productId === kept.toId);
  return from && to ? { order: kept.order, quote: kept.quote, from, to } : null;
}

function isKept(kept: unknown): kept is Kept {
  return (
    isRecord(kept) &&
    isRecord(kept['order']) &&
    isRecord(kept['quote']) &&
    typeof kept['order']['clientOrderId'] === 'number' &&
    typeof kept['quote']['pay'] === 'string'
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
