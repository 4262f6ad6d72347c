/**
 * Names of the family and their numbers (wire-protocol 3). Answers contain names; rows and requests may contain
 * numbers.
 */
import { oneOf } from './matchers.ts';
import type { Matcher } from './matchers.ts';

/** Enumerations of request fields, by the name of the field. */
export const listNumbers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Side: { Buy: 0, Sell: 1, Short: 2, Unknown: 3 },
  OrderType: {
    Unknown: 0,
    Market: 1,
    Limit: 2,
    StopMarket: 3,
    StopLimit: 4,
    TrailingStopMarket: 5,
    TrailingStopLimit: 6,
    BlockTrade: 7,
  },
  TimeInForce: { Unknown: 0, GTC: 1, OPG: 2, IOC: 3, FOK: 4, GTX: 5, GTD: 6 },
  PegPriceType: { Unknown: 0, Last: 1, Bid: 2, Ask: 3, Midpoint: 4 },
  OrderState: { Unknown: 0, Working: 1, Rejected: 2, Canceled: 3, Expired: 4, FullyExecuted: 5 },
  MakerTaker: { Unknown: 0, Maker: 1, Taker: 2 },
};

const listNames = (field: string): Matcher => oneOf(...Object.keys(listNumbers[field] ?? {}));

export const side = oneOf('Buy', 'Sell');
export const orderType = listNames('OrderType');
export const timeInForce = listNames('TimeInForce');
export const pegPriceType = listNames('PegPriceType');
/** Unknown is never sent: a bot would fail on it. */
export const orderState = oneOf('Working', 'Rejected', 'Canceled', 'Expired', 'FullyExecuted');
export const changeReason = oneOf(
  'NewInputAccepted',
  'NewInputRejected',
  'OtherRejected',
  'Expired',
  'Trade',
  'SystemCanceled_NoMoreMarket',
  'SystemCanceled_BelowMinimum',
  'SystemCanceled_PriceCollar',
  'UserModified',
);
export const makerTaker = oneOf('Maker', 'Taker');
export const direction = oneOf('NoChange', 'UpTick', 'DownTick');
export const sessionStatus = oneOf('Running', 'Paused', 'Stopped', 'Starting', 'RunningPostOnly');
export const sessionReason = oneOf(
  '',
  'Maintenance',
  'Volatility',
  'Prices',
  'Network',
  'Incident',
  'Authority',
  'Opening',
);
export const productType = oneOf('NationalCurrency', 'CryptoCurrency');
export const feeCalcType = oneOf('FlatRate', 'Percentage');
export const feeType = oneOf('MakerFee', 'TakerFee');
export const transactionType = oneOf('Fee', 'Trade', 'Other', 'Rebate', 'Distribution');
export const referenceType = oneOf('Trade', 'Deposit', 'Withdraw', 'Transfer', 'ManualEntry');
export const permission = oneOf('AccountReadOnly', 'Deposit', 'Trading', 'Withdraw');
export const depositStatus = oneOf(
  'New',
  'AdminProcessing',
  'Accepted',
  'Rejected',
  'SystemProcessing',
  'FullyProcessed',
  'Failed',
  'Pending',
  'Confirmed',
  'AmlProcessing',
  'AmlAccepted',
  'AmlRejected',
  'AmlFailed',
  'LimitsAccepted',
  'LimitsRejected',
);
export const withdrawStatus = oneOf(
  'New',
  'AdminProcessing',
  'Accepted',
  'Rejected',
  'SystemProcessing',
  'FullyProcessed',
  'Failed',
  'Pending',
  'Pending2Fa',
  'AutoAccepted',
  'Delayed',
  'UserCanceled',
  'AdminCanceled',
  'AmlProcessing',
  'AmlAccepted',
  'AmlRejected',
  'AmlFailed',
  'LimitsAccepted',
  'LimitsRejected',
  'Submitted',
  'Confirmed',
  'ManuallyConfirmed',
  'Confirmed2Fa',
);
