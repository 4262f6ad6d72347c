import type { Chapter } from '../../chapter.ts';
import { getAccountWithdrawTransactions } from './get-account-withdraw-transactions.ts';
import { getWithdrawFormTemplateTypes } from './get-withdraw-form-template-types.ts';
import { getWithdrawTemplate } from './get-withdraw-template.ts';
import {
  createWithdrawTicket,
  createFiatWithdrawTicket,
  createCryptocurrencyWithdrawTicket,
} from './create-withdraw-ticket.ts';
import { beginWithdrawSignature } from './begin-withdraw-signature.ts';
import { confirmWithdraw } from './confirm-withdraw.ts';
import { cancelWithdraw } from './cancel-withdraw.ts';
import { getWithdrawTickets } from './get-withdraw-tickets.ts';
import { getWithdrawTicket } from './get-withdraw-ticket.ts';
import { getWithdrawTicketByVerifyCode } from './get-withdraw-ticket-by-verify-code.ts';
import { getWithdrawConfirmation } from './get-withdraw-confirmation.ts';
import { getWithdrawInfoConfirmation } from './get-withdraw-info-confirmation.ts';
import { getWithdraws } from './get-withdraws.ts';
import { submitWithdrawTicketComment } from './submit-withdraw-ticket-comment.ts';
import { getAccountWithdrawInfos } from './get-account-withdraw-infos.ts';
import { createAccountWithdrawInfo } from './create-account-withdraw-info.ts';
import { confirmWithdrawInfo } from './confirm-withdraw-info.ts';
import { deleteAccountWithdrawInfo } from './delete-account-withdraw-info.ts';

export const withdrawalsChapter: Chapter = {
  id: 'withdrawals',
  title: 'Withdrawals',
  about: 'Saved destinations, and the tickets of withdrawals.',
  calls: [
    getAccountWithdrawTransactions,
    getWithdrawFormTemplateTypes,
    getWithdrawTemplate,
    createWithdrawTicket,
    createFiatWithdrawTicket,
    createCryptocurrencyWithdrawTicket,
    beginWithdrawSignature,
    confirmWithdraw,
    cancelWithdraw,
    getWithdrawTickets,
    getWithdrawTicket,
    getWithdrawTicketByVerifyCode,
    getWithdrawConfirmation,
    getWithdrawInfoConfirmation,
    getWithdraws,
    submitWithdrawTicketComment,
    getAccountWithdrawInfos,
    createAccountWithdrawInfo,
    confirmWithdrawInfo,
    deleteAccountWithdrawInfo,
  ],
};
