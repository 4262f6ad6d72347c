import { ticketCommentCall } from '../ticket-comment-call.ts';

export const submitWithdrawTicketComment = ticketCommentCall('SubmitWithdrawTicketComment', {
  about: 'a withdrawal',
  permissions: ['Trading', 'Withdraw'],
  find: ({ transfers: { withdrawals } }, claim) => withdrawals.find(claim),
});
