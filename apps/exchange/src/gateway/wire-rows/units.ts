/** Converts figures of one instrument to wire numbers: ticks and lots become decimals of the quote and base product. */
import type { EngineView, Instrument, Product } from '@salar/engine';
import { assert, computeUnit } from '@salar/protocol';
import type { InstrumentId } from '@salar/protocol';
import { toWireDecimal } from '@salar/protocol/wire';
import type { WireNumber } from '@salar/protocol/wire';
import type { Quote } from '@salar/services/market-data/quote';

export type Units = {
  readonly instrument: Instrument;
  readonly baseSymbol: string;
  readonly quoteSymbol: string;
  /** Converts ticks to a price. */
  readonly price: (ticks: number) => WireNumber;
  /** Converts lots to a base quantity. */
  readonly quantity: (lots: bigint) => WireNumber;
  /** Converts quote minor units to a value. */
  readonly value: (minor: bigint) => WireNumber;
  /** Divides quote minor units by lots, at the quote's decimals, rounded towards zero; 0 for no lots. */
  readonly averagePrice: (notional: bigint, lots: bigint) => WireNumber;
};

export function getUnits(view: EngineView, instrument: Instrument): Units {
  const base = view.product(instrument.baseProductId);
  const quote = view.product(instrument.quoteProductId);
  assert(base !== undefined && quote !== undefined, 'the products of an instrument are defined');
  return toUnits(instrument, base, quote);
}

/** Returns the units of an instrument by its id; undefined when there is no such instrument. */
export function findUnits(view: EngineView, instrumentId: InstrumentId): Units | undefined {
  const instrument = view.instrument(instrumentId);
  return instrument && getUnits(view, instrument);
}

/** Returns the units of the instrument of a quote. */
export function toQuoteUnits({ instrument, baseProduct, quoteProduct }: Quote): Units {
  return toUnits(instrument, baseProduct, quoteProduct);
}

function toUnits(instrument: Instrument, base: Product, quote: Product): Units {
  const { tickSize, lotSize } = instrument;
  const wholeBase = computeUnit(base.decimals);
  return {
    instrument,
    baseSymbol: base.symbol,
    quoteSymbol: quote.symbol,
    price: (ticks) => toWireDecimal(BigInt(ticks) * tickSize, quote.decimals),
    quantity: (lots) => toWireDecimal(lots * lotSize, base.decimals),
    value: (minor) => toWireDecimal(minor, quote.decimals),
    averagePrice: (notional, lots) =>
      lots === 0n
        ? toWireDecimal(0n, 0)
        : toWireDecimal((notional * wholeBase) / (lots * lotSize), quote.decimals),
  };
}

/** Returns the units of every instrument by id, for lists that mix instruments. */
export function getUnitsByInstrument(view: EngineView): ReadonlyMap<number, Units> {
  return new Map(
    view.instruments().map((instrument) => [instrument.instrumentId, getUnits(view, instrument)]),
  );
}
