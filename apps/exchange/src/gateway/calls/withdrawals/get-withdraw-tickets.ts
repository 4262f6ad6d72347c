import { productId } from '@salar/protocol';
import { withAliases, id, integerField, shape, withdrawTicketShape } from '@salar/protocol/wire';
import { toWithdrawTicketRow, toTicketRows } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

const rowsMax = 1000;

export const getWithdrawTickets = sessionCall({
  name: 'GetWithdrawTickets',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {
    ProductId: id(),
    Limit: withAliases(integerField(), 'Depth', 'Count'),
    StartIndex: integerField(),
  },
  output: shape.list(withdrawTicketShape),
  rate: 'read',
  about: 'Withdrawals of the account in every state, newest first.',
  example: {
    input: { OMSId: 1, OperatorId: 1, AccountId: 1031, StartIndex: 0, Limit: 10 },
    output: [{ TicketNumber: 412, AssetName: 'USDT', Amount: 25, FeeAmt: 1, Status: 'Pending2Fa' }],
  },
  async run({ services, user, accountId }, { ProductId, Limit, StartIndex }) {
    const limit = Math.min(Limit ?? rowsMax, rowsMax);
    if (limit === 0) return [];
    const tickets = await services.transfers.withdrawals.list({
      accountId,
      ...(ProductId !== undefined && { productId: productId(ProductId) }),
      startIndex: StartIndex ?? 0,
      limit,
    });
    return toTicketRows(tickets, user, services, toWithdrawTicketRow);
  },
});
