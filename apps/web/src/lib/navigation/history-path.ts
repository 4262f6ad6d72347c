/**
 * The dashboard address that shows one line of a product's history: its row expanded, the right tab selected and the
 * line highlighted. The target is in the query, so that it survives a reload and works in another tab.
 */
const historyTabs = ['trades', 'deposits', 'withdrawals'] as const;
export type HistoryTab = (typeof historyTabs)[number];

export type HistoryTarget = {
  readonly productId: number;
  readonly tab: HistoryTab;
  /** The line to highlight: that of an order or ticket, or the first one. Null highlights none. */
  readonly line: HistoryLine | null;
};
/** `order-5120`, `ticket-17`, or `newest`. */
export type HistoryLine = `order-${number}` | `ticket-${number}` | 'newest';

const names = { product: 'asset', tab: 'history', line: 'line' } as const;

/** Builds the address that opens the target. */
export function buildHistoryPath({ productId, tab, line }: HistoryTarget): string {
  const query = new URLSearchParams({ [names.product]: String(productId), [names.tab]: tab });
  if (line !== null) query.set(names.line, line);
  return `/dashboard?${query.toString()}`;
}

/** Reads the target from the query of an address; null when it has none. The input is untrusted. */
export function readHistoryTarget(query: URLSearchParams): HistoryTarget | null {
  const productId = Number(query.get(names.product) ?? '');
  if (!Number.isSafeInteger(productId) || productId < 1) return null;
  const tab = historyTabs.find((name) => name === query.get(names.tab)) ?? 'trades';
  const line = query.get(names.line);
  return { productId, tab, line: line !== null && isHistoryLine(line) ? line : null };
}

/** Returns the query without the target; all other parameters stay. */
export function removeHistoryTarget(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of Object.values(names)) rest.delete(name);
  return rest;
}

function isHistoryLine(text: string): text is HistoryLine {
  return text === 'newest' || /^(order|ticket)-[1-9]\d{0,15}$/.test(text);
}
