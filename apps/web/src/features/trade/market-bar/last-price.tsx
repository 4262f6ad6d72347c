import { cx, formatDecimal, Skeleton } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { Instrument } from '../../../api/calls/get-instruments.ts';
import { compare, isPositive } from '../../../lib/decimal.ts';
import { placesOf } from '../market/increments.ts';
import type { MarketStore } from '../market/market-store.ts';
import { standInPrice } from '../market/stand-in-price.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { Direction } from './direction.tsx';

export type LastPriceProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  /** A price that stands in for the last one says so to the eye too, where there is room. */
  readonly hasCaption?: boolean;
  readonly className?: string;
};

/** The price of the last trade, with the way it went: arrow, colour and word. Not announced: it changes all the time. */
export function LastPrice(props: LastPriceProps) {
  const { store, instrument, className } = props;
  const { t } = useTranslation();
  const quote = useMarketPart(store, 'quote');
  const trades = useMarketPart(store, 'trades');
  const price = trades?.[0]?.price ?? quote?.lastPrice ?? '0';
  const before = trades?.find((trade) => trade.price !== price)?.price;
  const direction = before === undefined ? 'flat' : compare(price, before) > 0 ? 'up' : 'down';
  if (!isPositive(price)) return <PriceBeforeTrades {...props} isKnown={quote !== null && trades !== null} />;
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

/** Until somebody trades, what the book or the candles say. */
function PriceBeforeTrades({
  store,
  instrument,
  hasCaption = false,
  className,
  isKnown,
}: LastPriceProps & { readonly isKnown: boolean }) {
  const { t } = useTranslation();
  const book = useMarketPart(store, 'book');
  const candles = useMarketPart(store, 'candles');
  if (!isKnown)
    return (
      <span className={className}>
        <Skeleton className="inline-block h-4 w-24" />
      </span>
    );
  const places = placesOf(instrument.priceIncrement);
  const standIn = standInPrice({ book, candles }, places);
  if (standIn === null)
    return <span className={cx('text-small text-ink-3', className)}>{t('trade.noTrades')}</span>;
  const label = t(standIn.kind === 'mid' ? 'trade.midPrice' : 'trade.lastClose');
  return (
    <span className={cx('num inline-flex items-baseline gap-1.5 text-ink-1', className)}>
      <span className="sr-only">{label}</span>
      {formatDecimal(standIn.price, { minPlaces: places, maxPlaces: places })}
      {hasCaption ? (
        <span aria-hidden="true" className="hidden text-micro font-medium text-ink-3 md:inline">
          {label}
        </span>
      ) : null}
    </span>
  );
}
