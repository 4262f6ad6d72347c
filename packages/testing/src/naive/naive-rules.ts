/** The operator's definitions: products, instruments, fees, levels, accounts, states of markets. */
import { customerAccountMin, decimalsMax } from '@salar/protocol';
import type {
  AlterInstrument,
  DefineFeeTiers,
  DefineInstrument,
  DefineLevel,
  DefineProduct,
  OpenAccount,
  SetCollars,
  SetLimitCollar,
} from '@salar/protocol';
import type { NaiveInstrument, NaiveState, NaiveTier } from './naive-state.ts';

const million = 1_000_000;

export function defineProduct(state: NaiveState, command: DefineProduct): string | null {
  const { productId, symbol, decimals } = command;
  const products = [...state.products.values()];
  if (products.some((p) => p.productId === productId || p.symbol === symbol)) return 'already_defined';
  if (productId < 1 || symbol === '' || decimals < 0 || decimals > decimalsMax) return 'definition_invalid';
  state.products.set(productId, { ...command, halted: false, referencePrice: null });
  return null;
}

export function defineInstrument(state: NaiveState, command: DefineInstrument): string | null {
  const { instrumentId, symbol, tickSize, lotSize, quantityMin, notionalMin } = command;
  const base = state.products.get(command.baseProductId);
  const quote = state.products.get(command.quoteProductId);
  if (!base || !quote) return 'product_unknown';
  const instruments = [...state.instruments.values()];
  if (instruments.some((i) => i.instrumentId === instrumentId || i.symbol === symbol)) {
    return 'already_defined';
  }
  if (instrumentId < 1 || symbol === '' || base === quote) return 'definition_invalid';
  if (tickSize <= 0n || lotSize <= 0n || quantityMin < 0n || notionalMin < 0n) return 'definition_invalid';
  state.instruments.set(instrumentId, {
    ...command,
    base,
    quote,
    state: 'running',
    cause: 'none',
    stateChange: null,
    minimums: { quantity: quantityMin, notional: notionalMin },
    maximums: { quantity: 0n, notional: 0n },
    collarPpm: 50_000n,
    limitCollarPpm: null,
    before: null,
    isAltered: false,
    tiers: [{ volumeMin: 0n, makerPpm: 0, takerPpm: 0 }],
    lastTrade: null,
  });
  return null;
}

export function alterInstrument(state: NaiveState, command: AlterInstrument): string | null {
  const { quantityMin, quantityMax, notionalMin, notionalMax, collarPpm } = command;
  const instrument = state.instruments.get(command.instrumentId);
  if (!instrument) return 'instrument_unknown';
  if ([quantityMin, quantityMax, notionalMin, notionalMax].some((n) => n < 0n)) return 'definition_invalid';
  if (quantityMax !== 0n && quantityMax < quantityMin) return 'definition_invalid';
  if (notionalMax !== 0n && notionalMax < notionalMin) return 'definition_invalid';
  if (collarPpm < 1 || collarPpm > million) return 'definition_invalid';
  restoreCollars(instrument);
  instrument.minimums = { quantity: quantityMin, notional: notionalMin };
  instrument.maximums = { quantity: quantityMax, notional: notionalMax };
  instrument.collarPpm = BigInt(collarPpm);
  instrument.isAltered = true;
  return null;
}

export function setLimitCollar(state: NaiveState, command: SetLimitCollar): string | null {
  const instrument = state.instruments.get(command.instrumentId);
  if (!instrument) return 'instrument_unknown';
  if (command.collarPpm < 1 || command.collarPpm > million) return 'definition_invalid';
  restoreCollars(instrument);
  instrument.limitCollarPpm = BigInt(command.collarPpm);
  return null;
}

export function setCollars(state: NaiveState, command: SetCollars): string | null {
  const { collarPpm, limitCollarPpm, until } = command;
  const instrument = state.instruments.get(command.instrumentId);
  if (!instrument) return 'instrument_unknown';
  if ([collarPpm, limitCollarPpm].some((ppm) => ppm < 1 || ppm > million)) return 'definition_invalid';
  if (until !== 0 && until <= state.now) return 'definition_invalid';
  // Collars for a while end before others begin, for a while or for good.
  restoreCollars(instrument);
  if (until !== 0) {
    const { collarPpm: formerPpm, limitCollarPpm: formerLimitPpm } = instrument;
    instrument.before = { collarPpm: formerPpm, limitCollarPpm: formerLimitPpm, until };
  }
  instrument.collarPpm = BigInt(collarPpm);
  instrument.limitCollarPpm = BigInt(limitCollarPpm);
  instrument.isAltered = true;
  return null;
}

/** At the beginning of every command. */
export function expireCollars(state: NaiveState): void {
  for (const instrument of state.instruments.values())
    if (instrument.before !== null && instrument.before.until <= state.now) restoreCollars(instrument);
}

function restoreCollars(instrument: NaiveInstrument): void {
  if (instrument.before === null) return;
  instrument.collarPpm = instrument.before.collarPpm;
  instrument.limitCollarPpm = instrument.before.limitCollarPpm;
  instrument.before = null;
}

export function defineFees(
  state: NaiveState,
  { instrumentId, tiers }: Omit<DefineFeeTiers, 'type'>,
): string | null {
  const instrument = state.instruments.get(instrumentId);
  if (!instrument) return 'instrument_unknown';
  if (!areTiers(tiers)) return 'definition_invalid';
  instrument.tiers = tiers;
  return null;
}

function areTiers(tiers: readonly NaiveTier[]): boolean {
  if (tiers.length < 1 || tiers.length > 20 || tiers[0]?.volumeMin !== 0n) return false;
  const lowestTaker = Math.min(...tiers.map((tier) => tier.takerPpm));
  return tiers.every((tier, index) => {
    const before = tiers[index - 1];
    if (before && tier.volumeMin <= before.volumeMin) return false;
    if (tier.takerPpm < 0 || tier.takerPpm > million) return false;
    if (tier.makerPpm < -million || tier.makerPpm > million) return false;
    return -tier.makerPpm <= lowestTaker;
  });
}

export function defineLevel(state: NaiveState, command: DefineLevel): string | null {
  const { level, dailyLimit: day, monthlyLimit: month } = command;
  if (level < 0 || (day !== null && day < 0n) || (month !== null && month < 0n)) return 'definition_invalid';
  state.levels.set(level, { day, month });
  return null;
}

export function openAccount(state: NaiveState, { accountId, kind }: OpenAccount): string | null {
  if (accountId < 1 || accountId >= customerAccountMin !== (kind === 'customer')) return 'account_unknown';
  if (state.accounts.has(accountId)) return 'already_defined';
  state.accounts.set(accountId, {
    id: accountId,
    kind,
    level: 0,
    locked: false,
    tickets: [],
    volumes: [],
  });
  return null;
}

/** Computes the lowest and highest price, in ticks, of market orders; null without a bound. */
export function computeCollar(instrument: NaiveInstrument): { low: bigint; high: bigint } | null {
  const { collarPpm, lastTrade } = instrument;
  const reference = computeReference(instrument);
  if (reference !== null) return computeBounds(reference, collarPpm);
  if (!instrument.isAltered || lastTrade === null) return null;
  return computeBounds({ dividend: BigInt(lastTrade), divisor: 1n }, collarPpm);
}

/** Computes the same for limit orders, which only reference prices bound. */
export function computeLimitCollar(instrument: NaiveInstrument): { low: bigint; high: bigint } | null {
  const reference = computeReference(instrument);
  const { limitCollarPpm } = instrument;
  return reference === null || limitCollarPpm === null ? null : computeBounds(reference, limitCollarPpm);
}

type Fraction = { readonly dividend: bigint; readonly divisor: bigint };

/** Computes the reference price in ticks; null while a product has none. */
function computeReference({ base, quote, tickSize }: NaiveInstrument): Fraction | null {
  if (base.referencePrice === null || quote.referencePrice === null) return null;
  const dividend = base.referencePrice * 10n ** BigInt(quote.decimals);
  return { dividend, divisor: quote.referencePrice * tickSize };
}

function computeBounds({ dividend, divisor }: Fraction, collarPpm: bigint): { low: bigint; high: bigint } {
  const parts = BigInt(million);
  const low = dividend * (parts - collarPpm);
  const roundedUp = (low + divisor * parts - 1n) / (divisor * parts);
  return { low: roundedUp, high: (dividend * (parts + collarPpm)) / (divisor * parts) };
}
