/** Reads what `/health` and `/ready` show to everybody: only what customers would notice anyway. */
import type { Engine } from '@salar/engine';

type HealthParts = {
  /** null until deposits and withdrawals are ready. */
  readonly networks: () => object | null;
  /** Returns a sentence about what deposits and withdrawals wait for; null when nothing is known to be missing. */
  readonly problem: () => string | null;
  readonly sequencer: { readonly undurable: Pick<Engine, 'products'> };
};

/** Lists the products whose withdrawals are halted as `frozen`, and says what is missing. */
export function readHealth({
  networks,
  problem,
  sequencer,
}: HealthParts): Readonly<Record<string, string | readonly string[]>> {
  const missing = problem();
  const halted = sequencer.undurable.products().filter((product) => product.halted);
  return {
    tickets: networks() === null ? 'starting' : 'ready',
    ...(missing !== null && { problem: missing }),
    ...(halted.length > 0 && { frozen: halted.map(({ symbol }) => symbol) }),
  };
}
