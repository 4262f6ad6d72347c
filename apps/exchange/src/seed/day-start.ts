/** Sets when the exchange's days begin. */
import { assert } from '@salar/protocol';
import type { EnginePort } from '@salar/services/ports/engine-port';

/** Submits the time zone of the settings when the engine has another one. */
export async function setDayStart(exchange: EnginePort, offsetMinutes: number): Promise<void> {
  if (exchange.undurable.dayOffsetMinutes === offsetMinutes) return;
  const outcome = await exchange.submit({ type: 'SetDayStart', offsetMinutes });
  assert(outcome.ok, `days may begin ${offsetMinutes} minutes ahead of UTC`);
}
