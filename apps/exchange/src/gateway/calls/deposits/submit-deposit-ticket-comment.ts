import { ticketCommentCall } from '../ticket-comment-call.ts';

export const submitDepositTicketComment = ticketCommentCall('SubmitDepositTicketComment', {
  about: 'a deposit',
  permissions: ['Trading', 'Deposit'],
  find: ({ transfers: { deposits } }, claim) => deposits.find(claim),
});
