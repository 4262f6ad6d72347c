import { cx, formatDecimal, Skeleton } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { computeDisplayedPrice } from '../../../customer/displayed-price.ts';
import type { PublicTrade } from '../../../api/records/market-rows.ts';
import { compare } from '../../../money/decimal.ts';
import { countPlaces } from '../market/increments.ts';
import type { MarketStore } from '../market/market-store.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { Direction } from './direction.tsx';

export type LastPriceProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  /** Shows beside the price what kind of price it is, where there is space and it is not the last trade. */
  readonly hasCaption?: boolean;
  readonly className?: string;
};

/**
 * The displayed price of a market. While it is the price of the last trade, an arrow, a colour and a label show the
 * direction of that trade. It is not announced, because it changes all the time.
 */
export function LastPrice({ store, instrument, hasCaption = false, className }: LastPriceProps) {
  const { t } = useTranslation();
  const quote = useMarketPart(store, 'quote');
  const trades = useMarketPart(store, 'trades');
  const candles = useMarketPart(store, 'candles');
  if (quote === null)
    return (
      <span className={className}>
        <Skeleton className="inline-block h-4 w-24" />
      </span>
    );
  const { priceIncrement } = instrument;
  const shown = computeDisplayedPrice({ ...quote, lastTraded: quote.lastPrice }, priceIncrement);
  const price = shown?.price ?? candles?.at(-1)?.close;
  if (price === undefined)
    return <span className={cx('text-small text-ink-3', className)}>{t('trade.noTrades')}</span>;
  const places = countPlaces(priceIncrement);
  const text = formatDecimal(price, { minPlaces: places, maxPlaces: places });
  if (shown?.source === 'last') {
    const direction = findDirection(price, trades ?? []);
    return (
      <span
        className={cx(
          'num inline-flex items-center gap-1.5',
          direction === 'up' ? 'text-gain' : direction === 'down' ? 'text-loss' : 'text-ink-1',
          className,
        )}
      >
        <span className="sr-only">{t('trade.lastPrice')}</span>
        {text}
        <Direction direction={direction} />
      </span>
    );
  }
  const label = t(captionKeys[shown?.source ?? 'close']);
  return (
    <span className={cx('num inline-flex items-baseline gap-1.5 text-ink-1', className)}>
      <span className="sr-only">{label}</span>
      {text}
      {hasCaption ? (
        <span aria-hidden="true" className="hidden text-micro font-medium text-ink-3 md:inline">
          {label}
        </span>
      ) : null}
    </span>
  );
}

const captionKeys = {
  mid: 'trade.midPrice',
  side: 'trade.bestPrice',
  close: 'trade.lastClose',
} as const;

/** Compares a price with the newest trade at another price. */
function findDirection(price: string, trades: readonly PublicTrade[]): 'up' | 'down' | 'flat' {
  const before = trades.find((trade) => compare(trade.price, price) !== 0)?.price;
  if (before === undefined) return 'flat';
  return compare(price, before) > 0 ? 'up' : 'down';
}
