import { formatDecimal } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { Candle } from '../../../api/records/market-rows.ts';
import type { Interval } from '../market/candles.ts';
import { countPlaces } from '../market/increments.ts';
import { useTimes } from '../use-times.ts';

const rowsMax = 60;

/** The chart as figures, newest first: for customers who cannot see it or want exact values. */
export function CandleTable({
  candles,
  instrument,
  interval,
}: {
  readonly candles: readonly Candle[];
  readonly instrument: Instrument;
  readonly interval: Interval;
}) {
  const { t } = useTranslation();
  const times = useTimes();
  const places = countPlaces(instrument.priceIncrement);
  const price = (text: string) => formatDecimal(text, { minPlaces: places, maxPlaces: places });
  const heads = [
    t('trade.chart.columns.begin'),
    t('trade.chart.columns.open'),
    t('trade.chart.columns.high'),
    t('trade.chart.columns.low'),
    t('trade.chart.columns.close'),
    t('trade.chart.columns.volume', { symbol: instrument.baseSymbol }),
  ];
  return (
    <div
      role="region"
      aria-label={t('trade.chart.table')}
      tabIndex={0}
      className="absolute inset-0 overflow-auto focus-visible:-outline-offset-2"
    >
      <table className="num w-full border-collapse text-small">
        <caption className="sr-only">{t('trade.chart.table')}</caption>
        <thead className="sticky top-0 bg-surface text-micro text-ink-3">
          <tr>
            {heads.map((head, place) => (
              <th
                key={head}
                scope="col"
                className={`px-3 py-1 font-medium ${place === 0 ? 'text-start' : 'text-end'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {candles
            .slice(-rowsMax)
            .toReversed()
            .map((candle) => (
              <tr key={candle.begin} className="h-[1.75rem] border-t border-line">
                <th scope="row" className="px-3 text-start font-normal text-ink-2">
                  {interval < 86_400 ? times.moment(candle.begin) : times.day(candle.begin)}
                </th>
                {[candle.open, candle.high, candle.low, candle.close].map((text, place) => (
                  <td key={place} className="px-3 text-end">
                    {price(text)}
                  </td>
                ))}
                <td className="px-3 text-end">{formatDecimal(candle.volume, { maxPlaces: 6 })}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
