import { Num, SideLabel, StatusPill } from '@salar/ui';
import type { StatusTone } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { useGetOrdersQuery } from '../../../api/calls/orders/get-orders.ts';
import type { Order } from '../../../api/records/order.ts';
import { isPositive } from '../../../money/decimal.ts';
import { OwnAmount } from '../../../lib/amounts/own-amount.tsx';
import { useOrderLabels } from '../entry/use-order-labels.ts';
import { countPlaces } from '../market/increments.ts';
import { formatPair } from '../format-pair.ts';
import { useTimes } from '../use-times.ts';
import { NoOrders } from './no-orders.tsx';
import { PagedTable, pageSize } from './paged-table.tsx';

export type HistoryProps = {
  readonly accountId: number;
  readonly instruments: readonly Instrument[];
  /** The only instrument to show; null for all. */
  readonly filter: number | null;
  readonly onNewOrder: () => void;
};

const tones: Readonly<Record<string, StatusTone>> = {
  Working: 'info',
  FullyExecuted: 'good',
  Rejected: 'bad',
};

/** Every order, newest first, with its final or current state. */
export function OrderHistory({ accountId, instruments, filter, onNewOrder }: HistoryProps) {
  const { t } = useTranslation();
  const labels = useOrderLabels();
  const times = useTimes();
  const [page, setPage] = useState(0);
  const { currentData, error, refetch } = useGetOrdersQuery({
    accountId,
    startIndex: page * pageSize,
    limit: pageSize,
    ...(filter === null ? {} : { instrumentId: filter }),
  });
  const findInstrument = (order: Order) =>
    instruments.find(({ instrumentId }) => instrumentId === order.instrumentId);
  const pair = (order: Order) => {
    const instrument = findInstrument(order);
    return instrument ? formatPair(instrument) : String(order.instrumentId);
  };
  const side = (order: Order) => (
    <SideLabel side={order.side === 'Buy' ? 'buy' : 'sell'}>{labels.side(order.side)}</SideLabel>
  );
  const price = (order: Order) => {
    const own = isPositive(order.averagePrice) ? order.averagePrice : order.limitPrice;
    const places = countPlaces(findInstrument(order)?.priceIncrement ?? '0.01');
    return (
      <Num
        value={isPositive(own) ? own : null}
        minPlaces={places}
        maxPlaces={places}
        className="text-small"
      />
    );
  };
  const quantity = (order: Order) => (
    <span className="num text-small">
      <OwnAmount value={order.quantityExecuted} maxPlaces={8} isPlain />
      {' / '}
      <OwnAmount value={order.quantity} unit={findInstrument(order)?.baseSymbol} maxPlaces={8} />
    </span>
  );
  const type = (order: Order) => (
    <span className="inline-flex flex-col text-small">
      <span className="whitespace-nowrap">{labels.orderType(order.orderType)}</span>
      {isPositive(order.trailingAmount) ? (
        <span className="text-ink-3">
          {t('trade.orders.follows')} <Num value={order.trailingAmount} minPlaces={0} isQuiet />
        </span>
      ) : null}
    </span>
  );
  const state = (order: Order) => (
    <StatusPill tone={tones[order.state] ?? 'quiet'}>{labels.state(order.state)}</StatusPill>
  );
  return (
    <PagedTable
      label={t('trade.orders.tabs.history')}
      rows={currentData}
      rowKey={({ orderId }) => String(orderId)}
      error={error}
      onRetry={() => void refetch()}
      empty={
        <NoOrders title={t('trade.orders.noHistory')} onNewOrder={onNewOrder}>
          {t('trade.orders.noHistoryHint')}
        </NoOrders>
      }
      page={page}
      onPageChange={setPage}
      columns={[
        {
          id: 'time',
          header: t('trade.orders.time'),
          cell: (order) => (
            <span className="num text-small text-ink-3">{times.moment(order.receivedAt)}</span>
          ),
        },
        {
          id: 'pair',
          header: t('trade.orders.pair'),
          cell: (order) => <span className="text-small font-medium">{pair(order)}</span>,
        },
        {
          id: 'side',
          header: t('trade.orders.side'),
          cell: (order) => <span className="text-small">{side(order)}</span>,
        },
        {
          id: 'type',
          header: t('trade.orders.type'),
          cell: type,
        },
        { id: 'price', header: t('trade.orders.price'), align: 'end', cell: price },
        { id: 'quantity', header: t('trade.orders.executed'), align: 'end', cell: quantity },
        { id: 'state', header: t('trade.orders.state'), cell: state },
      ]}
      card={(order) => (
        <span className="card-line">
          <span className="gap-0.5">
            <span className="flex flex-wrap gap-x-2 font-medium">
              {pair(order)} {side(order)}
            </span>
            <span className="text-ink-3">{type(order)}</span>
            <span className="num text-small text-ink-3">{times.moment(order.receivedAt)}</span>
          </span>
          <span className="gap-1">
            {quantity(order)}
            {price(order)}
            {state(order)}
          </span>
        </span>
      )}
    />
  );
}
