import { userId } from '@salar/protocol';
import { id, required, shape, textField } from '@salar/protocol/wire';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import { commentLengthMax } from '@salar/services/tickets/ticket-comments';
import type { TicketClaim } from '@salar/services';
import { callsWith, refuseCall } from '../call.ts';
import type { CallServices } from '../call.ts';
import { notYours } from '../guard/guard.ts';
import { readTicketClaim } from './ticket-claim.ts';

const { sessionCall } = callsWith<'transfers'>();

/** Declares a call that adds a comment to a ticket. */
export function ticketCommentCall(
  name: string,
  {
    about,
    permissions,
    find,
  }: {
    readonly about: string;
    readonly permissions: readonly KeyPermission[];
    readonly find: (
      services: CallServices<'transfers'>,
      claim: TicketClaim,
    ) => Promise<{ readonly requestCode: string; readonly ticketId: number } | null>;
  },
) {
  return sessionCall({
    name,
    permissions,
    subject: { AccountId: 'ownAccount' },
    input: {
      Comment: required(textField(commentLengthMax)),
      TicketCode: textField(64),
      TicketId: id(),
      EnteredBy: id(),
    },
    output: shape.object({ success: shape.boolean, commentid: shape.integer }),
    rate: 'tickets',
    about: `Adds a comment to ${about} of the account, identified by TicketCode or TicketId. It is stored and returned with the ticket, in \`Comments\`.`,
    example: {
      input: { OMSId: 1, TicketCode: '2d7b6f10-8a44-4c0e-b0aa-9f5f4f0f7c11', Comment: 'For the invoice' },
      output: { success: true, commentid: 459 },
    },
    async run({ services, user, accountId }, { Comment, TicketCode, TicketId, EnteredBy }) {
      if (EnteredBy !== undefined && userId(EnteredBy) !== user.userId) return notYours;
      const text = Comment.trim();
      if (text === '') return refuseCall('invalidRequest', 'Comment is Required');
      const claim = readTicketClaim(accountId, { RequestCode: TicketCode, TicketNumber: TicketId });
      if (claim === null) return refuseCall('invalidRequest', 'TicketCode is Required');
      const ticket = await find(services, claim);
      if (ticket === null || (TicketId ?? ticket.ticketId) !== ticket.ticketId) return refuseCall('notFound');
      const { requestCode } = ticket;
      const added = await services.transfers.ticketComments.add({ requestCode, userId: user.userId, text });
      return added.ok
        ? { success: true, commentid: added.value }
        : refuseCall('operationFailed', 'Too many comments on this ticket');
    },
  });
}
