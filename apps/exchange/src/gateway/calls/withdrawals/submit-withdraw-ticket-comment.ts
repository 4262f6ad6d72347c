import { ticketCommentCall } from '../ticket-comment-call.ts';

export const submitWithdrawTicketComment = ticketCommentCall('SubmitWithdrawTicketComment', {
  about: 'a withdrawal',
  permissions: ['Trading', 'Withdraw'],
  find: ({ withdrawals }, claim) => withdrawals.find(claim),
});
