/** Converts fees of deposits and withdrawals to the wire format. */
import type { EngineView } from '@salar/engine';
import type { InstrumentId } from '@salar/protocol';
import { toWireDecimal } from '@salar/protocol/wire';
import type { WireProviderFee } from '@salar/protocol/wire';
import type { Provider } from '@salar/services';

/** Returns one row with the flat fee for each requested provider. */
export function toProviderFeeRows(
  providers: readonly Provider[],
  feeOf: (provider: Provider) => bigint,
  requested: { readonly ProductId?: number | undefined; readonly AccountProviderId?: number | undefined },
  view: EngineView,
): readonly WireProviderFee[] {
  return providers
    .filter(({ productId }) => productId === (requested.ProductId ?? productId))
    .filter(({ providerId }) => providerId === (requested.AccountProviderId ?? providerId))
    .map((provider) => {
      const fee = toWireDecimal(feeOf(provider), view.product(provider.productId)?.decimals ?? 0);
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

/** Fee rates are millionths: six decimals. */
const rateDecimals = 6;
/** Fee tiers count the volume of 30 days. */
const windowSeconds = 2_592_000;

/** Returns the trading fees of one tier of an instrument: a row for makers and one for takers. */
export function toTierRows(
  step: {
    readonly instrumentId: InstrumentId;
    /** The index of the tier, from 0. */
    readonly place: number;
    /** The decimals of the notional product. */
    readonly volumeDecimals: number;
  },
  rates: { readonly makerPpm: number; readonly takerPpm: number; readonly volumeMin: bigint },
) {
  const { instrumentId, place, volumeDecimals } = step;
  const toRow = (FeeType: string, ppm: number, number: number) => ({
    OMSId: 1,
    InstrumentId: instrumentId,
    OrderType: 'Unknown',
    FeeId: instrumentId * feeIdsPerInstrument + place * 2 + number,
    FeeAmt: toWireDecimal(BigInt(ppm), rateDecimals),
    FeeCalcType: 'Percentage',
    FeeType,
    LadderThreshold: toWireDecimal(rates.volumeMin, volumeDecimals),
    LadderSeconds: windowSeconds,
    IsActive: true,
  });
  return [toRow('MakerFee', rates.makerPpm, 0), toRow('TakerFee', rates.takerPpm, 1)];
}
/** The numbers reserved for the fees of one instrument; no instrument has this many tiers. */
const feeIdsPerInstrument = 1000;
