/** The terms that a withdraw ticket fixes at its creation, and the MACs that protect them: only what was confirmed is signed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccountId, Millis, Minor, ProductId, TicketId, UserId } from '@salar/protocol';

export type TicketTerms = {
  readonly ticketId: TicketId;
  readonly requestCode: string;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly chainId: number;
  readonly destination: string;
  readonly amount: Minor;
  readonly fee: Minor;
  readonly createdAt: Millis;
};

/** Computes the HMAC-SHA-256 over every term, in a fixed order. */
export function computeTicketMac(key: Uint8Array, terms: TicketTerms): Buffer {
  return hmac(key, 'salar withdraw ticket 1', [
    terms.ticketId,
    terms.requestCode,
    terms.userId,
    terms.accountId,
    terms.productId,
    terms.providerId,
    terms.chainId,
    terms.destination,
    terms.amount,
    terms.fee,
    terms.createdAt,
  ]);
}

/** Computes the MAC that allows a ticket to be paid: after its mailed confirmation and acceptance, never before. */
export function computeApproval(key: Uint8Array, ticketMac: Uint8Array): Buffer {
  return hmac(key, 'salar withdraw approval 1', [Buffer.from(ticketMac).toString('hex')]);
}

/** Compares two MACs in constant time. */
export function isSameMac(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function hmac(key: Uint8Array, purpose: string, values: readonly (string | number | bigint)[]): Buffer {
  const text = JSON.stringify([purpose, ...values.map(String)]);
  return createHmac('sha256', key).update(text).digest();
}
