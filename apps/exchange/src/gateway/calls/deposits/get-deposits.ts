import { withAliases, depositShape, integerField, shape } from '@salar/protocol/wire';
import { toCreditedDepositRow } from '../../wire-rows/ticket-rows.ts';
import { sessionCall } from './chapter-calls.ts';

const rowsMax = 1000;

export const getDeposits = sessionCall({
  name: 'GetDeposits',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount' },
  input: { Limit: withAliases(integerField(), 'Depth', 'Count'), StartIndex: integerField() },
  output: shape.list(depositShape),
  rate: 'read',
  about:
    'Credited deposits of the account, oldest first: the newest 1000 at most. Limit and StartIndex count from the newest.',
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: [{ DepositId: 377, ProductId: 3, Amount: 25, TicketStatus: 'FullyProcessed' }],
  },
  async run({ services, accountId }, { Limit, StartIndex }) {
    const limit = Math.min(Limit ?? rowsMax, rowsMax);
    if (limit === 0) return [];
    const newest = await services.transfers.deposits.list({
      accountId,
      statuses: ['FullyProcessed'],
      startIndex: StartIndex ?? 0,
      limit,
    });
    return services.engine.read((view) =>
      newest.toReversed().map((ticket) => toCreditedDepositRow(ticket, { services, view })),
    );
  },
});
