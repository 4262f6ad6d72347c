/** Estimates an order against the current book: value, average price and effect on the market. */
import { add, compare, divideDown, isPositive, multiply, subtract } from '../../../money/decimal.ts';
import { emptyBook, getOpposingLevels } from '../../../api/records/book.ts';
import type { Book, Level } from '../../../api/records/book.ts';
import { getAmount, isTrailing } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';

export type Estimate = {
  /** In the base product. */
  readonly quantity: string;
  /** Average price per unit. */
  readonly price: string;
  /** In the quote product. */
  readonly total: string;
  /**
   * The hold of a buy, in the quote product. For a pair, that of the more expensive order: the other one adds nothing
   * to it.
   */
  readonly reserved: string;
  /** For a pair, the value when its stop is triggered; null for every other order, and while a price is missing. */
  readonly stopTotal: string | null;
  /** Whether the whole order would trade at once. */
  readonly takes: boolean;
  /** By how many percent the average price is worse than the best one. */
  readonly slippage: string;
  /** The part of the opposite side that the order would use up, in percent; 100 when that side is too small. */
  readonly usedShare: string;
};

/** Decimals of figures that are divided; fewer are shown. */
const places = 18;

/** @returns null while an amount is missing, or the market has no price for it */
export function estimateOrder(draft: OrderDraft, book: Book | null): Estimate | null {
  const levels = getOpposingLevels(book ?? emptyBook, draft.side);
  return draft.orderType === 'Market' ? estimateMarket(draft, levels) : estimateResting(draft, levels);
}

/** Whether a price trades at once with the best price of the other side. */
export function crosses(side: OrderDraft['side'], price: string, best: Level | undefined): boolean {
  if (best === undefined || price === '') return false;
  const order = compare(price, best.price);
  return side === 'buy' ? order >= 0 : order <= 0;
}

function estimateMarket(draft: OrderDraft, levels: readonly Level[]): Estimate | null {
  const requested = getAmount(draft, draft.measure);
  const [best] = levels;
  if (requested === '' || !isPositive(requested) || !best) return null;
  const walked = walkBook(levels, requested, draft.measure);
  const price = divideDown(walked.total, walked.quantity, places);
  if (price === null) return null;
  const distance = draft.side === 'buy' ? subtract(price, best.price) : subtract(best.price, price);
  const held = levels.reduce((sum, { quantity }) => add(sum, quantity), '0');
  return {
    ...walked,
    reserved: walked.total,
    stopTotal: null,
    price,
    takes: true,
    slippage: divideDown(multiply(distance, '100'), best.price, 2) ?? '0',
    usedShare: walked.isEnough ? (divideDown(multiply(walked.quantity, '100'), held, 1) ?? '0') : '100',
  };
}

function estimateResting(draft: OrderDraft, levels: readonly Level[]): Estimate | null {
  const quantity = getAmount(draft, 'quantity');
  const best = levels[0];
  const stop = findStopPrice(draft);
  const price =
    getAmount(draft, 'price') || getAmount(draft, 'stopPrice') || (isTrailing(draft) ? best?.price : '');
  if (!price || quantity === '' || !isPositive(quantity)) return null;
  return {
    quantity,
    price,
    total: multiply(price, quantity),
    reserved: multiply(findDearestPrice(draft, price), quantity),
    stopTotal: draft.orderType === 'OCO' && stop !== '' ? multiply(stop, quantity) : null,
    takes: draft.orderType === 'Limit' && crosses(draft.side, price, best),
    slippage: '0',
    usedShare: '0',
  };
}

/** For a pair, the highest price that one of its orders may pay; for a single order its own. */
export function findDearestPrice(draft: OrderDraft, price: string): string {
  const stop = findStopPrice(draft);
  return draft.orderType === 'OCO' && stop !== '' && (price === '' || compare(stop, price) > 0)
    ? stop
    : price;
}

/** The price at which the stop of a pair is valued: its limit, or without one its stop price. */
function findStopPrice(draft: OrderDraft): string {
  return getAmount(draft, 'stopLimit') || getAmount(draft, 'stopPrice');
}

/** Takes level after level until the requested quantity or value is reached. */
function walkBook(
  levels: readonly Level[],
  requested: string,
  measure: OrderDraft['measure'],
): { quantity: string; total: string; isEnough: boolean } {
  let quantity = '0';
  let total = '0';
  for (const level of levels) {
    const worth = multiply(level.price, level.quantity);
    const left = subtract(requested, measure === 'quantity' ? quantity : total);
    if (compare(measure === 'quantity' ? level.quantity : worth, left) >= 0) {
      const part = measure === 'quantity' ? left : (divideDown(left, level.price, places) ?? '0');
      const cost = measure === 'quantity' ? multiply(left, level.price) : left;
      return { quantity: add(quantity, part), total: add(total, cost), isEnough: true };
    }
    quantity = add(quantity, level.quantity);
    total = add(total, worth);
  }
  return { quantity, total, isEnough: false };
}
