/** How a request names one ticket: by its request code, or by its number. */
import { ticketId } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { id, textField } from '@salar/protocol/wire/index';
import type { InputOf } from '@salar/protocol/wire/index';
import type { TicketClaim } from '@salar/services';

export const ticketClaimFields = { RequestCode: textField(64), TicketNumber: id() };

/** The ticket of the account that is asked for; the request code rules. Null when none is named. */
export function readTicketClaim(
  accountId: AccountId,
  { RequestCode, TicketNumber }: InputOf<typeof ticketClaimFields>,
): TicketClaim | null {
  if (RequestCode) return { accountId, requestCode: RequestCode.toLowerCase() };
  return TicketNumber === undefined ? null : { accountId, ticketId: ticketId(TicketNumber) };
}
