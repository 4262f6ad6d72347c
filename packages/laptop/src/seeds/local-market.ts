/** The laptop's market maker: its initial funds, and how it quotes each instrument. */
import { houseAccounts, minor } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { LiquiditySettings } from '@salar/services/liquidity/liquidity-settings';
import type { EnginePort } from '@salar/services/ports/engine-port';
import type { SeedProduct, SeedProducts } from './seed-products.ts';
import { transferOnce } from './transfer-once.ts';

/** Minor units. */
const liquidityFunds: Readonly<Record<SeedProduct, Minor>> = {
  BTC: minor(50n * 10n ** 8n),
  ETH: minor(1_000n * 10n ** 18n),
  USDT: minor(5_000_000n * 10n ** 6n),
  USDC: minor(2_000_000n * 10n ** 6n),
  COP: minor(10_000_000_000n * 100n),
  BRL: minor(10_000_000n * 100n),
};

const dollars = (whole: bigint) => minor(whole * 10n ** 6n);
const cents = (whole: bigint) => minor(whole * 100n);

const levels = 8;

/** Spread in hundredths of a basis point; notional of an average level in quote minor units. */
export const localLiquidity: LiquiditySettings = {
  shapes: new Map([
    ['BTCUSDT', { spreadCentiBps: 600, levels, levelNotional: dollars(25_000n) }],
    ['ETHUSDT', { spreadCentiBps: 800, levels, levelNotional: dollars(25_000n) }],
    ['ETHBTC', { spreadCentiBps: 1_000, levels, levelNotional: minor(25_000_000n) }],
    ['USDCUSDT', { spreadCentiBps: 200, levels, levelNotional: dollars(25_000n) }],
    ['BTCCOP', { spreadCentiBps: 5_000, levels, levelNotional: cents(40_000_000n) }],
    ['USDTCOP', { spreadCentiBps: 5_000, levels, levelNotional: cents(40_000_000n) }],
    ['BTCBRL', { spreadCentiBps: 4_000, levels, levelNotional: cents(50_000n) }],
    ['USDTBRL', { spreadCentiBps: 2_000, levels, levelNotional: cents(50_000n) }],
  ]),
  // Down to a twentieth of the initial funds, so that the laptop's market is never bought empty.
  inventory: new Map(
    Object.entries(liquidityFunds).map(([symbol, target]) => [symbol, { target, min: minor(target / 20n) }]),
  ),
};

/** Gives the liquidity account its initial funds, once. */
export async function seedLiquidityFunds(sequencer: EnginePort, products: SeedProducts): Promise<void> {
  for (const [symbol, amount] of Object.entries(liquidityFunds) as [SeedProduct, Minor][])
    await transferOnce(sequencer, {
      target: houseAccounts.liquidity,
      productId: products[symbol].productId,
      amount,
      key: `seed-1:liquidity:${symbol}`,
    });
}
