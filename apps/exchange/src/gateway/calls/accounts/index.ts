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
  about: 'The balances of an account, and every ledger entry behind them.',
  calls: [
    getUserAccounts,
    getUserAccountInfos,
    getAccountInfo,
    getAccountPositions,
    getAccountTransactions,
    emptyListCall('GetTransfers', 'Transfers between customers'),
    emptyListCall('GetRequestTransfers', 'Transfers between customers'),
    emptyListCall('GetAccountBadges', 'Badges'),
    emptyListCall('GetAllLedgerEntryTickets', 'Manual ledger entries'),
    emptyListCall('GetAccountSettlementPositions', 'Positions with later settlement'),
  ],
};
