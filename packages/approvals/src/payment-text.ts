/** The text of a payment, as it is shown to the people who approve it and as they sign it. */
import { accept, formatAmount, refuse } from '@salar/protocol';
import type { AccountId, Millis, Minor, ProductId, Result, TicketId, UserId } from '@salar/protocol';
import { formatSignedText } from './signed-text.ts';

/** The terms of a withdraw ticket that a signature covers. */
export type PaymentTerms = {
  readonly ticketId: TicketId;
  readonly requestCode: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly chainId: number;
  readonly destination: string;
  /** The amount that leaves the customer's account; the receiver gets it less the fee. */
  readonly amount: Minor;
  readonly fee: Minor;
  readonly createdAt: Millis;
};

/** The end of the year 9999: later times have another form. */
const timeMax = 253_402_300_799_999;

/** How a product's amounts are written. */
export type ProductSymbol = { readonly symbol: string; readonly decimals: number };

/**
 * Formats the canonical text of a payment: equal terms give equal bytes, and different ones different bytes.
 *
 * Each amount is written in minor units, then in the product's decimals.
 *
 * @returns `terms_malformed` when a text has characters that cannot be seen, an amount is negative, or the fee is more than
 *   the amount
 */
export function formatPaymentText(
  terms: PaymentTerms,
  { symbol, decimals }: ProductSymbol,
): Result<string, 'terms_malformed'> {
  const { amount, fee } = terms;
  const ids = [terms.ticketId, terms.userId, terms.accountId, terms.productId, terms.chainId];
  if (!ids.every((id) => Number.isSafeInteger(id) && id >= 0)) return refuse('terms_malformed');
  if (fee < 0n || fee > amount || !isTime(terms.createdAt)) return refuse('terms_malformed');
  const spell = (minor: bigint) => `${minor} minor units = ${formatAmount(minor, decimals)} ${symbol}`;
  const text = formatSignedText('payment', [
    ['ticket', String(terms.ticketId)],
    ['request code', terms.requestCode],
    ['customer', String(terms.userId)],
    ['account', String(terms.accountId)],
    ['product', `${terms.productId} ${symbol}, ${decimals} decimals`],
    ['network', String(terms.chainId)],
    ['receiver', terms.destination],
    ['amount', spell(amount)],
    ['fee', spell(fee)],
    ['receiver gets', spell(amount - fee)],
    ['created', `${terms.createdAt} ms = ${new Date(terms.createdAt).toISOString()}`],
  ]);
  return text === null ? refuse('terms_malformed') : accept(text);
}

function isTime(at: number): boolean {
  return Number.isSafeInteger(at) && at >= 0 && at <= timeMax;
}
