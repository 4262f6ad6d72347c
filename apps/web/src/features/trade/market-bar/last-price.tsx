import { cx, formatDecimal } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { Instrument } from '../../../api/calls/get-instruments.ts';
import { compare, isPositive } from '../../../lib/decimal.ts';
import { placesOf } from '../market/increments.ts';
import type { MarketStore } from '../market/market-store.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { Direction } from './direction.tsx';

export type LastPriceProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  readonly className?: string;
};

/** The price of the last trade, with the way it went: arrow, colour and word. Not announced: it changes all the time. */
export function LastPrice({ store, instrument, className }: LastPriceProps) {
  const { t } = useTranslation();
  const quote = useMarketPart(store, 'quote');
  const trades = useMarketPart(store, 'trades');
  const price = trades?.[0]?.price ?? quote?.lastPrice ?? '0';
  const before = trades?.find((trade) => trade.price !== price)?.price;
  const direction = before === undefined ? 'flat' : compare(price, before) > 0 ? 'up' : 'down';
  if (!isPositive(price))
    return <span className={cx('text-small text-ink-3', className)}>{t('trade.noTrades')}</span>;
  const places = placesOf(instrument.priceIncrement);
  return (
    <span
      className={cx(
        'num inline-flex items-center gap-1.5',
        direction === 'up' ? 'text-gain' : direction === 'down' ? 'text-loss' : 'text-ink-1',
        className,
      )}
    >
      <span className="sr-only">{t('trade.lastPrice')}</span>
      {formatDecimal(price, { minPlaces: places, maxPlaces: places })}
      <Direction direction={direction} />
    </span>
  );
}
