/**
 * Every call of the family that this exchange offers (wire-protocol 5 to 16): who may make it, its request and its
 * answer. The calls it does not offer are at the end.
 */
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import * as names from './enumerations.ts';
import type { Fields, Scene } from './filled-world.ts';
import { address, limitOrder } from './filled-world.ts';
import {
  anyList,
  bool,
  emptyList,
  guid,
  int,
  is,
  iso,
  jsonText,
  list,
  mapOf,
  ms,
  nothing,
  num,
  oneOf,
  object,
  optional,
  orNull,
  ours,
  row,
  text,
  textLike,
  ticks,
} from './matchers.ts';
import type { Matcher } from './matchers.ts';
import * as shared from './objects.ts';

export type Who = {
  readonly auth: 'public' | 'session';
  /** Any of these permissions admits a key; none means the customer in person. */
  readonly permissions: readonly KeyPermission[];
};
const everyone: Who = { auth: 'public', permissions: [] };
const inPerson: Who = { auth: 'session', permissions: [] };
const session = (...permissions: readonly KeyPermission[]): Who => ({ auth: 'session', permissions });
const reading = session('Trading', 'AccountReadOnly');
const trading = session('Trading');

type CallRequest = {
  readonly input: Fields;
  /** The session, when it is not Maria's. */
  readonly token?: string;
};

export type CallRow = {
  readonly section: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly who: Who;
  readonly ask: (scene: Scene) => CallRequest | Promise<CallRequest>;
  readonly answer: Matcher;
  /** Its effect is different each time, so that two answers need not be equal. */
  readonly isEffect: boolean;
  /** Fields whose absence is error 100 `<Field> is Required`. */
  readonly required: readonly string[];
  /** The key, or the index in a row, by which a list is sorted. */
  readonly newestFirst?: string | number;
  readonly oldestFirst?: string | number;
  readonly transport?: 'socket' | 'http';
};

type Rest = {
  readonly aliases?: readonly string[];
  readonly required?: readonly string[];
  readonly newestFirst?: string | number;
  readonly oldestFirst?: string | number;
  readonly transport?: 'socket' | 'http';
};
type RequestFields = Fields | ((scene: Scene) => Fields | Promise<Fields>);

/** A call without effects: every variant of the request returns the same text. */
function read(
  section: string,
  name: string,
  who: Who,
  ask: RequestFields,
  answer: Matcher,
  rest: Rest = {},
): CallRow {
  return {
    section,
    name,
    who,
    ask: async (scene) => ({ input: typeof ask === 'function' ? await ask(scene) : ask }),
    answer,
    isEffect: false,
    aliases: [],
    required: [],
    ...rest,
  };
}

/** A call with an effect: each request has its own. */
function act(
  section: string,
  name: string,
  who: Who,
  ask: RequestFields,
  answer: Matcher,
  rest: Rest = {},
): CallRow {
  return { ...read(section, name, who, ask, answer, rest), isEffect: true };
}

/** A call with an effect, in its own session. */
function actAs(
  section: string,
  name: string,
  who: Who,
  ask: (scene: Scene) => Promise<CallRequest>,
  answer: Matcher,
  rest: Rest = {},
): CallRow {
  return { ...act(section, name, who, {}, answer, rest), ask };
}

const market = { OMSId: 1, InstrumentId: 1 };
const usdt = { OMSId: 1, ProductId: 3 };
const account = ({ maria }: Scene) => ({ OMSId: 1, AccountId: maria.accountId });
const user = ({ maria }: Scene) => ({ UserId: maria.userId });
const accountWith = (more: Fields) => (scene: Scene) => ({ ...account(scene), ...more });
const withdrawal = {
  ...usdt,
  Amount: 10,
  TemplateType: 'ToExternalEthereumAddress',
  TemplateForm: JSON.stringify({ ExternalAddress: address, Comment: '' }),
};
const generic = shared.done;
const settings = list(object({ Key: text, Value: text }));

const fee = {
  FeeId: int,
  OMSId: is(1),
};
const ladder = {
  FeeAmt: num,
  FeeCalcType: names.feeCalcType,
  FeeType: names.feeType,
  LadderThreshold: num,
  LadderSeconds: int,
  IsActive: bool,
};
const providerFees = list(
  object({
    OMSId: is(1),
    AccountId: is(0),
    AccountProviderId: int,
    FeeId: int,
    FeeAmt: num,
    FeeCalcType: names.feeCalcType,
    IsActive: bool,
    ProductId: int,
    MinimalFeeAmt: num,
    MinimalFeeCalcType: names.feeCalcType,
  }),
);
const limit = num;
const levelConfig = object({
  Level: int,
  LevelName: orNull(text),
  OMSId: is(1),
  Products: list(
    object({
      VerificationLevel: int,
      VerificationLevelName: orNull(text),
      OMSId: is(1),
      ProductId: int,
      ProductName: text,
      AutoWithdrawThreshold: num,
      DailyDepositLimit: limit,
      DailyDepositNotionalLimit: limit,
      MonthlyDepositLimit: limit,
      MonthlyDepositNotionalLimit: limit,
      YearlyDepositLimit: limit,
      YearlyDepositNotionalLimit: limit,
      DailyWithdrawLimit: limit,
      DailyWithdrawNotionalLimit: limit,
      DailyWithdrawLeft: ours(limit),
      MonthlyWithdrawLimit: limit,
      MonthlyWithdrawNotionalLimit: limit,
      MonthlyWithdrawLeft: ours(limit),
      YearlyWithdrawLimit: limit,
      YearlyWithdrawNotionalLimit: limit,
      DailyTransferNotionalLimit: limit,
      NotionalProductId: int,
      OverLimitRejected: bool,
      WithdrawProcessingDelaySec: int,
      DepositTicketWorkflow: is('Internal'),
      WithdrawTicketWorkflow: is('Internal'),
      RequireWhitelistedAddress: bool,
      AutoAcceptWhitelistedAddress: bool,
    }),
  ),
});
const ticketComment = object({ success: is(true), commentid: int });
const refusedList = object({
  result: is(false),
  errormsg: is('Operation In Process'),
  errorcode: is(107),
  detail: ours(jsonText(list(object({ status: is('Accepted'), errormsg: is(''), OrderId: int })))),
});

export const callTable: readonly CallRow[] = [
  // 5 Session and two-factor
  act(
    '5.1',
    'AuthenticateUser',
    everyone,
    ({ guest }) => ({ UserName: guest.userName, Password: guest.password }),
    shared.signedIn,
    { aliases: ['Authenticate'] },
  ),
  actAs(
    '5.2',
    'Authenticate2FA',
    everyone,
    async ({ pendingToken, freshCode }) => ({
      input: { Code: freshCode(), Pending2FaToken: await pendingToken() },
      token: '',
    }),
    object({ Authenticated: is(true), UserId: int, SessionToken: text, errormsg: nothing }),
    { required: ['Code'] },
  ),
  act(
    '5.3',
    'WebAuthenticateUser',
    everyone,
    ({ guest }) => ({ UserName: guest.userName, Password: guest.password }),
    object({
      Authenticated: is(true),
      SessionToken: text,
      UserId: int,
      twoFAToken: is(''),
      Requires2FA: is(false),
      AuthType: text,
      AddtlInfo: is(''),
      errormsg: nothing,
    }),
    { transport: 'socket' },
  ),
  actAs(
    '5.4',
    'LogOut',
    everyone,
    async ({ guestToken }) => ({ input: {}, token: await guestToken() }),
    generic,
  ),
  act(
    '5.5',
    'EnableGoogle2FA',
    inPerson,
    {},
    object({
      GoogleQRCode: textLike('a PNG in base64', /^iVBORw0KGgo[\w+/]+=*$/),
      ManualCode: textLike('base 32', /^[A-Z2-7]+$/),
      errorcode: is(0),
    }),
  ),
  actAs(
    '5.6',
    'Disable2FA',
    inPerson,
    ({ ana }) => Promise.resolve({ input: {}, token: ana.token }),
    generic,
  ),
  actAs(
    '5.7',
    'Validate2FA',
    inPerson,
    ({ ana, freshCode }) =>
      Promise.resolve({ input: { TFaType: 'Google', Code: freshCode() }, token: ana.token }),
    object({ TFaAuthenticated: is(true) }),
  ),
  read('5.7', 'GetValidate2FARequiredEndpoints', everyone, {}, emptyList),
  read('5.7', 'GetCaptchaRequiredEndpoints', everyone, {}, emptyList),
  read('5.8', 'Ping', everyone, {}, object({ msg: is('PONG') })),

  // 6 Registration, e-mail, password
  act(
    '6.1',
    'RegisterUser',
    everyone,
    ({ newName }) => {
      const name = newName();
      const UserInfo = { UserName: name, Email: `${name}@example.com`, passwordHash: 'Quartz-harbour-9' };
      return { UserInfo, UserConfig: [{ Name: 'Language', Value: 'EN' }], OperatorId: 1 };
    },
    object({ UserId: int }),
    { aliases: ['RegisterNewUser'], required: ['UserInfo'] },
  ),
  act('6.2', 'ConfirmUserEmail', everyone, ({ registered }) => registered(), generic, {
    aliases: ['ConfirmEmail'],
    required: ['VerifyEmailCode'],
  }),
  act('6.3', 'ResendVerificationEmail', everyone, { Email: 'nobody@example.com' }, generic, {
    required: ['Email'],
  }),
  act('6.4', 'ResetPassword', everyone, { UserName: 'nobody' }, generic, { required: ['UserName'] }),
  act(
    '6.5',
    'ResetPassword2',
    everyone,
    async (scene) => ({ ...(await createForgotten(scene)), Password: 'Lantern-orbit-4' }),
    generic,
    { required: ['PendingCode', 'Password'] },
  ),
  act(
    '6.6',
    'ValidateCode',
    everyone,
    async (scene) => {
      const { UserId, PendingCode } = await createForgotten(scene);
      return { UserId, VerifyCode: PendingCode };
    },
    generic,
    { required: ['VerifyCode'] },
  ),

  // 7 User and settings
  read('7.1', 'GetUserInfo', reading, user, shared.userInfo),
  read('7.2', 'SetUserInfo', inPerson, user, shared.userInfo),
  act(
    '7.3',
    'SetUserConfig',
    inPerson,
    (scene) => ({ ...user(scene), Config: [{ Key: 'Language', Value: 'ES' }] }),
    generic,
    { required: ['Config'] },
  ),
  read('7.4', 'GetUserConfig', trading, user, list(object({ Key: text, Value: is('********') }))),
  read('7.4', 'UnmaskUserConfig', inPerson, user, settings, {
    aliases: ['GetAllUnredactedUserConfigsForUser'],
  }),
  read(
    '7.4',
    'GetUnredactedUserConfigByKey',
    inPerson,
    (scene) => ({ ...user(scene), Key: 'Language' }),
    object({ Key: is('Language'), Value: is('ES') }),
    { required: ['Key'] },
  ),
  read('7.5', 'GetUserAccounts', reading, (scene) => ({ OMSId: 1, ...user(scene) }), list(int)),
  read(
    '7.6',
    'GetUserDevices',
    inPerson,
    user,
    anyList(
      object({
        HashCode: text,
        Location: text,
        DeviceName: text,
        IpAddress: text,
        UserId: int,
        IsTrusted: bool,
        ExpirationTime: ticks,
      }),
    ),
  ),

  // 8 API keys and permissions
  read('8.1', 'GetUserPermissions', inPerson, user, list(names.permission)),
  read('8.2', 'GetUserAPIKeys', inPerson, user, list(shared.listedKey)),
  act(
    '8.3',
    'AddUserAPIKey',
    inPerson,
    (scene) => ({ ...user(scene), Permissions: ['Trading'], IpWhiteList: '203.0.113.9,198.51.100.4' }),
    shared.newKey,
    { required: ['Permissions'] },
  ),
  act(
    '8.4',
    'UpdateUserAPIKeyWhitelist',
    inPerson,
    (scene) => ({ ...user(scene), APIKey: scene.key.apiKey, IpWhiteList: '203.0.113.9' }),
    shared.changedKey,
    { required: ['APIKey'] },
  ),
  act(
    '8.5',
    'AddUserAPIKeyPermission',
    inPerson,
    (scene) => ({ ...user(scene), APIKey: scene.key.apiKey, Permission: 'Deposit' }),
    generic,
    { required: ['APIKey', 'Permission'] },
  ),
  act(
    '8.5',
    'RemoveUserAPIKeyPermission',
    inPerson,
    (scene) => ({ ...user(scene), APIKey: scene.key.apiKey, Permission: 'Deposit' }),
    generic,
    { required: ['APIKey', 'Permission'] },
  ),
  act(
    '8.6',
    'RemoveUserAPIKey',
    inPerson,
    async (scene) => {
      const added = await scene.maria.call('AddUserAPIKey', { Permissions: ['Trading'] });
      return { ...user(scene), APIKey: added.json()['APIKey'] };
    },
    generic,
    { required: ['APIKey'] },
  ),

  // 9 Instruments and products
  read('9.1', 'GetInstruments', everyone, { OMSId: 1 }, list(shared.instrument), { required: ['OMSId'] }),
  read('9.2', 'GetInstrument', everyone, market, shared.instrument, { required: ['OMSId'] }),
  read('9.3', 'GetProducts', everyone, { OMSId: 1, GetDisabled: true }, list(shared.product), {
    required: ['OMSId'],
  }),
  read('9.4', 'GetProduct', everyone, usdt, shared.product, { required: ['OMSId', 'ProductId'] }),
  read(
    '9.5',
    'GetProductAttributes',
    everyone,
    usdt,
    list(object({ OMSId: is(1), ProductId: int, KeyName: text, KeyValue: text })),
    { required: ['OMSId'] },
  ),
  read(
    '9.5',
    'GetInstrumentAttributes',
    everyone,
    market,
    list(object({ OMSId: is(1), InstrumentId: int, KeyName: text, KeyValue: text })),
    { required: ['OMSId'] },
  ),
  read(
    '9.6',
    'GetEnums',
    everyone,
    {},
    row(
      object({
        Class: is('Order'),
        Property: is('OrderState'),
        Enums: list(object({ Name: names.orderState, Description: text, Number: int })),
      }),
    ),
  ),
  read('9.6', 'GetOMSs', everyone, { OperatorId: 1 }, row(object({ OMSId: is(1), OMSName: text }))),
  read('9.6', 'GetOMSVersion', everyone, {}, shared.doneWith(textLike('a version', /^\d+\.\d+\.\d+$/))),
  read('9.6', 'HealthCheck', everyone, {}, shared.doneWith(textLike('running: ...', /^running:/))),

  // 10 Market data
  read('10.1', 'GetLevel1', everyone, market, shared.level1, { required: ['InstrumentId'] }),
  read('10.2', 'GetLevel1Summary', everyone, { OMSId: 1 }, list(jsonText(shared.level1))),
  read(
    '10.3',
    'GetLevel1SummaryMin',
    everyone,
    { OMSId: 1, InstrumentIds: '[1,2]' },
    list(row(int, text, num, num, num, num)),
  ),
  read('10.4', 'GetL2Snapshot', everyone, { ...market, Depth: 100 }, shared.level2Snapshot, {
    required: ['InstrumentId'],
  }),
  read('10.5', 'GetTickerHistory', everyone, { ...market, Interval: 60 }, shared.candles, {
    required: ['InstrumentId', 'Interval'],
    oldestFirst: 0,
  }),
  read('10.6', 'GetLastTrades', everyone, { ...market, Count: 100 }, shared.publicTrades, {
    required: ['InstrumentId'],
    oldestFirst: 0,
  }),
  read('10.7', 'GetEarliestTickTime', everyone, market, row(ms), { required: ['InstrumentId'] }),
  read(
    '10.8',
    'Summary',
    everyone,
    {},
    list(
      object({
        trading_pairs: textLike('BASE_QUOTE', /^[A-Z]+_[A-Z]+$/),
        last_price: num,
        lowest_ask: num,
        highest_bid: num,
        base_volume: num,
        quote_volume: num,
        price_change_percent_24h: num,
        highest_price_24h: num,
        lowest_price_24h: num,
      }),
    ),
  ),
  read(
    '10.8',
    'Ticker',
    everyone,
    {},
    mapOf(object({ base_id: int, quote_id: int, last_price: num, base_volume: num, quote_volume: num })),
  ),
  read(
    '10.8',
    'Assets',
    everyone,
    {},
    list(object({ name: text, unified_cryptoasset_id: int, min_withdraw: num })),
  ),
  read(
    '10.8',
    'OrderBook',
    everyone,
    { Market_Pair: 'BTCUSDT', Level: 2, Depth: 5 },
    object({ timestamp: ms, bids: list(row(num, num)), asks: list(row(num, num)) }),
    { required: ['Market_Pair'] },
  ),
  read(
    '10.8',
    'Trades',
    everyone,
    { market_pair: 'BTC_USDT' },
    list(
      object({
        trade_id: int,
        price: num,
        base_volume: num,
        quote_volume: num,
        timestamp: iso,
        type: textLike('the side of the taker', /^(?:buy|sell)$/),
      }),
    ),
    { required: ['market_pair'], oldestFirst: 'trade_id' },
  ),

  // 11 Accounts and balances
  read('11.1', 'GetAccountInfo', reading, account, shared.accountInfo),
  read(
    '11.2',
    'GetUserAccountInfos',
    reading,
    (scene) => ({ OMSId: 1, ...user(scene) }),
    list(shared.accountInfo),
  ),
  read('11.3', 'GetAccountPositions', reading, accountWith({ IncludePending: true }), list(shared.position), {
    oldestFirst: 'ProductId',
  }),
  read('11.4', 'GetAccountTransactions', reading, accountWith({ Depth: 200 }), list(shared.transaction), {
    newestFirst: 'TransactionId',
  }),
  read('11.4', 'GetAccountDepositTransactions', reading, account, list(shared.transaction), {
    newestFirst: 'TransactionId',
  }),
  read('11.4', 'GetAccountWithdrawTransactions', reading, account, list(shared.transaction), {
    newestFirst: 'TransactionId',
  }),
  read('11.5', 'GetTreasuryProductsForAccount', reading, account, list(text)),

  // 12 Orders and trades
  act(
    '12.1',
    'SendOrder',
    trading,
    accountWith({
      ...limitOrder,
      Quantity: 0.01,
      LimitPrice: 57000,
      PostOnly: true,
      PegPriceType: 'Ask',
    }),
    object({ status: is('Accepted'), errormsg: is(''), OrderId: int }),
    { required: ['InstrumentId', 'Side', 'OrderType'] },
  ),
  act(
    '12.2',
    'SendOrderList',
    trading,
    { Requests: [{ ...limitOrder, LimitPrice: 57000, Quantity: 0.01 }] },
    refusedList,
    { required: ['Requests'] },
  ),
  act(
    '12.2',
    'SendCancelList',
    trading,
    async ({ place }) => ({ Requests: [{ OMSId: 1, OrderId: await place() }] }),
    shared.doneWith(ours(jsonText(list(generic)))),
    { required: ['Requests'] },
  ),
  act(
    '12.2',
    'SendCancelReplaceList',
    trading,
    async ({ place }) => ({
      Requests: [{ ...limitOrder, ReplaceOrderId: await place(), LimitPrice: 57500 }],
    }),
    shared.doneWith(
      ours(
        jsonText(
          list(
            object({
              ReplacementOrderId: int,
              ReplacementClOrdId: int,
              OrigOrderId: int,
              OrigClOrdId: int,
            }),
          ),
        ),
      ),
    ),
    { required: ['Requests'] },
  ),
  act(
    '12.3',
    'CancelOrder',
    trading,
    async (scene) => ({ ...account(scene), OrderId: await scene.place() }),
    generic,
    { required: ['OrderId'] },
  ),
  act('12.4', 'CancelAllOrders', trading, accountWith({ IntrumentId: 2 }), generic),
  act(
    '12.5',
    'CancelReplaceOrder',
    trading,
    async (scene) => ({
      ...account(scene),
      ...limitOrder,
      OrderIdToReplace: await scene.place(),
      LimitPrice: 57500,
    }),
    object({ ReplacementOrderId: int, ReplacementClOrdId: int, OrigOrderId: int, OrigClOrdId: int }),
    { required: ['OrderIdToReplace', 'InstrumentId', 'Side', 'OrderType'] },
  ),
  act(
    '12.6',
    'ModifyOrder',
    trading,
    async (scene) => ({ ...account(scene), InstrumentId: 1, OrderId: await scene.place(), Quantity: 0.05 }),
    generic,
  ),
  read(
    '12.7',
    'GetOrderStatus',
    trading,
    (scene) => ({ ...account(scene), OrderId: scene.partlyFilled }),
    shared.order,
    { required: ['OrderId'] },
  ),
  read('12.8', 'GetOpenOrders', reading, accountWith({ InstrumentId: 1 }), list(shared.order), {
    newestFirst: 'OrderId',
  }),
  read('12.9', 'GetOrders', trading, accountWith({ StartIndex: 0, Limit: 100 }), list(shared.order), {
    newestFirst: 'OrderId',
  }),
  read(
    '12.9',
    'GetOrdersHistory',
    trading,
    accountWith({ OrderState: 'Canceled', Depth: 100 }),
    list(shared.order),
    { newestFirst: 'OrderId', aliases: ['GetOrderHistory'] },
  ),
  read(
    '12.10',
    'GetOrderHistoryByOrderId',
    trading,
    ({ partlyFilled }) => ({ OMSId: 1, OrderId: partlyFilled }),
    list(shared.order),
    { newestFirst: 'LastUpdatedTime', required: ['OrderId'] },
  ),
  read(
    '12.11',
    'GetTradesHistory',
    trading,
    accountWith({ InstrumentId: 1, Depth: 10 }),
    list(shared.accountTrade),
    { newestFirst: 'TradeId' },
  ),
  read('12.11', 'GetAccountTrades', reading, accountWith({ Count: 200 }), list(shared.accountTrade), {
    newestFirst: 'TradeId',
  }),
  ...['GetOpenTradeReports', 'GetAllOpenTradeReports', 'GetOpenQuotes'].map((name) =>
    read('12.12', name, trading, account, emptyList),
  ),

  // 13 Fees and limits
  read(
    '13.1',
    'GetOrderFee',
    trading,
    accountWith({
      ...market,
      Quantity: 0.06,
      Price: 61500.5,
      OrderType: 'Limit',
      MakerTaker: 'Maker',
      Side: 'Sell',
    }),
    object({ OrderFee: num, ProductId: int }),
    { required: ['InstrumentId'] },
  ),
  read(
    '13.2',
    'GetAccountFees',
    reading,
    account,
    list(
      object({
        ...fee,
        FeeTier: int,
        AccountId: int,
        ...ladder,
        InstrumentId: int,
        OrderType: is('Unknown'),
        PeggedProductId: is(0),
      }),
    ),
  ),
  read(
    '13.3',
    'GetOmsFeeTiers',
    everyone,
    market,
    list(
      object({
        OMSId: is(1),
        AccountId: is(0),
        InstrumentId: int,
        OrderType: is('Unknown'),
        FeeId: int,
        ...ladder,
      }),
    ),
  ),
  read(
    '13.4',
    'GetWithdrawFee',
    session('Trading', 'Withdraw'),
    accountWith({ ...usdt, Amount: 25, AccountProviderId: 2 }),
    object({ FeeAmount: num, TicketAmount: num, PasskeySignature: oneOf('None', 'Optional', 'Needed') }),
    { required: ['ProductId'] },
  ),
  read(
    '13.4',
    'GetDepositFee',
    session('Trading', 'Deposit'),
    accountWith({ ...usdt, Amount: 25, AccountProviderId: 2 }),
    object({ FeeAmount: num, TicketAmount: num }),
    { required: ['ProductId'] },
  ),
  read('13.5', 'GetOMSWithdrawFees', session('Withdraw'), usdt, providerFees),
  read('13.5', 'GetOMSDepositFees', session('Deposit'), usdt, providerFees),
  read(
    '13.6',
    'GetVerificationLevelConfig',
    session('Trading', 'Deposit', 'Withdraw'),
    account,
    levelConfig,
    { aliases: ['GetWithdrawLimits'] },
  ),
  read(
    '13.7',
    'GetInstrumentVerificationLevelConfig',
    reading,
    account,
    object({
      Level: int,
      LevelName: orNull(text),
      OMSId: is(1),
      Instruments: list(
        object({
          VerificationLevel: int,
          VerificationLevelName: orNull(text),
          OMSId: is(1),
          InstrumentId: int,
          InstrumentName: text,
          DailyBuyLimit: is(-1),
          DailySellLimit: is(-1),
          MonthlyBuyLimit: is(-1),
          MonthlySellLimit: is(-1),
          NotionalProductId: int,
          DailyNotionalLimit: is(-1),
          MonthlyNotionalLimit: is(-1),
          YearlyNotionalLimit: is(-1),
        }),
      ),
    }),
  ),

  // 14 Deposits
  read('14.1', 'GetDepositTemplateTypes', session('Deposit'), usdt, shared.templateTypes, {
    required: ['ProductId'],
  }),
  read(
    '14.2',
    'GetDepositRequestInfoTemplate',
    session('Trading', 'Deposit'),
    { ...usdt, AccountProviderId: 2 },
    shared.depositTemplateInfo,
    { required: ['ProductId'] },
  ),
  read(
    '14.3',
    'GetAllDepositRequestInfoTemplates',
    session('Trading', 'Deposit'),
    usdt,
    shared.depositTemplates,
    { required: ['ProductId'] },
  ),
  read(
    '14.4',
    'GetDepositInfo',
    session('Deposit'),
    accountWith({ ...usdt, GenerateNewKey: false }),
    shared.depositInfo,
    { required: ['ProductId'] },
  ),
  act('14.4', 'GetNewDepositAddress', session('Deposit'), accountWith(usdt), shared.depositInfo, {
    required: ['ProductId'],
  }),
  read(
    '14.6',
    'GetDepositTickets',
    reading,
    accountWith({ OperatorId: 1, Limit: 10 }),
    list(shared.depositTicket),
    {
      newestFirst: 'TicketNumber',
    },
  ),
  read(
    '14.6',
    'GetDepositTicket',
    reading,
    (scene) => ({ ...account(scene), RequestCode: scene.depositCode }),
    shared.depositTicket,
    { required: ['RequestCode'] },
  ),
  read(
    '14.7',
    'GetDeposits',
    trading,
    account,
    list(
      object({
        OMSId: is(1),
        DepositId: int,
        AccountId: int,
        SubAccountId: is(0),
        ProductId: int,
        Amount: num,
        LastUpdateTimeStamp: ticks,
        ProductType: names.productType,
        TicketStatus: is('FullyProcessed'),
        DepositInfo: shared.details,
        DepositCode: guid,
        TicketNumber: int,
        NotionalProductId: int,
        NotionalValue: num,
        FeeAmount: num,
      }),
    ),
    { oldestFirst: 'DepositId' },
  ),
  act(
    '14.8',
    'SubmitDepositTicketComment',
    session('Trading', 'Deposit'),
    (scene) => ({ OMSId: 1, OperatorId: 1, TicketCode: scene.depositCode, Comment: 'For the invoice' }),
    ticketComment,
    { required: ['Comment'] },
  ),

  // 15 Withdrawals
  read('15.1', 'GetWithdrawFormTemplateTypes', session('Withdraw'), usdt, shared.templateTypes, {
    aliases: ['GetWithdrawTemplateTypes'],
    required: ['ProductId'],
  }),
  read(
    '15.2',
    'GetWithdrawTemplate',
    session('Withdraw'),
    { ...usdt, TemplateType: 'ToExternalEthereumAddress', AccountProviderId: 2 },
    shared.withdrawTemplate,
    { required: ['ProductId'] },
  ),
  ...['CreateWithdrawTicket', 'CreateCryptocurrencyWithdrawTicket'].map((name) =>
    act('15.3', name, session('Withdraw'), accountWith(withdrawal), shared.doneWith(guid), {
      required: ['ProductId', 'Amount', 'TemplateForm'],
    }),
  ),
  // The networks of this table are crypto networks.
  read(
    '15.3',
    'CreateFiatWithdrawTicket',
    session('Withdraw'),
    accountWith(withdrawal),
    object({
      result: is(false),
      errormsg: is('Invalid Request'),
      errorcode: is(100),
      detail: is('Invalid Product, not a national currency'),
    }),
  ),
  act(
    '15.4',
    'ConfirmWithdraw',
    everyone,
    (scene) => ({ ...user(scene), VerifyCode: scene.withdrawCode }),
    generic,
    { required: ['VerifyCode'] },
  ),
  read(
    '15.5',
    'GetWithdrawTickets',
    reading,
    accountWith({ OperatorId: 1, Limit: 10 }),
    list(shared.withdrawTicket),
    {
      newestFirst: 'TicketNumber',
    },
  ),
  read(
    '15.5',
    'GetWithdrawTicket',
    reading,
    (scene) => ({ ...account(scene), RequestCode: scene.withdrawCode }),
    shared.withdrawTicket,
    { required: ['RequestCode'] },
  ),
  read(
    '15.5',
    'GetWithdrawTicketByVerifyCode',
    reading,
    (scene) => ({ OMSId: 1, VerifyCode: scene.withdrawCode }),
    shared.withdrawTicket,
    { required: ['VerifyCode'] },
  ),
  read(
    '15.6',
    'GetWithdraws',
    trading,
    account,
    list(
      object({
        OMSId: is(1),
        WithdrawId: int,
        AssetManagerId: is(1),
        AccountId: int,
        ProductId: int,
        AssetId: int,
        AssetType: names.productType,
        Amount: num,
        FeeAmount: num,
        NotionalProductId: int,
        NotionalValue: num,
        TemplateForm: shared.details,
        TemplateFormType: text,
        TicketStatus: names.withdrawStatus,
        TicketNumber: int,
        WithdrawTransactionDetails: shared.details,
        WithdrawType: names.productType,
        WithdrawCode: guid,
        Reaccepted: is(false),
        LastUpdateTimeStamp: ticks,
      }),
    ),
    { oldestFirst: 'WithdrawId' },
  ),
  act(
    '15.7',
    'CancelWithdraw',
    session('Withdraw'),
    async (scene) => ({ ...account(scene), ...user(scene), RequestCode: await scene.ticket() }),
    shared.doneWith(guid),
    { required: ['RequestCode'] },
  ),
  act(
    '14.8',
    'SubmitWithdrawTicketComment',
    session('Trading', 'Withdraw'),
    (scene) => ({ OMSId: 1, OperatorId: 1, TicketCode: scene.withdrawCode, Comment: 'For the invoice' }),
    ticketComment,
    { required: ['Comment'] },
  ),
  read(
    '15.8',
    'GetAccountWithdrawInfos',
    session('Withdraw', 'AccountReadOnly'),
    account,
    list(
      object({
        AccountWithdrawInfoId: guid,
        OMSId: is(1),
        AccountId: int,
        ProductId: int,
        ProductName: text,
        Name: textLike('wallet:... or bank:...', /^(?:wallet:.+:.+|bank:.+)$/),
        AccountIdentifier: text,
        Verified: bool,
      }),
    ),
  ),
  act(
    '15.9',
    'CreateAccountWithdrawInfo',
    session('Withdraw'),
    (scene) => {
      const number = scene.newName().replaceAll(/\D/g, '');
      return {
        ...account(scene),
        ...usdt,
        Name: `wallet:ledger ${number}:Ethereum (local)`,
        AccountIdentifier: `0x${number.padStart(40, 'a')}`,
      };
    },
    shared.doneWith(guid),
    { required: ['ProductId', 'Name', 'AccountIdentifier'] },
  ),
  act(
    '15.10',
    'ConfirmWithdrawInfo',
    everyone,
    async (scene) => {
      await scene.destination();
      return { ...account(scene), VerifyEmailCode: scene.world.codeFor('maria@example.com') };
    },
    generic,
    { required: ['VerifyEmailCode'] },
  ),
  act(
    '15.11',
    'DeleteAccountWithdrawInfo',
    session('Withdraw'),
    async (scene) => ({ ...account(scene), AccountWithdrawInfoId: await scene.destination() }),
    generic,
    { required: ['AccountWithdrawInfoId'] },
  ),

  // 16 Shapes of this exchange
  read('16.2', 'GetDepositProviders', session('Deposit'), usdt, list(shared.templateType), {
    required: ['ProductId'],
  }),
  read(
    '16.3',
    'GetUserVerificationLevel',
    reading,
    user,
    object({
      UserId: int,
      AccountId: int,
      VerificationLevel: int,
      VerificationLevelName: text,
      AccountType: text,
      Status: textLike('a status', /^(?:NotStarted|Processing|Verified|Rejected|Expired)$/),
    }),
  ),
  read(
    '16.4',
    'GetKycLevels',
    everyone,
    { OMSId: 1, Language: 'en' },
    list(
      object({
        level: int,
        label: text,
        description: list(object({ user_type: text })),
        benefits: list(text),
        requirements: object({ 'Natural person': anyList(text), 'Legal entity': anyList(text) }),
        verifiedMessage: text,
        notStartedMessage: text,
        underReviewMessage: text,
        buttonText: orNull(text),
        formlink: orNull(text),
        Status: ours(orNull(text)),
        Action: ours(orNull(text)),
        Comment: ours(orNull(text)),
        RequestStatus: ours(orNull(text)),
      }),
    ),
  ),
  actAs(
    '16.5',
    'CreateAccessToken',
    inPerson,
    async ({ newcomer }) => ({
      input: {
        applicantIdentifiers: { email: 'newcomer@example.com', userId: newcomer.userId },
        ttlInSecs: 600,
        levelName: 1,
      },
      token: newcomer.token,
    }),
    object({ token: text, userId: text, provider: ours(optional(text)) }),
  ),

  // 18 Lists that are always empty
  ...[
    'GetUserReportTickets',
    'GetUserReportTicketsByStatus',
    'GetTransfers',
    'GetRequestTransfers',
    'GetAccountBadges',
    'GetAllLedgerEntryTickets',
    'GetAccountSettlementPositions',
  ].map((name) => read('18', name, reading, account, emptyList)),
];

/** A customer who forgot the password, with the mailed code. */
async function createForgotten({ registered, world }: Scene) {
  const { UserId, VerifyEmailCode } = await registered();
  await world.call('ConfirmUserEmail', { UserId, VerifyEmailCode });
  const to = world.mails[0]?.to ?? '';
  await world.call('ResetPassword', { UserName: to });
  return { UserId, PendingCode: world.codeFor(to) };
}

/** Known and not offered: error 106 (wire-protocol 7.6, 11.5, 14.5, 14.8, 18). */
export const notOfferedHere: readonly string[] = [
  'Activate2FA',
  'EnableXP2FA',
  'EnableYubico2FA',
  'GetGoogle2FARecoveryKey',
  'RegisterNewDevice',
  'GetUserAffiliateTag',
  'AddUserAffiliateTag',
  'UpdateUserAffiliateTag',
  'GetUserAffiliateCount',
  'GenerateTradeActivityReport',
  'GenerateTransactionActivityReport',
  'GenerateTreasuryActivityReport',
  'ScheduleTradeActivityReport',
  'ScheduleTransactionActivityReport',
  'ScheduleTreasuryActivityReport',
  'CancelUserReport',
  'GetUserReportWriterResultRecords',
  'CreateQuote',
  'UpdateQuote',
  'CancelQuote',
  'SubmitBlockTrade',
  'CreateDepositTicket',
  'AddDepositTicketAttachment',
  'GetDepositTicketAttachment',
  'AddWithdrawTicketAttachment',
  'GetWithdrawTicketAttachment',
  'TransferFunds',
  'RequestTransferFunds',
  'SSOEnsureUser',
  'OAuthAuthenticateUser',
  'OAuthLogout',
  'OAuthValidateMfa',
  'GetBadgeAccount',
  'GetAccountConfig',
  'SetAccountConfig',
  'GetAllAccountConfigs',
  'GetAccountInstrumentStatistics',
  'GetAvailablePermissionList',
  'GetUserMarketDataPermissions',
  'ValidateUserRegistration',
];

/** Calls that no other exchange of the family has. */
export const ownCalls: readonly string[] = [
  'BeginWithdrawSignature',
  'BeginPasskeySignIn',
  'AuthenticatePasskey',
  'GetSecondFactor',
  'CreateRecoveryCodes',
  'CancelSecondFactorReset',
  'BeginPasskey',
  'AddPasskey',
  'GetPasskeys',
  'RemovePasskey',
  'Reauthenticate',
  'ChangePassword',
  'UpdateUserAPIKeyDailyNotional',
  'UnlockAccount',
  'FreezeAccount',
  'GetUserActivity',
  'GetUserSessions',
  'EndUserSession',
  'EndOtherUserSessions',
  'GetLevelRequest',
  'SaveLevelRequest',
  'SubmitLevelRequest',
  'RemoveLevelDocument',
  'ValidateBrazil',
  'GetBrazilValidation',
  'ConfirmAccountLink',
  'GetAccountLink',
  'GetWithdrawConfirmation',
  'GetWithdrawInfoConfirmation',
];
