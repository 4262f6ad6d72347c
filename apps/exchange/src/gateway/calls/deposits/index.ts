import type { Chapter } from '../../chapter.ts';
import { getAccountDepositTransactions } from './get-account-deposit-transactions.ts';
import { getDepositTemplateTypes } from './get-deposit-template-types.ts';
import { getDepositProviders } from './get-deposit-providers.ts';
import { getDepositRequestInfoTemplate } from './get-deposit-request-info-template.ts';
import { getAllDepositRequestInfoTemplates } from './get-all-deposit-request-info-templates.ts';
import { getDepositInfo, getNewDepositAddress } from './get-deposit-info.ts';
import { getDepositTickets } from './get-deposit-tickets.ts';
import { getDepositTicket } from './get-deposit-ticket.ts';
import { getDeposits } from './get-deposits.ts';
import { submitDepositTicketComment } from './submit-deposit-ticket-comment.ts';

export const depositsChapter: Chapter = {
  id: 'deposits',
  title: 'Deposits',
  about: 'Deposit addresses, and the tickets of deposits.',
  calls: [
    getAccountDepositTransactions,
    getDepositTemplateTypes,
    getDepositProviders,
    getDepositRequestInfoTemplate,
    getAllDepositRequestInfoTemplates,
    getDepositInfo,
    getNewDepositAddress,
    getDepositTickets,
    getDepositTicket,
    getDeposits,
    submitDepositTicketComment,
  ],
};
