/** Payments whose tickets have MACs of chosen keys. */
import { randomBytes, randomUUID } from 'node:crypto';
import { accountId, millis, minor, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac, localProviders } from '@salar/services';
import type { SignRequest } from '@salar/services';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import { toChainId } from '@salar/services/tickets/networks';
import { ids } from './drilled-signer.ts';

type MacKeyWithId = KeyRing[number];

let count = 0;

export function newMacKey(id: number): MacKeyWithId {
  return { id, key: randomBytes(32) };
}

/** Formats a ring as its file has it. */
export function formatRing(ring: KeyRing): string {
  return ring.map(({ id, key }) => `${id}:${key.toString('hex')}`).join(',');
}

/**
 * Builds the request for the payment of a new ticket.
 *
 * @param ticketRing  of the exchange when it made the ticket
 * @param ring  of the exchange when it requests the payment
 */
export function buildPayment(ticketRing: KeyRing, ring: KeyRing): SignRequest {
  count += 1;
  const provider = localProviders(ids).providers.find((one) => one.productId === ids.eth);
  if (provider === undefined) throw new Error('the local profile has ether');
  const { providerId, productId } = provider;
  const ticket = {
    ticketId: ticketId(count),
    requestCode: randomUUID(),
    userId: userId(7),
    accountId: accountId(1001),
    productId,
    providerId,
    chainId: toChainId(provider),
    destination: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: minor(2_000_000n),
    fee: minor(1_000_000n),
    createdAt: millis(1),
  };
  const mac = computeTicketMac(ticketRing, ticket);
  return {
    ticket,
    mac: mac.toString('hex'),
    approval: computeApproval(ring, mac).toString('hex'),
    approvals: [],
    plan: { family: 'evm', nonce: count, feeMax: 10n ** 10n, feePriority: 10n ** 9n },
  };
}
