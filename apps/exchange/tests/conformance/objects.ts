/** Objects that several calls and events share: every key in its order (wire-protocol 1.5 and 4). */
import * as names from './enumerations.ts';
import {
  anyList,
  bool,
  emptyList,
  guid,
  hex32,
  hex64,
  int,
  is,
  iso,
  jsonText,
  list,
  mapOf,
  ms,
  msText,
  nothing,
  num,
  object,
  optional,
  or,
  orNull,
  ours,
  row,
  text,
  textLike,
  ticks,
} from './matchers.ts';
import type { Matcher } from './matchers.ts';

/** 1.5 */
export const done = object({ result: is(true), errormsg: nothing, errorcode: is(0), detail: nothing });
export const doneWith = (detail: Matcher) =>
  object({ result: is(true), errormsg: nothing, errorcode: is(0), detail });

/** The last keys of templates and of deposit infos. */
const resultKeys = { result: is(true), errormsg: nothing, statuscode: is(0) };

/** The time of a trade, 0 before the first one. */
const msOrNone = or(ms, is(0));

/** 4.2 */
export const order = object({
  Side: names.side,
  OrderId: int,
  Price: num,
  Quantity: num,
  DisplayQuantity: num,
  Instrument: int,
  Account: int,
  AccountName: text,
  OrderType: names.orderType,
  ClientOrderId: int,
  OrderState: names.orderState,
  ReceiveTime: ms,
  ReceiveTimeTicks: ticks,
  LastUpdatedTime: ms,
  LastUpdatedTimeTicks: ticks,
  OrigQuantity: num,
  QuantityExecuted: num,
  GrossValueExecuted: num,
  ExecutableValue: is(0),
  AvgPrice: num,
  CounterPartyId: is(0),
  ChangeReason: names.changeReason,
  OrigOrderId: int,
  OrigClOrdId: int,
  EnteredBy: int,
  UserName: text,
  IsQuote: is(false),
  InsideAsk: num,
  InsideAskSize: num,
  InsideBid: num,
  InsideBidSize: num,
  LastTradePrice: num,
  RejectReason: text,
  IsLockedIn: is(false),
  CancelReason: text,
  OrderFlag: textLike(
    'flags',
    /^(?:0|(?:AddedToBook|RemovedFromBook|PostOnly)(?:, (?:RemovedFromBook|PostOnly))*)$/,
  ),
  UseMargin: is(false),
  StopPrice: num,
  PegPriceType: names.pegPriceType,
  PegOffset: num,
  PegLimitOffset: num,
  IpAddress: orNull(text),
  IPv6a: is(0),
  IPv6b: is(0),
  ClientOrderIdUuid: nothing,
  OMSId: is(1),
  TimeInForce: ours(text),
  ExpireTime: ours(int),
  OrderIdOCO: ours(int),
});

/** 4.3 */
export const accountTrade = object({
  OMSId: is(1),
  ExecutionId: int,
  TradeId: int,
  OrderId: int,
  AccountId: int,
  AccountName: text,
  SubAccountId: is(0),
  ClientOrderId: int,
  InstrumentId: int,
  Side: names.side,
  OrderType: names.orderType,
  Quantity: num,
  RemainingQuantity: num,
  Price: num,
  Value: num,
  CounterParty: textLike('an id as text', /^\d+$/),
  OrderTradeRevision: is(1),
  Direction: names.direction,
  IsBlockTrade: is(false),
  Fee: num,
  FeeProductId: int,
  OrderOriginator: int,
  UserName: text,
  TradeTimeMS: ms,
  MakerTaker: names.makerTaker,
  AdapterTradeId: is(0),
  InsideBid: num,
  InsideBidSize: num,
  InsideAsk: num,
  InsideAskSize: num,
  IsQuote: is(false),
  CounterPartyClientUserId: is(1),
  NotionalProductId: int,
  NotionalRate: num,
  NotionalValue: num,
  NotionalHoldAmount: num,
  TradeTime: ticks,
  TradeFlag: is('0'),
});

/** 4.4 */
export const transaction = object({
  TransactionId: int,
  ReferenceId: int,
  OMSId: is(1),
  AccountId: int,
  CR: num,
  DR: num,
  Counterparty: int,
  TransactionType: names.transactionType,
  ReferenceType: names.referenceType,
  ProductId: int,
  Balance: num,
  TimeStamp: ms,
});

/** 4.5 */
export const level1 = object({
  OMSId: is(1),
  InstrumentId: int,
  BestBid: num,
  BestOffer: num,
  LastTradedPx: num,
  LastTradedQty: num,
  LastTradeTime: msOrNone,
  SessionOpen: num,
  SessionHigh: num,
  SessionLow: num,
  SessionClose: num,
  Volume: num,
  CurrentDayVolume: num,
  CurrentDayNotional: num,
  CurrentDayNumTrades: int,
  CurrentDayPxChange: num,
  Rolling24HrVolume: num,
  Rolling24HrNotional: num,
  Rolling24NumTrades: int,
  Rolling24HrPxChange: num,
  TimeStamp: msText,
  BidQty: num,
  AskQty: num,
  BidOrderCt: int,
  AskOrderCt: int,
  Rolling24HrPxChangePercent: num,
});

const sideNumber = or(is(0), is(1));
const directionNumber = or(or(is(0), is(1)), is(2));

/** 4.6: update, accounts, time, action, last price, orders, price, instrument, quantity, side. */
const level2Row = (action: Matcher) => row(int, int, ms, action, num, int, num, int, num, sideNumber);
/** New rows only. */
export const level2Snapshot = list(level2Row(is(0)));
/** New, update or delete. */
export const level2Changes = list(level2Row(directionNumber));
/** 4.6: end, high, low, open, close, volume, bid, ask, instrument, begin. Oldest first. */
export const candles = list(row(ms, num, num, num, num, num, num, num, int, ms));
/** 4.6: trade, instrument, quantity, price, two orders, time, direction, taker's side, block, client order. */
export const publicTrades = list(
  row(int, int, num, num, int, int, ms, directionNumber, sideNumber, is(0), is(0)),
);

/** 4.7 */
export const accountInfo = object({
  OMSID: is(1),
  AccountId: int,
  AccountName: text,
  AccountHandle: nothing,
  FirmId: nothing,
  FirmName: nothing,
  AccountType: textLike('a kind of person', /^(?:Natural person|Legal entity)$/),
  FeeGroupId: is(0),
  ParentID: is(0),
  RiskType: is('Normal'),
  VerificationLevel: int,
  VerificationLevelName: orNull(text),
  CreditTier: is(0),
  FeeProductType: is('BaseProduct'),
  FeeProduct: is(0),
  RefererId: is(0),
  LoyaltyProductId: is(0),
  LoyaltyEnabled: is(false),
  PriceTier: is(0),
  Frozen: bool,
});

/** 4.8 */
export const position = object({
  OMSId: is(1),
  AccountId: int,
  ProductSymbol: text,
  ProductId: int,
  Amount: num,
  Hold: num,
  PendingDeposits: num,
  PendingWithdraws: num,
  TotalDayDeposits: num,
  TotalMonthDeposits: num,
  TotalYearDeposits: num,
  TotalDayDepositNotional: num,
  TotalMonthDepositNotional: num,
  TotalYearDepositNotional: num,
  TotalDayWithdraws: num,
  TotalMonthWithdraws: num,
  TotalYearWithdraws: num,
  TotalDayWithdrawNotional: num,
  TotalMonthWithdrawNotional: num,
  TotalYearWithdrawNotional: num,
  NotionalProductId: int,
  NotionalProductSymbol: text,
  NotionalValue: num,
  NotionalHoldAmount: num,
  NotionalRate: num,
  TotalDayTransferNotional: num,
});

/** 4.9 */
export const instrument = object({
  OMSId: is(1),
  InstrumentId: int,
  Symbol: text,
  Product1: int,
  Product1Symbol: text,
  Product2: int,
  Product2Symbol: text,
  InstrumentType: is('Standard'),
  VenueInstrumentId: int,
  VenueId: is(1),
  SortIndex: is(0),
  SessionStatus: names.sessionStatus,
  PreviousSessionStatus: names.sessionStatus,
  SessionStatusDateTime: iso,
  SessionStatusReason: ours(names.sessionReason),
  SelfTradePrevention: bool,
  QuantityIncrement: num,
  PriceIncrement: num,
  MinimumQuantity: num,
  MinimumPrice: num,
  VenueSymbol: text,
  IsDisable: bool,
  MasterDataId: is(0),
  PriceCollarThreshold: num,
  PriceCollarPercent: num,
  PriceCollarEnabled: bool,
  PriceFloorLimit: num,
  PriceFloorLimitEnabled: bool,
  PriceCeilingLimit: num,
  PriceCeilingLimitEnabled: bool,
  CreateWithMarketRunning: bool,
  AllowOnlyMarketMakerCounterParty: bool,
  PriceCollarIndexDifference: num,
  PriceCollarConvertToOtcEnabled: bool,
  PriceCollarConvertToOtcClientUserId: int,
  PriceCollarConvertToOtcAccountId: int,
  PriceCollarConvertToOtcThreshold: num,
  OtcConvertSizeThreshold: num,
  OtcConvertSizeEnabled: bool,
  OtcTradesPublic: bool,
  PriceTier: is(0),
});

/** 4.10 */
export const product = object({
  OMSId: is(1),
  ProductId: int,
  Product: text,
  ProductFullName: text,
  MasterDataUniqueProductSymbol: is(''),
  ProductType: names.productType,
  DecimalPlaces: int,
  TickSize: num,
  DepositEnabled: bool,
  WithdrawEnabled: bool,
  NoFees: bool,
  IsDisabled: bool,
  MarginEnabled: is(false),
  ProductSymbol: ours(text),
  iconUrl: ours(orNull(text)),
});

const comment = object({
  CommentId: int,
  EnteredBy: int,
  EnteredDateTime: iso,
  EnteredDateTimeTick: ticks,
  Comment: text,
  OperatorId: is(1),
  OMSId: is(1),
  TicketCode: guid,
  TicketId: int,
});
const ticketStart = {
  AssetManagerId: is(1),
  AccountProviderId: int,
  AccountId: int,
  AssetId: int,
  AccountName: text,
  AssetName: text,
  Amount: num,
  NotionalValue: num,
  NotionalProductId: int,
};
const updatedBy = {
  FeeAmt: num,
  UpdatedByUser: int,
  UpdatedByUserName: orNull(text),
  TicketNumber: int,
};
/** The details of a payment on a chain; their keys differ by provider. */
export const details = jsonText(mapOf(or(or(text, num), or(bool, or(nothing, anyList(text))))));

/** 4.11 */
export const depositTicket = object({
  ...ticketStart,
  OMSId: is(1),
  RequestCode: guid,
  ReferenceId: textLike('the first eight characters of the code', /^[\da-f]{8}$/),
  RequestIP: orNull(text),
  RequestUser: int,
  RequestUserName: text,
  OperatorId: is(1),
  Status: names.depositStatus,
  ...updatedBy,
  DepositInfo: details,
  RejectReason: orNull(text),
  CreatedTimestamp: iso,
  LastUpdateTimeStamp: iso,
  CreatedTimestampTick: ticks,
  LastUpdateTimeStampTick: ticks,
  Comments: anyList(comment),
  Attachments: emptyList,
});

/** 4.12 */
export const withdrawTicket = object({
  ...ticketStart,
  OMSId: is(1),
  RequestCode: guid,
  TemplateForm: details,
  TemplateFormType: orNull(text),
  RequestIP: orNull(text),
  RequestUserId: int,
  RequestUserName: text,
  OperatorId: is(1),
  Status: names.withdrawStatus,
  ...updatedBy,
  WithdrawTransactionDetails: details,
  RejectReason: orNull(text),
  CreatedTimestamp: iso,
  LastUpdateTimestamp: iso,
  CreatedTimestampTick: ticks,
  LastUpdateTimestampTick: ticks,
  Comments: anyList(comment),
  Attachments: emptyList,
  AuditLog: emptyList,
});

/** 4.13 */
export const templateType = object({
  AccountProviderId: int,
  TemplateName: text,
  AccountProviderName: text,
  DisplayName: text,
  TemplateType: text,
  MinimumAmount: ours(num),
  Confirmations: ours(int),
});
export const templateTypes = object({ TemplateTypes: list(templateType), ...resultKeys });

/** 14.2 */
const depositTemplate = object({
  ProviderType: text,
  Template: details,
  ProcessInfo: text,
  UseGetDepositWorkflow: bool,
  DepositWorkflow: textLike('a workflow', /^(?:ManualDeposit|CryptoWallet|Custom)$/),
});
export const depositTemplateInfo = object({ Template: depositTemplate, ...resultKeys });
export const depositTemplates = object({
  Templates: list(object({ providerId: int, providerName: text, depositTemplate })),
  ...resultKeys,
});
/** 14.4: one address, the newest. */
export const depositInfo = object({
  AssetManagerId: is(1),
  AccountId: int,
  AssetId: int,
  ProviderId: int,
  DepositInfo: jsonText(row(textLike('an address', /^\S+$/))),
  ...resultKeys,
});
/** 15.2 */
export const withdrawTemplate = object({ Template: details, ...resultKeys });

/** 4.14 */
export const userInfo = object({
  UserId: int,
  UserName: text,
  Email: text,
  PasswordHash: is(''),
  PendingEmailCode: is(''),
  EmailVerified: bool,
  AccountId: int,
  DateTimeCreated: iso,
  AffiliateId: is(0),
  RefererId: is(0),
  OMSId: is(1),
  Use2FA: bool,
  Salt: is(''),
  PendingCodeTime: iso,
  Locked: bool,
  LockedTime: iso,
  NumberOfFailedAttempt: is(0),
  MarginBorrowerEnabled: is(false),
  MarginAcquisitionHalt: is(false),
  OperatorId: is(1),
});

/** 4.15: the format in lists, for a new key, and after a change of the addresses. */
const key = { APIKey: hex32 };
const keyEnd = { UserId: int, Permissions: list(names.permission) };
export const listedKey = object({
  ...key,
  APISecret: is(''),
  ...keyEnd,
  IpWhiteList: text,
  SignedRequestsOnly: ours(optional(is(true))),
  DailyNotional: ours(optional(num)),
});
export const newKey = object({
  ...key,
  APISecret: hex64, // 32 digits where SignedRequestsOnly is false
  ...keyEnd,
  Nonce: int,
  IpWhiteList: text,
  SignedRequestsOnly: ours(is(true)),
  DailyNotional: ours(optional(num)),
});
export const changedKey = object({
  ...key,
  APISecret: nothing,
  ...keyEnd,
  Nonce: is(0),
  IpWhiteList: text,
  SignedRequestsOnly: ours(optional(is(true))),
  DailyNotional: ours(optional(num)),
});

/** 5.1 */
const person = {
  UserId: int,
  UserName: text,
  Email: text,
  EmailVerified: is(true),
  AccountId: int,
  OMSId: is(1),
  Use2FA: bool,
};
export const signedIn = object({
  Authenticated: is(true),
  SessionToken: text,
  User: object(person),
  Locked: is(false),
  Requires2FA: is(false),
  EnforceEnable2FA: is(false),
  TwoFAType: nothing,
  TwoFAToken: nothing,
  errormsg: nothing,
  UserId: int,
  AccountId: int,
  OMSId: is(1),
});
/** The password was correct, a code is missing: neither a token nor a user. */
export const codeIsMissing = object({
  Authenticated: is(true),
  Locked: is(false),
  Requires2FA: is(true),
  EnforceEnable2FA: is(false),
  TwoFAType: is('Google'),
  TwoFAToken: text,
  Pending2FaToken: text,
  AuthType: is('Google'),
  AddtlInfo: is(''),
  errormsg: nothing,
});
