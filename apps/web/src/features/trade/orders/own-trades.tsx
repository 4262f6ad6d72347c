import { Num, SideLabel } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useGetAccountTradesQuery } from '../../../api/calls/orders/get-account-trades.ts';
import type { AccountTrade } from '../../../api/calls/orders/get-account-trades.ts';
import { OwnAmount } from '../../../lib/amounts/own-amount.tsx';
import { useOrderLabels } from '../entry/use-order-labels.ts';
import { countPlaces } from '../market/increments.ts';
import { formatPair } from '../format-pair.ts';
import { useTimes } from '../use-times.ts';
import type { HistoryProps } from './order-history.tsx';
import { NoOrders } from './no-orders.tsx';
import { PagedTable, pageSize } from './paged-table.tsx';

/** The customer's own trades, newest first, with the fee of each. */
export function OwnTrades({
  accountId,
  instruments,
  filter,
  onNewOrder,
  findSymbol,
}: HistoryProps & { readonly findSymbol: (productId: number) => string | undefined }) {
  const { t } = useTranslation();
  const labels = useOrderLabels();
  const times = useTimes();
  const [page, setPage] = useState(0);
  const { currentData, error, refetch } = useGetAccountTradesQuery({
    accountId,
    startIndex: page * pageSize,
    limit: pageSize,
    ...(filter === null ? {} : { instrumentId: filter }),
  });
  const findInstrument = (trade: AccountTrade) =>
    instruments.find(({ instrumentId }) => instrumentId === trade.instrumentId);
  const pair = (trade: AccountTrade) => {
    const instrument = findInstrument(trade);
    return instrument ? formatPair(instrument) : String(trade.instrumentId);
  };
  const side = ({ side: own }: AccountTrade) => (
    <SideLabel side={own === 'Buy' ? 'buy' : 'sell'}>{labels.side(own)}</SideLabel>
  );
  const price = (trade: AccountTrade) => {
    const places = countPlaces(findInstrument(trade)?.priceIncrement ?? '0.01');
    return <Num value={trade.price} minPlaces={places} maxPlaces={places} className="text-small" />;
  };
  const quantity = (trade: AccountTrade) => (
    <OwnAmount
      value={trade.quantity}
      unit={findInstrument(trade)?.baseSymbol}
      maxPlaces={8}
      className="text-small"
    />
  );
  const fee = (trade: AccountTrade) => (
    <OwnAmount
      value={trade.fee}
      unit={findSymbol(trade.feeProductId)}
      maxPlaces={10}
      rounding="up"
      isQuiet
      className="text-small"
    />
  );
  return (
    <PagedTable
      label={t('trade.orders.tabs.trades')}
      rows={currentData}
      rowKey={({ executionId }) => String(executionId)}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <NoOrders title={t('trade.orders.noTrades')} onNewOrder={onNewOrder}>
          {t('trade.orders.noTradesHint')}
        </NoOrders>
      }
      page={page}
      onPageChange={setPage}
      columns={[
        {
          id: 'time',
          header: t('trade.orders.time'),
          cell: ({ at }) => <span className="num text-small text-ink-3">{times.moment(at)}</span>,
        },
        {
          id: 'pair',
          header: t('trade.orders.pair'),
          cell: (trade) => <span className="text-small font-medium">{pair(trade)}</span>,
        },
        {
          id: 'side',
          header: t('trade.orders.side'),
          cell: (trade) => <span className="text-small">{side(trade)}</span>,
        },
        { id: 'price', header: t('trade.orders.price'), align: 'end', cell: price },
        { id: 'quantity', header: t('trade.orders.quantity'), align: 'end', cell: quantity },
        {
          id: 'value',
          header: t('trade.orders.value'),
          align: 'end',
          cell: (trade) => (
            <OwnAmount
              value={trade.value}
              unit={findInstrument(trade)?.quoteSymbol}
              maxPlaces={8}
              className="text-small"
            />
          ),
        },
        { id: 'fee', header: t('trade.orders.fee'), align: 'end', cell: fee },
      ]}
      card={(trade) => (
        <span className="card-line">
          <span className="gap-0.5">
            <span className="flex flex-wrap gap-x-2 font-medium">
              {pair(trade)} {side(trade)}
            </span>
            <span className="num text-small text-ink-3">{times.moment(trade.at)}</span>
          </span>
          <span className="gap-0.5">
            {quantity(trade)}
            {price(trade)}
            <span className="text-small text-ink-3">
              {t('trade.orders.fee')} {fee(trade)}
            </span>
          </span>
        </span>
      )}
    />
  );
}
