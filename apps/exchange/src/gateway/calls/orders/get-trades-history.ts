import { instrumentId, millis, orderId, tradeId } from '@salar/protocol';
import { accountTradeShape, withAliases, id, integerField, shape, timeField } from '@salar/protocol/wire';
import type { InputOf, WireAccountTrade } from '@salar/protocol/wire';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import { toAccountTradeRow, toExecutionId, isTakerIn } from '../../wire-rows/account-trade-row.ts';
import { sessionCall } from './chapter-calls.ts';
import type { SessionContext } from './chapter-calls.ts';

const fields = {
  InstrumentId: id(),
  TradeId: id(),
  OrderId: id(),
  ExecutionId: id(),
  StartTimeStamp: timeField(),
  EndTimeStamp: timeField(),
  StartIndex: integerField(),
  Depth: withAliases(integerField(), 'Limit', 'Count'),
};

export const getTradesHistory = tradesCall('GetTradesHistory', { permissions: ['Trading'], rowsMax: 1000 });

export const getAccountTrades = tradesCall('GetAccountTrades', {
  permissions: ['Trading', 'AccountReadOnly'],
  rowsMax: 200,
});

function tradesCall(
  name: string,
  { permissions, rowsMax }: { readonly permissions: readonly KeyPermission[]; readonly rowsMax: number },
) {
  return sessionCall({
    name,
    permissions,
    subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
    input: fields,
    output: shape.list(accountTradeShape),
    rate: 'read',
    about: `The trades of the account, newest first, ${rowsMax} at most. Value is in the quote product; the fee was deducted from the product received.`,
    example: {
      input: { OMSId: 1, AccountId: 1031, InstrumentId: 1, Depth: 10 },
      output: [{ TradeId: 8801, OrderId: 5120, Side: 'Buy', Quantity: 0.06, Price: 61500.5, Fee: 0.00012 }],
    },
    run: (context, input) => findTrades(context, input, rowsMax),
  });
}

async function findTrades(
  { services, user, accountId }: SessionContext,
  input: InputOf<typeof fields>,
  rowsMax: number,
): Promise<readonly WireAccountTrade[]> {
  const limit = Math.min(input.Depth ?? rowsMax, rowsMax);
  const trade = readTradeId(input);
  if (limit === 0 || trade === 'none') return [];
  await services.engine.projected();
  const trades = await services.history.listTrades({
    accountId,
    ...(input.InstrumentId !== undefined && { instrumentId: instrumentId(input.InstrumentId) }),
    ...(input.OrderId !== undefined && { orderId: orderId(input.OrderId) }),
    ...(trade !== undefined && { tradeId: tradeId(trade) }),
    ...(input.StartTimeStamp !== undefined && { fromAt: millis(input.StartTimeStamp) }),
    ...(input.EndTimeStamp !== undefined && { untilAt: millis(input.EndTimeStamp + 1) }),
    startIndex: input.StartIndex ?? 0,
    limit,
  });
  const before = await services.history.pricesBefore(trades);
  const found = trades.filter(
    (one) =>
      input.ExecutionId === undefined || toExecutionId(one, isTakerIn(one, accountId)) === input.ExecutionId,
  );
  return services.engine.read((view) =>
    found.map((one) => toAccountTradeRow(one, user, view, before.get(one.tradeId))),
  );
}

/** Reads the trade to find. An execution is one side of a trade, so either id identifies the trade. */
function readTradeId({
  TradeId,
  ExecutionId,
}: {
  readonly TradeId?: number | undefined;
  readonly ExecutionId?: number | undefined;
}): number | undefined | 'none' {
  if (ExecutionId === undefined) return TradeId;
  const ofExecution = Math.ceil(ExecutionId / 2);
  return TradeId === undefined || TradeId === ofExecution ? ofExecution : 'none';
}
