/**
 * The drawn chart. Prices become doubles only here, where they place pixels.
 *
 * Falling candles are filled and rising ones are hollow, so that colour is not the only sign.
 */
import { CandlestickSeries, HistogramSeries, LineStyle, createChart } from 'lightweight-charts';
import type { IChartApi, IPriceLine, ISeriesApi, UTCTimestamp } from 'lightweight-charts';
import type { Candle } from '../../../api/records/market-rows.ts';
import type { ChartColours } from './chart-colours.ts';
import { preserveView } from './preserve-view.ts';

/** A labelled price on the scale: one of the customer's orders. */
export type PriceMark = { readonly price: string; readonly side: 'buy' | 'sell'; readonly title: string };

export type ChartFormats = {
  readonly price: (value: number) => string;
  /** Formats the time under the cursor. */
  readonly moment: (at: number) => string;
  /** Formats a time on the scale; the second argument is true where a day begins. */
  readonly tick: (at: number, isDay: boolean) => string;
  readonly priceIncrement: string;
};

/** How many candles are visible at first. */
const seenAtFirst = 90;
const volumePart = 0.82;

export class CandleChart {
  readonly #chart: IChartApi;
  readonly #prices: ISeriesApi<'Candlestick'>;
  readonly #volumes: ISeriesApi<'Histogram'>;
  #colours: ChartColours;
  #drawn: readonly Candle[] = [];
  #marks: IPriceLine[] = [];

  constructor(place: HTMLElement, { colours, formats }: { colours: ChartColours; formats: ChartFormats }) {
    this.#colours = colours;
    this.#chart = createChart(place, {
      autoSize: true,
      // The library's logo would add a style element, which the content security policy forbids; the credit is below
      // the chart.
      layout: {
        attributionLogo: false,
        fontFamily: getComputedStyle(place).fontFamily,
        fontSize: chooseTextSize(place),
      },
      rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.06, bottom: 0.22 } },
      timeScale: {
        borderVisible: false,
        timeVisible: true,
        secondsVisible: false,
        rightOffset: 4,
        tickMarkFormatter: (time: UTCTimestamp, type: number) => formats.tick(time * 1000, type <= 2),
      },
      localization: {
        priceFormatter: formats.price,
        timeFormatter: (time: UTCTimestamp) => formats.moment(time * 1000),
      },
      // Vertical drags scroll the page; two fingers and sideways drags move the chart.
      handleScroll: { vertTouchDrag: false },
    });
    this.#prices = this.#chart.addSeries(CandlestickSeries, {
      priceFormat: { type: 'price', minMove: Number(formats.priceIncrement) || 0.01, precision: 8 },
    });
    this.#volumes = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: 'volume',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#chart.priceScale('volume').applyOptions({ scaleMargins: { top: volumePart, bottom: 0 } });
    this.paint(colours);
  }

  paint(colours: ChartColours): void {
    this.#colours = colours;
    this.#chart.applyOptions({
      layout: { background: { color: colours.ground }, textColor: colours.text },
      grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
      crosshair: {
        vertLine: { color: colours.text, labelBackgroundColor: colours.accent },
        horzLine: { color: colours.text, labelBackgroundColor: colours.accent },
      },
    });
    this.#prices.applyOptions({
      upColor: colours.ground,
      borderUpColor: colours.up,
      wickUpColor: colours.up,
      downColor: colours.down,
      borderDownColor: colours.down,
      wickDownColor: colours.down,
    });
    this.#volumes.setData(this.#drawn.map((candle) => this.#toVolume(candle)));
  }

  /** Draws the changes: usually only the last candle. */
  show(candles: readonly Candle[]): void {
    const before = this.#drawn;
    this.#drawn = candles;
    const isSamePast =
      before.length > 0 && before[0]?.begin === candles[0]?.begin && candles.length - before.length <= 1;
    const firstChanged = candles.findIndex((candle, place) => candle !== before[place]);
    if (firstChanged === -1 && candles.length === before.length) return;
    if (isSamePast && firstChanged >= before.length - 1) {
      for (const candle of candles.slice(firstChanged)) {
        this.#prices.update(toPrices(candle));
        this.#volumes.update(this.#toVolume(candle));
      }
      return;
    }
    const view = this.#chart.timeScale().getVisibleLogicalRange();
    this.#prices.setData(candles.map(toPrices));
    this.#volumes.setData(candles.map((candle) => this.#toVolume(candle)));
    this.#chart.timeScale().setVisibleLogicalRange(
      (view && preserveView(view, before, candles)) ?? {
        from: candles.length - seenAtFirst,
        to: candles.length + 4,
      },
    );
  }

  mark(marks: readonly PriceMark[]): void {
    for (const line of this.#marks) this.#prices.removePriceLine(line);
    this.#marks = marks.map(({ price, side, title }) =>
      this.#prices.createPriceLine({
        price: Number(price),
        title,
        color: side === 'buy' ? this.#colours.up : this.#colours.down,
        lineStyle: LineStyle.Dashed,
        lineWidth: 1,
        axisLabelVisible: true,
      }),
    );
  }

  /** Scrolls by a fraction of the visible time: below zero into the past. */
  scroll(part: number): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (range === null) return;
    const step = (range.to - range.from) * part;
    this.#chart.timeScale().setVisibleLogicalRange({ from: range.from + step, to: range.to + step });
  }

  /** Shows a fraction or a multiple of the visible time, ending at the same moment. */
  zoom(factor: number): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (range === null) return;
    this.#chart
      .timeScale()
      .setVisibleLogicalRange({ from: range.to - (range.to - range.from) * factor, to: range.to });
  }

  toNow(): void {
    this.#chart.timeScale().scrollToRealTime();
  }

  remove(): void {
    this.#chart.remove();
  }

  #toVolume({ begin, open, close, volume }: Candle) {
    const isUp = Number(close) >= Number(open);
    const time = (begin / 1000) as UTCTimestamp;
    if (Number(volume) === 0) return { time }; // Zero would be drawn as a line along the bottom.
    return {
      time,
      value: Number(volume),
      color: isUp ? this.#colours.upSoft : this.#colours.downSoft,
    };
  }
}

function toPrices({ begin, open, high, low, close }: Candle) {
  return {
    time: (begin / 1000) as UTCTimestamp,
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
  };
}

/** @returns pixels: the customer's text size, as far as the scale leaves room for the candles */
function chooseTextSize(place: HTMLElement): number {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return Math.max(12, Math.min(rem * 0.75, place.clientWidth / 36));
}
