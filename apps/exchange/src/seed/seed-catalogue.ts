/**
 * Submits the catalogue to the engine: missing entries and collars of limit orders, changed fees and limits, and the worth
 * of the notional product, which needs no source.
 */
import type { Instrument } from '@salar/engine';
import { assert, computeUnit, minor } from '@salar/protocol';
import type { AlterInstrument } from '@salar/protocol';
import type { EnginePort } from '@salar/services/ports/engine-port';
import { instruments, levels, limitCollarPpm, limits, notionalSymbol, products, tiers } from './catalogue.ts';

/** @returns the number of submitted commands; 0 when the engine was up to date */
export async function seedCatalogue(exchange: EnginePort): Promise<number> {
  const { undurable: engine } = exchange;
  let commands = 0;
  const submit = async (command: Parameters<EnginePort['submit']>[0]) => {
    const outcome = await exchange.submit(command);
    assert(outcome.ok, `the catalogue is valid: ${command.type}`);
    commands += 1;
  };
  for (const product of Object.values(products))
    if (!engine.product(product.productId)) await submit(product);
  const { productId, decimals } = products[notionalSymbol];
  if (engine.referencePrice(productId) === null)
    await submit({ type: 'SetReferencePrice', productId, price: minor(computeUnit(decimals)) });
  for (const instrument of instruments)
    if (!engine.instrument(instrument.instrumentId)) await submit(instrument);
  for (const limit of limits) {
    const current = engine.instrument(limit.instrumentId);
    if (!current || !isWithin(current, limit)) await submit(limit);
    if (!current || !hasTiers(current))
      await submit({ type: 'DefineFeeTiers', instrumentId: limit.instrumentId, tiers });
    if (!current || current.limitCollarPpm === null)
      await submit({ type: 'SetLimitCollar', instrumentId: limit.instrumentId, collarPpm: limitCollarPpm });
  }
  for (const level of levels) {
    const current = engine.levelLimits(level.level);
    if (current?.dailyLimit !== level.dailyLimit || current.monthlyLimit !== level.monthlyLimit)
      await submit(level);
  }
  return commands;
}

function isWithin(current: Instrument, limit: AlterInstrument): boolean {
  return (
    current.quantityMin === limit.quantityMin &&
    current.quantityMax === limit.quantityMax &&
    current.notionalMin === limit.notionalMin &&
    current.notionalMax === limit.notionalMax &&
    current.collarPpm === limit.collarPpm
  );
}

function hasTiers(current: Instrument): boolean {
  return (
    current.tiers.length === tiers.length &&
    current.tiers.every((tier, index) => {
      const wanted = tiers[index];
      return (
        tier.volumeMin === wanted?.volumeMin &&
        tier.makerPpm === wanted.makerPpm &&
        tier.takerPpm === wanted.takerPpm
      );
    })
  );
}
