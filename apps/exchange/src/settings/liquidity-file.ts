/**
 * The operator's liquidity settings: a JSON file, checked against the catalogue before anything is quoted.
 *
 *   {
 *     "instruments": { "BTCUSDT": { "spreadBps": "6", "levels": 8, "levelNotional": "25000" } },
 *     "inventory": { "BTC": { "target": "20", "min": "5", "max": "40" } }
 *   }
 */
import type { EngineView } from '@salar/engine';
import { parseAmount } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { InventoryLimits, LiquiditySettings } from '@salar/services/liquidity/liquidity-settings';
import { levelsMax } from '@salar/services/liquidity/quote-ladder';
import type { LadderShape } from '@salar/services/liquidity/quote-ladder';
import { z } from 'zod';
import { ConfigError } from './config.ts';

/** A larger spread is certainly a typing error. */
const spreadMaxCentiBps = 500_000n; // 50 %

const schema = z.strictObject({
  instruments: z.record(
    z.string(),
    z.strictObject({
      spreadBps: z.string(),
      levels: z.number().int().min(1).max(levelsMax),
      levelNotional: z.string(),
    }),
  ),
  inventory: z
    .record(z.string(), z.strictObject({ target: z.string(), min: z.string(), max: z.string().optional() }))
    .default({}),
});

/**
 * Reads the text of the file.
 *
 * @param engine  has the products and instruments
 * @throws ConfigError listing everything that is wrong: unknown symbols, malformed amounts, contradictory limits
 */
export function readLiquidityFile(text: string, engine: EngineView): LiquiditySettings {
  const parsed = schema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `liquidity file, ${issue.path.join('.')}: ${issue.message}`),
    );
  const problems: string[] = [];
  const amount = (where: string, value: string, decimals: number): Minor => {
    const read = parseAmount(value, decimals);
    if (read.ok) return read.value;
    problems.push(`liquidity file, ${where}: ${value} is not an amount with up to ${decimals} decimals`);
    return 0n as Minor;
  };

  const decimalsBySymbol = new Map(engine.products().map((product) => [product.symbol, product.decimals]));
  const shapes = new Map<string, LadderShape>();
  for (const [symbol, wanted] of Object.entries(parsed.data.instruments)) {
    const instrument = engine.instruments().find((one) => one.symbol === symbol);
    const quote = instrument && engine.product(instrument.quoteProductId);
    if (quote === undefined) {
      problems.push(`liquidity file, instruments.${symbol}: there is no such instrument`);
      continue;
    }
    const spread = amount(`instruments.${symbol}.spreadBps`, wanted.spreadBps, 2);
    if (spread <= 0n || spread > spreadMaxCentiBps)
      problems.push(`liquidity file, instruments.${symbol}.spreadBps: must be above 0 and at most 5000`);
    const levelNotional = amount(`instruments.${symbol}.levelNotional`, wanted.levelNotional, quote.decimals);
    shapes.set(symbol, { spreadCentiBps: Number(spread), levels: wanted.levels, levelNotional });
  }

  const inventory = new Map<string, InventoryLimits>();
  for (const [symbol, wanted] of Object.entries(parsed.data.inventory)) {
    const decimals = decimalsBySymbol.get(symbol);
    if (decimals === undefined) {
      problems.push(`liquidity file, inventory.${symbol}: there is no such product`);
      continue;
    }
    const where = `inventory.${symbol}`;
    const target = amount(`${where}.target`, wanted.target, decimals);
    const min = amount(`${where}.min`, wanted.min, decimals);
    const max = wanted.max === undefined ? undefined : amount(`${where}.max`, wanted.max, decimals);
    if (min > target || (max !== undefined && max < target))
      problems.push(`liquidity file, ${where}: target must lie between min and max`);
    inventory.set(symbol, { target, min, ...(max === undefined ? {} : { max }) });
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { shapes, inventory };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError([
      `liquidity file: not JSON (${error instanceof Error ? error.message : String(error)})`,
    ]);
  }
}
