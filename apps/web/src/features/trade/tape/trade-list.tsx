import { Skeleton, cx, formatDecimal } from '@salar/ui';
import { memo } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { PublicTrade } from '../../../api/records/market-rows.ts';
import { Direction } from '../market-bar/direction.tsx';
import { countPlaces } from '../market/increments.ts';
import type { MarketStore } from '../market/market-store.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { Panel } from '../panel.tsx';
import { useTimes } from '../use-times.ts';

export type TradeListProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  readonly className?: string;
};

const skeletonLines = 8;

/** The market's latest trades, newest first. */
export function TradeList({ store, instrument, className }: TradeListProps) {
  const { t } = useTranslation();
  const trades = useMarketPart(store, 'trades');
  const times = useTimes();
  const places = {
    price: countPlaces(instrument.priceIncrement),
    quantity: Math.min(countPlaces(instrument.quantityIncrement), 6),
  };
  return (
    <Panel title={t('trade.tape.title')} {...(className === undefined ? {} : { className })}>
      <div
        role="group"
        aria-label={t('trade.tape.title')}
        tabIndex={0}
        className="relative min-h-0 grow overflow-y-auto pb-2 focus-visible:-outline-offset-2"
      >
        <table className="w-full border-collapse text-small">
          <thead className="sticky top-0 z-1 bg-surface text-micro text-ink-3">
            <tr>
              <th scope="col" className="px-3 pb-1 text-start font-medium">
                {t('trade.book.price', { symbol: instrument.quoteSymbol })}
              </th>
              <th scope="col" className="px-1 pb-1 text-end font-medium">
                {t('trade.book.quantity', { symbol: instrument.baseSymbol })}
              </th>
              <th scope="col" className="px-3 pb-1 text-end font-medium">
                {t('trade.tape.time')}
              </th>
            </tr>
          </thead>
          <tbody>
            {trades
              ? trades.map((trade) => (
                  <TradeLine key={trade.tradeId} trade={trade} time={times.second(trade.at)} {...places} />
                ))
              : Array.from({ length: skeletonLines }, (_, place) => (
                  <tr key={place} className="h-[1.5rem]">
                    <td className="px-3">
                      <Skeleton className="h-3 w-16" />
                    </td>
                    <td className="px-1">
                      <Skeleton className="ms-auto h-3 w-14" />
                    </td>
                    <td className="px-3">
                      <Skeleton className="ms-auto h-3 w-14" />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
        {trades?.length === 0 ? (
          <p className="px-3 py-6 text-center text-small text-ink-3">{t('trade.tape.empty')}</p>
        ) : null}
      </div>
    </Panel>
  );
}

type TradeLineProps = {
  readonly trade: PublicTrade;
  readonly time: string;
  readonly price: number;
  readonly quantity: number;
};

const TradeLine = memo(function TradeLine({ trade, time, price, quantity }: TradeLineProps) {
  const isBuy = trade.takerSide === 'buy';
  return (
    <tr className="num h-[1.5rem]">
      <td className={cx('px-3 font-medium', isBuy ? 'text-gain' : 'text-loss')}>
        <span className="inline-flex items-center gap-1.5">
          {formatDecimal(trade.price, { minPlaces: price, maxPlaces: price })}
          <Direction direction={isBuy ? 'up' : 'down'} />
        </span>
      </td>
      <td className="px-1 text-end text-ink-1">
        {formatDecimal(trade.quantity, { minPlaces: quantity, maxPlaces: quantity })}
      </td>
      <td className="px-3 text-end text-ink-3">{time}</td>
    </tr>
  );
});
