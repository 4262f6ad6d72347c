/** Tells the engine the catalogue: what it does not know, and fees and limits that changed. */
import type { Instrument } from '@salar/engine';
import { assert } from '@salar/protocol';
import type { AlterInstrument } from '@salar/protocol';
import type { EnginePort } from '@salar/services/ports/engine-port';
import { instruments, levels, limits, products, tiers } from './catalogue.ts';

/** @returns how many commands it took; 0 when the engine knew everything */
export async function seedCatalogue(door: EnginePort): Promise<number> {
  const { engine } = door;
  let commands = 0;
  const tell = async (command: Parameters<EnginePort['submit']>[0]) => {
    const outcome = await door.submit(command);
    assert(outcome.ok, `the catalogue is valid: ${command.type}`);
    commands += 1;
  };
  for (const product of Object.values(products)) if (!engine.product(product.productId)) await tell(product);
  for (const instrument of instruments)
    if (!engine.instrument(instrument.instrumentId)) await tell(instrument);
  for (const limit of limits) {
    const known = engine.instrument(limit.instrumentId);
    if (!known || !isWithin(known, limit)) await tell(limit);
    if (!known || !hasTiers(known))
      await tell({ type: 'DefineFeeTiers', instrumentId: limit.instrumentId, tiers });
  }
  for (const level of levels) {
    const known = engine.levelLimits(level.level);
    if (known?.dailyLimit !== level.dailyLimit || known.monthlyLimit !== level.monthlyLimit)
      await tell(level);
  }
  return commands;
}

function isWithin(known: Instrument, limit: AlterInstrument): boolean {
  return (
    known.quantityMin === limit.quantityMin &&
    known.quantityMax === limit.quantityMax &&
    known.notionalMin === limit.notionalMin &&
    known.notionalMax === limit.notionalMax &&
    known.collarPpm === limit.collarPpm
  );
}

function hasTiers(known: Instrument): boolean {
  return (
    known.tiers.length === tiers.length &&
    known.tiers.every((tier, index) => {
      const wanted = tiers[index];
      return (
        tier.volumeMin === wanted?.volumeMin &&
        tier.makerPpm === wanted.makerPpm &&
        tier.takerPpm === wanted.takerPpm
      );
    })
  );
}
