import type { Engine } from '@salar/engine';
import type { InstrumentId } from '@salar/protocol';
import type { BestPrices } from '@salar/store';

/** Returns an instrument's best bid and ask in ticks; 0 for an empty side. */
export function getBestPrices(engine: Engine, instrumentId: InstrumentId): BestPrices {
  const { bid, ask } = engine.level1(instrumentId);
  return { bid: bid?.price ?? 0, ask: ask?.price ?? 0 };
}
