/** Reads how a request identifies a ticket: by its request code or by its number. */
import { ticketId } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { id, textField } from '@salar/protocol/wire';
import type { InputOf } from '@salar/protocol/wire';
import type { TicketClaim } from '@salar/services';

export const ticketClaimFields = { RequestCode: textField(64), TicketNumber: id() };

/** Returns the claim for a ticket of the account; the request code takes precedence. Null when neither is given. */
export function readTicketClaim(
  accountId: AccountId,
  { RequestCode, TicketNumber }: InputOf<typeof ticketClaimFields>,
): TicketClaim | null {
  if (RequestCode) return { accountId, requestCode: RequestCode.toLowerCase() };
  return TicketNumber === undefined ? null : { accountId, ticketId: ticketId(TicketNumber) };
}
