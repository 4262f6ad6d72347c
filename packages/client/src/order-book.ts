/** A local order book: a snapshot, then the levels that change. */
import { applyLevels } from './book-levels.ts';
import type { BookLevel } from './book-levels.ts';
import type { Level2Row } from './generated/calls.ts';

const deleted = 2;
const buySide = 0;

export class OrderBook {
  #bids: readonly BookLevel[] = [];
  #asks: readonly BookLevel[] = [];

  /** Best price first. */
  get bids(): readonly BookLevel[] {
    return this.#bids;
  }

  /** Best price first. */
  get asks(): readonly BookLevel[] {
    return this.#asks;
  }

  /** Replaces everything. */
  reset(rows: readonly Level2Row[]): void {
    this.#bids = [];
    this.#asks = [];
    this.apply(rows);
  }

  /** Applies rows; each one has the whole quantity of a price level. */
  apply(rows: readonly Level2Row[]): void {
    this.#bids = applyLevels(this.#bids, rows.filter(isBid).map(toLevel), -1);
    this.#asks = applyLevels(this.#asks, rows.filter((row) => !isBid(row)).map(toLevel), 1);
  }
}

function isBid({ Side }: Level2Row): boolean {
  return Side === buySide;
}

function toLevel({ Price: price, Quantity: quantity, ActionType }: Level2Row): BookLevel {
  return { price, quantity: ActionType === deleted ? '0' : quantity };
}
