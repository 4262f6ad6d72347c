/** Tells the engine the catalogue: what it does not know, and fees and limits that changed. */
import { assert } from '@salar/protocol';
import type { ExchangeDoor } from '@salar/services/ports/exchange-door';
import { fees, instruments, levels, products } from './catalogue.ts';

/** @returns how many commands it took; 0 when the engine knew everything */
export async function seedCatalogue(door: ExchangeDoor): Promise<number> {
  const { engine } = door;
  let commands = 0;
  const tell = async (command: Parameters<ExchangeDoor['submit']>[0]) => {
    const outcome = await door.submit(command);
    assert(outcome.ok, `the catalogue is valid: ${command.type}`);
    commands += 1;
  };
  for (const product of Object.values(products)) if (!engine.product(product.productId)) await tell(product);
  for (const instrument of instruments) {
    if (!engine.instrument(instrument.instrumentId)) await tell(instrument);
    const known = engine.instrument(instrument.instrumentId);
    if (known?.makerPpm !== fees.makerPpm || known.takerPpm !== fees.takerPpm)
      await tell({ type: 'DefineFeeSchedule', instrumentId: instrument.instrumentId, ...fees });
  }
  for (const level of levels) {
    const known = engine.levelLimits(level.level);
    if (known?.dailyLimit !== level.dailyLimit || known.monthlyLimit !== level.monthlyLimit)
      await tell(level);
  }
  return commands;
}
