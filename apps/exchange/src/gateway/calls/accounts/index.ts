import { emptyListCall } from '../empty-list-call.ts';
import type { Chapter } from '../../chapter.ts';
import { getUserAccounts } from './get-user-accounts.ts';
import { getUserAccountInfos } from './get-user-account-infos.ts';
import { getAccountInfo } from './get-account-info.ts';
import { getAccountPositions } from './get-account-positions.ts';
import { getAccountTransactions } from './get-account-transactions.ts';

export const accountsChapter: Chapter = {
  id: 'accounts',
  title: 'Accounts and balances',
  about: 'What an account holds, and every entry that made it so.',
  calls: [
    getUserAccounts,
    getUserAccountInfos,
    getAccountInfo,
    getAccountPositions,
    getAccountTransactions,
    emptyListCall('GetTransfers', 'Transfers between customers'),
    emptyListCall('GetRequestTransfers', 'Transfers between customers'),
    emptyListCall('GetAccountBadges', 'Badges'),
    emptyListCall('GetAllLedgerEntryTickets', 'Ledger entries by hand'),
    emptyListCall('GetAccountSettlementPositions', 'Positions that settle later'),
  ],
};
