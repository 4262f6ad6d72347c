/** The arrangements of the trading page: tabs on a phone, two columns, or three with the order on the right. */
import { Button, Tabs, cx, useMediaQuery } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

/** On lower screens the book is shorter, so that the open orders are visible without scrolling. */
const tallQuery = '(height >= 60rem)';

export type TradePanels = {
  readonly chart: (className: string) => ReactNode;
  readonly book: (rungsMax: number) => ReactNode;
  readonly tape: (className: string) => ReactNode;
  readonly entry: ReactNode;
  readonly orders: ReactNode;
};

export type PhoneLayoutProps = {
  readonly panels: TradePanels;
  readonly tab: string;
  readonly onTabChange: (tab: string) => void;
  readonly symbol: string;
  /** Opens the order form. */
  readonly onBegin: (side: 'buy' | 'sell') => void;
};

export function PhoneLayout({ panels, tab, onTabChange, symbol, onBegin }: PhoneLayoutProps) {
  const { t } = useTranslation();
  const { chart, book, tape, entry, orders } = panels;
  return (
    <>
      <Tabs
        label={t('trade.tabs.label')}
        selected={tab}
        onChange={onTabChange}
        tabs={[
          { id: 'chart', label: t('trade.tabs.chart'), content: withSides(chart('h-96')) },
          { id: 'book', label: t('trade.tabs.book'), content: withSides(book(8)) },
          { id: 'trades', label: t('trade.tabs.trades'), content: withSides(tape('h-96')) },
          { id: 'order', label: t('trade.tabs.order'), content: entry },
        ]}
      />
      {orders}
    </>
  );

  /** Wraps content with the buy and sell buttons, within thumb reach. */
  function withSides(content: ReactNode) {
    return (
      <div className="flex flex-col gap-2">
        {content}
        <div className="grid grid-cols-2 gap-2">
          <Button variant="quiet" className="text-gain!" onPress={() => onBegin('buy')}>
            {t('trade.entry.buy', { symbol })}
          </Button>
          <Button variant="quiet" className="text-loss!" onPress={() => onBegin('sell')}>
            {t('trade.entry.sell', { symbol })}
          </Button>
        </div>
      </div>
    );
  }
}

export type WideLayoutProps = { readonly panels: TradePanels; readonly isVisitor: boolean };

export function WideLayout({ panels, isVisitor }: WideLayoutProps) {
  const isTall = useMediaQuery(tallQuery);
  const { chart, book, tape, entry, orders } = panels;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_20rem] gap-2 2xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-2">
        <div
          className={cx(
            'grid grid-cols-[minmax(0,1fr)_18.5rem] gap-2 2xl:grid-cols-[minmax(0,1fr)_22rem]',
            isVisitor && 'grow', // No orders are listed below.
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
  );
}

export function NarrowLayout({ panels }: { readonly panels: TradePanels }) {
  const { chart, book, tape, entry, orders } = panels;
  return (
    <div className="grid grid-cols-2 gap-2">
      <div className="col-span-2">{chart('h-96')}</div>
      <div className="flex flex-col gap-2">
        {book(8)}
        {tape('h-60 grow')}
      </div>
      {entry}
      <div className="col-span-2">{orders}</div>
    </div>
  );
}
