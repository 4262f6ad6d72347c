import {
  Button,
  Card,
  ErrorState,
  Skeleton,
  Tabs,
  cx,
  tableQuery,
  toFieldText,
  useMediaQuery,
} from '@salar/ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useGetInstrumentsQuery } from '../../api/calls/get-instruments.ts';
import type { Instrument } from '../../api/calls/get-instruments.ts';
import { useGetOpenOrdersQuery } from './api/get-open-orders.ts';
import type { OpenOrder } from '../../api/records/order.ts';
import type { MarketSide } from '../../api/records/market-rows.ts';
import { isPositive } from '../../money/decimal.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { OrderBook } from './book/order-book.tsx';
import type { PriceMark } from './chart/candle-chart.ts';
import { PriceChart } from './chart/price-chart.tsx';
import { emptyDraft, hasLimit, isTrailing } from './entry/order-draft.ts';
import type { OrderDraft } from './entry/order-draft.ts';
import { OrderEntry } from './entry/order-entry.tsx';
import { useOrderLabels } from './entry/use-order-labels.ts';
import { MarketBar } from './market-bar/market-bar.tsx';
import { useMarket } from './market/use-market.ts';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { formatPair } from './format-pair.ts';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import type { Shortcut } from './shortcuts/use-shortcuts.ts';
import { TradeList } from './tape/trade-list.tsx';
import { usePreference } from './use-preference.ts';
import { useTradeAccount } from './use-trade-account.ts';

const wideQuery = '(width >= 80rem)';
/** On lower screens the book is shorter, so that the open orders are visible without scrolling. */
const tallQuery = '(height >= 60rem)';

/** The trading page. The URL names the market, so that it can be linked. */
export function TradePage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data: instruments, error, refetch } = useGetInstrumentsQuery();
  const [search, setSearch] = useSearchParams();
  const requestedId = search.get('market');
  const instrument =
    instruments?.find(({ symbol }) => symbol === requestedId) ??
    instruments?.find(({ isRunning }) => isRunning) ??
    instruments?.[0];

  if (error && !instruments)
    return (
      <>
        <PageHeading title={t('trade.title')} isHidden />
        <Card>
          <ErrorState title={t('trade.failed')} retryLabel={t('common.retry')} onRetry={() => void refetch()}>
            {failureText(error)}
          </ErrorState>
        </Card>
      </>
    );
  if (!instruments || !instrument) return <WorkspaceSkeleton />;
  return (
    <Workspace
      // Another market starts with an empty order: the typed one was meant for the previous market.
      key={instrument.instrumentId}
      instrument={instrument}
      instruments={instruments}
      onChoose={(instrumentId) => {
        const chosen = instruments.find((one) => one.instrumentId === instrumentId);
        if (chosen) setSearch({ market: chosen.symbol }, { replace: true });
      }}
    />
  );
}

type WorkspaceProps = {
  readonly instrument: Instrument;
  readonly instruments: readonly Instrument[];
  readonly onChoose: (instrumentId: number) => void;
};

function Workspace({ instrument, instruments, onChoose }: WorkspaceProps) {
  const { t } = useTranslation();
  const store = useMarket(instrument.instrumentId);
  const account = useTradeAccount();
  const openOrders = useGetOpenOrdersQuery(
    { accountId: account.accountId ?? 0 },
    { skip: account.accountId === null },
  );
  const [draft, setDraft] = useState(emptyDraft);
  const [tab, setTab] = useState('chart');
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [keys, setKeys] = usePreference('shortcuts', ['on', 'off']);
  const firstRef = useRef<HTMLInputElement>(null);
  const pickerRef = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(wideQuery);
  const isPhone = !useMediaQuery(tableQuery);
  const isTall = useMediaQuery(tallQuery);
  const own = useOwnOrders(openOrders.data, instrument);

  function begin(change: Partial<OrderDraft>) {
    setDraft((before) => ({ ...before, ...change }));
    setTab('order');
    // The field may be mounted only after this update.
    requestAnimationFrame(() => firstRef.current?.focus());
  }

  const pick = useCallback((price: string) => setDraft((before) => withPrice(before, price)), []);

  useShortcuts(keys === 'on', (shortcut) => {
    const acts: Readonly<Record<Shortcut, () => void>> = {
      buy: () => begin({ side: 'buy' }),
      sell: () => begin({ side: 'sell' }),
      limit: () => begin({ orderType: 'Limit' }),
      market: () => begin({ orderType: 'Market' }),
      picker: () => pickerRef.current?.querySelector('button')?.click(),
      help: () => setIsHelpOpen(true),
    };
    acts[shortcut]();
  });

  const chart = (className: string) => (
    <PriceChart store={store} instrument={instrument} marks={own.marks} className={className} />
  );
  const book = (rungsMax: number) => (
    <OrderBook
      store={store}
      instrument={instrument}
      rungsMax={rungsMax}
      ownPrices={own.prices}
      onPick={pick}
    />
  );
  const tape = (className: string) => (
    <TradeList store={store} instrument={instrument} className={className} />
  );
  const entry = (
    <OrderEntry
      store={store}
      instrument={instrument}
      account={account}
      draft={draft}
      onChange={setDraft}
      firstRef={firstRef}
    />
  );
  const orders = (
    <OrdersPanel
      account={account}
      instrument={instrument}
      instruments={instruments}
      openOrders={openOrders.data}
      onNewOrder={() => begin({})}
      className="grow"
    />
  );
  return (
    <div className="flex flex-col gap-2">
      <PageHeading title={t('trade.titleOf', { pair: formatPair(instrument) })} isHidden />
      <MarketBar
        store={store}
        instrument={instrument}
        instruments={instruments}
        onChoose={onChoose}
        onHelp={() => setIsHelpOpen(true)}
        pickerRef={pickerRef}
      />
      {isPhone ? (
        <>
          <Tabs
            label={t('trade.tabs.label')}
            selected={tab}
            onChange={setTab}
            tabs={[
              { id: 'chart', label: t('trade.tabs.chart'), content: withSides(chart('h-96')) },
              { id: 'book', label: t('trade.tabs.book'), content: withSides(book(8)) },
              { id: 'trades', label: t('trade.tabs.trades'), content: withSides(tape('h-96')) },
              { id: 'order', label: t('trade.tabs.order'), content: entry },
            ]}
          />
          {orders}
        </>
      ) : isWide ? (
        <div className="grid grid-cols-[minmax(0,1fr)_20rem] gap-2 2xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex min-w-0 flex-col gap-2">
            <div
              className={cx(
                'grid grid-cols-[minmax(0,1fr)_18.5rem] gap-2 2xl:grid-cols-[minmax(0,1fr)_22rem]',
                account.standing === 'visitor' && 'grow', // No orders are listed below.
              )}
            >
              {chart('h-full')}
              {book(isTall ? 10 : 8)}
            </div>
            {orders}
          </div>
          <div className="flex flex-col gap-2">
            {entry}
            {tape('h-72 grow')}
          </div>
        </div>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <div className="col-span-2">{chart('h-96')}</div>
          <div className="flex flex-col gap-2">
            {book(8)}
            {tape('h-60 grow')}
          </div>
          {entry}
          <div className="col-span-2">{orders}</div>
        </div>
      )}
      <ShortcutsDialog
        isOpen={isHelpOpen}
        onClose={() => setIsHelpOpen(false)}
        isOn={keys === 'on'}
        onToggle={(isOn) => setKeys(isOn ? 'on' : 'off')}
      />
    </div>
  );

  /** Wraps content with the buy and sell buttons, within thumb reach on a phone. */
  function withSides(content: React.ReactNode) {
    return (
      <div className="flex flex-col gap-2">
        {content}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="quiet" className="text-gain!" onPress={() => begin({ side: 'buy' })}>
            {t('trade.entry.buy', { symbol: instrument.baseSymbol })}
          </Button>
          <Button variant="quiet" className="text-loss!" onPress={() => begin({ side: 'sell' })}>
            {t('trade.entry.sell', { symbol: instrument.baseSymbol })}
          </Button>
        </div>
      </div>
    );
  }
}

/** Sets the picked price; a market order becomes a limit order. */
function withPrice(draft: OrderDraft, price: string): OrderDraft {
  if (isTrailing(draft)) return draft;
  const orderType = draft.orderType === 'Market' ? 'Limit' : draft.orderType;
  const name = hasLimit({ orderType }) ? 'price' : 'stopPrice';
  return { ...draft, orderType, amounts: { ...draft.amounts, [name]: toFieldText(price) } };
}

/** The customer's own orders in this market: dots in the ladder, lines in the chart. */
function useOwnOrders(orders: readonly OpenOrder[] | undefined, { instrumentId }: Instrument) {
  const labels = useOrderLabels();
  const side = { buy: labels.side('buy'), sell: labels.side('sell') };
  return useMemo(() => {
    const here = (orders ?? []).filter((order) => order.instrumentId === instrumentId);
    const at = (order: OpenOrder, price: string): { side: MarketSide; price: string } => ({
      side: order.side === 'Buy' ? 'buy' : 'sell',
      price,
    });
    const prices = here.flatMap((order) => (order.isWaiting ? [] : [at(order, order.limitPrice)]));
    const stops = here.flatMap((order) =>
      order.isWaiting && isPositive(order.stopPrice) ? [at(order, order.stopPrice)] : [],
    );
    const marks: PriceMark[] = [...prices, ...stops].map((mark) => ({ ...mark, title: side[mark.side] }));
    return { prices, marks };
  }, [orders, instrumentId, side.buy, side.sell]);
}

function WorkspaceSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true" aria-label={t('trade.loading')} className="flex flex-col gap-2">
      <Skeleton className="h-16 w-full rounded-lg" />
      <div className="grid gap-2 xl:grid-cols-[minmax(0,1fr)_18.5rem_20rem]">
        <Skeleton className="h-96 w-full rounded-lg xl:h-[30rem]" />
        <Skeleton className="h-96 w-full rounded-lg xl:h-[30rem]" />
        <Skeleton className="h-96 w-full rounded-lg xl:h-[30rem]" />
      </div>
    </div>
  );
}
