/** Converts products and instruments to the wire format. */
import type { EngineView, Instrument, Product } from '@salar/engine';
import type { InstrumentState, MarketCause, ProductKind } from '@salar/protocol';
import { formatIso, toWireDecimal, noDate, zero } from '@salar/protocol/wire';
import type { WireInstrument, WireProduct } from '@salar/protocol/wire';
import type { CallServices } from '../call.ts';
import { getUnits } from './units.ts';

export const productTypeNames: Readonly<Record<ProductKind, string>> = {
  crypto: 'CryptoCurrency',
  fiat: 'NationalCurrency',
};
export const sessionStatusNames: Readonly<Record<InstrumentState, string>> = {
  running: 'Running',
  cancel_only: 'Paused',
  paused: 'Paused',
  stopped: 'Stopped',
  post_only: 'RunningPostOnly',
};
/** Why a market is in its session; empty when no reason was given. */
export const sessionReasonNames: Readonly<Record<MarketCause, string>> = {
  none: '',
  maintenance: 'Maintenance',
  volatility: 'Volatility',
  prices: 'Prices',
  network: 'Network',
  incident: 'Incident',
  authority: 'Authority',
  opening: 'Opening',
};

export function toProductRow(
  product: Product,
  services: CallServices<'market' | 'transfers'>,
  view: Pick<EngineView, 'providerHalt'>,
): WireProduct {
  const { productId, symbol, decimals, halted } = product;
  const { deposits, withdrawals } = services.transfers;
  return {
    OMSId: 1,
    ProductId: productId,
    Product: symbol,
    ProductFullName: product.name,
    MasterDataUniqueProductSymbol: '',
    ProductType: productTypeNames[product.kind],
    DecimalPlaces: decimals,
    TickSize: toWireDecimal(1n, decimals),
    DepositEnabled: deposits
      .listProviders(productId)
      .some(({ providerId }) => !view.providerHalt(providerId).deposits),
    WithdrawEnabled:
      !halted &&
      withdrawals
        .listProviders(productId)
        .some(({ providerId }) => !view.providerHalt(providerId).withdrawals),
    NoFees: false,
    IsDisabled: false,
    MarginEnabled: false,
    ProductSymbol: symbol,
    iconUrl: services.market.productIcons.findUrl(symbol),
  };
}

export function toInstrumentRow(instrument: Instrument, view: EngineView): WireInstrument {
  const units = getUnits(view, instrument);
  const { instrumentId, symbol, stateChange } = instrument;
  return {
    OMSId: 1,
    InstrumentId: instrumentId,
    Symbol: symbol,
    Product1: instrument.baseProductId,
    Product1Symbol: units.baseSymbol,
    Product2: instrument.quoteProductId,
    Product2Symbol: units.quoteSymbol,
    InstrumentType: 'Standard',
    VenueInstrumentId: instrumentId,
    VenueId: 1,
    SortIndex: 0,
    SessionStatus: sessionStatusNames[instrument.state],
    PreviousSessionStatus: sessionStatusNames[stateChange?.before ?? 'stopped'],
    SessionStatusDateTime: stateChange === null ? noDate : formatIso(stateChange.at),
    SessionStatusReason: sessionReasonNames[instrument.cause],
    SelfTradePrevention: true,
    QuantityIncrement: units.quantity(1n),
    PriceIncrement: units.price(1),
    MinimumQuantity: units.quantity(instrument.quantityMin),
    MinimumPrice: units.price(1),
    VenueSymbol: symbol,
    IsDisable: false,
    MasterDataId: 0,
    PriceCollarThreshold: zero,
    PriceCollarPercent: toWireDecimal(BigInt(instrument.collarPpm), 4), // 10,000 millionths are one percent
    PriceCollarEnabled: true,
    PriceFloorLimit: zero,
    PriceFloorLimitEnabled: false,
    PriceCeilingLimit: zero,
    PriceCeilingLimitEnabled: false,
    CreateWithMarketRunning: true,
    AllowOnlyMarketMakerCounterParty: false,
    PriceCollarIndexDifference: zero,
    PriceCollarConvertToOtcEnabled: false,
    PriceCollarConvertToOtcClientUserId: 0,
    PriceCollarConvertToOtcAccountId: 0,
    PriceCollarConvertToOtcThreshold: zero,
    OtcConvertSizeThreshold: zero,
    OtcConvertSizeEnabled: false,
    OtcTradesPublic: true,
    PriceTier: 0,
  };
}
