/** Lists of what this exchange has none of: clients of the family ask for some of them at their start. */
import { shape } from '@salar/protocol/wire/index';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import { sessionCall } from './call.ts';
import type { SessionCall } from './call.ts';

const reading: readonly KeyPermission[] = ['Trading', 'AccountReadOnly'];

/** Of each call what there is none of, and which keys may ask. */
const kinds: readonly (readonly [name: string, about: string, permissions: readonly KeyPermission[]])[] = [
  ['GetOpenQuotes', 'Quotes on request', ['Trading']],
  ['GetOpenTradeReports', 'Block trades', ['Trading']],
  ['GetAllOpenTradeReports', 'Block trades', ['Trading']],
  ['GetUserReportTickets', 'Scheduled reports', reading],
  ['GetUserReportTicketsByStatus', 'Scheduled reports', reading],
  ['GetTransfers', 'Transfers between customers', reading],
  ['GetRequestTransfers', 'Transfers between customers', reading],
  ['GetAccountBadges', 'Badges', reading],
  ['GetAllLedgerEntryTickets', 'Ledger entries by hand', reading],
  ['GetAccountSettlementPositions', 'Positions that settle later', reading],
];

export const emptyLists: readonly SessionCall[] = kinds.map(([name, what, permissions]) =>
  sessionCall({
    name,
    permissions,
    subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
    input: {},
    output: shape.list(shape.object({})),
    rate: 'read',
    about: `${what} do not exist on this exchange: always an empty list.`,
    example: { input: { OMSId: 1, AccountId: 1031 }, output: [] },
    run: () => Promise.resolve([]),
  }),
);
