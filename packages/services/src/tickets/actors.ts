/** Texts of who moves a ticket, as its transitions record them under their MACs. */
import type { UserId } from '@salar/protocol';

/** Names what a customer's request was made with: a session, an API key or a mailed code. */
export type Credential =
  | { readonly kind: 'session' | 'API key'; readonly id: string }
  | { readonly kind: 'mailed code' | 'frozen account' };

export function describeCustomer(userId: UserId, credential: Credential | null): string {
  if (credential === null) return `customer ${userId}`;
  const { kind } = credential;
  return `customer ${userId}, ${'id' in credential ? `${kind} ${credential.id}` : kind}`;
}

export function describeOperator({
  operator,
  proposalId,
}: {
  readonly operator: string;
  /** Null for an act of one operator. */
  readonly proposalId: number | null;
}): string {
  return proposalId === null ? `operator ${operator}` : `operator ${operator}, proposal ${proposalId}`;
}

/** @param name  the part of the exchange, such as `payments of chain 1` */
export function describeWorker(name: string): string {
  return `worker, ${name}`;
}
