import { productId } from '@salar/protocol';
import { withAliases, depositTicketShape, id, integerField, shape } from '@salar/protocol/wire';
import { toDepositTicketRow, toTicketRows } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

const rowsMax = 1000;

export const getDepositTickets = sessionCall({
  name: 'GetDepositTickets',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {
    ProductId: id(),
    Limit: withAliases(integerField(), 'Depth', 'Count'),
    StartIndex: integerField(),
  },
  output: shape.list(depositTicketShape),
  rate: 'read',
  about: 'Deposits of the account, newest first, from the first sighting on the network.',
  example: {
    input: { OMSId: 1, OperatorId: 1, AccountId: 1031, StartIndex: 0, Limit: 10 },
    output: [{ TicketNumber: 377, AssetName: 'USDT', Amount: 25, Status: 'Pending' }],
  },
  async run({ services, user, accountId }, { ProductId, Limit, StartIndex }) {
    const limit = Math.min(Limit ?? rowsMax, rowsMax);
    if (limit === 0) return [];
    const tickets = await services.transfers.deposits.list({
      accountId,
      ...(ProductId !== undefined && { productId: productId(ProductId) }),
      startIndex: StartIndex ?? 0,
      limit,
    });
    return toTicketRows(tickets, user, services, toDepositTicketRow);
  },
});
