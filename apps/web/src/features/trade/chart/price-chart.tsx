import {
  Button,
  ErrorState,
  Link,
  NativeSelect,
  Skeleton,
  formatDecimal,
  useNumberFormat,
  lazyView,
  tableQuery,
  useMediaQuery,
} from '@salar/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { DepthChart } from '../book/depth-chart.tsx';
import { intervals } from '../market/candles.ts';
import type { Interval } from '../market/candles.ts';
import { countPlaces } from '../market/increments.ts';
import type { MarketStore } from '../market/market-store.ts';
import { useCandles } from '../market/use-market.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { formatPair } from '../format-pair.ts';
import { Panel } from '../panel.tsx';
import { Segments } from '../../../lib/segments.tsx';
import { usePreference } from '../use-preference.ts';
import { useTimes } from '../use-times.ts';
import type { ChartFormats, PriceMark } from './candle-chart.ts';
import { CandleTable } from './candle-table.tsx';
import type { ChartViewProps } from './chart-view.tsx';

const view = lazyView<ChartViewProps>(async () => (await import('./chart-view.tsx')).ChartView);

export type PriceChartProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  readonly marks: readonly PriceMark[];
  readonly className?: string;
};

const intervalKeys = ['3600', '60', '300', '900', '14400', '86400', '604800'] as const;

/** Candles or depth. The drawing library loads after the page; candles can also be read as a table. */
export function PriceChart({ store, instrument, marks, className }: PriceChartProps) {
  const { t } = useTranslation();
  const [picture, setPicture] = usePreference('picture', ['candles', 'depth']);
  const [intervalKey, setIntervalKey] = usePreference('interval', intervalKeys);
  const [isTable, setIsTable] = useState(false);
  const interval = Number(intervalKey) as Interval;
  const candles = useCandles(store, instrument.instrumentId, interval);
  return (
    <Panel
      title={t('trade.chart.title')}
      isTitleHidden
      {...(className === undefined ? {} : { className })}
      actions={
        <div className="-ms-1.5 flex min-w-0 grow flex-wrap items-center justify-between gap-2 py-1">
          {picture === 'candles' ? (
            <IntervalChoice value={intervalKey} onChange={setIntervalKey} />
          ) : (
            <span />
          )}
          <div className="flex min-w-0 flex-wrap items-center gap-1">
            {picture === 'candles' ? (
              <Button variant="ghost" size="sm" aria-pressed={isTable} onPress={() => setIsTable(!isTable)}>
                {t('trade.chart.table')}
              </Button>
            ) : null}
            <Segments
              label={t('trade.chart.picture')}
              isLabelHidden
              look="inline"
              options={[
                { value: 'candles', label: t('trade.chart.candles') },
                { value: 'depth', label: t('trade.chart.depth') },
              ]}
              value={picture}
              onChange={setPicture}
            />
          </div>
        </div>
      }
    >
      <div className="relative min-h-0 grow">
        {picture === 'depth' ? (
          <DepthChart store={store} instrument={instrument} />
        ) : (
          <Candles
            store={store}
            instrument={instrument}
            interval={interval}
            marks={marks}
            problem={candles}
            isTable={isTable}
          />
        )}
      </div>
      {/* Required by the library's licence. */}
      {picture === 'candles' ? (
        <p className="px-3 pt-0.5 pb-1 text-end text-micro font-normal text-ink-3">
          {t('trade.chart.credit')}{' '}
          <Link href="https://www.tradingview.com/" isExternal>
            TradingView
          </Link>
        </p>
      ) : null}
    </Panel>
  );
}

type IntervalKey = (typeof intervalKeys)[number];

/** Shows all intervals where there is room, a list on a phone. */
function IntervalChoice({
  value,
  onChange,
}: {
  readonly value: IntervalKey;
  readonly onChange: (value: IntervalKey) => void;
}) {
  const { t } = useTranslation();
  const times = useTimes();
  const isWide = useMediaQuery(tableQuery);
  const options = intervals.map((one) => ({ value: `${one}` as const, label: times.span(one) }));
  return isWide ? (
    <Segments
      label={t('trade.chart.interval')}
      isLabelHidden
      look="inline"
      options={options}
      value={value}
      onChange={onChange}
    />
  ) : (
    <NativeSelect
      label={t('trade.chart.interval')}
      options={options.map(({ value: id, label }) => ({ id, label }))}
      value={value}
      onChange={(id) => onChange(intervalKeys.find((one) => one === id) ?? value)}
    />
  );
}

type CandlesProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  readonly interval: Interval;
  readonly marks: readonly PriceMark[];
  readonly problem: ReturnType<typeof useCandles>;
  readonly isTable: boolean;
};

function Candles({ store, instrument, interval, marks, problem, isTable }: CandlesProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const times = useTimes();
  const candles = useMarketPart(store, 'candles');
  const View = view.use(true);
  const formats = useChartFormats(instrument, interval);
  if (problem.error)
    return (
      <ErrorState
        title={t('trade.chart.failed')}
        retryLabel={t('common.retry')}
        onRetry={problem.retry}
        isCompact
      >
        {failureText(problem.error)}
      </ErrorState>
    );
  if (!candles)
    return (
      <div role="status" aria-busy="true" aria-label={t('trade.chart.loading')} className="absolute inset-3">
        <Skeleton className="size-full rounded-md opacity-40" />
      </div>
    );
  if (candles.length === 0)
    return (
      <p className="absolute inset-0 grid place-items-center px-4 text-center text-small text-ink-3">
        {t('trade.chart.empty')}
      </p>
    );
  if (isTable) return <CandleTable candles={candles} instrument={instrument} interval={interval} />;
  const last = candles.at(-1);
  return View ? (
    <View
      candles={candles}
      marks={marks}
      formats={formats}
      label={t('trade.chart.label', {
        pair: formatPair(instrument),
        interval: times.span(interval),
        close: formats.price(Number(last?.close)),
      })}
    />
  ) : null;
}

function useChartFormats(instrument: Instrument, interval: Interval): ChartFormats {
  const times = useTimes();
  const { style } = useNumberFormat();
  const { priceIncrement } = instrument;
  return useMemo(() => {
    const places = countPlaces(priceIncrement);
    return {
      price: (value) => formatDecimal(value.toFixed(places), { minPlaces: places, maxPlaces: places, style }),
      moment: (at) => (interval < 86_400 ? times.moment(at) : times.day(at)),
      tick: (at, isDay) => (isDay || interval >= 86_400 ? times.day(at) : times.minute(at)),
      priceIncrement,
    };
  }, [priceIncrement, interval, times, style]);
}
