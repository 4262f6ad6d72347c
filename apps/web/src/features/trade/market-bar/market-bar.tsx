import { AssetPicker, Change, IconButton, KeyboardIcon, formatDecimal, formatPrice } from '@salar/ui';
import { useMemo } from 'react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { useGetLevel1SummaryQuery } from '../../../api/calls/market-data/get-level1-summary.ts';
import { computeDisplayedPrice } from '../../../customer/displayed-price.ts';
import { useGetProductsQuery } from '../../../api/calls/market-data/get-products.ts';
import { isPositive } from '../../../money/decimal.ts';
import { countPlaces } from '../market/increments.ts';
import type { MarketStore } from '../market/market-store.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { formatPair } from '../format-pair.ts';
import { LastPrice } from './last-price.tsx';

export type MarketBarProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  readonly instruments: readonly Instrument[];
  readonly onChoose: (instrumentId: number) => void;
  readonly onHelp: () => void;
  /** The element around the market picker's button, for keyboard shortcuts. */
  readonly pickerRef: Ref<HTMLDivElement>;
};

/** The market, its price and its figures of the day. */
export function MarketBar(props: MarketBarProps) {
  const { store, instrument, instruments, onChoose, onHelp, pickerRef } = props;
  const { t } = useTranslation();
  const quote = useMarketPart(store, 'quote');
  const { data: prices } = useGetLevel1SummaryQuery();
  const { data: products } = useGetProductsQuery();
  const options = useMemo(
    () =>
      instruments.map((one) => {
        const market = prices?.find(({ instrumentId }) => instrumentId === one.instrumentId);
        const shown = market && computeDisplayedPrice(market, one.priceIncrement);
        return {
          id: one.instrumentId,
          symbol: formatPair(one),
          mark: one.baseSymbol,
          iconUrl: products?.find(({ productId }) => productId === one.baseId)?.iconUrl,
          name: one.isRunning ? t('trade.picker.running') : t('trade.picker.paused'),
          balance: shown ? formatPrice(shown.price) : undefined,
        };
      }),
    [instruments, prices, products, t],
  );
  const places = countPlaces(instrument.priceIncrement);
  const priceText = (price: string | undefined) =>
    price === undefined ? '—' : formatDecimal(price, { minPlaces: places, maxPlaces: places });
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-lg border border-line bg-surface px-3 py-2 md:max-lg:gap-x-4">
      <div ref={pickerRef}>
        <AssetPicker
          label={t('trade.picker.label')}
          searchLabel={t('trade.picker.search')}
          emptyText={t('trade.picker.empty')}
          options={options}
          value={instrument.instrumentId}
          onChange={onChoose}
        />
      </div>
      <div className="flex flex-col">
        <LastPrice
          store={store}
          instrument={instrument}
          hasCaption
          className="text-title leading-[1.5rem] font-semibold"
        />
        {quote ? <Change value={quote.change} className="text-small" /> : null}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 md:max-lg:gap-x-4">
        {quote && !isPositive(quote.high) ? (
          // A day without a trade has no high and no low.
          <Figure label={t('trade.bar.today')}>{t('trade.noTrades')}</Figure>
        ) : (
          <>
            <Figure label={t('trade.bar.high')}>{priceText(quote?.high)}</Figure>
            <Figure label={t('trade.bar.low')}>{priceText(quote?.low)}</Figure>
          </>
        )}
        <Figure label={t('trade.bar.volume')}>
          {quote ? `${formatDecimal(quote.volume, { maxPlaces: 4 })} ${instrument.baseSymbol}` : '—'}
        </Figure>
        <Figure label={t('trade.bar.turnover')} isWideOnly>
          {quote ? `${formatDecimal(quote.turnover, { maxPlaces: 2 })} ${instrument.quoteSymbol}` : '—'}
        </Figure>
      </dl>
      <div className="ms-auto hidden md:block">
        <IconButton label={t('trade.shortcuts.open')} icon={<KeyboardIcon />} onPress={onHelp} />
      </div>
    </div>
  );
}

function Figure({
  label,
  children,
  isWideOnly = false,
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly isWideOnly?: boolean;
}) {
  return (
    <div className={isWideOnly ? 'hidden lg:block' : undefined}>
      <dt className="text-micro font-medium text-ink-3">{label}</dt>
      <dd className="num text-small font-medium text-ink-1">{children}</dd>
    </div>
  );
}
