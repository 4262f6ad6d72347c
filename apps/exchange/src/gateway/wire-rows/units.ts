/** Converts figures of one instrument to wire numbers: ticks and lots become decimals of the quote and base product. */
import type { Engine, Instrument } from '@salar/engine';
import { assert } from '@salar/protocol';
import { toWireDecimal } from '@salar/protocol/wire/index';
import type { WireNumber } from '@salar/protocol/wire/index';

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

export function getUnits(engine: Engine, instrument: Instrument): Units {
  const base = engine.product(instrument.baseProductId);
  const quote = engine.product(instrument.quoteProductId);
  assert(base !== undefined && quote !== undefined, 'the products of an instrument are defined');
  const { tickSize, lotSize } = instrument;
  const wholeBase = 10n ** BigInt(base.decimals);
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
export function getUnitsByInstrument(engine: Engine): ReadonlyMap<number, Units> {
  return new Map(
    engine.instruments().map((instrument) => [instrument.instrumentId, getUnits(engine, instrument)]),
  );
}
