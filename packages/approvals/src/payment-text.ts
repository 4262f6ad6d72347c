/** The texts of a payment, as people sign them: those who approve it, and the customer who withdraws. */
import { accept, formatAmount, refuse } from '@salar/protocol';
import type { AccountId, Millis, Minor, ProductId, Result, TicketId, UserId } from '@salar/protocol';
import { formatSignedText } from './signed-text.ts';
import type { Line } from './signed-text.ts';

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

/** The terms that a customer signs; the time of the ticket is not among them, because it is created afterwards. */
export type WithdrawalTerms = Omit<PaymentTerms, 'createdAt'>;

/** A payment as approvers see it. */
export type ShownPayment = {
  readonly terms: PaymentTerms;
  readonly product: ProductSymbol;
  /** The installation, such as `exchange.example`: another one with the same keys does not accept the signature. */
  readonly installation: string;
};

/**
 * Formats the canonical text of a payment: equal terms give equal bytes, and different ones different bytes.
 *
 * Each amount is written in minor units, then in the product's decimals.
 *
 * @returns `terms_malformed` when a text has characters that cannot be seen, an amount is negative, or the fee is more than
 *   the amount
 */
export function formatPaymentText({
  terms,
  product,
  installation,
}: ShownPayment): Result<string, 'terms_malformed'> {
  const lines = toPaymentLines(terms, product);
  return conclude(lines && formatSignedText('payment', [['installation', installation], ...lines]));
}

/** Formats the text of a version that named no installation, to recognise a signature over one. */
export function formatFormerPaymentText({
  terms,
  product,
}: Omit<ShownPayment, 'installation'>): Result<string, 'terms_malformed'> {
  const lines = toPaymentLines(terms, product);
  return conclude(lines && formatSignedText('payment', lines, 1));
}

function toPaymentLines(terms: PaymentTerms, product: ProductSymbol): readonly Line[] | null {
  const lines = toLines(terms, product);
  const { createdAt } = terms;
  if (lines === null || !isTime(createdAt)) return null;
  return [...lines, ['created', `${createdAt} ms = ${new Date(createdAt).toISOString()}`]];
}

/**
 * Formats the canonical text that a customer signs with a passkey, as `formatPaymentText` does that of approvers.
 *
 * @param exchange  the address of the exchange, such as `https://exchange.example`: no other installation accepts it
 * @returns `terms_malformed` as `formatPaymentText` does
 */
export function formatWithdrawalText(
  terms: WithdrawalTerms,
  product: ProductSymbol,
  exchange: string,
): Result<string, 'terms_malformed'> {
  const lines = toLines(terms, product);
  return conclude(lines && formatSignedText('withdrawal', [['exchange', exchange], ...lines]));
}

function toLines(terms: WithdrawalTerms, { symbol, decimals }: ProductSymbol): readonly Line[] | null {
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

function conclude(text: string | null): Result<string, 'terms_malformed'> {
  return text === null ? refuse('terms_malformed') : accept(text);
}

function isTime(at: number): boolean {
  return Number.isSafeInteger(at) && at >= 0 && at <= timeMax;
}
