/**
 * The text of a withdrawal that its customer signs with a passkey. The server, the signer and the browser write it, each from the
 * terms that it has itself: the browser from those that it shows.
 */
import type { AccountId, Minor, ProductId, TicketId, UserId } from '../ids.ts';
import { formatAmount } from '../money/amount.ts';
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';
import { formatSignedText } from './signed-text.ts';
import type { Line } from './signed-text.ts';

/** The terms that a customer signs. */
export type WithdrawalTerms = {
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
};

/** How a product's amounts are written. */
export type ProductSymbol = { readonly symbol: string; readonly decimals: number };

/**
 * Formats the canonical text: equal terms give equal bytes, and different ones different bytes. Each amount is written in minor
 * units, then in the product's decimals.
 *
 * @param exchange  the address of the exchange, such as `https://exchange.example`: no other installation accepts it
 * @returns `terms_malformed` when a text has characters that cannot be seen, an amount is negative, or the fee is more than
 *   the amount
 */
export function formatWithdrawalText(
  terms: WithdrawalTerms,
  product: ProductSymbol,
  exchange: string,
): Result<string, 'terms_malformed'> {
  const lines = toTermLines(terms, product);
  const text = lines && formatSignedText('withdrawal', [['exchange', exchange], ...lines]);
  return text === null ? refuse('terms_malformed') : accept(text);
}

/** Returns the lines of the terms; null when they cannot be written. */
export function toTermLines(
  terms: WithdrawalTerms,
  { symbol, decimals }: ProductSymbol,
): readonly Line[] | null {
  const { amount, fee } = terms;
  const ids = [terms.ticketId, terms.userId, terms.accountId, terms.productId, terms.chainId];
  if (!ids.every((id) => Number.isSafeInteger(id) && id >= 0)) return null;
  if (fee < 0n || fee > amount) return null;
  const spell = (minor: bigint) => `${minor} minor units = ${formatAmount(minor, decimals)} ${symbol}`;
  return [
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
  ];
}
