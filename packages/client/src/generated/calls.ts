/** Written from the declarations of the calls by `npm run client:generate`; a check fails when it is stale. */
import type { CallOptions } from '../call-options.ts';
import type { Decimal } from '../decimal.ts';
import type { CallDeclaration, Reading, RowReading } from '../reading.ts';

export type Side = 'Buy' | 'Sell' | 'Short' | 'Unknown';
export type OrderType =
  | 'Unknown'
  | 'Market'
  | 'Limit'
  | 'StopMarket'
  | 'StopLimit'
  | 'TrailingStopMarket'
  | 'TrailingStopLimit'
  | 'BlockTrade';
export type TimeInForce = 'Unknown' | 'GTC' | 'OPG' | 'IOC' | 'FOK' | 'GTX' | 'GTD';
export type PegPriceType = 'Unknown' | 'Last' | 'Bid' | 'Ask' | 'Midpoint';
export type OrderState = 'Unknown' | 'Working' | 'Rejected' | 'Canceled' | 'Expired' | 'FullyExecuted';
export type MakerTaker = 'Unknown' | 'Maker' | 'Taker';
export type TransactionType =
  | 'Fee'
  | 'Trade'
  | 'Other'
  | 'Reverse'
  | 'Hold'
  | 'Rebate'
  | 'MarginAcquisition'
  | 'MarginRelinquishByTrade'
  | 'MarginInterestTransfer'
  | 'MarginOperatorTransferToMarginAccount'
  | 'MarginOperatorTransferToAssetAccount'
  | 'MarginUserTransfer'
  | 'MarginRelinquishByTransfer'
  | 'MarginRelinquishByReverseTrade'
  | 'Distribution'
  | 'Payment'
  | 'OperatorLend'
  | 'OperatorReceived'
  | 'Rebalance'
  | 'Commission'
  | 'AirDrop';
export type ReferenceType =
  | 'Trade'
  | 'Deposit'
  | 'Withdraw'
  | 'Transfer'
  | 'OrderHold'
  | 'WithdrawHold'
  | 'DepositHold'
  | 'MarginHold'
  | 'ManualHold'
  | 'ManualEntry'
  | 'MarginAcquisition'
  | 'MarginRelinquish'
  | 'MarginInterestNetting'
  | 'MarginOperatorTransferToMarginAccount'
  | 'MarginOperatorTransferToAssetAccount'
  | 'MarginUserTransfer'
  | 'MarginPositionReverseTrade'
  | 'AffiliateRebate'
  | 'DistributionEntry'
  | 'TransferHold'
  | 'AirDrop';

export type Generic = {
  readonly result: boolean;
  readonly errormsg: string | null;
  readonly errorcode: number;
  readonly detail: string | null;
  readonly status?: string;
};

export type UserInfo = {
  readonly UserId: number;
  readonly UserName: string;
  readonly Email: string;
  readonly PasswordHash: string;
  readonly PendingEmailCode: string;
  readonly EmailVerified: boolean;
  readonly AccountId: number;
  readonly DateTimeCreated: string;
  readonly AffiliateId: number;
  readonly RefererId: number;
  readonly OMSId: number;
  readonly Use2FA: boolean;
  readonly Salt: string;
  readonly PendingCodeTime: string;
  readonly Locked: boolean;
  readonly LockedTime: string;
  readonly NumberOfFailedAttempt: number;
  readonly MarginBorrowerEnabled: boolean;
  readonly MarginAcquisitionHalt: boolean;
  readonly OperatorId: number;
};

export type ConfigEntry = { readonly Key: string; readonly Value: string };

export type LevelConfig = {
  readonly Level: number;
  readonly LevelName: string;
  readonly OMSId: number;
  readonly Products: readonly LevelProduct[];
};

export type InstrumentLevelConfig = {
  readonly Level: number;
  readonly LevelName: string;
  readonly OMSId: number;
  readonly Instruments: readonly InstrumentLevel[];
};

export type Instrument = {
  readonly OMSId: number;
  readonly InstrumentId: number;
  readonly Symbol: string;
  readonly Product1: number;
  readonly Product1Symbol: string;
  readonly Product2: number;
  readonly Product2Symbol: string;
  readonly InstrumentType: string;
  readonly VenueInstrumentId: number;
  readonly VenueId: number;
  readonly SortIndex: number;
  readonly SessionStatus: string;
  readonly PreviousSessionStatus: string;
  readonly SessionStatusDateTime: string;
  readonly SessionStatusReason: string;
  readonly SelfTradePrevention: boolean;
  readonly QuantityIncrement: Decimal;
  readonly PriceIncrement: Decimal;
  readonly MinimumQuantity: Decimal;
  readonly MinimumPrice: Decimal;
  readonly VenueSymbol: string;
  readonly IsDisable: boolean;
  readonly MasterDataId: number;
  readonly PriceCollarThreshold: Decimal;
  readonly PriceCollarPercent: Decimal;
  readonly PriceCollarEnabled: boolean;
  readonly PriceFloorLimit: Decimal;
  readonly PriceFloorLimitEnabled: boolean;
  readonly PriceCeilingLimit: Decimal;
  readonly PriceCeilingLimitEnabled: boolean;
  readonly CreateWithMarketRunning: boolean;
  readonly AllowOnlyMarketMakerCounterParty: boolean;
  readonly PriceCollarIndexDifference: Decimal;
  readonly PriceCollarConvertToOtcEnabled: boolean;
  readonly PriceCollarConvertToOtcClientUserId: number;
  readonly PriceCollarConvertToOtcAccountId: number;
  readonly PriceCollarConvertToOtcThreshold: Decimal;
  readonly OtcConvertSizeThreshold: Decimal;
  readonly OtcConvertSizeEnabled: boolean;
  readonly OtcTradesPublic: boolean;
  readonly PriceTier: number;
};

export type Product = {
  readonly OMSId: number;
  readonly ProductId: number;
  readonly Product: string;
  readonly ProductFullName: string;
  readonly MasterDataUniqueProductSymbol: string;
  readonly ProductType: string;
  readonly DecimalPlaces: number;
  readonly TickSize: Decimal;
  readonly DepositEnabled: boolean;
  readonly WithdrawEnabled: boolean;
  readonly NoFees: boolean;
  readonly IsDisabled: boolean;
  readonly MarginEnabled: boolean;
  readonly ProductSymbol: string;
  readonly iconUrl: string | null;
};

export type Attribute = {
  readonly OMSId: number;
  readonly ProductId: number;
  readonly KeyName: string;
  readonly KeyValue: string;
};

export type InstrumentAttribute = {
  readonly OMSId: number;
  readonly InstrumentId: number;
  readonly KeyName: string;
  readonly KeyValue: string;
};

export type Level1 = {
  readonly OMSId: number;
  readonly InstrumentId: number;
  readonly BestBid: Decimal;
  readonly BestOffer: Decimal;
  readonly LastTradedPx: Decimal;
  readonly LastTradedQty: Decimal;
  readonly LastTradeTime: number;
  readonly SessionOpen: Decimal;
  readonly SessionHigh: Decimal;
  readonly SessionLow: Decimal;
  readonly SessionClose: Decimal;
  readonly Volume: Decimal;
  readonly CurrentDayVolume: Decimal;
  readonly CurrentDayNotional: Decimal;
  readonly CurrentDayNumTrades: number;
  readonly CurrentDayPxChange: Decimal;
  readonly Rolling24HrVolume: Decimal;
  readonly Rolling24HrNotional: Decimal;
  readonly Rolling24NumTrades: number;
  readonly Rolling24HrPxChange: Decimal;
  readonly TimeStamp: string;
  readonly BidQty: Decimal;
  readonly AskQty: Decimal;
  readonly BidOrderCt: number;
  readonly AskOrderCt: number;
  readonly Rolling24HrPxChangePercent: Decimal;
};

export type Level2Row = {
  readonly MDUpdateId: number;
  readonly AccountCount: number;
  readonly ActionDateTime: number;
  readonly ActionType: number;
  readonly LastTradePrice: Decimal;
  readonly OrderCount: number;
  readonly Price: Decimal;
  readonly ProductPairCode: number;
  readonly Quantity: Decimal;
  readonly Side: number;
};

export type PublicTradeRow = {
  readonly TradeId: number;
  readonly ProductPairCode: number;
  readonly Quantity: Decimal;
  readonly Price: Decimal;
  readonly Order1: number;
  readonly Order2: number;
  readonly TradeTime: number;
  readonly Direction: number;
  readonly TakerSide: number;
  readonly BlockTrade: number;
  readonly ClientOrderId: number;
};

export type TickerRow = {
  readonly EndDateTime: number;
  readonly High: Decimal;
  readonly Low: Decimal;
  readonly Open: Decimal;
  readonly Close: Decimal;
  readonly Volume: Decimal;
  readonly InsideBid: Decimal;
  readonly InsideAsk: Decimal;
  readonly InstrumentId: number;
  readonly BeginDateTime: number;
};

export type AccountInfo = {
  readonly OMSID: number;
  readonly AccountId: number;
  readonly AccountName: string;
  readonly AccountHandle: string | null;
  readonly FirmId: string | null;
  readonly FirmName: string | null;
  readonly AccountType: string;
  readonly FeeGroupId: number;
  readonly ParentID: number;
  readonly RiskType: string;
  readonly VerificationLevel: number;
  readonly VerificationLevelName: string | null;
  readonly CreditTier: number;
  readonly FeeProductType: string;
  readonly FeeProduct: number;
  readonly RefererId: number;
  readonly LoyaltyProductId: number;
  readonly LoyaltyEnabled: boolean;
  readonly PriceTier: number;
  readonly Frozen: boolean;
};

export type Position = {
  readonly OMSId: number;
  readonly AccountId: number;
  readonly ProductSymbol: string;
  readonly ProductId: number;
  readonly Amount: Decimal;
  readonly Hold: Decimal;
  readonly PendingDeposits: Decimal;
  readonly PendingWithdraws: Decimal;
  readonly TotalDayDeposits: Decimal;
  readonly TotalMonthDeposits: Decimal;
  readonly TotalYearDeposits: Decimal;
  readonly TotalDayDepositNotional: Decimal;
  readonly TotalMonthDepositNotional: Decimal;
  readonly TotalYearDepositNotional: Decimal;
  readonly TotalDayWithdraws: Decimal;
  readonly TotalMonthWithdraws: Decimal;
  readonly TotalYearWithdraws: Decimal;
  readonly TotalDayWithdrawNotional: Decimal;
  readonly TotalMonthWithdrawNotional: Decimal;
  readonly TotalYearWithdrawNotional: Decimal;
  readonly NotionalProductId: number;
  readonly NotionalProductSymbol: string;
  readonly NotionalValue: Decimal;
  readonly NotionalHoldAmount: Decimal;
  readonly NotionalRate: Decimal;
  readonly TotalDayTransferNotional: Decimal;
};

export type Transaction = {
  readonly TransactionId: number;
  readonly ReferenceId: number;
  readonly OMSId: number;
  readonly AccountId: number;
  readonly CR: Decimal;
  readonly DR: Decimal;
  readonly Counterparty: number;
  readonly TransactionType: TransactionType;
  readonly ReferenceType: ReferenceType;
  readonly ProductId: number;
  readonly Balance: Decimal;
  readonly TimeStamp: number;
};

export type Order = {
  readonly Side: Side;
  readonly OrderId: number;
  readonly Price: Decimal;
  readonly Quantity: Decimal;
  readonly DisplayQuantity: Decimal;
  readonly Instrument: number;
  readonly Account: number;
  readonly AccountName: string;
  readonly OrderType: OrderType;
  readonly ClientOrderId: number;
  readonly OrderState: OrderState;
  readonly ReceiveTime: number;
  readonly ReceiveTimeTicks: Decimal;
  readonly LastUpdatedTime: number;
  readonly LastUpdatedTimeTicks: Decimal;
  readonly OrigQuantity: Decimal;
  readonly QuantityExecuted: Decimal;
  readonly GrossValueExecuted: Decimal;
  readonly ExecutableValue: Decimal;
  readonly AvgPrice: Decimal;
  readonly CounterPartyId: number;
  readonly ChangeReason: string;
  readonly OrigOrderId: number;
  readonly OrigClOrdId: number;
  readonly EnteredBy: number;
  readonly UserName: string;
  readonly IsQuote: boolean;
  readonly InsideAsk: Decimal;
  readonly InsideAskSize: Decimal;
  readonly InsideBid: Decimal;
  readonly InsideBidSize: Decimal;
  readonly LastTradePrice: Decimal;
  readonly RejectReason: string;
  readonly IsLockedIn: boolean;
  readonly CancelReason: string;
  readonly OrderFlag: string;
  readonly UseMargin: boolean;
  readonly StopPrice: Decimal;
  readonly PegPriceType: PegPriceType;
  readonly PegOffset: Decimal;
  readonly PegLimitOffset: Decimal;
  readonly IpAddress: string | null;
  readonly IPv6a: number;
  readonly IPv6b: number;
  readonly ClientOrderIdUuid: string | null;
  readonly OMSId: number;
  readonly TimeInForce: TimeInForce;
  readonly ExpireTime: number;
  readonly OrderIdOCO: number;
};

export type AccountTrade = {
  readonly OMSId: number;
  readonly ExecutionId: number;
  readonly TradeId: number;
  readonly OrderId: number;
  readonly AccountId: number;
  readonly AccountName: string;
  readonly SubAccountId: number;
  readonly ClientOrderId: number;
  readonly InstrumentId: number;
  readonly Side: Side;
  readonly OrderType: OrderType;
  readonly Quantity: Decimal;
  readonly RemainingQuantity: Decimal;
  readonly Price: Decimal;
  readonly Value: Decimal;
  readonly CounterParty: string;
  readonly OrderTradeRevision: number;
  readonly Direction: string;
  readonly IsBlockTrade: boolean;
  readonly Fee: Decimal;
  readonly FeeProductId: number;
  readonly OrderOriginator: number;
  readonly UserName: string;
  readonly TradeTimeMS: number;
  readonly MakerTaker: MakerTaker;
  readonly AdapterTradeId: number;
  readonly InsideBid: Decimal;
  readonly InsideBidSize: Decimal;
  readonly InsideAsk: Decimal;
  readonly InsideAskSize: Decimal;
  readonly IsQuote: boolean;
  readonly CounterPartyClientUserId: number;
  readonly NotionalProductId: number;
  readonly NotionalRate: Decimal;
  readonly NotionalValue: Decimal;
  readonly NotionalHoldAmount: Decimal;
  readonly TradeTime: Decimal;
  readonly TradeFlag: string;
};

export type AccountFee = {
  readonly FeeId: number;
  readonly OMSId: number;
  readonly FeeTier: number;
  readonly AccountId: number;
  readonly FeeAmt: Decimal;
  readonly FeeCalcType: string;
  readonly FeeType: string;
  readonly LadderThreshold: Decimal;
  readonly LadderSeconds: number;
  readonly IsActive: boolean;
  readonly InstrumentId: number;
  readonly OrderType: OrderType;
  readonly PeggedProductId: number;
};

export type FeeTier = {
  readonly OMSId: number;
  readonly AccountId: number;
  readonly InstrumentId: number;
  readonly OrderType: OrderType;
  readonly FeeId: number;
  readonly FeeAmt: Decimal;
  readonly FeeCalcType: string;
  readonly FeeType: string;
  readonly LadderThreshold: Decimal;
  readonly LadderSeconds: number;
  readonly IsActive: boolean;
};

export type TicketFee = { readonly FeeAmount: Decimal; readonly TicketAmount: Decimal };

export type ProviderFee = {
  readonly OMSId: number;
  readonly AccountId: number;
  readonly AccountProviderId: number;
  readonly FeeId: number;
  readonly FeeAmt: Decimal;
  readonly FeeCalcType: string;
  readonly IsActive: boolean;
  readonly ProductId: number;
  readonly MinimalFeeAmt: Decimal;
  readonly MinimalFeeCalcType: string;
};

export type TemplateTypes = {
  readonly TemplateTypes: readonly TemplateType[];
  readonly result: boolean;
  readonly errormsg: string | null;
  readonly statuscode: number;
};

export type TemplateType = {
  readonly AccountProviderId: number;
  readonly TemplateName: string;
  readonly AccountProviderName: string;
  readonly DisplayName: string;
  readonly TemplateType: string;
  readonly MinimumAmount: Decimal;
  readonly Confirmations: number;
};

export type DepositTemplate = {
  readonly ProviderType: string;
  readonly Template: string;
  readonly ProcessInfo: string;
  readonly UseGetDepositWorkflow: boolean;
  readonly DepositWorkflow: string;
};

export type DepositTicket = {
  readonly AssetManagerId: number;
  readonly AccountProviderId: number;
  readonly AccountId: number;
  readonly AssetId: number;
  readonly AccountName: string;
  readonly AssetName: string;
  readonly Amount: Decimal;
  readonly NotionalValue: Decimal;
  readonly NotionalProductId: number;
  readonly OMSId: number;
  readonly RequestCode: string;
  readonly ReferenceId: string;
  readonly RequestIP: string | null;
  readonly RequestUser: number;
  readonly RequestUserName: string;
  readonly OperatorId: number;
  readonly Status: string;
  readonly FeeAmt: Decimal;
  readonly UpdatedByUser: number;
  readonly UpdatedByUserName: string | null;
  readonly TicketNumber: number;
  readonly DepositInfo: string;
  readonly RejectReason: string | null;
  readonly CreatedTimestamp: string;
  readonly LastUpdateTimeStamp: string;
  readonly CreatedTimestampTick: Decimal;
  readonly LastUpdateTimeStampTick: Decimal;
  readonly Comments: readonly TicketComment[];
  readonly Attachments: readonly string[];
};

export type Deposit = {
  readonly OMSId: number;
  readonly DepositId: number;
  readonly AccountId: number;
  readonly SubAccountId: number;
  readonly ProductId: number;
  readonly Amount: Decimal;
  readonly LastUpdateTimeStamp: Decimal;
  readonly ProductType: string;
  readonly TicketStatus: string;
  readonly DepositInfo: string;
  readonly DepositCode: string;
  readonly TicketNumber: number;
  readonly NotionalProductId: number;
  readonly NotionalValue: Decimal;
  readonly FeeAmount: Decimal;
};

export type WithdrawTicket = {
  readonly AssetManagerId: number;
  readonly AccountProviderId: number;
  readonly AccountId: number;
  readonly AssetId: number;
  readonly AccountName: string;
  readonly AssetName: string;
  readonly Amount: Decimal;
  readonly NotionalValue: Decimal;
  readonly NotionalProductId: number;
  readonly OMSId: number;
  readonly RequestCode: string;
  readonly TemplateForm: string;
  readonly TemplateFormType: string | null;
  readonly RequestIP: string | null;
  readonly RequestUserId: number;
  readonly RequestUserName: string;
  readonly OperatorId: number;
  readonly Status: string;
  readonly FeeAmt: Decimal;
  readonly UpdatedByUser: number;
  readonly UpdatedByUserName: string | null;
  readonly TicketNumber: number;
  readonly WithdrawTransactionDetails: string;
  readonly RejectReason: string | null;
  readonly CreatedTimestamp: string;
  readonly LastUpdateTimestamp: string;
  readonly CreatedTimestampTick: Decimal;
  readonly LastUpdateTimestampTick: Decimal;
  readonly Comments: readonly TicketComment[];
  readonly Attachments: readonly string[];
  readonly AuditLog: readonly string[];
};

export type Withdrawal = {
  readonly OMSId: number;
  readonly WithdrawId: number;
  readonly AssetManagerId: number;
  readonly AccountId: number;
  readonly ProductId: number;
  readonly AssetId: number;
  readonly AssetType: string;
  readonly Amount: Decimal;
  readonly FeeAmount: Decimal;
  readonly NotionalProductId: number;
  readonly NotionalValue: Decimal;
  readonly TemplateForm: string;
  readonly TemplateFormType: string;
  readonly TicketStatus: string;
  readonly TicketNumber: number;
  readonly WithdrawTransactionDetails: string;
  readonly WithdrawType: string;
  readonly WithdrawCode: string;
  readonly Reaccepted: boolean;
  readonly LastUpdateTimeStamp: Decimal;
};

export type LevelProduct = {
  readonly VerificationLevel: number;
  readonly VerificationLevelName: string;
  readonly OMSId: number;
  readonly ProductId: number;
  readonly ProductName: string;
  readonly AutoWithdrawThreshold: Decimal;
  readonly DailyDepositLimit: Decimal;
  readonly DailyDepositNotionalLimit: Decimal;
  readonly MonthlyDepositLimit: Decimal;
  readonly MonthlyDepositNotionalLimit: Decimal;
  readonly YearlyDepositLimit: Decimal;
  readonly YearlyDepositNotionalLimit: Decimal;
  readonly DailyWithdrawLimit: Decimal;
  readonly DailyWithdrawNotionalLimit: Decimal;
  readonly DailyWithdrawLeft: Decimal;
  readonly MonthlyWithdrawLimit: Decimal;
  readonly MonthlyWithdrawNotionalLimit: Decimal;
  readonly MonthlyWithdrawLeft: Decimal;
  readonly YearlyWithdrawLimit: Decimal;
  readonly YearlyWithdrawNotionalLimit: Decimal;
  readonly DailyTransferNotionalLimit: Decimal;
  readonly NotionalProductId: number;
  readonly OverLimitRejected: boolean;
  readonly WithdrawProcessingDelaySec: number;
  readonly DepositTicketWorkflow: string;
  readonly WithdrawTicketWorkflow: string;
  readonly RequireWhitelistedAddress: boolean;
  readonly AutoAcceptWhitelistedAddress: boolean;
};

export type InstrumentLevel = {
  readonly VerificationLevel: number;
  readonly VerificationLevelName: string;
  readonly OMSId: number;
  readonly InstrumentId: number;
  readonly InstrumentName: string;
  readonly DailyBuyLimit: Decimal;
  readonly DailySellLimit: Decimal;
  readonly MonthlyBuyLimit: Decimal;
  readonly MonthlySellLimit: Decimal;
  readonly NotionalProductId: number;
  readonly DailyNotionalLimit: Decimal;
  readonly MonthlyNotionalLimit: Decimal;
  readonly YearlyNotionalLimit: Decimal;
};

export type TicketComment = {
  readonly CommentId: number;
  readonly EnteredBy: number;
  readonly EnteredDateTime: string;
  readonly EnteredDateTimeTick: Decimal;
  readonly Comment: string;
  readonly OperatorId: number;
  readonly OMSId: number;
  readonly TicketCode: string;
  readonly TicketId: number;
};

/** Every call by its name. */
export type Calls = {
  /** Liveness check of the gateway. */
  Ping(input?: Record<string, never>, options?: CallOptions): Promise<{ readonly msg: string }>;
  /** Succeeds when orders are accepted and stored: `detail` begins with `running:`. */
  HealthCheck(input?: Record<string, never>, options?: CallOptions): Promise<Generic>;
  /** Signs in with user name or e-mail and password, sent as `Authorization: Basic <base64>` (`Basic` is optional) or as fields; or with an API key, by Nonce, APIKey, Signature and UserId as headers or fields, for a session with the key's permissions that is valid from this address. Returns the session token for the header `aptoken`; on a socket the session then belongs to the socket. */
  AuthenticateUser(
    input?: {
      readonly UserName?: string | undefined;
      readonly Password?: string | undefined;
      readonly APIKey?: string | undefined;
      readonly Signature?: string | undefined;
      readonly UserId?: string | undefined;
      readonly Nonce?: string | undefined;
      readonly Timestamp?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly Authenticated: boolean;
    readonly SessionToken?: string;
    readonly User?: {
      readonly UserId: number;
      readonly UserName: string;
      readonly Email: string;
      readonly EmailVerified: boolean;
      readonly AccountId: number;
      readonly OMSId: number;
      readonly Use2FA: boolean;
    };
    readonly Locked: boolean;
    readonly Requires2FA: boolean;
    readonly EnforceEnable2FA: boolean;
    readonly TwoFAType: string | null;
    readonly TwoFAToken: string | null;
    readonly Pending2FaToken?: string;
    readonly AuthType?: string;
    readonly AddtlInfo?: string;
    readonly errormsg: string | null;
    readonly UserId?: number;
    readonly AccountId?: number;
    readonly OMSId?: number;
  }>;
  /** Signs a socket in, with user name or e-mail and password, or with the `SessionToken` of a session to resume. On a socket only. On a socket only. */
  WebAuthenticateUser(
    input?: {
      readonly UserName?: string | undefined;
      readonly Password?: string | undefined;
      readonly SessionToken?: string | undefined;
      readonly JWTToken?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly Authenticated: boolean;
    readonly SessionToken?: string;
    readonly UserId?: number;
    readonly twoFAToken: string;
    readonly Requires2FA: boolean;
    readonly AuthType: string;
    readonly AddtlInfo: string;
    readonly Pending2FaToken?: string;
    readonly EnforceEnable2FA?: boolean;
    readonly errormsg: string | null;
  }>;
  /** Calls that require a captcha: none on this exchange. */
  GetCaptchaRequiredEndpoints(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<readonly string[]>;
  /** Re-authenticates the customer within a session: with a code or passkey where a second factor is on, with the password otherwise. Returns a new token for the session; the previous one is invalid at once. Calls that were refused with the detail `Re-authentication required` are accepted for 15 minutes. For the customer in person. */
  Reauthenticate(
    input?: {
      readonly Password?: string | undefined;
      readonly Code?: string | undefined;
      readonly Passkey?: { readonly ChallengeId: string; readonly Response: string } | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly Authenticated: boolean;
    readonly SessionToken?: string;
    readonly errormsg: string | null;
  }>;
  /** Ends the session of the token in the header `aptoken`, or of the socket. Also succeeds without a session. */
  LogOut(input?: Record<string, never>, options?: CallOptions): Promise<Generic>;
  /** Completes an operation that waits for a code of the authenticator app: a sign-in, identified by the header or field `Pending2FaToken` or begun on the same socket; or, with a session, switching the second factor on after EnableGoogle2FA or off after Disable2FA. A recovery code is accepted at sign-in and for switching off. Switching on returns ten recovery codes, once. */
  Authenticate2FA(
    input: { readonly Code: string; readonly Pending2FaToken?: string | undefined },
    options?: CallOptions,
  ): Promise<{
    readonly Authenticated: boolean;
    readonly UserId?: number;
    readonly SessionToken?: string;
    readonly RecoveryCodes?: readonly string[];
    readonly errormsg: string | null;
  }>;
  /** Returns the options that a browser needs to sign in with a passkey, as JSON text in the W3C format: with any passkey, with one of a user name, or with the header `Pending2FaToken` instead of a code. The answer never reveals whether a user exists. AuthenticatePasskey accepts the response within five minutes, once. */
  BeginPasskeySignIn(
    input?: { readonly UserName?: string | undefined; readonly Pending2FaToken?: string | undefined },
    options?: CallOptions,
  ): Promise<{ readonly Options: string; readonly ChallengeId: string }>;
  /** Signs in with a passkey, or completes with it a sign-in that waits for a code, identified by the header `Pending2FaToken`. `Response` is the browser's response as JSON text. */
  AuthenticatePasskey(
    input: {
      readonly ChallengeId: string;
      readonly Response: string;
      readonly Pending2FaToken?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly Authenticated: boolean;
    readonly SessionToken?: string;
    readonly User?: {
      readonly UserId: number;
      readonly UserName: string;
      readonly Email: string;
      readonly EmailVerified: boolean;
      readonly AccountId: number;
      readonly OMSId: number;
      readonly Use2FA: boolean;
    };
    readonly Locked: boolean;
    readonly Requires2FA: boolean;
    readonly EnforceEnable2FA: boolean;
    readonly TwoFAType: string | null;
    readonly TwoFAToken: string | null;
    readonly Pending2FaToken?: string;
    readonly AuthType?: string;
    readonly AddtlInfo?: string;
    readonly errormsg: string | null;
    readonly UserId?: number;
    readonly AccountId?: number;
    readonly OMSId?: number;
  }>;
  /** Whether the second factor is on, since when, and the number of unused recovery codes. `ResetPlannedAt` is when it will be switched off after its loss was reported to support. For the customer in person. */
  GetSecondFactor(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<{
    readonly Use2FA: boolean;
    readonly RecoveryCodesLeft: number;
    readonly EnabledAt: string | null;
    readonly ResetPlannedAt: string | null;
  }>;
  /** Begins to switch the second factor on: returns a new secret for an authenticator app, as a PNG in base64 and as text. It takes effect only after Authenticate2FA with a code from it. Requires a session with re-authentication within 15 minutes and from a known place, or the header `Pending2FaToken` of a sign-in that requires a factor. */
  EnableGoogle2FA(
    input?: { readonly Pending2FaToken?: string | undefined },
    options?: CallOptions,
  ): Promise<{ readonly GoogleQRCode: string; readonly ManualCode: string; readonly errorcode: number }>;
  /** Begins to switch the second factor off; Authenticate2FA with a code, in the same session and within 15 minutes, does it. Other sessions end then, and withdrawals are held for a day. For the customer in person. */
  Disable2FA(input?: Record<string, never>, options?: CallOptions): Promise<Generic>;
  /** Creates ten new recovery codes, shown once, which replace all earlier ones. For the customer in person. */
  CreateRecoveryCodes(
    input: { readonly Code: string },
    options?: CallOptions,
  ): Promise<{ readonly RecoveryCodes: readonly string[] }>;
  /** Cancels the reset of the second factor that was requested from support. For the customer in person. */
  CancelSecondFactorReset(input?: Record<string, never>, options?: CallOptions): Promise<Generic>;
  /** Checks a code of the authenticator app, which uses it up. No call of this exchange depends on it. For the customer in person. */
  Validate2FA(
    input: { readonly TFaType?: string | undefined; readonly Code: string },
    options?: CallOptions,
  ): Promise<{ readonly TFaAuthenticated: boolean }>;
  /** Calls that require Validate2FA first: none on this exchange. Withdrawals are confirmed by mail, and a code sent with them is checked. */
  GetValidate2FARequiredEndpoints(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<readonly string[]>;
  /** Returns the options that a browser needs to create a passkey, as JSON text in the W3C format. AddPasskey accepts the response within five minutes. For the customer in person. */
  BeginPasskey(input?: Record<string, never>, options?: CallOptions): Promise<{ readonly Options: string }>;
  /** Stores the passkey that a browser created after BeginPasskey; `Response` is the browser's response as JSON text. From then on the passkey can sign in. For the customer in person. */
  AddPasskey(
    input: { readonly Name: string; readonly Response: string },
    options?: CallOptions,
  ): Promise<{ readonly PasskeyId: string }>;
  /** The passkeys that can sign in, oldest first. From `CountsFrom` on, one raises the automatic limits of the withdrawals that it signs; null: not yet known. For the customer in person. */
  GetPasskeys(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly PasskeyId: string;
      readonly Name: string;
      readonly CreatedAt: string;
      readonly LastUsedAt: string | null;
      readonly CountsFrom: string | null;
    }[]
  >;
  /** Removes a passkey, so that it can no longer sign in. For the customer in person. */
  RemovePasskey(input: { readonly PasskeyId: string }, options?: CallOptions): Promise<Generic>;
  /** Registers a customer and mails a link that verifies the address, which opens the account. `PasswordHash` is the plain password, despite its name. */
  RegisterUser(
    input: {
      readonly UserInfo: { readonly UserName: string; readonly Email: string; readonly PasswordHash: string };
      readonly UserConfig?: readonly { readonly Key: string; readonly Value: string }[] | undefined;
      readonly AffiliateTag?: string | undefined;
      readonly OperatorId?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{ readonly UserId: number }>;
  /** Verifies the e-mail address with the code from the mailed link. Repeating it with the same code succeeds. */
  ConfirmUserEmail(
    input: { readonly UserId?: number | undefined; readonly VerifyEmailCode: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Mails a new verification link. Also succeeds for unknown and verified addresses, so that addresses cannot be probed. */
  ResendVerificationEmail(input: { readonly Email: string }, options?: CallOptions): Promise<Generic>;
  /** Mails a link to set a new password, to a verified address only. Succeeds for unknown names too. */
  ResetPassword(input: { readonly UserName: string }, options?: CallOptions): Promise<Generic>;
  /** Checks whether a password-reset code is still valid, without using it. */
  ValidateCode(
    input: { readonly UserId?: number | undefined; readonly VerifyCode: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Sets a new password with the code from the mailed link. Ends every session of the user, deletes all API keys, removes passkeys that were added in the last seven days, and unlocks an account that was locked after wrong passwords. The second factor stays on. */
  ResetPassword2(
    input: { readonly UserId?: number | undefined; readonly PendingCode: string; readonly Password: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Unlocks an account that was locked after too many wrong passwords, with the code from the mailed link. A used code returns whether the account is unlocked now. An account that an operator locked stays locked. */
  UnlockAccount(
    input: { readonly UserId?: number | undefined; readonly VerifyCode: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Freezes an account with the code from a link in a mail about it: every session ends, API keys and passkeys stop, and pending withdrawals are canceled. A password reset opens the account, and so does an operator. Repeating it succeeds. */
  FreezeAccount(
    input: { readonly UserId?: number | undefined; readonly VerifyCode: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** The signed-in user. Keys: Trading or AccountReadOnly. */
  GetUserInfo(
    input?: {
      readonly UserId?: number | undefined;
      readonly UserName?: string | undefined;
      readonly Email?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<UserInfo>;
  /** The signed-in user, for clients that send the whole user back. A different name or address is refused with error 106: changing the address of an account would allow taking it over. For the customer in person. */
  SetUserInfo(
    input?: {
      readonly UserId?: number | undefined;
      readonly UserName?: string | undefined;
      readonly Email?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<UserInfo>;
  /** The activity of the account, newest first: sign-ins, changes of password, second factor, keys and destinations, withdrawals. The record is append-only. For the customer in person. */
  GetUserActivity(
    input?: {
      readonly UserId?: number | undefined;
      readonly StartIndex?: number | undefined;
      readonly Limit?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly Id: number;
      readonly Time: string;
      readonly Action: string;
      readonly IpAddress: string | null;
      readonly Object: string | null;
      readonly Detail: string | null;
    }[]
  >;
  /** The active sessions of the user, the most recently used one first. `APIKey` is the prefix of the key that opened a session, null for the user in person. For the customer in person. */
  GetUserSessions(
    input?: { readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly SessionId: string;
      readonly DeviceName: string;
      readonly IpAddress: string | null;
      readonly CreatedAt: string;
      readonly LastUsedAt: string;
      readonly IsCurrent: boolean;
      readonly APIKey: string | null;
    }[]
  >;
  /** Ends one session of the user at once, by its id from GetUserSessions. For the customer in person. */
  EndUserSession(input: { readonly SessionId: string }, options?: CallOptions): Promise<Generic>;
  /** Ends every session of the user except the requesting one, including those of API keys. For the customer in person. */
  EndOtherUserSessions(input?: Record<string, never>, options?: CallOptions): Promise<Generic>;
  /** Replaces the password of the customer, who gives the current one. Returns a new token for the session; the previous one is invalid at once. Every other session ends, and so do API keys with Withdraw, and API keys and passkeys that were added in the last seven days. For the customer in person. */
  ChangePassword(
    input: { readonly OldPassword: string; readonly NewPassword: string },
    options?: CallOptions,
  ): Promise<{ readonly SessionToken: string }>;
  /** Devices that the user signed in with, the most recently used one first. A sign-in from a device that is not listed sends a mail. Locations are not looked up. For the customer in person. */
  GetUserDevices(
    input?: { readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly HashCode: string;
      readonly Location: string;
      readonly DeviceName: string;
      readonly IpAddress: string;
      readonly UserId: number;
      readonly IsTrusted: boolean;
      readonly ExpirationTime: Decimal;
    }[]
  >;
  /** Sets keys of the user config and keeps the others. Keys of the second factor and of verification are refused. For the customer in person. */
  SetUserConfig(
    input: {
      readonly UserId?: number | undefined;
      readonly Config: readonly { readonly Key: string; readonly Value: string }[];
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** The keys of the user config; every value is masked by eight stars. Keys: Trading. */
  GetUserConfig(
    input?: { readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly ConfigEntry[]>;
  /** The user config with its values. For the customer in person. */
  UnmaskUserConfig(
    input?: { readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly ConfigEntry[]>;
  /** One entry of the user config with its value. A missing key is error 102, as clients expect. For the customer in person. */
  GetUnredactedUserConfigByKey(
    input: { readonly UserId?: number | undefined; readonly Key: string },
    options?: CallOptions,
  ): Promise<ConfigEntry>;
  /** Scheduled reports do not exist on this exchange: always an empty list. Keys: Trading or AccountReadOnly. */
  GetUserReportTickets(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** Scheduled reports do not exist on this exchange: always an empty list. Keys: Trading or AccountReadOnly. */
  GetUserReportTicketsByStatus(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** The permissions of the customer, which they may give to an API key. For the customer in person. */
  GetUserPermissions(
    input?: { readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly string[]>;
  /** The customer's API keys, oldest first, without their secrets. For the customer in person. */
  GetUserAPIKeys(
    input?: { readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly APIKey: string;
      readonly APISecret: string | null;
      readonly UserId: number;
      readonly Permissions: readonly string[];
      readonly Nonce?: number;
      readonly IpWhiteList: string;
      readonly SignedRequestsOnly?: boolean;
      readonly DailyNotional?: Decimal;
    }[]
  >;
  /** Creates an API key and returns its secret, once, with a Nonce to sign the first request with. IpWhiteList holds addresses and networks (203.0.113.9, 203.0.113.0/24, 2001:db8::/64), at most 20, separated by commas or as a list; without it the key works from any address. At most 20 keys. The key accepts only signatures that cover the request. With SignedRequestsOnly false, for clients of the family, it accepts theirs too, its secret has 32 digits instead of 64, and it cannot have Withdraw. DailyNotional is the most that it trades in a day (UTC), in pesos; without it the default of the exchange applies. For the customer in person. */
  AddUserAPIKey(
    input: {
      readonly UserId?: number | undefined;
      readonly Permissions: readonly string[];
      readonly IpWhiteList?: string | undefined;
      readonly SignedRequestsOnly?: boolean | undefined;
      readonly DailyNotional?: Decimal | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly APIKey: string;
    readonly APISecret: string | null;
    readonly UserId: number;
    readonly Permissions: readonly string[];
    readonly Nonce?: number;
    readonly IpWhiteList: string;
    readonly SignedRequestsOnly?: boolean;
    readonly DailyNotional?: Decimal;
  }>;
  /** Replaces the addresses that an API key works from; without IpWhiteList it works from any. It takes effect with the next request of the key. A list that allows an address which the former one did not requires a recent re-authentication. For the customer in person. */
  UpdateUserAPIKeyWhitelist(
    input: {
      readonly UserId?: number | undefined;
      readonly APIKey: string;
      readonly IpWhiteList?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly APIKey: string;
    readonly APISecret: string | null;
    readonly UserId: number;
    readonly Permissions: readonly string[];
    readonly Nonce?: number;
    readonly IpWhiteList: string;
    readonly SignedRequestsOnly?: boolean;
    readonly DailyNotional?: Decimal;
  }>;
  /** Replaces the most that an API key trades in a day (UTC), in pesos; without DailyNotional the default of the exchange applies. It takes effect with the next request of the key. A higher limit requires a recent re-authentication. For the customer in person. */
  UpdateUserAPIKeyDailyNotional(
    input: {
      readonly UserId?: number | undefined;
      readonly APIKey: string;
      readonly DailyNotional?: Decimal | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly APIKey: string;
    readonly APISecret: string | null;
    readonly UserId: number;
    readonly Permissions: readonly string[];
    readonly Nonce?: number;
    readonly IpWhiteList: string;
    readonly SignedRequestsOnly?: boolean;
    readonly DailyNotional?: Decimal;
  }>;
  /** Adds one permission to an API key. Adding one that it already has succeeds. Withdraw requires a key with SignedRequestsOnly. For the customer in person. */
  AddUserAPIKeyPermission(
    input: { readonly UserId?: number | undefined; readonly APIKey: string; readonly Permission: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Removes one permission from an API key, at once. Removing one that it does not have succeeds; a key without permissions gives no access. For the customer in person. */
  RemoveUserAPIKeyPermission(
    input: { readonly UserId?: number | undefined; readonly APIKey: string; readonly Permission: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Deletes an API key permanently and ends the sessions that it opened. For the customer in person. */
  RemoveUserAPIKey(
    input: { readonly UserId?: number | undefined; readonly APIKey: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** The limits of the account's verification level for each product: -1 is unlimited, 0 is nothing. Limits are set in the notional product and converted to each product at its reference price. DailyWithdrawLeft and MonthlyWithdrawLeft are the amounts that withdrawals have not used yet. A withdrawal above AutoWithdrawThreshold needs an operator; one to a new destination, or right after a change of credentials, waits WithdrawProcessingDelaySec. Keys: Trading or Deposit or Withdraw. */
  GetVerificationLevelConfig(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<LevelConfig>;
  /** The trading limits of the account's verification level. No level limits trading, so every value is -1. Keys: Trading or AccountReadOnly. */
  GetInstrumentVerificationLevelConfig(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<InstrumentLevelConfig>;
  /** The verification level of the account, and the status of the identity check: NotStarted, Processing, Verified, Rejected or Expired. Keys: Trading or AccountReadOnly. */
  GetUserVerificationLevel(
    input?: { readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<{
    readonly UserId: number;
    readonly AccountId: number;
    readonly VerificationLevel: number;
    readonly VerificationLevelName: string;
    readonly AccountType: string;
    readonly Status: string;
  }>;
  /** The cards of the verification levels, in en, es or pt. With a session each also has the customer's progress: Status, the one available Action (start: the identity check, form: the formlink, request: a level request, support: the check was refused for good), the last comment of a reviewer and the status of the request. */
  GetKycLevels(
    input?: { readonly Language?: string | undefined },
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly level: number;
      readonly label: string;
      readonly description: readonly { readonly user_type: string }[];
      readonly benefits: readonly string[];
      readonly requirements: {
        readonly 'Natural person': readonly string[];
        readonly 'Legal entity': readonly string[];
      };
      readonly verifiedMessage: string;
      readonly notStartedMessage: string;
      readonly underReviewMessage: string;
      readonly buttonText: string | null;
      readonly formlink: string | null;
      readonly Status: string | null;
      readonly Action: string | null;
      readonly Comment: string | null;
      readonly RequestStatus: string | null;
    }[]
  >;
  /** A short-lived token that opens the identity widget for the signed-in customer and one level. The customer comes from the session. For the customer in person. */
  CreateAccessToken(
    input: {
      readonly levelName: number;
      readonly ttlInSecs?: number | undefined;
      readonly applicantIdentifiers?:
        { readonly email?: string | undefined; readonly userId?: number | undefined } | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly token: string;
    readonly userId: string;
    readonly provider: string;
    readonly widgetUrl?: string;
  }>;
  /** The request for a level from 2 to 4: Draft, Submitted, Returned with a comment, Approved or Rejected; the data and documents sent so far, and what is still missing. For the customer in person. */
  GetLevelRequest(
    input: { readonly Level: number; readonly Language?: string | undefined },
    options?: CallOptions,
  ): Promise<{
    readonly Level: number;
    readonly Status: string;
    readonly Comment: string | null;
    readonly Funds: {
      readonly Occupation: string | null;
      readonly Source: string | null;
      readonly Description: string | null;
      readonly MonthlyIncome: string | null;
      readonly MonthlyVolume: string | null;
      readonly Purpose: string | null;
      readonly PoliticallyExposed: boolean | null;
      readonly Declared: boolean | null;
    };
    readonly Kinds: readonly {
      readonly Kind: string;
      readonly Label: string;
      readonly DaysMax: number | null;
    }[];
    readonly Documents: readonly {
      readonly DocumentId: number;
      readonly Kind: string;
      readonly Name: string;
      readonly ContentType: string;
      readonly Size: number;
      readonly IssuedOn: string | null;
    }[];
    readonly MissingDocuments: readonly string[];
    readonly MissingFunds: readonly string[];
  }>;
  /** Stores the source-of-funds form of a level request; omitted fields are empty. Ranges are millions of Colombian pesos a month. For the customer in person. */
  SaveLevelRequest(
    input: {
      readonly Level: number;
      readonly Funds: {
        readonly Occupation?: string | undefined;
        readonly Source?:
          | 'Salary'
          | 'Business'
          | 'Investments'
          | 'Savings'
          | 'PropertySale'
          | 'Inheritance'
          | 'Loan'
          | 'Other'
          | undefined;
        readonly Description?: string | undefined;
        readonly MonthlyIncome?: 'UpTo10' | 'UpTo50' | 'UpTo200' | 'UpTo1000' | 'Above1000' | undefined;
        readonly MonthlyVolume?: 'UpTo10' | 'UpTo50' | 'UpTo200' | 'UpTo1000' | 'Above1000' | undefined;
        readonly Purpose?: 'Investment' | 'Trading' | 'Payments' | 'Remittances' | 'Treasury' | undefined;
        readonly PoliticallyExposed?: boolean | undefined;
        readonly Declared?: boolean | undefined;
      };
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Submits a complete level request to the operators. It cannot be changed until they respond. For the customer in person. */
  SubmitLevelRequest(input: { readonly Level: number }, options?: CallOptions): Promise<Generic>;
  /** Removes a document from a level request that can still be changed. For the customer in person. */
  RemoveLevelDocument(input: { readonly DocumentId: number }, options?: CallOptions): Promise<Generic>;
  /** Sends the Brazilian form and starts the provider's check of the customer. The telephone is one text, or prefix and number. While a check runs, and after it succeeded, the same call returns its status and changes nothing. For the customer in person. */
  ValidateBrazil(
    input: {
      readonly AccountId?: number | undefined;
      readonly UserId?: number | undefined;
      readonly TaxIdNumber: string;
      readonly Street: string;
      readonly City: string;
      readonly ZipCode: string;
      readonly State: string;
      readonly Phone?: string | undefined;
      readonly PhonePrefix?: string | undefined;
      readonly PhoneNumber?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly result: boolean;
    readonly errormsg: string | null;
    readonly errorcode: number;
    readonly detail: string | null;
    readonly Status: string;
    readonly status: string;
    readonly attemptId?: string;
    readonly url?: string;
  }>;
  /** The status of the signed-in customer's Brazilian check: Processing, Verified, Rejected, Expired, or null when the form was never sent. Url is the address of the remaining step at the provider. Form is the last one sent, while it may be sent again. For the customer in person. */
  GetBrazilValidation(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<{
    readonly IsOffered: boolean;
    readonly IsStandIn: boolean;
    readonly Status: string | null;
    readonly Comment: string | null;
    readonly CanRetry: boolean;
    readonly Url: string | null;
    readonly UrlExpiresAt: string | null;
    readonly SubmittedAt: string | null;
    readonly Form: {
      readonly TaxIdNumber: string;
      readonly Street: string;
      readonly City: string;
      readonly ZipCode: string;
      readonly State: string;
      readonly Phone: string;
    } | null;
  }>;
  /** Links the account with the user and the wallet of the test network that link-user claimed for it. A link is never overwritten; confirming the same one again changes nothing. For the customer in person. */
  ConfirmAccountLink(
    input: {
      readonly AccountId?: number | undefined;
      readonly UserId?: number | undefined;
      readonly UserName: string;
      readonly WalletAddress: string;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** The user and the wallet of the test network that the account is linked to: one row, or none. For the customer in person. */
  GetAccountLink(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<
    readonly { readonly UserName: string; readonly WalletAddress: string; readonly LinkedAt: string }[]
  >;
  /** The version of this exchange, in `detail`. */
  GetOMSVersion(input?: Record<string, never>, options?: CallOptions): Promise<Generic>;
  /** The order management systems of this exchange. There is only one. */
  GetOMSs(
    input?: { readonly OperatorId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly { readonly OMSId: number; readonly OMSName: string }[]>;
  /** The states of an order, with their numbers. */
  GetEnums(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly Class: string;
      readonly Property: string;
      readonly Enums: readonly {
        readonly Name: string;
        readonly Description: string;
        readonly Number: number;
      }[];
    }[]
  >;
  /** Every instrument with its increments and minimums. */
  GetInstruments(
    input?: {
      readonly InstrumentState?: 'Active' | 'Both' | 'Inactive' | undefined;
      readonly Depth?: number | undefined;
      readonly StartIndex?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Instrument[]>;
  /** Returns one instrument by id or symbol. */
  GetInstrument(
    input?: { readonly InstrumentId?: number | undefined; readonly Symbol?: string | undefined },
    options?: CallOptions,
  ): Promise<Instrument>;
  /** Every product that can be owned. */
  GetProducts(
    input?: {
      readonly GetDisabled?: boolean | undefined;
      readonly Attribute?: string | undefined;
      readonly AttributeValue?: string | undefined;
      readonly Depth?: number | undefined;
      readonly StartIndex?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Product[]>;
  /** Returns one product by id. */
  GetProduct(input: { readonly ProductId: number }, options?: CallOptions): Promise<Product>;
  /** The icon of a product as `ProductIcon`, when it has one, and its networks as `ProductNetwork`; all products when ProductId is omitted. */
  GetProductAttributes(
    input?: { readonly ProductId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly Attribute[]>;
  /** Order limits of an instrument beyond its own fields: `MaximumQuantity` in the base product, `MinimumValue` and `MaximumValue` in the quote product. All instruments when InstrumentId is omitted. */
  GetInstrumentAttributes(
    input?: { readonly InstrumentId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly InstrumentAttribute[]>;
  /** Symbols of the products that can be deposited or withdrawn. Keys: Trading or AccountReadOnly. */
  GetTreasuryProductsForAccount(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly string[]>;
  /** Best bid and offer, last trade, and the figures of the UTC day and of the last 24 hours. */
  GetLevel1(input: { readonly InstrumentId: number }, options?: CallOptions): Promise<Level1>;
  /** The Level1 object of every instrument, each as JSON text. */
  GetLevel1Summary(input?: Record<string, never>, options?: CallOptions): Promise<readonly string[]>;
  /** Last price, 24-hour change and volume in short rows, for the instruments in `InstrumentIds` (a list or its JSON text) or for all. */
  GetLevel1SummaryMin(
    input?: { readonly InstrumentIds?: readonly number[] | undefined },
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly InstrumentId: number;
      readonly Symbol: string;
      readonly LastTradedPx: Decimal;
      readonly Rolling24HrPxChange: Decimal;
      readonly Rolling24HrPxChangePercent: Decimal;
      readonly Rolling24HrVolume: Decimal;
    }[]
  >;
  /** The order book by price level: bids from the highest down, then asks from the lowest up. */
  GetL2Snapshot(
    input: { readonly InstrumentId: number; readonly Depth?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly Level2Row[]>;
  /** The newest trades of an instrument, in chronological order. */
  GetLastTrades(
    input: { readonly InstrumentId: number; readonly Count?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly PublicTradeRow[]>;
  /** Candles, oldest first, including the current one. `Interval` is 60, 300, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 604800, 2419200 or 9676800 seconds. Dates are UTC; without them the last 1000 intervals; 5000 at most. */
  GetTickerHistory(
    input: {
      readonly InstrumentId: number;
      readonly Interval: number;
      readonly FromDate?: string | number | undefined;
      readonly ToDate?: string | number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly TickerRow[]>;
  /** The hour of the first known price of an instrument, in milliseconds; empty when there is none yet. */
  GetEarliestTickTime(
    input: { readonly InstrumentId: number },
    options?: CallOptions,
  ): Promise<readonly number[]>;
  /** Every market with its last price, best prices and 24-hour figures, for listing sites. */
  Summary(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly trading_pairs: string;
      readonly last_price: Decimal;
      readonly lowest_ask: Decimal;
      readonly highest_bid: Decimal;
      readonly base_volume: Decimal;
      readonly quote_volume: Decimal;
      readonly price_change_percent_24h: Decimal;
      readonly highest_price_24h: Decimal;
      readonly lowest_price_24h: Decimal;
    }[]
  >;
  /** Last price and 24-hour volume of every market by its pair name, for listing sites. */
  Ticker(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    Readonly<
      Record<
        string,
        {
          readonly base_id: number;
          readonly quote_id: number;
          readonly last_price: Decimal;
          readonly base_volume: Decimal;
          readonly quote_volume: Decimal;
        }
      >
    >
  >;
  /** Every product with the smallest amount that can be withdrawn, for listing sites. */
  Assets(
    input?: Record<string, never>,
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly name: string;
      readonly unified_cryptoasset_id: number;
      readonly min_withdraw: Decimal;
    }[]
  >;
  /** The order book of a market as rows of quantity and price, best first, for listing sites. Level 1 is the best price of each side, level 2 the price levels. */
  OrderBook(
    input: {
      readonly Market_Pair: string;
      readonly Depth?: number | undefined;
      readonly Level?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly timestamp: number;
    readonly bids: readonly { readonly quantity: Decimal; readonly price: Decimal }[];
    readonly asks: readonly { readonly quantity: Decimal; readonly price: Decimal }[];
  }>;
  /** The 100 newest trades of a market, in chronological order, for listing sites. `type` is the side of the taker's order. */
  Trades(
    input: { readonly market_pair: string },
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly trade_id: number;
      readonly price: Decimal;
      readonly base_volume: Decimal;
      readonly quote_volume: Decimal;
      readonly timestamp: string;
      readonly type: string;
    }[]
  >;
  /** The ids of the accounts of the user, the default account first. Keys: Trading or AccountReadOnly. */
  GetUserAccounts(
    input?: { readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly number[]>;
  /** The accounts of the user with their verification levels, the default account first. Keys: Trading or AccountReadOnly. */
  GetUserAccountInfos(
    input?: { readonly UserId?: number | undefined; readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly AccountInfo[]>;
  /** One account with its verification level. Keys: Trading or AccountReadOnly. */
  GetAccountInfo(
    input?: { readonly UserId?: number | undefined; readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<AccountInfo>;
  /** The balances of the account in every product, including zeros. Available is `Amount` minus `Hold`; pending sums come from open tickets. Keys: Trading or AccountReadOnly. */
  GetAccountPositions(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly Position[]>;
  /** The ledger entries of the account, newest first: every deposit, withdrawal, trade and fee with the balance after it. Keys: Trading or AccountReadOnly. */
  GetAccountTransactions(
    input?: {
      readonly AccountId?: number | undefined;
      readonly Depth?: number | undefined;
      readonly StartIndex?: number | undefined;
      readonly ProductId?: number | undefined;
      readonly TransactionId?: number | undefined;
      readonly ReferenceId?: number | undefined;
      readonly TransactionTypes?:
        | readonly (
            | 'Fee'
            | 'Trade'
            | 'Other'
            | 'Reverse'
            | 'Hold'
            | 'Rebate'
            | 'MarginAcquisition'
            | 'MarginRelinquishByTrade'
            | 'MarginInterestTransfer'
            | 'MarginOperatorTransferToMarginAccount'
            | 'MarginOperatorTransferToAssetAccount'
            | 'MarginUserTransfer'
            | 'MarginRelinquishByTransfer'
            | 'MarginRelinquishByReverseTrade'
            | 'Distribution'
            | 'Payment'
            | 'OperatorLend'
            | 'OperatorReceived'
            | 'Rebalance'
            | 'Commission'
            | 'AirDrop'
          )[]
        | undefined;
      readonly TransactionReferenceTypes?:
        | readonly (
            | 'Trade'
            | 'Deposit'
            | 'Withdraw'
            | 'Transfer'
            | 'OrderHold'
            | 'WithdrawHold'
            | 'DepositHold'
            | 'MarginHold'
            | 'ManualHold'
            | 'ManualEntry'
            | 'MarginAcquisition'
            | 'MarginRelinquish'
            | 'MarginInterestNetting'
            | 'MarginOperatorTransferToMarginAccount'
            | 'MarginOperatorTransferToAssetAccount'
            | 'MarginUserTransfer'
            | 'MarginPositionReverseTrade'
            | 'AffiliateRebate'
            | 'DistributionEntry'
            | 'TransferHold'
            | 'AirDrop'
          )[]
        | undefined;
      readonly StartTimeStamp?: number | undefined;
      readonly EndTimeStamp?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Transaction[]>;
  /** Transfers between customers do not exist on this exchange: always an empty list. Keys: Trading or AccountReadOnly. */
  GetTransfers(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** Transfers between customers do not exist on this exchange: always an empty list. Keys: Trading or AccountReadOnly. */
  GetRequestTransfers(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** Badges do not exist on this exchange: always an empty list. Keys: Trading or AccountReadOnly. */
  GetAccountBadges(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** Manual ledger entries do not exist on this exchange: always an empty list. Keys: Trading or AccountReadOnly. */
  GetAllLedgerEntryTickets(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** Positions with later settlement do not exist on this exchange: always an empty list. Keys: Trading or AccountReadOnly. */
  GetAccountSettlementPositions(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** Places an order of any type; a market order takes `Quantity` (base product) or `Value` (quote product), and trades no worse than `LimitPrice` when that is above 0: the remainder is canceled with the `CancelReason` `Price_Limit`. GTD takes `ExpireTime` (ISO 8601 with its zone, or milliseconds), post-only is `PostOnly` or GTX, a stop is triggered by the price of `PegPriceType` (Last, Bid, Ask). Answers after the first pass through the book; a refusal names its reason. The same `ClientOrderId` with the same content answers the first outcome again. Keys: Trading. */
  SendOrder(
    input: {
      readonly AccountId?: number | undefined;
      readonly InstrumentId: number;
      readonly Side: Side;
      readonly OrderType: OrderType;
      readonly TimeInForce?: TimeInForce | undefined;
      readonly Quantity?: Decimal | undefined;
      readonly Value?: Decimal | undefined;
      readonly LimitPrice?: Decimal | undefined;
      readonly ClientOrderId?: number | undefined;
      readonly ExpireTime?: string | number | undefined;
      readonly StopPrice?: Decimal | undefined;
      readonly PegPriceType?: PegPriceType | undefined;
      readonly TrailingAmount?: Decimal | undefined;
      readonly LimitOffset?: Decimal | undefined;
      readonly UseDisplayQuantity?: boolean | undefined;
      readonly DisplayQuantity?: Decimal | undefined;
      readonly OrderIdOCO?: number | undefined;
      readonly PostOnly?: boolean | undefined;
      readonly OrderFlag?: string | undefined;
      readonly UseMargin?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly status: string;
    readonly errormsg: string;
    readonly OrderId?: number;
    readonly errorcode?: number;
  }>;
  /** Replaces an open order by a new one, atomically: on a refusal the open order is unchanged. Instrument and side must be the same. The new order keeps the queue position when it only lowers the quantity. `OrigOrderId` is the first order of the chain. Keys: Trading. */
  CancelReplaceOrder(
    input: {
      readonly AccountId?: number | undefined;
      readonly OrderIdToReplace: number;
      readonly InstrumentId: number;
      readonly Side: Side;
      readonly OrderType: OrderType;
      readonly TimeInForce?: TimeInForce | undefined;
      readonly Quantity?: Decimal | undefined;
      readonly Value?: Decimal | undefined;
      readonly LimitPrice?: Decimal | undefined;
      readonly ClientOrderId?: number | undefined;
      readonly ExpireTime?: string | number | undefined;
      readonly StopPrice?: Decimal | undefined;
      readonly PegPriceType?: PegPriceType | undefined;
      readonly TrailingAmount?: Decimal | undefined;
      readonly LimitOffset?: Decimal | undefined;
      readonly UseDisplayQuantity?: boolean | undefined;
      readonly DisplayQuantity?: Decimal | undefined;
      readonly OrderIdOCO?: number | undefined;
      readonly PostOnly?: boolean | undefined;
      readonly OrderFlag?: string | undefined;
      readonly UseMargin?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly ReplacementOrderId: number;
    readonly ReplacementClOrdId: number;
    readonly OrigOrderId: number;
    readonly OrigClOrdId: number;
  }>;
  /** Lowers the remaining quantity of an open order to `Quantity`. The order keeps its id and its queue position. Keys: Trading. */
  ModifyOrder(
    input?: {
      readonly AccountId?: number | undefined;
      readonly OrderId?: number | undefined;
      readonly InstrumentId?: number | undefined;
      readonly Quantity?: Decimal | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Cancels one open order, by OrderId or by ClientOrderId. The order is canceled when the call returns. Keys: Trading. */
  CancelOrder(
    input?: {
      readonly AccountId?: number | undefined;
      readonly OrderId?: number | undefined;
      readonly ClientOrderId?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Cancels every open order of the account, or those on one instrument. Keys: Trading. */
  CancelAllOrders(
    input?: { readonly AccountId?: number | undefined; readonly InstrumentId?: number | undefined },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Places up to 50 orders, in their order; the request may be the bare list. Returns error 107, Operation In Process, although it is complete: `detail` is the list of the answers, as SendOrder returns them. Keys: Trading. */
  SendOrderList(
    input: {
      readonly AccountId?: number | undefined;
      readonly Requests: readonly {
        readonly InstrumentId: number;
        readonly Side: Side;
        readonly OrderType: OrderType;
        readonly TimeInForce?: TimeInForce | undefined;
        readonly Quantity?: Decimal | undefined;
        readonly Value?: Decimal | undefined;
        readonly LimitPrice?: Decimal | undefined;
        readonly ClientOrderId?: number | undefined;
        readonly ExpireTime?: string | number | undefined;
        readonly StopPrice?: Decimal | undefined;
        readonly PegPriceType?: PegPriceType | undefined;
        readonly TrailingAmount?: Decimal | undefined;
        readonly LimitOffset?: Decimal | undefined;
        readonly UseDisplayQuantity?: boolean | undefined;
        readonly DisplayQuantity?: Decimal | undefined;
        readonly OrderIdOCO?: number | undefined;
        readonly PostOnly?: boolean | undefined;
        readonly OrderFlag?: string | undefined;
        readonly UseMargin?: boolean | undefined;
      }[];
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Replaces up to 50 orders, each independently; the request may be the bare list. `detail` is the list of the answers, as CancelReplaceOrder returns them. Keys: Trading. */
  SendCancelReplaceList(
    input: {
      readonly AccountId?: number | undefined;
      readonly Requests: readonly {
        readonly OrderIdToReplace: number;
        readonly InstrumentId: number;
        readonly Side: Side;
        readonly OrderType: OrderType;
        readonly TimeInForce?: TimeInForce | undefined;
        readonly Quantity?: Decimal | undefined;
        readonly Value?: Decimal | undefined;
        readonly LimitPrice?: Decimal | undefined;
        readonly ClientOrderId?: number | undefined;
        readonly ExpireTime?: string | number | undefined;
        readonly StopPrice?: Decimal | undefined;
        readonly PegPriceType?: PegPriceType | undefined;
        readonly TrailingAmount?: Decimal | undefined;
        readonly LimitOffset?: Decimal | undefined;
        readonly UseDisplayQuantity?: boolean | undefined;
        readonly DisplayQuantity?: Decimal | undefined;
        readonly OrderIdOCO?: number | undefined;
        readonly PostOnly?: boolean | undefined;
        readonly OrderFlag?: string | undefined;
        readonly UseMargin?: boolean | undefined;
      }[];
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Cancels up to 50 orders; the request may be the bare list. `detail` is the list of the answers, as CancelOrder returns them. Keys: Trading. */
  SendCancelList(
    input: {
      readonly AccountId?: number | undefined;
      readonly Requests: readonly { readonly ClientOrderId?: number | undefined }[];
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Returns one order, open or finished. For an unknown order the HTTP status is 400. Keys: Trading. */
  GetOrderStatus(
    input?: { readonly AccountId?: number | undefined; readonly OrderId?: number | undefined },
    options?: CallOptions,
  ): Promise<Order>;
  /** The open orders of the account, newest first, including stops that wait for their trigger. Keys: Trading or AccountReadOnly. */
  GetOpenOrders(
    input?: { readonly AccountId?: number | undefined; readonly InstrumentId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly Order[]>;
  /** Open and finished orders of the account in their latest state, newest first; 1000 without Limit, 1000 at most. `OriginalOrderId` finds an order and all its replacements. Keys: Trading. */
  GetOrders(
    input?: {
      readonly AccountId?: number | undefined;
      readonly UserId?: number | undefined;
      readonly OrderState?: OrderState | undefined;
      readonly OrderId?: number | undefined;
      readonly ClientOrderId?: number | undefined;
      readonly OriginalOrderId?: number | undefined;
      readonly OriginalClientOrderId?: number | undefined;
      readonly InstrumentId?: number | undefined;
      readonly StartTimeStamp?: number | undefined;
      readonly EndTimeStamp?: number | undefined;
      readonly StartIndex?: number | undefined;
      readonly Limit?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Order[]>;
  /** Open and finished orders of the account in their latest state, newest first; 100 without Limit, 1000 at most. `OriginalOrderId` finds an order and all its replacements. Keys: Trading. */
  GetOrdersHistory(
    input?: {
      readonly AccountId?: number | undefined;
      readonly UserId?: number | undefined;
      readonly OrderState?: OrderState | undefined;
      readonly OrderId?: number | undefined;
      readonly ClientOrderId?: number | undefined;
      readonly OriginalOrderId?: number | undefined;
      readonly OriginalClientOrderId?: number | undefined;
      readonly InstrumentId?: number | undefined;
      readonly StartTimeStamp?: number | undefined;
      readonly EndTimeStamp?: number | undefined;
      readonly StartIndex?: number | undefined;
      readonly Limit?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Order[]>;
  /** The history of one order, newest first: its end, each fill, its acceptance. Keys: Trading. */
  GetOrderHistoryByOrderId(
    input?: { readonly AccountId?: number | undefined; readonly OrderId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly Order[]>;
  /** The trades of the account, newest first, 1000 at most. Value is in the quote product; the fee was deducted from the product received. Keys: Trading. */
  GetTradesHistory(
    input?: {
      readonly AccountId?: number | undefined;
      readonly UserId?: number | undefined;
      readonly InstrumentId?: number | undefined;
      readonly TradeId?: number | undefined;
      readonly OrderId?: number | undefined;
      readonly ExecutionId?: number | undefined;
      readonly StartTimeStamp?: number | undefined;
      readonly EndTimeStamp?: number | undefined;
      readonly StartIndex?: number | undefined;
      readonly Depth?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly AccountTrade[]>;
  /** The trades of the account, newest first, 200 at most. Value is in the quote product; the fee was deducted from the product received. Keys: Trading or AccountReadOnly. */
  GetAccountTrades(
    input?: {
      readonly AccountId?: number | undefined;
      readonly UserId?: number | undefined;
      readonly InstrumentId?: number | undefined;
      readonly TradeId?: number | undefined;
      readonly OrderId?: number | undefined;
      readonly ExecutionId?: number | undefined;
      readonly StartTimeStamp?: number | undefined;
      readonly EndTimeStamp?: number | undefined;
      readonly StartIndex?: number | undefined;
      readonly Depth?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly AccountTrade[]>;
  /** Quotes on request do not exist on this exchange: always an empty list. Keys: Trading. */
  GetOpenQuotes(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** Block trades do not exist on this exchange: always an empty list. Keys: Trading. */
  GetOpenTradeReports(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** Block trades do not exist on this exchange: always an empty list. Keys: Trading. */
  GetAllOpenTradeReports(
    input?: { readonly AccountId?: number | undefined; readonly UserId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly {}[]>;
  /** The fee of an order, in the product received, at the account's fee tier of today; below zero is a rebate. A market order is always a taker, so it is quoted at the taker rate whatever MakerTaker says. Keys: Trading. */
  GetOrderFee(
    input: {
      readonly AccountId?: number | undefined;
      readonly InstrumentId: number;
      readonly Quantity: Decimal;
      readonly Price?: Decimal | undefined;
      readonly OrderType?: OrderType | undefined;
      readonly MakerTaker?: MakerTaker | undefined;
      readonly Side?: Side | undefined;
    },
    options?: CallOptions,
  ): Promise<{ readonly OrderFee: Decimal; readonly ProductId: number }>;
  /** What the account pays on every instrument today, as fractions of the product received: 0.002 is 0.2 %, below zero is a rebate. FeeTier counts the instrument's tiers from 0, and LadderThreshold is the volume, in the notional product, from which the tier applies: traded on the UTC days of the last LadderSeconds, excluding today. Keys: Trading or AccountReadOnly. */
  GetAccountFees(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly AccountFee[]>;
  /** Trading fees by traded volume, as fractions of the product received: 0.002 is 0.2 %, below zero is a rebate. LadderThreshold is the volume, in the notional product, from which a row applies: traded on the UTC days of the last LadderSeconds, excluding today. */
  GetOmsFeeTiers(
    input?: { readonly InstrumentId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly FeeTier[]>;
  /** The fee of a deposit, in the same product. Deposits are free. Keys: Trading or Deposit. */
  GetDepositFee(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly Amount?: Decimal | undefined;
      readonly AccountProviderId?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<TicketFee>;
  /** The fees of deposits, in the deposited product, one row per product and provider. Deposits are free. Keys: Deposit. */
  GetOMSDepositFees(
    input?: { readonly ProductId?: number | undefined; readonly AccountProviderId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly ProviderFee[]>;
  /** The fee of a withdrawal, in the same product. The receiver gets the amount minus the fee. `PasskeySignature` is `Needed` when a withdrawal of this amount is paid without waiting for an operator only if its customer signs it with a passkey, `Optional` when it can be signed, and otherwise `None`. Keys: Trading or Withdraw. */
  GetWithdrawFee(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly Amount?: Decimal | undefined;
      readonly AccountProviderId?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly FeeAmount: Decimal;
    readonly TicketAmount: Decimal;
    readonly PasskeySignature: string;
  }>;
  /** The fees of withdrawals, in the withdrawn product, one row per product and provider. Keys: Withdraw. */
  GetOMSWithdrawFees(
    input?: { readonly ProductId?: number | undefined; readonly AccountProviderId?: number | undefined },
    options?: CallOptions,
  ): Promise<readonly ProviderFee[]>;
  /** The ledger entries of deposits of the account and of their fees, newest first. Keys: Trading or AccountReadOnly. */
  GetAccountDepositTransactions(
    input?: {
      readonly AccountId?: number | undefined;
      readonly Depth?: number | undefined;
      readonly StartIndex?: number | undefined;
      readonly ProductId?: number | undefined;
      readonly TransactionId?: number | undefined;
      readonly ReferenceId?: number | undefined;
      readonly TransactionTypes?:
        | readonly (
            | 'Fee'
            | 'Trade'
            | 'Other'
            | 'Reverse'
            | 'Hold'
            | 'Rebate'
            | 'MarginAcquisition'
            | 'MarginRelinquishByTrade'
            | 'MarginInterestTransfer'
            | 'MarginOperatorTransferToMarginAccount'
            | 'MarginOperatorTransferToAssetAccount'
            | 'MarginUserTransfer'
            | 'MarginRelinquishByTransfer'
            | 'MarginRelinquishByReverseTrade'
            | 'Distribution'
            | 'Payment'
            | 'OperatorLend'
            | 'OperatorReceived'
            | 'Rebalance'
            | 'Commission'
            | 'AirDrop'
          )[]
        | undefined;
      readonly TransactionReferenceTypes?:
        | readonly (
            | 'Trade'
            | 'Deposit'
            | 'Withdraw'
            | 'Transfer'
            | 'OrderHold'
            | 'WithdrawHold'
            | 'DepositHold'
            | 'MarginHold'
            | 'ManualHold'
            | 'ManualEntry'
            | 'MarginAcquisition'
            | 'MarginRelinquish'
            | 'MarginInterestNetting'
            | 'MarginOperatorTransferToMarginAccount'
            | 'MarginOperatorTransferToAssetAccount'
            | 'MarginUserTransfer'
            | 'MarginPositionReverseTrade'
            | 'AffiliateRebate'
            | 'DistributionEntry'
            | 'TransferHold'
            | 'AirDrop'
          )[]
        | undefined;
      readonly StartTimeStamp?: number | undefined;
      readonly EndTimeStamp?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Transaction[]>;
  /** The ways a product can be deposited, the default first; empty when there is none. MinimumAmount is the smallest deposit that is credited, Confirmations the number of blocks it waits for. Keys: Deposit. */
  GetDepositTemplateTypes(
    input: { readonly ProductId: number },
    options?: CallOptions,
  ): Promise<TemplateTypes>;
  /** The ways a product can be deposited, as in GetDepositTemplateTypes, as a bare list. Keys: Deposit. */
  GetDepositProviders(
    input: { readonly ProductId: number },
    options?: CallOptions,
  ): Promise<readonly TemplateType[]>;
  /** The fields that a deposit through one provider requires. A wallet network requires none: continue with GetDepositInfo. Keys: Trading or Deposit. */
  GetDepositRequestInfoTemplate(
    input: { readonly ProductId: number; readonly AccountProviderId?: number | undefined },
    options?: CallOptions,
  ): Promise<{
    readonly Template?: DepositTemplate;
    readonly result: boolean;
    readonly errormsg: string | null;
    readonly statuscode: number;
  }>;
  /** The fields that a deposit of a product requires, for each of its providers, the default first. Keys: Trading or Deposit. */
  GetAllDepositRequestInfoTemplates(
    input: { readonly ProductId: number },
    options?: CallOptions,
  ): Promise<{
    readonly Templates: readonly {
      readonly providerId: number;
      readonly providerName: string;
      readonly depositTemplate: DepositTemplate;
    }[];
    readonly result: boolean;
    readonly errormsg: string | null;
    readonly statuscode: number;
  }>;
  /** The deposit address of the account for a product on one network: JSON text of a list with one address, the newest. Creates the first address when there is none. Deposits to older addresses are still credited. Keys: Deposit. */
  GetDepositInfo(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly AccountProviderId?: number | undefined;
      readonly GenerateNewKey?: boolean | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly AssetManagerId: number;
    readonly AccountId: number;
    readonly AssetId: number;
    readonly ProviderId: number;
    readonly DepositInfo: string;
    readonly result: boolean;
    readonly errormsg: string | null;
    readonly statuscode: number;
  }>;
  /** GetDepositInfo with a new address. Keys: Deposit. */
  GetNewDepositAddress(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly AccountProviderId?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly AssetManagerId: number;
    readonly AccountId: number;
    readonly AssetId: number;
    readonly ProviderId: number;
    readonly DepositInfo: string;
    readonly result: boolean;
    readonly errormsg: string | null;
    readonly statuscode: number;
  }>;
  /** Deposits of the account, newest first, from the first sighting on the network. Keys: Trading or AccountReadOnly. */
  GetDepositTickets(
    input?: {
      readonly AccountId?: number | undefined;
      readonly ProductId?: number | undefined;
      readonly Limit?: number | undefined;
      readonly StartIndex?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly DepositTicket[]>;
  /** One deposit of the account, by its RequestCode or its TicketNumber. Keys: Trading or AccountReadOnly. */
  GetDepositTicket(
    input?: {
      readonly AccountId?: number | undefined;
      readonly RequestCode?: string | undefined;
      readonly TicketNumber?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<DepositTicket>;
  /** Credited deposits of the account, oldest first: the newest 1000 at most. Limit and StartIndex count from the newest. Keys: Trading. */
  GetDeposits(
    input?: {
      readonly AccountId?: number | undefined;
      readonly Limit?: number | undefined;
      readonly StartIndex?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Deposit[]>;
  /** Adds a comment to a deposit of the account, identified by TicketCode or TicketId. It is stored and returned with the ticket, in `Comments`. Keys: Trading or Deposit. */
  SubmitDepositTicketComment(
    input: {
      readonly AccountId?: number | undefined;
      readonly Comment: string;
      readonly TicketCode?: string | undefined;
      readonly TicketId?: number | undefined;
      readonly EnteredBy?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{ readonly success: boolean; readonly commentid: number }>;
  /** The ledger entries of withdrawals of the account and of their fees, newest first. Keys: Trading or AccountReadOnly. */
  GetAccountWithdrawTransactions(
    input?: {
      readonly AccountId?: number | undefined;
      readonly Depth?: number | undefined;
      readonly StartIndex?: number | undefined;
      readonly ProductId?: number | undefined;
      readonly TransactionId?: number | undefined;
      readonly ReferenceId?: number | undefined;
      readonly TransactionTypes?:
        | readonly (
            | 'Fee'
            | 'Trade'
            | 'Other'
            | 'Reverse'
            | 'Hold'
            | 'Rebate'
            | 'MarginAcquisition'
            | 'MarginRelinquishByTrade'
            | 'MarginInterestTransfer'
            | 'MarginOperatorTransferToMarginAccount'
            | 'MarginOperatorTransferToAssetAccount'
            | 'MarginUserTransfer'
            | 'MarginRelinquishByTransfer'
            | 'MarginRelinquishByReverseTrade'
            | 'Distribution'
            | 'Payment'
            | 'OperatorLend'
            | 'OperatorReceived'
            | 'Rebalance'
            | 'Commission'
            | 'AirDrop'
          )[]
        | undefined;
      readonly TransactionReferenceTypes?:
        | readonly (
            | 'Trade'
            | 'Deposit'
            | 'Withdraw'
            | 'Transfer'
            | 'OrderHold'
            | 'WithdrawHold'
            | 'DepositHold'
            | 'MarginHold'
            | 'ManualHold'
            | 'ManualEntry'
            | 'MarginAcquisition'
            | 'MarginRelinquish'
            | 'MarginInterestNetting'
            | 'MarginOperatorTransferToMarginAccount'
            | 'MarginOperatorTransferToAssetAccount'
            | 'MarginUserTransfer'
            | 'MarginPositionReverseTrade'
            | 'AffiliateRebate'
            | 'DistributionEntry'
            | 'TransferHold'
            | 'AirDrop'
          )[]
        | undefined;
      readonly StartTimeStamp?: number | undefined;
      readonly EndTimeStamp?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Transaction[]>;
  /** The ways a product can be withdrawn, the default first; empty when there is none. MinimumAmount is the smallest withdrawal. Keys: Withdraw. */
  GetWithdrawFormTemplateTypes(
    input: { readonly ProductId: number },
    options?: CallOptions,
  ): Promise<TemplateTypes>;
  /** The form of a withdrawal as JSON text: field name to null, a default, or a list of options. All but Comment are required. Keys: Withdraw. */
  GetWithdrawTemplate(
    input: {
      readonly ProductId: number;
      readonly TemplateType?: string | undefined;
      readonly AccountProviderId?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{
    readonly Template: string;
    readonly result: boolean;
    readonly errormsg: string | null;
    readonly statuscode: number;
  }>;
  /** Requests a withdrawal: holds the amount and mails a link that confirms it. `detail` is the request code of the ticket. The fee is deducted from the amount. TemplateForm is the filled template, or refers to a saved destination by AccountWithdrawInfoId. Repeating the same ClientRequestId, or the same Idempotency-Key header, returns the same ticket. An API key withdraws only to destinations that are saved and confirmed; the mailed link confirms its withdrawals too. A customer with a second factor sends a code as `TfaCode`; without one the detail is `2FA code required`. Each code is good for one withdrawal or destination, so the next one needs the next code. API keys and repeats need none; one that comes along is checked, unless the ticket is there already, and a wrong one refused. `PasskeyResponse` is the response of a browser to BeginWithdrawSignature: a withdrawal that a passkey signed has higher automatic limits, and needs no code once the passkey is a day old. Keys: Withdraw. */
  CreateWithdrawTicket(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly Amount?: Decimal | undefined;
      readonly TemplateForm: string;
      readonly TemplateType?: string | undefined;
      readonly AccountProviderId?: number | undefined;
      readonly ClientRequestId?: string | undefined;
      readonly TfaCode?: string | undefined;
      readonly PasskeyResponse?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** CreateWithdrawTicket for national currencies only. Keys: Withdraw. */
  CreateFiatWithdrawTicket(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly Amount?: Decimal | undefined;
      readonly TemplateForm: string;
      readonly TemplateType?: string | undefined;
      readonly AccountProviderId?: number | undefined;
      readonly ClientRequestId?: string | undefined;
      readonly TfaCode?: string | undefined;
      readonly PasskeyResponse?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** CreateWithdrawTicket for crypto products only. Keys: Withdraw. */
  CreateCryptocurrencyWithdrawTicket(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly Amount?: Decimal | undefined;
      readonly TemplateForm: string;
      readonly TemplateType?: string | undefined;
      readonly AccountProviderId?: number | undefined;
      readonly ClientRequestId?: string | undefined;
      readonly TfaCode?: string | undefined;
      readonly PasskeyResponse?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Prepares a withdrawal that its customer signs with a passkey, with the fields of CreateWithdrawTicket. `Text` has the facts, and the challenge in `Options`, the browser's options as JSON text in the W3C format, is its SHA-256. CreateWithdrawTicket with the same fields accepts the browser's response as `PasskeyResponse` within five minutes, once. Nothing is held before that. Keys: Withdraw. */
  BeginWithdrawSignature(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly Amount?: Decimal | undefined;
      readonly TemplateForm: string;
      readonly TemplateType?: string | undefined;
      readonly AccountProviderId?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{ readonly Text: string; readonly Options: string }>;
  /** Confirms a withdrawal with the code from the mailed link. Repeating it after success succeeds. */
  ConfirmWithdraw(
    input: { readonly UserId?: number | undefined; readonly VerifyCode: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Cancels a withdrawal that has not been sent yet, and releases its hold. Keys: Withdraw. */
  CancelWithdraw(
    input: {
      readonly AccountId?: number | undefined;
      readonly UserId?: number | undefined;
      readonly RequestCode: string;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Withdrawals of the account in every state, newest first. Keys: Trading or AccountReadOnly. */
  GetWithdrawTickets(
    input?: {
      readonly AccountId?: number | undefined;
      readonly ProductId?: number | undefined;
      readonly Limit?: number | undefined;
      readonly StartIndex?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly WithdrawTicket[]>;
  /** One withdrawal of the account, by its RequestCode or its TicketNumber. Keys: Trading or AccountReadOnly. */
  GetWithdrawTicket(
    input?: {
      readonly AccountId?: number | undefined;
      readonly RequestCode?: string | undefined;
      readonly TicketNumber?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<WithdrawTicket>;
  /** The withdrawal that the code of a mailed link belongs to, if it is one of the account. Reading it confirms nothing. Keys: Trading or AccountReadOnly. */
  GetWithdrawTicketByVerifyCode(
    input: { readonly AccountId?: number | undefined; readonly VerifyCode: string },
    options?: CallOptions,
  ): Promise<WithdrawTicket>;
  /** The withdrawal that the code of a mailed link confirms, with its whole address, or its bank account with all but the last four characters of numbers and keys hidden. Reading it confirms nothing. It needs no session; the code is the secret. For a code that can no longer confirm, only the `State` is returned: `Confirmed`, `Expired` or `Ended`. */
  GetWithdrawConfirmation(
    input: { readonly UserId?: number | undefined; readonly VerifyCode: string },
    options?: CallOptions,
  ): Promise<{
    readonly State: string;
    readonly Product: string | null;
    readonly Amount: Decimal | null;
    readonly Fee: Decimal | null;
    readonly Net: Decimal | null;
    readonly Network: string | null;
    readonly TemplateType: string | null;
    readonly Address: string | null;
    readonly BankFields: readonly {
      readonly Name: string;
      readonly Value: string;
      readonly Code: string | null;
    }[];
  }>;
  /** The saved destination that the code of a mailed link confirms, with its whole address, or its bank account with all but the last four characters of numbers and keys hidden. Reading it confirms nothing. It needs no session; the code is the secret. For a code that can no longer confirm, only the `State` is returned: `Confirmed` or `Expired`. */
  GetWithdrawInfoConfirmation(
    input: { readonly UserId?: number | undefined; readonly VerifyEmailCode: string },
    options?: CallOptions,
  ): Promise<{
    readonly State: string;
    readonly Product: string | null;
    readonly Amount: Decimal | null;
    readonly Fee: Decimal | null;
    readonly Net: Decimal | null;
    readonly Network: string | null;
    readonly TemplateType: string | null;
    readonly Address: string | null;
    readonly BankFields: readonly {
      readonly Name: string;
      readonly Value: string;
      readonly Code: string | null;
    }[];
  }>;
  /** Withdrawals of the account in every state, oldest first: the newest 1000 at most. Limit and StartIndex count from the newest. Keys: Trading. */
  GetWithdraws(
    input?: {
      readonly AccountId?: number | undefined;
      readonly Limit?: number | undefined;
      readonly StartIndex?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Withdrawal[]>;
  /** Adds a comment to a withdrawal of the account, identified by TicketCode or TicketId. It is stored and returned with the ticket, in `Comments`. Keys: Trading or Withdraw. */
  SubmitWithdrawTicketComment(
    input: {
      readonly AccountId?: number | undefined;
      readonly Comment: string;
      readonly TicketCode?: string | undefined;
      readonly TicketId?: number | undefined;
      readonly EnteredBy?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<{ readonly success: boolean; readonly commentid: number }>;
  /** Saved destinations of all products, oldest first. AccountIdentifier is an address, or JSON text of bank fields. Verified is true once the mailed link was confirmed. Keys: Withdraw or AccountReadOnly. */
  GetAccountWithdrawInfos(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<
    readonly {
      readonly AccountWithdrawInfoId: string;
      readonly OMSId: number;
      readonly AccountId: number;
      readonly ProductId: number;
      readonly ProductName: string;
      readonly Name: string;
      readonly AccountIdentifier: string;
      readonly Verified: boolean;
    }[]
  >;
  /** Saves a destination and mails a link that confirms it. `detail` is its id. Saving it again before it is confirmed mails a new link and invalidates the previous one. Name is wallet:{label}:{network}, with the network as GetWithdrawFormTemplateTypes shows it, or bank:{number}. AccountIdentifier is an address, or JSON text of the fields of one of the bank templates. A customer with a second factor sends a code as `TfaCode`; without one the detail is `2FA code required`. For the customer in person. */
  CreateAccountWithdrawInfo(
    input: {
      readonly AccountId?: number | undefined;
      readonly ProductId: number;
      readonly Name: string;
      readonly AccountIdentifier: string;
      readonly TfaCode?: string | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Confirms a saved destination with the code from the mailed link; the code is the secret. An account or user in the request must be the one the code was mailed to. Repeating it after success succeeds. */
  ConfirmWithdrawInfo(
    input: {
      readonly AccountId?: number | undefined;
      readonly UserId?: number | undefined;
      readonly VerifyEmailCode: string;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Deletes a saved destination. Withdrawals to it that were requested before continue. For the customer in person. */
  DeleteAccountWithdrawInfo(
    input: { readonly AccountId?: number | undefined; readonly AccountWithdrawInfoId: string },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Returns the best prices and figures of an instrument, and sends a `Level1UpdateEvent` when its best prices or its last trade change: at once, and at most fifty times a second. On a socket only. */
  SubscribeLevel1(
    input?: { readonly InstrumentId?: number | undefined; readonly Symbol?: string | undefined },
    options?: CallOptions,
  ): Promise<Level1>;
  /** Returns the best `Depth` levels of each side, and sends a `Level2UpdateEvent` with a row for each changed level: at once, and at most fifty times a second. A row is new, updated (the new total) or deleted. On a socket only. */
  SubscribeLevel2(
    input?: {
      readonly InstrumentId?: number | undefined;
      readonly Symbol?: string | undefined;
      readonly Depth?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly Level2Row[]>;
  /** Returns the last `IncludeLastCount` trades, oldest first, and sends a `TradeDataUpdateEvent` with new ones. The next one is sent at once, those that follow within a few milliseconds together. On a socket only. */
  SubscribeTrades(
    input?: {
      readonly InstrumentId?: number | undefined;
      readonly Symbol?: string | undefined;
      readonly IncludeLastCount?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly PublicTradeRow[]>;
  /** Returns the last `IncludeLastCount` closed candles, oldest first, and sends a `TickerDataUpdateEvent` with the candle at the end of each interval, even without trades. One socket may subscribe to several intervals of an instrument. On a socket only. */
  SubscribeTicker(
    input: {
      readonly InstrumentId?: number | undefined;
      readonly Symbol?: string | undefined;
      readonly Interval: number;
      readonly IncludeLastCount?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<readonly TickerRow[]>;
  /** Returns an empty list. This exchange has no block trades, so the event is never sent. On a socket only. */
  SubscribeBlockTrades(
    input?: { readonly InstrumentId?: number | undefined; readonly Symbol?: string | undefined },
    options?: CallOptions,
  ): Promise<readonly PublicTradeRow[]>;
  /** Ends the `Level1UpdateEvent` of an instrument. On a socket only. */
  UnsubscribeLevel1(
    input?: {
      readonly InstrumentId?: number | undefined;
      readonly Symbol?: string | undefined;
      readonly Interval?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Ends the `Level2UpdateEvent` of an instrument. On a socket only. */
  UnsubscribeLevel2(
    input?: {
      readonly InstrumentId?: number | undefined;
      readonly Symbol?: string | undefined;
      readonly Interval?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Ends the `TradeDataUpdateEvent` of an instrument. On a socket only. */
  UnsubscribeTrades(
    input?: {
      readonly InstrumentId?: number | undefined;
      readonly Symbol?: string | undefined;
      readonly Interval?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Ends the `TickerDataUpdateEvent` of an instrument, for one `Interval` or, without it, for all. On a socket only. */
  UnsubscribeTicker(
    input?: {
      readonly InstrumentId?: number | undefined;
      readonly Symbol?: string | undefined;
      readonly Interval?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** This exchange has no block trades; the call does nothing. On a socket only. */
  UnsubscribeBlockTrades(
    input?: {
      readonly InstrumentId?: number | undefined;
      readonly Symbol?: string | undefined;
      readonly Interval?: number | undefined;
    },
    options?: CallOptions,
  ): Promise<Generic>;
  /** Sends the events of the account from now on: orders, trades, positions, deposits, withdrawals, ledger entries, refusals and changes of the account itself, each as its own event. Request positions and open orders after the answer. On a socket only. Keys: Trading or AccountReadOnly. */
  SubscribeAccountEvents(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<{ readonly Subscribed: boolean; readonly Subscribe: boolean }>;
  /** Sends an `OrderStateEvent` for each change of an order of the account, on every instrument or on the given one. On a socket only. Keys: Trading. */
  SubscribeOrderStateEvents(
    input?: { readonly AccountId?: number | undefined; readonly InstrumentId?: number | undefined },
    options?: CallOptions,
  ): Promise<{ readonly Subscribed: boolean; readonly Subscribe: boolean }>;
  /** Ends `SubscribeAccountEvents`. Also succeeds without one. On a socket only. Keys: Trading or AccountReadOnly. */
  UnsubscribeAccountEvents(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<{ readonly UnSubscribed: boolean }>;
  /** Ends `SubscribeOrderStateEvents` on every instrument. Also succeeds without one. On a socket only. Keys: Trading. */
  UnsubscribeOrderStateEvents(
    input?: { readonly AccountId?: number | undefined },
    options?: CallOptions,
  ): Promise<{ readonly UnSubscribed: boolean }>;
};

/** Every event of the socket by its name, with its payload. */
export type SocketEvents = {
  /** Best price, best quantity or last trade of the instrument changed. Fifty a second at most; the latest state always comes. */
  readonly Level1UpdateEvent: Level1;
  /** Price levels within the requested depth changed: set New (0) and Update (1) to the quantity of the row, remove Delete (2). Rows of one event share an MDUpdateId, higher than any before. Fifty a second at most; a slow reader receives several changes as one. */
  readonly Level2UpdateEvent: readonly Level2Row[];
  /** The trades of one or more matches, oldest first. */
  readonly TradeDataUpdateEvent: readonly PublicTradeRow[];
  /** A candle closed, also one without trades. The running candle is never sent. */
  readonly TickerDataUpdateEvent: readonly TickerRow[];
  /** An order of the account traded. Of one match this comes first, then the order, then the positions. */
  readonly OrderTradeEvent: AccountTrade;
  /** An order of the account was accepted, changed or filled, or ended. */
  readonly OrderStateEvent: Order;
  /** Amount or hold of a product changed. Of several simultaneous changes only the last state is sent. */
  readonly AccountPositionEvent: Position;
  /** An order was refused by the engine. */
  readonly NewOrderRejectEvent: {
    readonly OMSId: number;
    readonly AccountId: number;
    readonly ClientOrderId: number;
    readonly Status: string;
    readonly RejectReason: string;
  };
  /** A cancel was refused. */
  readonly CancelOrderRejectEvent: {
    readonly OMSId: number;
    readonly AccountId: number;
    readonly OrderId: number;
    readonly OrderRevision: number;
    readonly OrderType: OrderType;
    readonly InstrumentId: number;
    readonly Status: string;
    readonly RejectReason: string;
  };
  /** A replacement was refused; the order to be replaced is unchanged. */
  readonly CancelReplaceOrderRejectEvent: {
    readonly OMSId: number;
    readonly AccountId: number;
    readonly OrderId: number;
    readonly ClientOrderId: number;
    readonly LimitPrice: Decimal;
    readonly OrderIdOCO: number;
    readonly OrderType: OrderType;
    readonly PegPriceType: PegPriceType;
    readonly OrderIdToReplace: number;
    readonly InstrumentId: number;
    readonly ReferencePrice: Decimal;
    readonly Quantity: Decimal;
    readonly Side: Side;
    readonly StopPrice: Decimal;
    readonly TimeInForce: TimeInForce;
    readonly Status: string;
    readonly RejectReason: string;
  };
  /** A cancel of all orders was refused. */
  readonly CancelAllOrdersRejectEvent: {
    readonly OMSId: number;
    readonly AccountId: number;
    readonly InstrumentId: number;
    readonly Status: string;
    readonly RejectReason: string;
  };
  /** The session of an instrument changed. */
  readonly MarketStateUpdate: {
    readonly ExchangeId: number;
    readonly VenueAdapterId: number;
    readonly VenueInstrumentId: number;
    readonly Action: string;
    readonly PreviousStatus: string;
    readonly NewStatus: string;
    readonly Reason: string;
    readonly ExchangeDateTime: string;
  };
  /** The amount of a product in pending deposits to the account changed. */
  readonly PendingDepositUpdate: {
    readonly AccountId: number;
    readonly AssetId: number;
    readonly TotalPendingDepositValue: Decimal;
  };
  /** A deposit ticket was created or changed, or has one more confirmation. */
  readonly DepositTicketUpdateEvent: DepositTicket;
  /** A deposit was credited. */
  readonly DepositEvent: {
    readonly OMSId: number;
    readonly AccountId: number;
    readonly ProductId: number;
    readonly Quantity: Decimal;
    readonly SubAccountId: number;
  };
  /** A withdraw ticket was created or changed. */
  readonly WithdrawTicketUpdateEvent: WithdrawTicket;
  /** An entry was posted to the account. */
  readonly TransactionEvent: Transaction;
  /** The account itself changed. */
  readonly AccountInfoUpdateEvent: AccountInfo;
  /** The verification level changed. */
  readonly VerificationLevelUpdateEvent: { readonly VerificationLevel: number; readonly AccountId: number };
  /** The session of the socket ended elsewhere. The socket stays open and is anonymous; account events have ended. */
  readonly LogoutEvent: {};
};

const genericReading: Reading = { members: { errorcode: 'integer' } };
const userInfoReading: Reading = {
  members: {
    UserId: 'integer',
    AccountId: 'integer',
    AffiliateId: 'integer',
    RefererId: 'integer',
    OMSId: 'integer',
    NumberOfFailedAttempt: 'integer',
    OperatorId: 'integer',
  },
};
const levelProductReading: Reading = {
  members: {
    VerificationLevel: 'integer',
    OMSId: 'integer',
    ProductId: 'integer',
    NotionalProductId: 'integer',
    WithdrawProcessingDelaySec: 'integer',
  },
};
const levelConfigReading: Reading = {
  members: { Level: 'integer', OMSId: 'integer', Products: { list: levelProductReading } },
};
const instrumentLevelReading: Reading = {
  members: {
    VerificationLevel: 'integer',
    OMSId: 'integer',
    InstrumentId: 'integer',
    NotionalProductId: 'integer',
  },
};
const instrumentLevelConfigReading: Reading = {
  members: { Level: 'integer', OMSId: 'integer', Instruments: { list: instrumentLevelReading } },
};
const instrumentReading: Reading = {
  members: {
    OMSId: 'integer',
    InstrumentId: 'integer',
    Product1: 'integer',
    Product2: 'integer',
    VenueInstrumentId: 'integer',
    VenueId: 'integer',
    SortIndex: 'integer',
    MasterDataId: 'integer',
    PriceCollarConvertToOtcClientUserId: 'integer',
    PriceCollarConvertToOtcAccountId: 'integer',
    PriceTier: 'integer',
  },
};
const productReading: Reading = {
  members: { OMSId: 'integer', ProductId: 'integer', DecimalPlaces: 'integer' },
};
const attributeReading: Reading = { members: { OMSId: 'integer', ProductId: 'integer' } };
const instrumentAttributeReading: Reading = { members: { OMSId: 'integer', InstrumentId: 'integer' } };
const level1Reading: Reading = {
  members: {
    OMSId: 'integer',
    InstrumentId: 'integer',
    LastTradeTime: 'integer',
    CurrentDayNumTrades: 'integer',
    Rolling24NumTrades: 'integer',
    BidOrderCt: 'integer',
    AskOrderCt: 'integer',
  },
};
export const level2RowReading: RowReading = {
  row: [
    ['MDUpdateId', 'integer'],
    ['AccountCount', 'integer'],
    ['ActionDateTime', 'integer'],
    ['ActionType', 'integer'],
    ['LastTradePrice', null],
    ['OrderCount', 'integer'],
    ['Price', null],
    ['ProductPairCode', 'integer'],
    ['Quantity', null],
    ['Side', 'integer'],
  ],
};
export const publicTradeRowReading: RowReading = {
  row: [
    ['TradeId', 'integer'],
    ['ProductPairCode', 'integer'],
    ['Quantity', null],
    ['Price', null],
    ['Order1', 'integer'],
    ['Order2', 'integer'],
    ['TradeTime', 'integer'],
    ['Direction', 'integer'],
    ['TakerSide', 'integer'],
    ['BlockTrade', 'integer'],
    ['ClientOrderId', 'integer'],
  ],
};
export const tickerRowReading: RowReading = {
  row: [
    ['EndDateTime', 'integer'],
    ['High', null],
    ['Low', null],
    ['Open', null],
    ['Close', null],
    ['Volume', null],
    ['InsideBid', null],
    ['InsideAsk', null],
    ['InstrumentId', 'integer'],
    ['BeginDateTime', 'integer'],
  ],
};
const accountInfoReading: Reading = {
  members: {
    OMSID: 'integer',
    AccountId: 'integer',
    FeeGroupId: 'integer',
    ParentID: 'integer',
    VerificationLevel: 'integer',
    CreditTier: 'integer',
    FeeProduct: 'integer',
    RefererId: 'integer',
    LoyaltyProductId: 'integer',
    PriceTier: 'integer',
  },
};
const positionReading: Reading = {
  members: { OMSId: 'integer', AccountId: 'integer', ProductId: 'integer', NotionalProductId: 'integer' },
};
const transactionReading: Reading = {
  members: {
    TransactionId: 'integer',
    ReferenceId: 'integer',
    OMSId: 'integer',
    AccountId: 'integer',
    Counterparty: 'integer',
    ProductId: 'integer',
    TimeStamp: 'integer',
  },
};
const orderReading: Reading = {
  members: {
    OrderId: 'integer',
    Instrument: 'integer',
    Account: 'integer',
    ClientOrderId: 'integer',
    ReceiveTime: 'integer',
    LastUpdatedTime: 'integer',
    CounterPartyId: 'integer',
    OrigOrderId: 'integer',
    OrigClOrdId: 'integer',
    EnteredBy: 'integer',
    IPv6a: 'integer',
    IPv6b: 'integer',
    OMSId: 'integer',
    ExpireTime: 'integer',
    OrderIdOCO: 'integer',
  },
};
const accountTradeReading: Reading = {
  members: {
    OMSId: 'integer',
    ExecutionId: 'integer',
    TradeId: 'integer',
    OrderId: 'integer',
    AccountId: 'integer',
    SubAccountId: 'integer',
    ClientOrderId: 'integer',
    InstrumentId: 'integer',
    OrderTradeRevision: 'integer',
    FeeProductId: 'integer',
    OrderOriginator: 'integer',
    TradeTimeMS: 'integer',
    AdapterTradeId: 'integer',
    CounterPartyClientUserId: 'integer',
    NotionalProductId: 'integer',
  },
};
const accountFeeReading: Reading = {
  members: {
    FeeId: 'integer',
    OMSId: 'integer',
    FeeTier: 'integer',
    AccountId: 'integer',
    LadderSeconds: 'integer',
    InstrumentId: 'integer',
    PeggedProductId: 'integer',
  },
};
const feeTierReading: Reading = {
  members: {
    OMSId: 'integer',
    AccountId: 'integer',
    InstrumentId: 'integer',
    FeeId: 'integer',
    LadderSeconds: 'integer',
  },
};
const providerFeeReading: Reading = {
  members: {
    OMSId: 'integer',
    AccountId: 'integer',
    AccountProviderId: 'integer',
    FeeId: 'integer',
    ProductId: 'integer',
  },
};
const templateTypeReading: Reading = { members: { AccountProviderId: 'integer', Confirmations: 'integer' } };
const templateTypesReading: Reading = {
  members: { TemplateTypes: { list: templateTypeReading }, statuscode: 'integer' },
};
const ticketCommentReading: Reading = {
  members: {
    CommentId: 'integer',
    EnteredBy: 'integer',
    OperatorId: 'integer',
    OMSId: 'integer',
    TicketId: 'integer',
  },
};
const depositTicketReading: Reading = {
  members: {
    AssetManagerId: 'integer',
    AccountProviderId: 'integer',
    AccountId: 'integer',
    AssetId: 'integer',
    NotionalProductId: 'integer',
    OMSId: 'integer',
    RequestUser: 'integer',
    OperatorId: 'integer',
    UpdatedByUser: 'integer',
    TicketNumber: 'integer',
    Comments: { list: ticketCommentReading },
  },
};
const depositReading: Reading = {
  members: {
    OMSId: 'integer',
    DepositId: 'integer',
    AccountId: 'integer',
    SubAccountId: 'integer',
    ProductId: 'integer',
    TicketNumber: 'integer',
    NotionalProductId: 'integer',
  },
};
const withdrawTicketReading: Reading = {
  members: {
    AssetManagerId: 'integer',
    AccountProviderId: 'integer',
    AccountId: 'integer',
    AssetId: 'integer',
    NotionalProductId: 'integer',
    OMSId: 'integer',
    RequestUserId: 'integer',
    OperatorId: 'integer',
    UpdatedByUser: 'integer',
    TicketNumber: 'integer',
    Comments: { list: ticketCommentReading },
  },
};
const withdrawalReading: Reading = {
  members: {
    OMSId: 'integer',
    WithdrawId: 'integer',
    AssetManagerId: 'integer',
    AccountId: 'integer',
    ProductId: 'integer',
    AssetId: 'integer',
    NotionalProductId: 'integer',
    TicketNumber: 'integer',
  },
};

export const callFacts: { readonly [Name in keyof Calls]: CallDeclaration } = {
  Ping: { isRead: true },
  HealthCheck: { isRead: true, reading: genericReading },
  AuthenticateUser: {
    isRead: false,
    reading: {
      members: {
        User: { members: { UserId: 'integer', AccountId: 'integer', OMSId: 'integer' } },
        UserId: 'integer',
        AccountId: 'integer',
        OMSId: 'integer',
      },
    },
  },
  WebAuthenticateUser: { isRead: false, reading: { members: { UserId: 'integer' } } },
  GetCaptchaRequiredEndpoints: { isRead: true },
  Reauthenticate: { isRead: false },
  LogOut: { isRead: false, reading: genericReading },
  Authenticate2FA: { isRead: false, reading: { members: { UserId: 'integer' } } },
  BeginPasskeySignIn: { isRead: false },
  AuthenticatePasskey: {
    isRead: false,
    reading: {
      members: {
        User: { members: { UserId: 'integer', AccountId: 'integer', OMSId: 'integer' } },
        UserId: 'integer',
        AccountId: 'integer',
        OMSId: 'integer',
      },
    },
  },
  GetSecondFactor: { isRead: true, reading: { members: { RecoveryCodesLeft: 'integer' } } },
  EnableGoogle2FA: { isRead: false, reading: { members: { errorcode: 'integer' } } },
  Disable2FA: { isRead: false, reading: genericReading },
  CreateRecoveryCodes: { isRead: false },
  CancelSecondFactorReset: { isRead: false, reading: genericReading },
  Validate2FA: { isRead: false },
  GetValidate2FARequiredEndpoints: { isRead: true },
  BeginPasskey: { isRead: false },
  AddPasskey: { isRead: false },
  GetPasskeys: { isRead: true },
  RemovePasskey: { isRead: false, reading: genericReading },
  RegisterUser: { isRead: false, reading: { members: { UserId: 'integer' } } },
  ConfirmUserEmail: { isRead: false, reading: genericReading },
  ResendVerificationEmail: { isRead: false, reading: genericReading },
  ResetPassword: { isRead: false, reading: genericReading },
  ValidateCode: { isRead: false, reading: genericReading },
  ResetPassword2: { isRead: false, reading: genericReading },
  UnlockAccount: { isRead: false, reading: genericReading },
  FreezeAccount: { isRead: false, reading: genericReading },
  GetUserInfo: { isRead: true, reading: userInfoReading },
  SetUserInfo: { isRead: false, reading: userInfoReading },
  GetUserActivity: { isRead: true, reading: { list: { members: { Id: 'integer' } } } },
  GetUserSessions: { isRead: true },
  EndUserSession: { isRead: false, reading: genericReading },
  EndOtherUserSessions: { isRead: false, reading: genericReading },
  ChangePassword: { isRead: false },
  GetUserDevices: { isRead: true, reading: { list: { members: { UserId: 'integer' } } } },
  SetUserConfig: { isRead: false, reading: genericReading },
  GetUserConfig: { isRead: true },
  UnmaskUserConfig: { isRead: false },
  GetUnredactedUserConfigByKey: { isRead: true },
  GetUserReportTickets: { isRead: true },
  GetUserReportTicketsByStatus: { isRead: true },
  GetUserPermissions: { isRead: true },
  GetUserAPIKeys: { isRead: true, reading: { list: { members: { UserId: 'integer', Nonce: 'integer' } } } },
  AddUserAPIKey: {
    isRead: false,
    takesKey: true,
    reading: { members: { UserId: 'integer', Nonce: 'integer' } },
  },
  UpdateUserAPIKeyWhitelist: {
    isRead: false,
    takesKey: true,
    reading: { members: { UserId: 'integer', Nonce: 'integer' } },
  },
  UpdateUserAPIKeyDailyNotional: {
    isRead: false,
    takesKey: true,
    reading: { members: { UserId: 'integer', Nonce: 'integer' } },
  },
  AddUserAPIKeyPermission: { isRead: false, takesKey: true, reading: genericReading },
  RemoveUserAPIKeyPermission: { isRead: false, takesKey: true, reading: genericReading },
  RemoveUserAPIKey: { isRead: false, takesKey: true, reading: genericReading },
  GetVerificationLevelConfig: { isRead: true, reading: levelConfigReading },
  GetInstrumentVerificationLevelConfig: { isRead: true, reading: instrumentLevelConfigReading },
  GetUserVerificationLevel: {
    isRead: true,
    reading: { members: { UserId: 'integer', AccountId: 'integer', VerificationLevel: 'integer' } },
  },
  GetKycLevels: { isRead: true, reading: { list: { members: { level: 'integer' } } } },
  CreateAccessToken: { isRead: false },
  GetLevelRequest: {
    isRead: true,
    reading: {
      members: {
        Level: 'integer',
        Kinds: { list: { members: { DaysMax: 'integer' } } },
        Documents: { list: { members: { DocumentId: 'integer', Size: 'integer' } } },
      },
    },
  },
  SaveLevelRequest: { isRead: false, reading: genericReading },
  SubmitLevelRequest: { isRead: false, reading: genericReading },
  RemoveLevelDocument: { isRead: false, reading: genericReading },
  ValidateBrazil: { isRead: false, reading: { members: { errorcode: 'integer' } } },
  GetBrazilValidation: { isRead: true },
  ConfirmAccountLink: { isRead: false, reading: genericReading },
  GetAccountLink: { isRead: true },
  GetOMSVersion: { isRead: true, reading: genericReading },
  GetOMSs: { isRead: true, reading: { list: { members: { OMSId: 'integer' } } } },
  GetEnums: {
    isRead: true,
    reading: { list: { members: { Enums: { list: { members: { Number: 'integer' } } } } } },
  },
  GetInstruments: { isRead: true, reading: { list: instrumentReading } },
  GetInstrument: { isRead: true, reading: instrumentReading },
  GetProducts: { isRead: true, reading: { list: productReading } },
  GetProduct: { isRead: true, reading: productReading },
  GetProductAttributes: { isRead: true, reading: { list: attributeReading } },
  GetInstrumentAttributes: { isRead: true, reading: { list: instrumentAttributeReading } },
  GetTreasuryProductsForAccount: { isRead: true },
  GetLevel1: { isRead: true, reading: level1Reading },
  GetLevel1Summary: { isRead: true },
  GetLevel1SummaryMin: {
    isRead: true,
    reading: {
      list: {
        row: [
          ['InstrumentId', 'integer'],
          ['Symbol', null],
          ['LastTradedPx', null],
          ['Rolling24HrPxChange', null],
          ['Rolling24HrPxChangePercent', null],
          ['Rolling24HrVolume', null],
        ],
      },
    },
  },
  GetL2Snapshot: { isRead: true, reading: { list: level2RowReading } },
  GetLastTrades: { isRead: true, reading: { list: publicTradeRowReading } },
  GetTickerHistory: { isRead: true, reading: { list: tickerRowReading } },
  GetEarliestTickTime: { isRead: true, reading: { list: 'integer' } },
  Summary: { isRead: true },
  Ticker: { isRead: true, reading: { each: { members: { base_id: 'integer', quote_id: 'integer' } } } },
  Assets: { isRead: true, reading: { list: { members: { unified_cryptoasset_id: 'integer' } } } },
  OrderBook: {
    isRead: true,
    reading: {
      members: {
        timestamp: 'integer',
        bids: {
          list: {
            row: [
              ['quantity', null],
              ['price', null],
            ],
          },
        },
        asks: {
          list: {
            row: [
              ['quantity', null],
              ['price', null],
            ],
          },
        },
      },
    },
  },
  Trades: { isRead: true, reading: { list: { members: { trade_id: 'integer' } } } },
  GetUserAccounts: { isRead: true, reading: { list: 'integer' } },
  GetUserAccountInfos: { isRead: true, reading: { list: accountInfoReading } },
  GetAccountInfo: { isRead: true, reading: accountInfoReading },
  GetAccountPositions: { isRead: true, reading: { list: positionReading } },
  GetAccountTransactions: { isRead: true, reading: { list: transactionReading } },
  GetTransfers: { isRead: true },
  GetRequestTransfers: { isRead: true },
  GetAccountBadges: { isRead: true },
  GetAllLedgerEntryTickets: { isRead: true },
  GetAccountSettlementPositions: { isRead: true },
  SendOrder: {
    isRead: false,
    takesKey: true,
    reading: { members: { OrderId: 'integer', errorcode: 'integer' } },
  },
  CancelReplaceOrder: {
    isRead: false,
    takesKey: true,
    reading: {
      members: {
        ReplacementOrderId: 'integer',
        ReplacementClOrdId: 'integer',
        OrigOrderId: 'integer',
        OrigClOrdId: 'integer',
      },
    },
  },
  ModifyOrder: { isRead: false, takesKey: true, reading: genericReading },
  CancelOrder: { isRead: false, takesKey: true, reading: genericReading },
  CancelAllOrders: { isRead: false, takesKey: true, reading: genericReading },
  SendOrderList: { isRead: false, takesKey: true, reading: genericReading },
  SendCancelReplaceList: { isRead: false, takesKey: true, reading: genericReading },
  SendCancelList: { isRead: false, takesKey: true, reading: genericReading },
  GetOrderStatus: { isRead: true, reading: orderReading },
  GetOpenOrders: { isRead: true, reading: { list: orderReading } },
  GetOrders: { isRead: true, reading: { list: orderReading } },
  GetOrdersHistory: { isRead: true, reading: { list: orderReading } },
  GetOrderHistoryByOrderId: { isRead: true, reading: { list: orderReading } },
  GetTradesHistory: { isRead: true, reading: { list: accountTradeReading } },
  GetAccountTrades: { isRead: true, reading: { list: accountTradeReading } },
  GetOpenQuotes: { isRead: true },
  GetOpenTradeReports: { isRead: true },
  GetAllOpenTradeReports: { isRead: true },
  GetOrderFee: { isRead: true, reading: { members: { ProductId: 'integer' } } },
  GetAccountFees: { isRead: true, reading: { list: accountFeeReading } },
  GetOmsFeeTiers: { isRead: true, reading: { list: feeTierReading } },
  GetDepositFee: { isRead: true },
  GetOMSDepositFees: { isRead: true, reading: { list: providerFeeReading } },
  GetWithdrawFee: { isRead: true },
  GetOMSWithdrawFees: { isRead: true, reading: { list: providerFeeReading } },
  GetAccountDepositTransactions: { isRead: true, reading: { list: transactionReading } },
  GetDepositTemplateTypes: { isRead: true, reading: templateTypesReading },
  GetDepositProviders: { isRead: true, reading: { list: templateTypeReading } },
  GetDepositRequestInfoTemplate: { isRead: true, reading: { members: { statuscode: 'integer' } } },
  GetAllDepositRequestInfoTemplates: {
    isRead: true,
    reading: {
      members: { Templates: { list: { members: { providerId: 'integer' } } }, statuscode: 'integer' },
    },
  },
  GetDepositInfo: {
    isRead: false,
    reading: {
      members: {
        AssetManagerId: 'integer',
        AccountId: 'integer',
        AssetId: 'integer',
        ProviderId: 'integer',
        statuscode: 'integer',
      },
    },
  },
  GetNewDepositAddress: {
    isRead: false,
    reading: {
      members: {
        AssetManagerId: 'integer',
        AccountId: 'integer',
        AssetId: 'integer',
        ProviderId: 'integer',
        statuscode: 'integer',
      },
    },
  },
  GetDepositTickets: { isRead: true, reading: { list: depositTicketReading } },
  GetDepositTicket: { isRead: true, reading: depositTicketReading },
  GetDeposits: { isRead: true, reading: { list: depositReading } },
  SubmitDepositTicketComment: { isRead: false, reading: { members: { commentid: 'integer' } } },
  GetAccountWithdrawTransactions: { isRead: true, reading: { list: transactionReading } },
  GetWithdrawFormTemplateTypes: { isRead: true, reading: templateTypesReading },
  GetWithdrawTemplate: { isRead: true, reading: { members: { statuscode: 'integer' } } },
  CreateWithdrawTicket: { isRead: false, takesKey: true, reading: genericReading },
  CreateFiatWithdrawTicket: { isRead: false, takesKey: true, reading: genericReading },
  CreateCryptocurrencyWithdrawTicket: { isRead: false, takesKey: true, reading: genericReading },
  BeginWithdrawSignature: { isRead: false },
  ConfirmWithdraw: { isRead: false, reading: genericReading },
  CancelWithdraw: { isRead: false, takesKey: true, reading: genericReading },
  GetWithdrawTickets: { isRead: true, reading: { list: withdrawTicketReading } },
  GetWithdrawTicket: { isRead: true, reading: withdrawTicketReading },
  GetWithdrawTicketByVerifyCode: { isRead: true, reading: withdrawTicketReading },
  GetWithdrawConfirmation: { isRead: true },
  GetWithdrawInfoConfirmation: { isRead: true },
  GetWithdraws: { isRead: true, reading: { list: withdrawalReading } },
  SubmitWithdrawTicketComment: { isRead: false, reading: { members: { commentid: 'integer' } } },
  GetAccountWithdrawInfos: {
    isRead: true,
    reading: { list: { members: { OMSId: 'integer', AccountId: 'integer', ProductId: 'integer' } } },
  },
  CreateAccountWithdrawInfo: { isRead: false, takesKey: true, reading: genericReading },
  ConfirmWithdrawInfo: { isRead: false, reading: genericReading },
  DeleteAccountWithdrawInfo: { isRead: false, takesKey: true, reading: genericReading },
  SubscribeLevel1: { isRead: true, reading: level1Reading },
  SubscribeLevel2: { isRead: true, reading: { list: level2RowReading } },
  SubscribeTrades: { isRead: true, reading: { list: publicTradeRowReading } },
  SubscribeTicker: { isRead: true, reading: { list: tickerRowReading } },
  SubscribeBlockTrades: { isRead: true, reading: { list: publicTradeRowReading } },
  UnsubscribeLevel1: { isRead: true, reading: genericReading },
  UnsubscribeLevel2: { isRead: true, reading: genericReading },
  UnsubscribeTrades: { isRead: true, reading: genericReading },
  UnsubscribeTicker: { isRead: true, reading: genericReading },
  UnsubscribeBlockTrades: { isRead: true, reading: genericReading },
  SubscribeAccountEvents: { isRead: false },
  SubscribeOrderStateEvents: { isRead: false },
  UnsubscribeAccountEvents: { isRead: false },
  UnsubscribeOrderStateEvents: { isRead: false },
};

export const eventReadings: { readonly [Name in keyof SocketEvents]?: Reading } = {
  Level1UpdateEvent: level1Reading,
  Level2UpdateEvent: { list: level2RowReading },
  TradeDataUpdateEvent: { list: publicTradeRowReading },
  TickerDataUpdateEvent: { list: tickerRowReading },
  OrderTradeEvent: accountTradeReading,
  OrderStateEvent: orderReading,
  AccountPositionEvent: positionReading,
  NewOrderRejectEvent: { members: { OMSId: 'integer', AccountId: 'integer', ClientOrderId: 'integer' } },
  CancelOrderRejectEvent: {
    members: {
      OMSId: 'integer',
      AccountId: 'integer',
      OrderId: 'integer',
      OrderRevision: 'integer',
      InstrumentId: 'integer',
    },
  },
  CancelReplaceOrderRejectEvent: {
    members: {
      OMSId: 'integer',
      AccountId: 'integer',
      OrderId: 'integer',
      ClientOrderId: 'integer',
      OrderIdOCO: 'integer',
      OrderIdToReplace: 'integer',
      InstrumentId: 'integer',
    },
  },
  CancelAllOrdersRejectEvent: {
    members: { OMSId: 'integer', AccountId: 'integer', InstrumentId: 'integer' },
  },
  MarketStateUpdate: {
    members: { ExchangeId: 'integer', VenueAdapterId: 'integer', VenueInstrumentId: 'integer' },
  },
  PendingDepositUpdate: { members: { AccountId: 'integer', AssetId: 'integer' } },
  DepositTicketUpdateEvent: depositTicketReading,
  DepositEvent: {
    members: { OMSId: 'integer', AccountId: 'integer', ProductId: 'integer', SubAccountId: 'integer' },
  },
  WithdrawTicketUpdateEvent: withdrawTicketReading,
  TransactionEvent: transactionReading,
  AccountInfoUpdateEvent: accountInfoReading,
  VerificationLevelUpdateEvent: { members: { VerificationLevel: 'integer', AccountId: 'integer' } },
};
