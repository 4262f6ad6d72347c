/**
 * The two hills of a depth chart, as fractions of its width and height. For drawing only, where doubles are exact
 * enough.
 */
import type { Book, Level } from '../../../api/records/book.ts';

export type DepthPoint = {
  /** 0 at the left edge, 1 at the right; 0 at the ground, 1 at the top. */
  readonly x: number;
  readonly y: number;
  readonly price: string;
  readonly total: number;
};

export type DepthCurve = { readonly bids: readonly DepthPoint[]; readonly asks: readonly DepthPoint[] };

/** Builds both sides around the middle price, as far out as the nearer end of the two. Null while a side is empty. */
export function buildDepthCurve({ bids, asks }: Book): DepthCurve | null {
  const [bid] = bids;
  const [ask] = asks;
  if (!bid || !ask) return null;
  const middle = (Number(bid.price) + Number(ask.price)) / 2;
  const reach = Math.max(
    Math.min(middle - Number(bids.at(-1)?.price), Number(asks.at(-1)?.price) - middle),
    Number(ask.price) - middle,
  );
  const left = buildHill(bids, middle - reach, middle + reach);
  const right = buildHill(asks, middle - reach, middle + reach);
  const top = Math.max(...[...left, ...right].map(({ total }) => total));
  const scaled = (points: readonly DepthPoint[]) =>
    points.map((point) => ({ ...point, y: point.total / top }));
  return { bids: scaled(left), asks: scaled(right) };
}

/** Finds the step at or before a point, seen from the middle; null between the hills. */
export function findDepthAt(
  curve: DepthCurve,
  x: number,
): (DepthPoint & { readonly side: 'buy' | 'sell' }) | null {
  const isBid = x < 0.5;
  const reached = (isBid ? curve.bids : curve.asks).filter((point) => (isBid ? point.x >= x : point.x <= x));
  const point = reached.at(-1);
  return point ? { ...point, side: isBid ? 'buy' : 'sell' } : null;
}

/** Builds the outline of a hill, as an SVG path in a box of 1000 by 1000. */
export function buildHillPath(points: readonly DepthPoint[], edge: 0 | 1): string {
  const [first] = points;
  if (!first) return '';
  const at = (part: number) => Math.round(part * 1000);
  const steps = points.map(({ x, y }, place) => {
    const before = points[place - 1];
    return before ? `H${at(x)}V${1000 - at(y)}` : `M${at(x)} 1000V${1000 - at(y)}`;
  });
  return `${steps.join('')}H${at(edge)}V1000Z`;
}

function buildHill(levels: readonly Level[], from: number, to: number): readonly DepthPoint[] {
  let total = 0;
  return levels.flatMap(({ price, quantity }) => {
    const x = (Number(price) - from) / (to - from);
    if (x < 0 || x > 1) return [];
    total += Number(quantity);
    return [{ x, y: 0, price, total }];
  });
}
