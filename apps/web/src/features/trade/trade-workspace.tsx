import { tableQuery, toFieldText, useMediaQuery } from '@salar/ui';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import type { NewOrder } from '../../api/calls/orders/place-order.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { MarketHaltNotice } from '../../parts/market-halt/market-halt-notice.tsx';
import { useGetOpenOrdersQuery } from './api/get-open-orders.ts';
import { OrderBook } from './book/order-book.tsx';
import { PriceChart } from './chart/price-chart.tsx';
import { emptyDraft, hasLimit, isTrailing, withoutAmounts } from './entry/order-draft.ts';
import type { OrderDraft } from './entry/order-draft.ts';
import { OrderEntry } from './entry/order-entry.tsx';
import { useSendOrder } from './entry/use-send-order.ts';
import { formatPair } from './format-pair.ts';
import { MarketBar } from './market-bar/market-bar.tsx';
import { useMarket } from './market/use-market.ts';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import type { Shortcut } from './shortcuts/use-shortcuts.ts';
import { TradeList } from './tape/trade-list.tsx';
import { NarrowLayout, PhoneLayout, WideLayout } from './trade-layouts.tsx';
import type { TradePanels } from './trade-layouts.tsx';
import { useOwnOrders } from './use-own-orders.ts';
import { usePreference } from './use-preference.ts';
import { useTradeAccount } from './use-trade-account.ts';

const wideQuery = '(width >= 80rem)';

export type TradeWorkspaceProps = {
  readonly instrument: Instrument;
  readonly instruments: readonly Instrument[];
  readonly onChoose: (instrumentId: number) => void;
};

/** The panels of one market, arranged for the width of the screen. */
export function TradeWorkspace({ instrument, instruments, onChoose }: TradeWorkspaceProps) {
  const { t } = useTranslation();
  const store = useMarket(instrument.instrumentId);
  const account = useTradeAccount();
  const openOrders = useGetOpenOrdersQuery(
    { accountId: account.accountId ?? 0 },
    { skip: account.accountId === null },
  );
  const order = useOrderStart();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [keys, setKeys] = usePreference('shortcuts', ['on', 'off']);
  const pickerRef = useRef<HTMLDivElement>(null);
  const isWide = useMediaQuery(wideQuery);
  const isPhone = !useMediaQuery(tableQuery);
  const own = useOwnOrders(openOrders.data, instrument);

  useShortcuts(keys === 'on', (shortcut) => {
    const acts: Readonly<Record<Shortcut, () => void>> = {
      buy: () => order.begin({ side: 'buy' }),
      sell: () => order.begin({ side: 'sell' }),
      limit: () => order.begin({ orderType: 'Limit' }),
      market: () => order.begin({ orderType: 'Market' }),
      picker: () => pickerRef.current?.querySelector('button')?.click(),
      help: () => setIsHelpOpen(true),
    };
    acts[shortcut]();
  });

  const panels: TradePanels = {
    chart: (className) => (
      <PriceChart store={store} instrument={instrument} marks={own.marks} className={className} />
    ),
    book: (rungsMax) => (
      <OrderBook
        store={store}
        instrument={instrument}
        rungsMax={rungsMax}
        ownPrices={own.prices}
        onPick={order.pick}
      />
    ),
    tape: (className) => <TradeList store={store} instrument={instrument} className={className} />,
    entry: (
      <OrderEntry
        store={store}
        instrument={instrument}
        account={account}
        draft={order.draft}
        onChange={order.setDraft}
        sending={order.sending}
        firstRef={order.firstRef}
      />
    ),
    orders: (
      <OrdersPanel
        account={account}
        instrument={instrument}
        instruments={instruments}
        openOrders={openOrders.data}
        onNewOrder={() => order.begin({})}
        className="grow"
      />
    ),
  };
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
      <MarketHaltNotice instrument={instrument} />
      {isPhone ? (
        <PhoneLayout
          panels={panels}
          tab={order.tab}
          onTabChange={order.setTab}
          symbol={instrument.baseSymbol}
          onBegin={(side) => order.begin({ side })}
        />
      ) : isWide ? (
        <WideLayout panels={panels} isVisitor={account.standing === 'visitor'} />
      ) : (
        <NarrowLayout panels={panels} />
      )}
      <ShortcutsDialog
        isOpen={isHelpOpen}
        onClose={() => setIsHelpOpen(false)}
        isOn={keys === 'on'}
        onToggle={(isOn) => setKeys(isOn ? 'on' : 'off')}
      />
    </div>
  );
}

/** The draft of the order, the ways to start typing it, and how it is sent. */
function useOrderStart() {
  const [draft, setDraft] = useState(emptyDraft);
  const [tab, setTab] = useState('chart');
  const firstRef = useRef<HTMLInputElement>(null);
  const sending = useSendOrder();
  // The draft is kept with its orders: those with an unknown outcome may be sent again while the next one is typed.
  const lastSent = useRef<{ readonly orders: readonly NewOrder[]; readonly draft: OrderDraft } | null>(null);

  /** Sends the orders of the draft. A customer who has started the next order by the time they are placed keeps it. */
  async function send(orders: readonly NewOrder[]) {
    if (lastSent.current?.orders !== orders) lastSent.current = { orders, draft };
    const sent = lastSent.current.draft;
    if (await sending.send(orders)) setDraft((now) => (now === sent ? withoutAmounts(sent) : now));
  }

  function begin(change: Partial<OrderDraft>) {
    const names = Object.keys(change) as (keyof OrderDraft)[];
    // A draft that does not change stays the one that is being sent.
    setDraft((now) => (names.every((name) => now[name] === change[name]) ? now : { ...now, ...change }));
    setTab('order');
    // The field may be mounted only after this update.
    requestAnimationFrame(() => firstRef.current?.focus());
  }

  const pick = useCallback((price: string) => setDraft((before) => withPrice(before, price)), []);

  return { draft, setDraft, sending: { ...sending, send }, tab, setTab, firstRef, begin, pick };
}

/** Sets the picked price; a market order becomes a limit order. */
function withPrice(draft: OrderDraft, price: string): OrderDraft {
  if (isTrailing(draft)) return draft;
  const orderType = draft.orderType === 'Market' ? 'Limit' : draft.orderType;
  const name = hasLimit({ orderType }) ? 'price' : 'stopPrice';
  return { ...draft, orderType, amounts: { ...draft.amounts, [name]: toFieldText(price) } };
}
