/** The best levels of a book, and the changes from one state to a later one. */
import type { BookLevel, EngineView, Level2 } from '@salar/engine';
import type { InstrumentId, Side, Ticks } from '@salar/protocol';

/** A change of one price: `new` and `update` carry the current level, `delete` means that it is empty. */
type BookChange = BookLevel & { readonly action: 'new' | 'update' | 'delete'; readonly side: Side };

/** The state of a book after a command. */
export type BookMoment = {
  readonly instrumentId: InstrumentId;
  /** Increases with every decision of the engine. */
  readonly updateId: number;
  readonly at: number;
  /** Ticks; 0 before the first trade. */
  readonly lastPrice: Ticks | 0;
};

export type BookUpdate = BookMoment & {
  /** A snapshot holds every level as new. */
  readonly changes: readonly BookChange[];
  /** The levels before the changes, none before a snapshot. */
  readonly before: Level2;
  readonly levels: Level2;
};

const noLevels: Level2 = { bids: [], asks: [] };

/** Reads the best `depth` levels of each side as they are applied now; they may not be durable yet. */
export function readBook(
  view: EngineView,
  instrumentId: InstrumentId,
  depth: number,
): { readonly moment: BookMoment; readonly book: Level2 } {
  const moment = {
    instrumentId,
    updateId: view.lastSequence,
    at: view.lastAt,
    lastPrice: view.level1(instrumentId).lastTrade?.price ?? 0,
  } as const;
  return { moment, book: view.level2(instrumentId, depth) };
}

/** Returns the best `depth` levels of a book that is at least as deep. */
export function takeBest({ bids, asks }: Level2, depth: number): Level2 {
  return { bids: bids.slice(0, depth), asks: asks.slice(0, depth) };
}

/** Builds a snapshot: every level is a `new` change, best first, bids before asks. */
export function buildSnapshot(moment: BookMoment, levels: Level2): BookUpdate {
  return buildUpdate(moment, noLevels, levels);
}

/** Builds an update with one change for each price at which the two books differ; none when they are the same. */
export function buildUpdate(moment: BookMoment, before: Level2, levels: Level2): BookUpdate {
  const changes = [
    ...diffSide(before.bids, levels.bids, 'buy'),
    ...diffSide(before.asks, levels.asks, 'sell'),
  ];
  return { ...moment, changes, before, levels };
}

/** Combines the updates from `first` to `last` into one: a price that is the same as before `first` has no change. */
export function joinUpdates(first: BookUpdate, last: BookUpdate): BookUpdate {
  const { instrumentId, updateId, at, lastPrice } = last;
  return buildUpdate({ instrumentId, updateId, at, lastPrice }, first.before, last.levels);
}

/** Both sides are sorted best first, so that they can be compared in one pass. */
function diffSide(before: readonly BookLevel[], after: readonly BookLevel[], side: Side): BookChange[] {
  const changes: BookChange[] = [];
  let old = 0;
  for (const level of after) {
    for (; isBetter(before[old], level, side); old += 1) changes.push(...toDeleteChange(before[old], side));
    const known = before[old];
    if (known?.price !== level.price) {
      changes.push(toNewChange(level, side));
      continue;
    }
    old += 1;
    if (!isSame(known, level)) changes.push({ ...level, action: 'update', side });
  }
  for (; old < before.length; old += 1) changes.push(...toDeleteChange(before[old], side));
  return changes;
}

function toNewChange(level: BookLevel, side: Side): BookChange {
  return { ...level, action: 'new', side };
}

function toDeleteChange(level: BookLevel | undefined, side: Side): BookChange[] {
  if (level === undefined) return [];
  return [
    { ...level, quantity: 0n as BookLevel['quantity'], orders: 0, accounts: 0, action: 'delete', side },
  ];
}

function isBetter(level: BookLevel | undefined, than: BookLevel, side: Side): boolean {
  if (level === undefined) return false;
  return side === 'buy' ? level.price > than.price : level.price < than.price;
}

function isSame(a: BookLevel, b: BookLevel): boolean {
  return a.quantity === b.quantity && a.orders === b.orders && a.accounts === b.accounts;
}
