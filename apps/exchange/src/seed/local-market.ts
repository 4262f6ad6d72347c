/** The laptop's market maker: what it owns at first, and how it quotes each instrument. */
import { houseAccounts, minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { LadderShape } from '@salar/services/liquidity/quote-ladder';
import type { ExchangeDoor } from '@salar/services/ports/exchange-door';
import type { SeedProduct } from './catalogue.ts';
import { transferOnce } from './transfer-once.ts';

/** Minor units. */
export const liquidityFunds: Readonly<Record<SeedProduct, Minor>> = {
  BTC: minor(50n * 10n ** 8n),
  ETH: minor(1_000n * 10n ** 18n),
  USDT: minor(5_000_000n * 10n ** 6n),
  USDC: minor(2_000_000n * 10n ** 6n),
  COP: minor(10_000_000_000n * 100n),
  BRL: minor(10_000_000n * 100n),
};

const dollars = (whole: bigint) => minor(whole * 10n ** 6n);
const cents = (whole: bigint) => minor(whole * 100n);

/** Spread in hundredths of a basis point; notional of an average level in quote minor units. */
export const ladderShapes: ReadonlyMap<string, LadderShape> = new Map([
  ['BTCUSDT', { spreadCentiBps: 600, levelNotional: dollars(25_000n) }],
  ['ETHUSDT', { spreadCentiBps: 800, levelNotional: dollars(25_000n) }],
  ['ETHBTC', { spreadCentiBps: 1_000, levelNotional: minor(25_000_000n) }],
  ['USDCUSDT', { spreadCentiBps: 200, levelNotional: dollars(25_000n) }],
  ['BTCCOP', { spreadCentiBps: 5_000, levelNotional: cents(40_000_000n) }],
  ['USDTCOP', { spreadCentiBps: 5_000, levelNotional: cents(40_000_000n) }],
  ['BTCBRL', { spreadCentiBps: 4_000, levelNotional: cents(50_000n) }],
  ['USDTBRL', { spreadCentiBps: 2_000, levelNotional: cents(50_000n) }],
]);

/** Gives the liquidity account its first funds, once. */
export async function seedLiquidityFunds(door: ExchangeDoor): Promise<void> {
  for (const [symbol, amount] of Object.entries(liquidityFunds) as [SeedProduct, Minor][])
    await transferOnce(door, {
      target: houseAccounts.liquidity,
      symbol,
      amount,
      key: `seed-1:liquidity:${symbol}`,
    });
}
