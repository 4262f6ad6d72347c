import { useMediaQuery } from '@salar/ui';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Candle } from '../../../api/records/market-rows.ts';
import { useColours, useTheme } from '../../../lib/theme.ts';
import { CandleChart } from './candle-chart.ts';
import type { ChartFormats, PriceMark } from './candle-chart.ts';
import { readChartColours } from './chart-colours.ts';

export type ChartViewProps = {
  readonly candles: readonly Candle[];
  readonly marks: readonly PriceMark[];
  readonly formats: ChartFormats;
  /** The accessible label: what the chart shows, and how the keyboard moves it. */
  readonly label: string;
};

/** The canvas, moved by pointer, fingers and keyboard. Its code loads after the page is drawn. */
export function ChartView({ candles, marks, formats, label }: ChartViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<CandleChart | null>(null);
  const ground = usePaintKey();

  useEffect(() => {
    if (!place.current) return undefined;
    const drawn = new CandleChart(place.current, { colours: readChartColours(), formats });
    chart.current = drawn;
    return () => {
      chart.current = null;
      drawn.remove();
    };
  }, [formats]);
  useEffect(() => chart.current?.paint(readChartColours()), [ground]);
  useEffect(() => chart.current?.show(candles), [candles, formats]);
  useEffect(() => chart.current?.mark(marks), [marks, formats, ground]);

  function move(event: KeyboardEvent) {
    const moves: Readonly<Record<string, (drawn: CandleChart) => void>> = {
      ArrowLeft: (drawn) => drawn.scroll(-0.1),
      ArrowRight: (drawn) => drawn.scroll(0.1),
      '+': (drawn) => drawn.zoom(0.8),
      '-': (drawn) => drawn.zoom(1.25),
      End: (drawn) => drawn.toNow(),
    };
    const act = moves[event.key];
    if (!act || !chart.current || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act(chart.current);
  }

  return (
    // An image that the keyboard moves: it handles the arrow keys itself.
    <div
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={move}
      className="absolute inset-0 rounded-md focus-visible:-outline-offset-2"
    >
      <div ref={place} aria-hidden="true" className="size-full" />
    </div>
  );
}

/** Changes whenever the chart has to be painted again. */
function usePaintKey(): string {
  const theme = useTheme();
  const colours = useColours();
  const prefersLight = useMediaQuery('(prefers-color-scheme: light)');
  return `${theme} ${colours} ${String(prefersLight)}`;
}
