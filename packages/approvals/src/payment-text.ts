/** The text of a payment, as those who approve it sign it. The customer's is `withdrawal-text.ts` of the protocol. */
import { accept, refuse } from '@salar/protocol';
import type { Millis, Result } from '@salar/protocol';
import { formatSignedText } from '@salar/protocol/signed-texts/signed-text';
import type { Line } from '@salar/protocol/signed-texts/signed-text';
import { toTermLines } from '@salar/protocol/signed-texts/withdrawal-text';
import type { ProductSymbol, WithdrawalTerms } from '@salar/protocol/signed-texts/withdrawal-text';

/** The terms of a withdraw ticket that a signature covers. */
export type PaymentTerms = WithdrawalTerms & { readonly createdAt: Millis };

/** The end of the year 9999: later times have another form. */
const timeMax = 253_402_300_799_999;

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
  const lines = toTermLines(terms, product);
  const { createdAt } = terms;
  if (lines === null || !isTime(createdAt)) return null;
  return [...lines, ['created', `${createdAt} ms = ${new Date(createdAt).toISOString()}`]];
}

function conclude(text: string | null): Result<string, 'terms_malformed'> {
  return text === null ? refuse('terms_malformed') : accept(text);
}

function isTime(at: number): boolean {
  return Number.isSafeInteger(at) && at >= 0 && at <= timeMax;
}
