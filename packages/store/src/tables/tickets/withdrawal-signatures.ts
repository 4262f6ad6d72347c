/** Customers' signatures over withdrawals, and the tickets that are reserved for those being signed. */
import type { Millis, TicketId, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';

/** A ticket that is reserved for a withdrawal until it is requested. */
export type ReservedTicket = { readonly ticketId: TicketId; readonly requestCode: string };

type Challenge = {
  readonly hash: Buffer;
  readonly userId: UserId;
  /** Older challenges have expired. */
  readonly since: Millis;
};

/** Adds a challenge, and removes expired ones. */
export async function insertWithdrawalChallenge(
  on: Queryable,
  { hash, userId, since, ticketId, requestCode, at }: Challenge & ReservedTicket & { readonly at: Millis },
): Promise<void> {
  await run(on, tables.deleteFrom('withdrawal_challenge').where('created_at', '<=', since));
  await run(
    on,
    tables.insertInto('withdrawal_challenge').values({
      challenge_hash: hash,
      user_id: userId,
      ticket_id: ticketId,
      request_code: requestCode,
      created_at: at,
    }),
  );
}

/** Finds what is reserved under a challenge of this customer; null when there is no such challenge, or it has expired. */
export async function findWithdrawalChallenge(
  on: Queryable,
  { hash, userId, since }: Challenge,
): Promise<ReservedTicket | null> {
  return runFirst(
    on,
    tables
      .selectFrom('withdrawal_challenge')
      .select(['ticket_id as ticketId', 'request_code as requestCode'])
      .where('challenge_hash', '=', hash)
      .where('user_id', '=', userId)
      .where('created_at', '>', since),
  );
}

/** Consumes the challenge of a ticket, in the transaction that writes it. @returns false when it was used before */
export async function takeWithdrawalChallenge(tx: Queryable, ticketId: TicketId): Promise<boolean> {
  const taken = tables
    .deleteFrom('withdrawal_challenge')
    .where('ticket_id', '=', ticketId)
    .returning('ticket_id');
  return (await countRows(tx, taken)) === 1;
}

export type WithdrawalSignatureRow = {
  readonly ticketId: TicketId;
  /** The device's id of the passkey, base64url. */
  readonly credentialId: string;
  /** A line of `formatWebauthnAssertion`. */
  readonly signature: string;
};

export async function insertWithdrawalSignature(
  tx: Queryable,
  { ticketId, credentialId, signature }: WithdrawalSignatureRow,
): Promise<void> {
  const row = { ticket_id: ticketId, credential_id: credentialId, signature };
  await run(tx, tables.insertInto('withdrawal_signature').values(row));
}

export async function findWithdrawalSignature(
  on: Queryable,
  ticketId: TicketId,
): Promise<WithdrawalSignatureRow | null> {
  return runFirst(
    on,
    tables
      .selectFrom('withdrawal_signature')
      .select(['ticket_id as ticketId', 'credential_id as credentialId', 'signature'])
      .where('ticket_id', '=', ticketId),
  );
}
