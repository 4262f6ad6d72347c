import { withAliases, integerField, shape, withdrawalShape } from '@salar/protocol/wire';
import { toWithdrawalRow } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

const rowsMax = 1000;

export const getWithdraws = sessionCall({
  name: 'GetWithdraws',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount' },
  input: { Limit: withAliases(integerField(), 'Depth', 'Count'), StartIndex: integerField() },
  output: shape.list(withdrawalShape),
  rate: 'read',
  about:
    'Withdrawals of the account in every state, oldest first: the newest 1000 at most. Limit and StartIndex count from the newest.',
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: [{ WithdrawId: 412, ProductId: 3, Amount: 25, FeeAmount: 1, TicketStatus: 'FullyProcessed' }],
  },
  async run({ services, accountId }, { Limit, StartIndex }) {
    const limit = Math.min(Limit ?? rowsMax, rowsMax);
    if (limit === 0) return [];
    const newest = await services.transfers.withdrawals.list({
      accountId,
      startIndex: StartIndex ?? 0,
      limit,
    });
    return services.engine.read((view) =>
      newest.toReversed().map((ticket) => toWithdrawalRow(ticket, { services, view })),
    );
  },
});
