import { ticketCommentCall } from '../ticket-comment-call.ts';

export const submitDepositTicketComment = ticketCommentCall('SubmitDepositTicketComment', {
  about: 'a deposit',
  permissions: ['Trading', 'Deposit'],
  find: ({ deposits }, claim) => deposits.find(claim),
});
