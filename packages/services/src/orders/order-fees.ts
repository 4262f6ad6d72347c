/** Quotes the fee of an order that is not placed yet. */
import type { EngineView } from '@salar/engine';
import {
  accept,
  decimalsMax,
  divideDown,
  divideUp,
  minor,
  parseAmount,
  refuse,
  computeUnit,
} from '@salar/protocol';
import type { AccountId, InstrumentId, Millis, Minor, ProductId, Result, Side } from '@salar/protocol';

/** Millionths. */
const ppm = 1_000_000n;

export type FeeQuoteRefusal = 'instrument_unknown' | 'quantity_invalid' | 'price_invalid';

/**
 * Quotes the fee of an order by the account's tier: in the product received, rounded up, as the engine charges it. Below
 * zero it is a rebate, rounded down, which is paid as far as the fee income of that product goes.
 *
 * Accepts quantities and prices with any number of decimals, because screens send values that they have just computed.
 *
 * @param quantity  base product, decimal text
 * @param price  quote product for one base unit, decimal text; only a sell needs it
 */
export function quoteOrderFee(
  view: EngineView,
  request: {
    readonly accountId: AccountId;
    readonly instrumentId: InstrumentId;
    readonly side: Side;
    readonly quantity: string;
    readonly price?: string | undefined;
    readonly role: 'maker' | 'taker';
    readonly at: Millis;
  },
): Result<{ readonly fee: Minor; readonly productId: ProductId }, FeeQuoteRefusal> {
  const instrument = view.instrument(request.instrumentId);
  if (!instrument) return refuse('instrument_unknown');
  const quantity = parseAmount(request.quantity, decimalsMax);
  if (!quantity.ok) return refuse('quantity_invalid');
  const price = parseAmount(request.price ?? '0', decimalsMax);
  if (!price.ok) return refuse('price_invalid');

  const productId = request.side === 'buy' ? instrument.baseProductId : instrument.quoteProductId;
  const product = view.product(productId);
  if (!product) return refuse('instrument_unknown');
  const { makerPpm, takerPpm } = view.feeRates(request.accountId, request.instrumentId, request.at);
  const rate = BigInt(request.role === 'maker' ? makerPpm : takerPpm);
  const fine = computeUnit(decimalsMax);
  const received = request.side === 'buy' ? quantity.value : divideUp(quantity.value * price.value, fine);
  const scaled = received * computeUnit(product.decimals);
  const fee = rate < 0n ? -divideDown(scaled * -rate, ppm * fine) : divideUp(scaled * rate, ppm * fine);
  return accept({ fee: minor(fee), productId });
}
