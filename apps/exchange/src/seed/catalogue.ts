/**
 * The initial catalogue of an exchange: products, instruments, their limits and fees, levels.
 *
 * Each entry is submitted to the engine as an ordinary command, when the engine does not have it yet. It is never submitted
 * again: from then on operators change it.
 */
import { instrumentId, lots, minor, productId } from '@salar/protocol';
import type { AlterInstrument, DefineInstrument, DefineLevel, DefineProduct, FeeTier } from '@salar/protocol';
import type { IconName } from '../product-icons/product-icons.ts';

export const products = {
  BTC: {
    type: 'DefineProduct',
    productId: productId(1),
    symbol: 'BTC',
    name: 'Bitcoin',
    kind: 'crypto',
    decimals: 8,
  },
  ETH: {
    type: 'DefineProduct',
    productId: productId(2),
    symbol: 'ETH',
    name: 'Ether',
    kind: 'crypto',
    decimals: 18,
  },
  USDT: {
    type: 'DefineProduct',
    productId: productId(3),
    symbol: 'USDT',
    name: 'Tether USD',
    kind: 'crypto',
    decimals: 6,
  },
  USDC: {
    type: 'DefineProduct',
    productId: productId(4),
    symbol: 'USDC',
    name: 'USD Coin',
    kind: 'crypto',
    decimals: 6,
  },
  COP: {
    type: 'DefineProduct',
    productId: productId(5),
    symbol: 'COP',
    name: 'Colombian peso',
    kind: 'fiat',
    decimals: 2,
  },
  BRL: {
    type: 'DefineProduct',
    productId: productId(6),
    symbol: 'BRL',
    name: 'Brazilian real',
    kind: 'fiat',
    decimals: 2,
  },
} as const satisfies Readonly<Record<string, DefineProduct>>;
export type SeedProduct = keyof typeof products;

/**
 * The icon of each product, from the sets of `product-icons.ts`; null for none. A file of `SALAR_ICONS_DIR` takes
 * precedence.
 */
export const productIcons: Readonly<Record<SeedProduct, IconName | null>> = {
  BTC: 'cryptocurrency-color:btc',
  ETH: 'cryptocurrency-color:eth',
  USDT: 'cryptocurrency-color:usdt',
  USDC: 'cryptocurrency-color:usdc',
  COP: 'circle-flags:co',
  BRL: 'circle-flags:br',
};

/** Limits and totals are in this product. */
export const notionalSymbol: SeedProduct = 'COP';

type QuoteProduct = 'BTC' | 'USDT' | 'COP' | 'BRL';
type InstrumentRow = {
  readonly id: number;
  readonly base: SeedProduct;
  readonly quote: QuoteProduct;
  /** Quote minor units per whole base unit. */
  readonly tickSize: bigint;
  /** Base minor units. */
  readonly lotSize: bigint;
  readonly quantityMin: bigint;
  /** Quote minor units. */
  readonly notionalMin: bigint;
};

const btcLot = 1_000n; // 0.00001 BTC
const ethLot = 10n ** 14n; // 0.0001 ETH
const dollarLot = 10_000n; // 0.01 USDT or USDC
const rows: readonly InstrumentRow[] = [
  // Tick 0.01 USDT, at least 5 USDT.
  {
    id: 1,
    base: 'BTC',
    quote: 'USDT',
    tickSize: 10_000n,
    lotSize: btcLot,
    quantityMin: 1n,
    notionalMin: 5_000_000n,
  },
  {
    id: 2,
    base: 'ETH',
    quote: 'USDT',
    tickSize: 10_000n,
    lotSize: ethLot,
    quantityMin: 1n,
    notionalMin: 5_000_000n,
  },
  // Tick 0.000001 BTC, at least 0.0001 BTC.
  {
    id: 3,
    base: 'ETH',
    quote: 'BTC',
    tickSize: 100n,
    lotSize: ethLot,
    quantityMin: 1n,
    notionalMin: 10_000n,
  },
  // Tick 0.0001 USDT.
  {
    id: 4,
    base: 'USDC',
    quote: 'USDT',
    tickSize: 100n,
    lotSize: dollarLot,
    quantityMin: 1n,
    notionalMin: 5_000_000n,
  },
  // Tick 1,000 COP, at least 10,000 COP.
  {
    id: 5,
    base: 'BTC',
    quote: 'COP',
    tickSize: 100_000n,
    lotSize: btcLot,
    quantityMin: 1n,
    notionalMin: 1_000_000n,
  },
  // Tick 1 COP.
  {
    id: 6,
    base: 'USDT',
    quote: 'COP',
    tickSize: 100n,
    lotSize: dollarLot,
    quantityMin: 1n,
    notionalMin: 1_000_000n,
  },
  // Tick 1 BRL, at least 10 BRL.
  { id: 7, base: 'BTC', quote: 'BRL', tickSize: 100n, lotSize: btcLot, quantityMin: 1n, notionalMin: 1_000n },
  // Tick 0.01 BRL: the real has two decimals, and a tick is at least one minor unit.
  {
    id: 8,
    base: 'USDT',
    quote: 'BRL',
    tickSize: 1n,
    lotSize: dollarLot,
    quantityMin: 1n,
    notionalMin: 1_000n,
  },
];

export const instruments: readonly DefineInstrument[] = rows.map((row) => ({
  type: 'DefineInstrument',
  instrumentId: instrumentId(row.id),
  symbol: `${row.base}${row.quote}`,
  baseProductId: products[row.base].productId,
  quoteProductId: products[row.quote].productId,
  tickSize: minor(row.tickSize),
  lotSize: minor(row.lotSize),
  quantityMin: lots(row.quantityMin),
  notionalMin: minor(row.notionalMin),
}));

/** The maximum value of an order, in minor units of its quote product: more than any customer means to type. */
const notionalMax: Readonly<Record<QuoteProduct, bigint>> = {
  BTC: 50n * 10n ** 8n,
  USDT: 5_000_000n * 10n ** 6n,
  COP: 20_000_000_000n * 100n,
  BRL: 25_000_000n * 100n,
};
const collarPpm = 50_000; // 5 %
/** Millionths: how far from the reference price limit orders may trade. */
export const limitCollarPpm = 100_000;

export const limits: readonly AlterInstrument[] = rows.map((row) => ({
  type: 'AlterInstrument',
  instrumentId: instrumentId(row.id),
  quantityMin: lots(row.quantityMin),
  quantityMax: lots(0n),
  notionalMin: minor(row.notionalMin),
  notionalMax: minor(notionalMax[row.quote]),
  collarPpm,
}));

const pesos = (whole: bigint) => minor(whole * 100n);

/** Maker and taker fees by pesos traded in 30 days; in the last tier the maker earns a rebate. */
export const tiers: readonly FeeTier[] = [
  { volumeMin: pesos(0n), makerPpm: 1_000, takerPpm: 2_000 },
  { volumeMin: pesos(100_000_000n), makerPpm: 800, takerPpm: 1_700 },
  { volumeMin: pesos(1_000_000_000n), makerPpm: 500, takerPpm: 1_400 },
  { volumeMin: pesos(10_000_000_000n), makerPpm: 200, takerPpm: 1_000 },
  { volumeMin: pesos(100_000_000_000n), makerPpm: -100, takerPpm: 800 },
];

/** Product spec, section 6. Withdrawals per day and month of the exchange, in pesos. */
export const levels: readonly DefineLevel[] = [
  { type: 'DefineLevel', level: 0, dailyLimit: pesos(0n), monthlyLimit: pesos(0n) },
  { type: 'DefineLevel', level: 1, dailyLimit: pesos(10_000_000n), monthlyLimit: pesos(10_000_000n) },
  { type: 'DefineLevel', level: 2, dailyLimit: pesos(120_000_000n), monthlyLimit: pesos(1_000_000_000n) },
  { type: 'DefineLevel', level: 3, dailyLimit: pesos(360_000_000n), monthlyLimit: pesos(6_400_000_000n) },
  { type: 'DefineLevel', level: 4, dailyLimit: null, monthlyLimit: null },
];
