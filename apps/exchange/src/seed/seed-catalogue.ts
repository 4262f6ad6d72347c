/**
 * Submits what the engine lacks of the catalogue, and the worth of the notional product, which needs no source. Nothing that the
 * engine has is changed: what operators have altered stays.
 */
import { assert, computeUnit, minor } from '@salar/protocol';
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
    const { instrumentId } = limit;
    // The collar is submitted last, and no command takes it away: an instrument with one had its limits and fees.
    if (engine.instrument(instrumentId)?.limitCollarPpm !== null) continue;
    await submit(limit);
    await submit({ type: 'DefineFeeTiers', instrumentId, tiers });
    await submit({ type: 'SetLimitCollar', instrumentId, collarPpm: limitCollarPpm });
  }
  for (const level of levels) if (engine.levelLimits(level.level) === undefined) await submit(level);
  return commands;
}
