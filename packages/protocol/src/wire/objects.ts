/**
 * Shapes of the objects that several calls share. The spelling of keys, `OMSID` included, is that of the API
 * family.
 */
import { boolean, integer, list, nullable, number, object, row, text } from './shapes.ts';
import type { ShapeOf } from './shapes.ts';

export const productShape = object({
  OMSId: integer,
  ProductId: integer,
  Product: text,
  ProductFullName: text,
  MasterDataUniqueProductSymbol: text,
  ProductType: text,
  DecimalPlaces: integer,
  TickSize: number,
  DepositEnabled: boolean,
  WithdrawEnabled: boolean,
  NoFees: boolean,
  IsDisabled: boolean,
  MarginEnabled: boolean,
  ProductSymbol: text,
  iconUrl: nullable(text),
});
export type WireProduct = ShapeOf<typeof productShape>;

export const instrumentShape = object({
  OMSId: integer,
  InstrumentId: integer,
  Symbol: text,
  Product1: integer,
  Product1Symbol: text,
  Product2: integer,
  Product2Symbol: text,
  InstrumentType: text,
  VenueInstrumentId: integer,
  VenueId: integer,
  SortIndex: integer,
  SessionStatus: text,
  PreviousSessionStatus: text,
  SessionStatusDateTime: text,
  SessionStatusReason: text,
  SelfTradePrevention: boolean,
  QuantityIncrement: number,
  PriceIncrement: number,
  MinimumQuantity: number,
  MinimumPrice: number,
  VenueSymbol: text,
  IsDisable: boolean,
  MasterDataId: integer,
  PriceCollarThreshold: number,
  PriceCollarPercent: number,
  PriceCollarEnabled: boolean,
  PriceFloorLimit: number,
  PriceFloorLimitEnabled: boolean,
  PriceCeilingLimit: number,
  PriceCeilingLimitEnabled: boolean,
  CreateWithMarketRunning: boolean,
  AllowOnlyMarketMakerCounterParty: boolean,
  PriceCollarIndexDifference: number,
  PriceCollarConvertToOtcEnabled: boolean,
  PriceCollarConvertToOtcClientUserId: integer,
  PriceCollarConvertToOtcAccountId: integer,
  PriceCollarConvertToOtcThreshold: number,
  OtcConvertSizeThreshold: number,
  OtcConvertSizeEnabled: boolean,
  OtcTradesPublic: boolean,
  PriceTier: integer,
});
export type WireInstrument = ShapeOf<typeof instrumentShape>;

export const attributeShape = object({ OMSId: integer, ProductId: integer, KeyName: text, KeyValue: text });

export const level1Shape = object({
  OMSId: integer,
  InstrumentId: integer,
  BestBid: number,
  BestOffer: number,
  LastTradedPx: number,
  LastTradedQty: number,
  LastTradeTime: integer,
  SessionOpen: number,
  SessionHigh: number,
  SessionLow: number,
  SessionClose: number,
  Volume: number,
  CurrentDayVolume: number,
  CurrentDayNotional: number,
  CurrentDayNumTrades: integer,
  CurrentDayPxChange: number,
  Rolling24HrVolume: number,
  Rolling24HrNotional: number,
  Rolling24NumTrades: integer,
  Rolling24HrPxChange: number,
  TimeStamp: text,
  BidQty: number,
  AskQty: number,
  BidOrderCt: integer,
  AskOrderCt: integer,
  Rolling24HrPxChangePercent: number,
});
export type WireLevel1 = ShapeOf<typeof level1Shape>;

export const level2RowShape = row({
  MDUpdateId: 'integer',
  AccountCount: 'integer',
  ActionDateTime: 'integer',
  ActionType: 'integer',
  LastTradePrice: 'number',
  OrderCount: 'integer',
  Price: 'number',
  ProductPairCode: 'integer',
  Quantity: 'number',
  Side: 'integer',
});

export const tickerRowShape = row({
  EndDateTime: 'integer',
  High: 'number',
  Low: 'number',
  Open: 'number',
  Close: 'number',
  Volume: 'number',
  InsideBid: 'number',
  InsideAsk: 'number',
  InstrumentId: 'integer',
  BeginDateTime: 'integer',
});

export const publicTradeRowShape = row({
  TradeId: 'integer',
  ProductPairCode: 'integer',
  Quantity: 'number',
  Price: 'number',
  Order1: 'integer',
  Order2: 'integer',
  TradeTime: 'integer',
  Direction: 'integer',
  TakerSide: 'integer',
  BlockTrade: 'integer',
  ClientOrderId: 'integer',
});

export const accountInfoShape = object({
  OMSID: integer,
  AccountId: integer,
  AccountName: text,
  AccountHandle: nullable(text),
  FirmId: nullable(text),
  FirmName: nullable(text),
  AccountType: text,
  FeeGroupId: integer,
  ParentID: integer,
  RiskType: text,
  VerificationLevel: integer,
  VerificationLevelName: nullable(text),
  CreditTier: integer,
  FeeProductType: text,
  FeeProduct: integer,
  RefererId: integer,
  LoyaltyProductId: integer,
  LoyaltyEnabled: boolean,
  PriceTier: integer,
  Frozen: boolean,
});
export type WireAccountInfo = ShapeOf<typeof accountInfoShape>;

export const positionShape = object({
  OMSId: integer,
  AccountId: integer,
  ProductSymbol: text,
  ProductId: integer,
  Amount: number,
  Hold: number,
  PendingDeposits: number,
  PendingWithdraws: number,
  TotalDayDeposits: number,
  TotalMonthDeposits: number,
  TotalYearDeposits: number,
  TotalDayDepositNotional: number,
  TotalMonthDepositNotional: number,
  TotalYearDepositNotional: number,
  TotalDayWithdraws: number,
  TotalMonthWithdraws: number,
  TotalYearWithdraws: number,
  TotalDayWithdrawNotional: number,
  TotalMonthWithdrawNotional: number,
  TotalYearWithdrawNotional: number,
  NotionalProductId: integer,
  NotionalProductSymbol: text,
  NotionalValue: number,
  NotionalHoldAmount: number,
  NotionalRate: number,
  TotalDayTransferNotional: number,
});
export type WirePosition = ShapeOf<typeof positionShape>;

export const transactionShape = object({
  TransactionId: integer,
  ReferenceId: integer,
  OMSId: integer,
  AccountId: integer,
  CR: number,
  DR: number,
  Counterparty: integer,
  TransactionType: text,
  ReferenceType: text,
  ProductId: integer,
  Balance: number,
  TimeStamp: integer,
});
export type WireTransaction = ShapeOf<typeof transactionShape>;

export const orderShape = object({
  Side: text,
  OrderId: integer,
  Price: number,
  Quantity: number,
  DisplayQuantity: number,
  Instrument: integer,
  Account: integer,
  AccountName: text,
  OrderType: text,
  ClientOrderId: integer,
  OrderState: text,
  ReceiveTime: integer,
  ReceiveTimeTicks: number,
  LastUpdatedTime: integer,
  LastUpdatedTimeTicks: number,
  OrigQuantity: number,
  QuantityExecuted: number,
  GrossValueExecuted: number,
  ExecutableValue: number,
  AvgPrice: number,
  CounterPartyId: integer,
  ChangeReason: text,
  OrigOrderId: integer,
  OrigClOrdId: integer,
  EnteredBy: integer,
  UserName: text,
  IsQuote: boolean,
  InsideAsk: number,
  InsideAskSize: number,
  InsideBid: number,
  InsideBidSize: number,
  LastTradePrice: number,
  RejectReason: text,
  IsLockedIn: boolean,
  CancelReason: text,
  OrderFlag: text,
  UseMargin: boolean,
  StopPrice: number,
  PegPriceType: text,
  PegOffset: number,
  PegLimitOffset: number,
  IpAddress: nullable(text),
  IPv6a: integer,
  IPv6b: integer,
  ClientOrderIdUuid: nullable(text),
  OMSId: integer,
  TimeInForce: text,
  ExpireTime: integer,
  OrderIdOCO: integer,
});
export type WireOrder = ShapeOf<typeof orderShape>;

export const userInfoShape = object({
  UserId: integer,
  UserName: text,
  Email: text,
  PasswordHash: text,
  PendingEmailCode: text,
  EmailVerified: boolean,
  AccountId: integer,
  DateTimeCreated: text,
  AffiliateId: integer,
  RefererId: integer,
  OMSId: integer,
  Use2FA: boolean,
  Salt: text,
  PendingCodeTime: text,
  Locked: boolean,
  LockedTime: text,
  NumberOfFailedAttempt: integer,
  MarginBorrowerEnabled: boolean,
  MarginAcquisitionHalt: boolean,
  OperatorId: integer,
});
export type WireUserInfo = ShapeOf<typeof userInfoShape>;

export const configEntryShape = object({ Key: text, Value: text });

export const templateTypeShape = object({
  AccountProviderId: integer,
  TemplateName: text,
  AccountProviderName: text,
  DisplayName: text,
  TemplateType: text,
  MinimumAmount: number,
  Confirmations: integer,
});
export const templateTypesShape = object({
  TemplateTypes: list(templateTypeShape),
  result: boolean,
  errormsg: nullable(text),
  statuscode: integer,
});

/** A customer's comment on a ticket. */
export const ticketCommentShape = object({
  CommentId: integer,
  EnteredBy: integer,
  EnteredDateTime: text,
  EnteredDateTimeTick: number,
  Comment: text,
  OperatorId: integer,
  OMSId: integer,
  TicketCode: text,
  TicketId: integer,
});
export type WireTicketComment = ShapeOf<typeof ticketCommentShape>;

/** Fields that deposit and withdrawal tickets share. */
const ticketStart = {
  AssetManagerId: integer,
  AccountProviderId: integer,
  AccountId: integer,
  AssetId: integer,
  AccountName: text,
  AssetName: text,
  Amount: number,
  NotionalValue: number,
  NotionalProductId: integer,
  OMSId: integer,
  RequestCode: text,
} as const;

export const depositTicketShape = object({
  ...ticketStart,
  ReferenceId: text,
  RequestIP: nullable(text),
  RequestUser: integer,
  RequestUserName: text,
  OperatorId: integer,
  Status: text,
  FeeAmt: number,
  UpdatedByUser: integer,
  UpdatedByUserName: nullable(text),
  TicketNumber: integer,
  DepositInfo: text,
  RejectReason: nullable(text),
  CreatedTimestamp: text,
  LastUpdateTimeStamp: text,
  CreatedTimestampTick: number,
  LastUpdateTimeStampTick: number,
  Comments: list(ticketCommentShape),
  Attachments: list(text),
});
export type WireDepositTicket = ShapeOf<typeof depositTicketShape>;

export const withdrawTicketShape = object({
  ...ticketStart,
  TemplateForm: text,
  TemplateFormType: nullable(text),
  RequestIP: nullable(text),
  RequestUserId: integer,
  RequestUserName: text,
  OperatorId: integer,
  Status: text,
  FeeAmt: number,
  UpdatedByUser: integer,
  UpdatedByUserName: nullable(text),
  TicketNumber: integer,
  WithdrawTransactionDetails: text,
  RejectReason: nullable(text),
  CreatedTimestamp: text,
  LastUpdateTimestamp: text,
  CreatedTimestampTick: number,
  LastUpdateTimestampTick: number,
  Comments: list(ticketCommentShape),
  Attachments: list(text),
  AuditLog: list(text),
});
export type WireWithdrawTicket = ShapeOf<typeof withdrawTicketShape>;

/** A credited deposit of GetDeposits. */
export const depositShape = object({
  OMSId: integer,
  DepositId: integer,
  AccountId: integer,
  SubAccountId: integer,
  ProductId: integer,
  Amount: number,
  LastUpdateTimeStamp: number,
  ProductType: text,
  TicketStatus: text,
  DepositInfo: text,
  DepositCode: text,
  TicketNumber: integer,
  NotionalProductId: integer,
  NotionalValue: number,
  FeeAmount: number,
});
export type WireDeposit = ShapeOf<typeof depositShape>;

/** A withdrawal of GetWithdraws. */
export const withdrawalShape = object({
  OMSId: integer,
  WithdrawId: integer,
  AssetManagerId: integer,
  AccountId: integer,
  ProductId: integer,
  AssetId: integer,
  AssetType: text,
  Amount: number,
  FeeAmount: number,
  NotionalProductId: integer,
  NotionalValue: number,
  TemplateForm: text,
  TemplateFormType: text,
  TicketStatus: text,
  TicketNumber: integer,
  WithdrawTransactionDetails: text,
  WithdrawType: text,
  WithdrawCode: text,
  Reaccepted: boolean,
  LastUpdateTimeStamp: number,
});
export type WireWithdrawal = ShapeOf<typeof withdrawalShape>;

/** The fee of a deposit or a withdrawal. */
export const ticketFeeShape = object({ FeeAmount: number, TicketAmount: number });

/** One line of the fees of deposits or withdrawals. */
export const providerFeeShape = object({
  OMSId: integer,
  AccountId: integer,
  AccountProviderId: integer,
  FeeId: integer,
  FeeAmt: number,
  FeeCalcType: text,
  IsActive: boolean,
  ProductId: integer,
  MinimalFeeAmt: number,
  MinimalFeeCalcType: text,
});
export type WireProviderFee = ShapeOf<typeof providerFeeShape>;

/** The form of a deposit through one provider. */
export const depositTemplateShape = object({
  ProviderType: text,
  Template: text,
  ProcessInfo: text,
  UseGetDepositWorkflow: boolean,
  DepositWorkflow: text,
});
export type WireDepositTemplate = ShapeOf<typeof depositTemplateShape>;

export const accountFeeShape = object({
  FeeId: integer,
  OMSId: integer,
  FeeTier: integer,
  AccountId: integer,
  FeeAmt: number,
  FeeCalcType: text,
  FeeType: text,
  LadderThreshold: number,
  LadderSeconds: integer,
  IsActive: boolean,
  InstrumentId: integer,
  OrderType: text,
  PeggedProductId: integer,
});

export const levelProductShape = object({
  VerificationLevel: integer,
  VerificationLevelName: text,
  OMSId: integer,
  ProductId: integer,
  ProductName: text,
  AutoWithdrawThreshold: number,
  DailyDepositLimit: number,
  DailyDepositNotionalLimit: number,
  MonthlyDepositLimit: number,
  MonthlyDepositNotionalLimit: number,
  YearlyDepositLimit: number,
  YearlyDepositNotionalLimit: number,
  DailyWithdrawLimit: number,
  DailyWithdrawNotionalLimit: number,
  DailyWithdrawLeft: number,
  MonthlyWithdrawLimit: number,
  MonthlyWithdrawNotionalLimit: number,
  MonthlyWithdrawLeft: number,
  YearlyWithdrawLimit: number,
  YearlyWithdrawNotionalLimit: number,
  DailyTransferNotionalLimit: number,
  NotionalProductId: integer,
  OverLimitRejected: boolean,
  WithdrawProcessingDelaySec: integer,
  DepositTicketWorkflow: text,
  WithdrawTicketWorkflow: text,
  RequireWhitelistedAddress: boolean,
  AutoAcceptWhitelistedAddress: boolean,
});
export const levelConfigShape = object({
  Level: integer,
  LevelName: text,
  OMSId: integer,
  Products: list(levelProductShape),
});

/** One side of a trade, as its account sees it. */
export const accountTradeShape = object({
  OMSId: integer,
  ExecutionId: integer,
  TradeId: integer,
  OrderId: integer,
  AccountId: integer,
  AccountName: text,
  SubAccountId: integer,
  ClientOrderId: integer,
  InstrumentId: integer,
  Side: text,
  OrderType: text,
  Quantity: number,
  RemainingQuantity: number,
  Price: number,
  Value: number,
  CounterParty: text,
  OrderTradeRevision: integer,
  Direction: text,
  IsBlockTrade: boolean,
  Fee: number,
  FeeProductId: integer,
  OrderOriginator: integer,
  UserName: text,
  TradeTimeMS: integer,
  MakerTaker: text,
  AdapterTradeId: integer,
  InsideBid: number,
  InsideBidSize: number,
  InsideAsk: number,
  InsideAskSize: number,
  IsQuote: boolean,
  CounterPartyClientUserId: integer,
  NotionalProductId: integer,
  NotionalRate: number,
  NotionalValue: number,
  NotionalHoldAmount: number,
  TradeTime: number,
  TradeFlag: text,
});
export type WireAccountTrade = ShapeOf<typeof accountTradeShape>;

/** One tier of an instrument's fees, by traded volume. */
export const feeTierShape = object({
  OMSId: integer,
  AccountId: integer,
  InstrumentId: integer,
  OrderType: text,
  FeeId: integer,
  FeeAmt: number,
  FeeCalcType: text,
  FeeType: text,
  LadderThreshold: number,
  LadderSeconds: integer,
  IsActive: boolean,
});

export const instrumentAttributeShape = object({
  OMSId: integer,
  InstrumentId: integer,
  KeyName: text,
  KeyValue: text,
});

/** Trading limits of a level, by instrument; -1 means unlimited. */
export const instrumentLevelShape = object({
  VerificationLevel: integer,
  VerificationLevelName: text,
  OMSId: integer,
  InstrumentId: integer,
  InstrumentName: text,
  DailyBuyLimit: number,
  DailySellLimit: number,
  MonthlyBuyLimit: number,
  MonthlySellLimit: number,
  NotionalProductId: integer,
  DailyNotionalLimit: number,
  MonthlyNotionalLimit: number,
  YearlyNotionalLimit: number,
});
export const instrumentLevelConfigShape = object({
  Level: integer,
  LevelName: text,
  OMSId: integer,
  Instruments: list(instrumentLevelShape),
});
