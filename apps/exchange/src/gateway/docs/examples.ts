/**
 * Completes examples. A call declares the informative part of its example; the other fields of its answer are added
 * here, from one sample of each shared object.
 */
import type { JsonSchema } from '@salar/protocol/wire/shapes';
import { enumerations, listParts, findSharedName } from './schemas.ts';

type Values = Readonly<Record<string, unknown>>;

const at = 1_793_000_000_123;
const atTicks = 639_285_968_001_230_000;
const atIso = new Date(at).toISOString();

/** The fields of shared objects in examples, beyond the obvious ones. */
const sharedSamples: Readonly<Record<string, Values>> = {
  Product: {
    ProductId: 1,
    Product: 'BTC',
    ProductFullName: 'Bitcoin',
    MasterDataUniqueProductSymbol: 'BTC',
    ProductType: 'CryptoCurrency',
    DecimalPlaces: 8,
    TickSize: 0.00000001,
    DepositEnabled: true,
    WithdrawEnabled: true,
    ProductSymbol: 'BTC',
    iconUrl: 'https://exchange.example/icons/products/btc.svg',
  },
  Instrument: {
    InstrumentId: 1,
    Symbol: 'BTCUSDT',
    Product1: 1,
    Product1Symbol: 'BTC',
    Product2: 3,
    Product2Symbol: 'USDT',
    InstrumentType: 'Standard',
    VenueInstrumentId: 1,
    VenueId: 1,
    SortIndex: 1,
    SessionStatus: 'Running',
    PreviousSessionStatus: 'Stopped',
    SessionStatusReason: '',
    SelfTradePrevention: true,
    QuantityIncrement: 0.00001,
    PriceIncrement: 0.01,
    MinimumQuantity: 0.00001,
    MinimumPrice: 0.01,
    VenueSymbol: 'BTCUSDT',
  },
  Level1: {
    InstrumentId: 1,
    BestBid: 61500.5,
    BestOffer: 61501,
    LastTradedPx: 61500.5,
    LastTradedQty: 0.04,
    SessionOpen: 60840,
    SessionHigh: 61990,
    SessionLow: 60610.5,
    SessionClose: 61500.5,
    Volume: 0.04,
    CurrentDayVolume: 18.402,
    CurrentDayNotional: 1128014.55,
    CurrentDayNumTrades: 914,
    CurrentDayPxChange: 660.5,
    Rolling24HrVolume: 40.118,
    Rolling24HrNotional: 2459113.2,
    Rolling24NumTrades: 2011,
    Rolling24HrPxChange: 660.5,
    Rolling24HrPxChangePercent: 1.0856,
    TimeStamp: String(at),
    BidQty: 0.8,
    AskQty: 1.25,
    BidOrderCt: 3,
    AskOrderCt: 4,
  },
  Order: {
    Side: 'Buy',
    OrderId: 5120,
    Price: 61000,
    Quantity: 0.0025,
    DisplayQuantity: 0.0025,
    Instrument: 1,
    AccountName: 'maria',
    OrderType: 'Limit',
    TimeInForce: 'GTC',
    ClientOrderId: 41,
    OrderState: 'Working',
    OrigQuantity: 0.0025,
    ChangeReason: 'NewInputAccepted',
    OrigOrderId: 5120,
    OrigClOrdId: 41,
    EnteredBy: 17,
    UserName: 'maria',
    InsideAsk: 61501,
    InsideAskSize: 1.25,
    InsideBid: 61500.5,
    InsideBidSize: 0.8,
    LastTradePrice: 61500.5,
    OrderFlag: 'AddedToBook',
    PegPriceType: 'Last',
  },
  Position: {
    ProductSymbol: 'USDT',
    ProductId: 3,
    Amount: 1520.75,
    Hold: 152.5,
    NotionalProductId: 5,
    NotionalProductSymbol: 'COP',
    NotionalValue: 6083000,
    NotionalHoldAmount: 610000,
    NotionalRate: 4000,
  },
  Transaction: {
    TransactionId: 90211,
    ReferenceId: 18044,
    CR: 0.0025,
    DR: 0,
    TransactionType: 'Trade',
    ReferenceType: 'Trade',
    ProductId: 1,
    Balance: 0.0125,
  },
  AccountInfo: {
    AccountName: 'maria',
    AccountType: 'Natural person',
    RiskType: 'Normal',
    VerificationLevel: 2,
    FeeProductType: 'BaseProduct',
  },
  DepositTicket: {
    AssetId: 1,
    AssetName: 'BTC',
    AccountName: 'maria',
    Amount: 0.01,
    RequestUserName: 'maria',
    Status: 'FullyProcessed',
    TicketNumber: 4711,
    RequestCode: '0b9ad04c-1c0e-4b4f-a0a7-5f6f0e5d3d11',
    DepositInfo: '{"TXId": "c0ffee"}',
  },
  WithdrawTicket: {
    AssetId: 3,
    AssetName: 'USDT',
    AccountName: 'maria',
    Amount: 250,
    RequestUserName: 'maria',
    Status: 'Pending2Fa',
    TicketNumber: 4712,
    RequestCode: '6d7fd0cf-26aa-4f0e-8e34-0f3ac63e4a52',
  },
};

/** Returns the value that a field of this name has in every example. */
function findWellKnown(key: string, type: string | undefined): unknown {
  if (/^OMSI[Dd]$/.test(key)) return 1;
  if (key === 'AccountId' || key === 'Account') return 1031;
  if (/^(?:Request)?User(?:Id)?$|^RequestUserId$/.test(key) && type === 'integer') return 17;
  if (/^(?:InstrumentId|ProductId|AccountProviderId|AssetManagerId)$/.test(key)) return 1;
  if (/ticks?$/i.test(key) && type === 'number') return atTicks;
  if (/Time(?:Stamp)?$/.test(key) && type === 'integer') return at;
  if (/date|time/i.test(key) && type === 'string') return atIso;
  return undefined;
}

/**
 * Builds a complete example of a schema.
 *
 * @param known  the declared part, which is kept
 */
export function completeExample(schema: JsonSchema, known?: unknown, key = ''): unknown {
  const { type, items, properties, required = [], anyOf, additionalProperties: any } = listParts(schema);
  if (anyOf && known !== undefined && known !== null) {
    const fit = anyOf.find((one) => one['type'] === (Array.isArray(known) ? 'array' : typeof known));
    return fit ? completeExample(fit, known, key) : known;
  }
  if (type === 'array' && items && Array.isArray(known))
    return known.map((one) => completeExample(items, one, key));
  if (typeof any === 'object' && isValues(known))
    return Object.fromEntries(
      Object.entries(known).map(([name, one]) => [name, completeExample(any, one, name)]),
    );
  if (type === 'object' && properties && (known === undefined || isValues(known))) {
    const sample = sharedSamples[findSharedName(schema) ?? ''];
    const given: Values = { ...sample, ...known };
    const keys = Object.keys(properties).filter((name) => name in given || required.includes(name));
    const more = Object.keys(given).filter((name) => !(name in properties));
    return Object.fromEntries([
      ...keys.map((name) => [name, completeExample(properties[name] ?? {}, given[name], name)]),
      ...more.map((name) => [name, given[name]]),
    ]);
  }
  return known === undefined ? createSample(schema, key) : known;
}

function createSample(schema: JsonSchema, key: string): unknown {
  const { type, anyOf, enum: values = Object.keys(enumerations[key] ?? {}) } = listParts(schema);
  if (anyOf) return null;
  const known = findWellKnown(key, type);
  if (known !== undefined) return known;
  switch (type) {
    case 'integer':
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'string':
      return values.find((name) => name !== 'Unknown') ?? '';
    default:
      return null;
  }
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
