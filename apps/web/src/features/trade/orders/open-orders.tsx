import {
  AlertDialog,
  Button,
  CloseIcon,
  DataTable,
  EditIcon,
  IconButton,
  Num,
  SideLabel,
  notify,
} from '@salar/ui';
import type { Column } from '@salar/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCancelAllOrdersMutation } from '../api/cancel-all-orders.ts';
import { useCancelOrderMutation } from '../api/cancel-order.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { OpenOrder } from '../../../api/records/order.ts';
import { isPositive } from '../../../money/decimal.ts';
import { OwnAmount } from '../../../lib/amounts/own-amount.tsx';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { useOrderLabels } from '../entry/use-order-labels.ts';
import { countPlaces } from '../market/increments.ts';
import { formatPair } from '../format-pair.ts';
import { useTimes } from '../use-times.ts';
import type { TradeAccount } from '../use-trade-account.ts';
import { EditOrderDialog } from './edit-order-dialog.tsx';
import { findOtherHalf } from './edited-draft.ts';
import { NoOrders } from './no-orders.tsx';
import { StopPrices } from './stop-prices.tsx';

export type OpenOrdersProps = {
  readonly accountId: number;
  readonly account: TradeAccount;
  readonly instrument: Instrument;
  readonly instruments: readonly Instrument[];
  /** The only instrument to show; null for all. */
  readonly filter: number | null;
  readonly orders: readonly OpenOrder[] | undefined;
  readonly onNewOrder: () => void;
};

/** Eight columns with long types and terms need more width than other tables. */
const wideTableQuery = '(width >= 64rem)';

type Row = {
  readonly order: OpenOrder;
  readonly instrument: Instrument;
  /** The other half of its pair; undefined for a single order. */
  readonly otherHalf: OpenOrder | undefined;
};

/** The open orders: each can be edited and cancelled, and all can be cancelled at once. */
export function OpenOrders(props: OpenOrdersProps) {
  const { accountId, account, instruments, filter, orders, onNewOrder } = props;
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [cancelOrder, { isLoading: isCancelling, originalArgs: cancelled }] = useCancelOrderMutation();
  const isOnline = useOnline();
  const [edited, setEdited] = useState<Row | null>(null);
  const rows = useMemo(
    () =>
      (orders ?? []).flatMap((order): Row[] => {
        const instrument = instruments.find(({ instrumentId }) => instrumentId === order.instrumentId);
        return instrument && (filter === null || filter === order.instrumentId)
          ? [{ order, instrument, otherHalf: findOtherHalf(order, orders ?? []) }]
          : [];
      }),
    [orders, instruments, filter],
  );
  const columns = useColumns();

  async function cancel({ order, otherHalf }: Row) {
    const { error } = await cancelOrder({ accountId, orderId: order.orderId });
    if (error) notify.error(failureText(error));
    else if (otherHalf)
      notify.success(t('trade.orders.pairCancelled', { number: order.orderId, other: otherHalf.orderId }));
    else notify.success(t('trade.orders.cancelled', { number: order.orderId }));
  }

  const actions = (row: Row) => (
    <span className="inline-flex justify-end">
      <IconButton
        label={t('trade.orders.edit', { number: row.order.orderId })}
        icon={<EditIcon size={16} />}
        isDisabled={!isOnline}
        onPress={() => setEdited(row)}
      />
      <IconButton
        label={
          row.otherHalf
            ? t('trade.orders.cancelPair', { number: row.order.orderId, other: row.otherHalf.orderId })
            : t('trade.orders.cancel', { number: row.order.orderId })
        }
        icon={<CloseIcon size={18} />}
        isDisabled={!isOnline || (isCancelling && cancelled?.orderId === row.order.orderId)}
        onPress={() => void cancel(row)}
      />
    </span>
  );

  return (
    <div className="flex flex-col gap-2">
      <DataTable
        label={t('trade.orders.tabs.open')}
        isCompact
        tableFrom={wideTableQuery}
        columns={[
          ...columns,
          {
            id: 'actions',
            isOnScreenOnly: true,
            header: t('trade.orders.actions'),
            isHeaderHidden: true,
            align: 'end',
            cell: actions,
          },
        ]}
        rows={rows}
        rowKey={({ order }) => String(order.orderId)}
        isLoading={orders === undefined}
        skeletonRows={2}
        card={(row) => <OrderCard row={row} actions={actions(row)} />}
        empty={
          <NoOrders title={t('trade.orders.noneOpen')} onNewOrder={onNewOrder}>
            {t('trade.orders.noneOpenHint')}
          </NoOrders>
        }
      />
      {rows.length > 1 ? <CancelAll {...props} count={rows.length} /> : null}
      {edited ? (
        <EditOrderDialog
          key={edited.order.orderId}
          order={edited.order}
          instrument={edited.instrument}
          otherHalfId={edited.otherHalf?.orderId ?? null}
          account={account}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </div>
  );
}

function CancelAll({ accountId, filter, instrument, count }: OpenOrdersProps & { readonly count: number }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const isOnline = useOnline();
  const [isAsked, setIsAsked] = useState(false);
  const [cancelAll, { isLoading }] = useCancelAllOrdersMutation();

  async function confirm() {
    const { error } = await cancelAll({ accountId, instrumentId: filter });
    setIsAsked(false);
    if (error) notify.error(failureText(error));
    else notify.success(t('trade.orders.allCancelled'));
  }

  return (
    <div className="flex justify-end px-2">
      <Button variant="quiet" size="sm" isDisabled={!isOnline} onPress={() => setIsAsked(true)}>
        {t('trade.orders.cancelAll')}
      </Button>
      <AlertDialog
        isOpen={isAsked}
        title={t('trade.orders.cancelAllTitle')}
        confirmLabel={t('trade.orders.cancelAll')}
        cancelLabel={t('trade.orders.keep')}
        tone="danger"
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsked(false)}
        isBusy={isLoading}
        busyLabel={t('trade.orders.cancelling')}
      >
        {filter === null
          ? t('trade.orders.cancelAllBody', { number: count })
          : t('trade.orders.cancelAllOf', { number: count, pair: formatPair(instrument) })}
      </AlertDialog>
    </div>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useTranslation();
  const labels = useOrderLabels();
  const times = useTimes();
  return [
    {
      id: 'time',
      header: t('trade.orders.time'),
      cell: ({ order }) => (
        <span className="num text-small text-ink-3">{times.moment(order.receivedAt)}</span>
      ),
    },
    {
      id: 'pair',
      header: t('trade.orders.pair'),
      cell: ({ instrument }) => <span className="text-small font-medium">{formatPair(instrument)}</span>,
    },
    {
      id: 'side',
      header: t('trade.orders.side'),
      cell: ({ order }) => (
        <span className="text-small">
          <Side side={order.side} />
        </span>
      ),
    },
    {
      id: 'type',
      header: t('trade.orders.type'),
      cell: (row) => (
        <span className="inline-flex min-w-28 flex-col text-small whitespace-normal">
          {labels.orderType(row.order.orderType)}
          <Terms {...row} />
        </span>
      ),
    },
    { id: 'price', header: t('trade.orders.price'), align: 'end', cell: (row) => <Price {...row} /> },
    {
      id: 'remaining',
      header: t('trade.orders.remaining'),
      align: 'end',
      cell: ({ order, instrument }) => (
        <OwnAmount
          value={order.remaining}
          unit={instrument.baseSymbol}
          maxPlaces={8}
          className="text-small"
        />
      ),
    },
    {
      id: 'filled',
      header: t('trade.orders.filled'),
      align: 'end',
      cell: ({ order }) => (
        <OwnAmount value={order.quantityExecuted} maxPlaces={8} isQuiet className="text-small" />
      ),
    },
  ];
}

function Side({ side }: { readonly side: string }) {
  const labels = useOrderLabels();
  return <SideLabel side={side === 'Buy' ? 'buy' : 'sell'}>{labels.side(side)}</SideLabel>;
}

/** The limit, and for an untriggered stop its stop price and trailing distance. */
function Price({ order, instrument }: Row) {
  const { t } = useTranslation();
  const places = countPlaces(instrument.priceIncrement);
  const isStop = isPositive(order.stopPrice) && order.isWaiting;
  const limit = order.orderType.endsWith('Limit') && isPositive(order.limitPrice) ? order.limitPrice : null;
  return (
    <span className="num inline-flex flex-col items-end text-small">
      {limit !== null || !isStop ? (
        <span>
          {isStop ? <span className="text-ink-3">{t('trade.orders.limitAt')} </span> : null}
          <Num value={limit} unit={instrument.quoteSymbol} minPlaces={places} maxPlaces={places} />
        </span>
      ) : null}
      {isStop ? <StopPrices order={order} places={places} /> : null}
    </span>
  );
}

/** The terms of an order besides its type: whether it is half of a pair, and how long it stays. */
function Terms({ order, otherHalf }: Row) {
  const { t } = useTranslation();
  const times = useTimes();
  const terms = [
    ...(otherHalf ? [t('trade.orders.pairWith', { number: otherHalf.orderId })] : []),
    ...(order.expiresAt > 0 ? [t('trade.orders.expires', { time: times.moment(order.expiresAt) })] : []),
  ];
  if (terms.length === 0) return null;
  return <span className="text-ink-3">{terms.join(' · ')}</span>;
}

function OrderCard({ row, actions }: { readonly row: Row; readonly actions: React.ReactNode }) {
  const labels = useOrderLabels();
  const times = useTimes();
  const { order, instrument } = row;
  return (
    <span className="flex flex-wrap items-center justify-between gap-2">
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="font-medium">{formatPair(instrument)}</span>
        <span className="text-small text-ink-3">
          <Side side={order.side} /> · {labels.orderType(order.orderType)}
        </span>
        <span className="text-small">
          <Terms {...row} />
        </span>
        <span className="num text-small text-ink-3">{times.moment(order.receivedAt)}</span>
      </span>
      <span className="ms-auto flex items-center gap-1">
        <span className="flex flex-col items-end gap-0.5">
          <OwnAmount
            value={order.remaining}
            unit={instrument.baseSymbol}
            maxPlaces={8}
            className="text-small"
          />
          <Price {...row} />
        </span>
        {actions}
      </span>
    </span>
  );
}
