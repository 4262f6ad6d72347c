/** Fees of deposits and withdrawals as the wire lists them. */
import type { Engine } from '@salar/engine';
import type { InstrumentId } from '@salar/protocol';
import { toWireDecimal } from '@salar/protocol/wire/index';
import type { WireProviderFee } from '@salar/protocol/wire/index';
import type { Provider } from '@salar/services';

/** One row for each provider that is asked for, with its flat fee. */
export function toProviderFeeRows(
  providers: readonly Provider[],
  feeOf: (provider: Provider) => bigint,
  asked: { readonly ProductId?: number | undefined; readonly AccountProviderId?: number | undefined },
  engine: Engine,
): readonly WireProviderFee[] {
  return providers
    .filter(({ productId }) => productId === (asked.ProductId ?? productId))
    .filter(({ providerId }) => providerId === (asked.AccountProviderId ?? providerId))
    .map((provider) => {
      const fee = toWireDecimal(feeOf(provider), engine.product(provider.productId)?.decimals ?? 0);
      return {
        OMSId: 1,
        AccountId: 0,
        AccountProviderId: provider.providerId,
        FeeId: provider.providerId,
        FeeAmt: fee,
        FeeCalcType: 'FlatRate',
        IsActive: true,
        ProductId: provider.productId,
        MinimalFeeAmt: fee,
        MinimalFeeCalcType: 'FlatRate',
      };
    });
}

/** Fee rates are millionths: six places. */
const rateDecimals = 6;
/** Tiers look at 30 days. */
const windowSeconds = 2_592_000;

/** What trading costs on one step of an instrument's fees: a row for makers and one for takers. */
export function toTierRows(
  step: {
    readonly instrumentId: InstrumentId;
    /** Of the tier, from 0. */
    readonly place: number;
    /** Places of the notional product. */
    readonly volumeDecimals: number;
  },
  rates: { readonly makerPpm: number; readonly takerPpm: number; readonly volumeMin: bigint },
) {
  const { instrumentId, place, volumeDecimals } = step;
  const rowOf = (FeeType: string, ppm: number, number: number) => ({
    OMSId: 1,
    InstrumentId: instrumentId,
    OrderType: 'Unknown',
    FeeId: instrumentId * findInstrumentFees + place * 2 + number,
    FeeAmt: toWireDecimal(BigInt(ppm), rateDecimals),
    FeeCalcType: 'Percentage',
    FeeType,
    LadderThreshold: toWireDecimal(rates.volumeMin, volumeDecimals),
    LadderSeconds: windowSeconds,
    IsActive: true,
  });
  return [rowOf('MakerFee', rates.makerPpm, 0), rowOf('TakerFee', rates.takerPpm, 1)];
}
/** Numbers set aside for the fees of one instrument; no ladder has so many steps. */
const findInstrumentFees = 1000;
