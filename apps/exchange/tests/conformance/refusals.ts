/**
 * The documented refusals: each request that is refused, and the complete answer. Missing fields are with the calls
 * themselves.
 */
import type { Fields, Scene } from './filled-world.ts';
import { address, limitOrder } from './filled-world.ts';

/**
 * The caller: without a session, Maria in person, her key without the permission, a customer at level 0, another
 * customer, or a locked one.
 */
export type Caller = 'noSession' | 'maria' | 'a key that may not' | 'newcomer' | 'ana' | 'frozen';

export type Refusal = {
  readonly section: string;
  readonly says: string;
  readonly name: string;
  readonly input: Fields | ((scene: Scene) => Fields | Promise<Fields>);
  /** The JSON, or a plain text. */
  readonly answer: Fields | readonly never[] | string | ((scene: Scene) => Fields);
  readonly as: Caller;
  /** 200 by default. */
  readonly status: number;
};

type Rest = { readonly as?: Caller; readonly status?: number };

function refusal(
  section: string,
  says: string,
  name: string,
  input: Refusal['input'],
  answer: Refusal['answer'],
  rest: Rest = {},
): Refusal {
  return { section, says, name, input, answer, as: 'maria', status: 200, ...rest };
}

const no = (errorcode: number, errormsg: string, detail: string | null = null) => ({
  result: false,
  errormsg,
  errorcode,
  detail,
});
const notAuthorized = no(20, 'Not Authorized');
const invalid = (detail: string) => no(100, 'Invalid Request', detail);
const failed = (detail: string | null) => no(101, 'Operation Failed', detail);
const notFound = (detail: string | null = null) => no(104, 'Resource Not Found', detail);
const rejected = (errormsg: string) => ({ status: 'Rejected', errormsg, errorcode: 101 });
const expired = failed('Invalid or expired code');

const noSession = { as: 'noSession' } as const;
const market = { OMSId: 1, InstrumentId: 1 };
const foreign = ({ joao }: Scene) => ({ OMSId: 1, AccountId: joao.accountId });
const order = { ...limitOrder, LimitPrice: 57000 };
const form = JSON.stringify({ ExternalAddress: address, Comment: '' });
const withdrawal = { OMSId: 1, ProductId: 3, Amount: 10, TemplateForm: form };
const missing = '00000000-0000-4000-8000-999999999999';
const wrongSignIn = {
  Authenticated: false,
  Locked: false,
  Requires2FA: false,
  EnforceEnable2FA: false,
  TwoFAType: null,
  TwoFAToken: null,
  errormsg: 'Invalid username or password',
};
const rejections = (reasons: Readonly<Record<string, Fields>>): readonly Refusal[] =>
  Object.entries(reasons).map(([word, change]) =>
    refusal('12.1', word, 'SendOrder', { ...order, ...change }, rejected(word)),
  );

export const refusalTable: readonly Refusal[] = [
  // 1.5 and 1.6
  refusal('1.6', 'no session', 'GetUserInfo', {}, 'NOT AUTHORIZED', { ...noSession, status: 401 }),
  refusal(
    '1.5',
    'a key without the permission',
    'SendOrder',
    order,
    { ...notAuthorized, status: 'Rejected' },
    { as: 'a key that may not' },
  ),
  refusal('1.5', 'a key where a person must ask', 'GetUserAPIKeys', {}, notAuthorized, {
    as: 'a key that may not',
  }),
  ...[
    'GetAccountPositions',
    'GetOpenOrders',
    'GetTradesHistory',
    'CancelAllOrders',
    'GetWithdrawTickets',
  ].map((name) => refusal('1.2', 'another account', name, foreign, notAuthorized)),
  ...['GetUserInfo', 'GetUserAccounts', 'GetUserAPIKeys', 'SetUserConfig'].map((name) =>
    refusal('1.2', 'another user', name, ({ joao }) => ({ UserId: joao.userId }), notAuthorized),
  ),
  refusal('1.2', 'another OMS', 'GetInstruments', { OMSId: 2 }, invalid('Invalid OMSId'), noSession),
  refusal(
    '1.2',
    'no number',
    'GetInstrument',
    { OMSId: 1, InstrumentId: 'x' },
    invalid('Invalid InstrumentId'),
  ),

  // 5 Session and two-factor
  refusal(
    '5.1',
    'a wrong password',
    'AuthenticateUser',
    { UserName: 'maria', Password: 'wrong' },
    wrongSignIn,
    noSession,
  ),
  refusal(
    '5.1',
    'an unknown name',
    'AuthenticateUser',
    { UserName: 'somebody', Password: 'wrong' },
    wrongSignIn,
    noSession,
  ),
  refusal(
    '5.1',
    'a wrong signature',
    'AuthenticateUser',
    ({ maria, key }) => ({
      APIKey: key.apiKey,
      Signature: 'ab'.repeat(32),
      UserId: String(maria.userId),
      Nonce: '1',
    }),
    wrongSignIn,
    noSession,
  ),
  refusal(
    '5.1',
    'an address that is not verified',
    'AuthenticateUser',
    async ({ registered, world }) => {
      await registered();
      return { UserName: world.mails[0]?.to, Password: 'Quartz-harbour-9' };
    },
    { ...wrongSignIn, errormsg: 'Email not verified' },
    noSession,
  ),
  refusal(
    '5.2',
    'a wrong code',
    'Authenticate2FA',
    async ({ pendingToken }) => ({ Code: '000000', Pending2FaToken: await pendingToken() }),
    { Authenticated: false, errormsg: 'Invalid 2FA code' },
    noSession,
  ),
  refusal('5.5', 'on already', 'EnableGoogle2FA', {}, failed('2FA already enabled'), { as: 'ana' }),
  refusal('5.6', 'not on', 'Disable2FA', {}, failed('2FA is not enabled')),

  // 6 Registration
  refusal(
    '6.1',
    'a name that is taken, in any case',
    'RegisterUser',
    { UserInfo: { UserName: 'MARIA', Email: 'x@example.com', PasswordHash: 'Quartz-harbour-9' } },
    no(101, 'Username already exists.'),
    noSession,
  ),
  refusal(
    '6.1',
    'an address that is taken',
    'RegisterUser',
    { UserInfo: { UserName: 'someone', Email: 'Maria@example.com', PasswordHash: 'Quartz-harbour-9' } },
    no(101, 'User Email already exists.'),
    noSession,
  ),
  refusal(
    '6.2',
    'a wrong code',
    'ConfirmUserEmail',
    ({ newcomer }) => ({ UserId: newcomer.userId, VerifyEmailCode: missing }),
    expired,
    noSession,
  ),
  refusal(
    '6.5',
    'a wrong code',
    'ResetPassword2',
    ({ maria }) => ({ UserId: maria.userId, PendingCode: missing, Password: 'Lantern-orbit-4' }),
    expired,
    noSession,
  ),
  refusal(
    '6.6',
    'a wrong code',
    'ValidateCode',
    ({ maria }) => ({ UserId: maria.userId, VerifyCode: missing }),
    expired,
    noSession,
  ),

  // 7 and 8 Settings and keys
  ...['2FAType', 'GooglePassPhrase'].map((Key) =>
    refusal(
      '7.3',
      `the key ${Key}`,
      'SetUserConfig',
      { Config: [{ Key, Value: 'x' }] },
      invalid('Invalid Config'),
    ),
  ),
  refusal(
    '7.4',
    'an unknown key',
    'GetUnredactedUserConfigByKey',
    { Key: 'Theme' },
    no(102, 'Server Error', 'Key not found'),
  ),
  refusal(
    '8.3',
    'an unknown permission',
    'AddUserAPIKey',
    { Permissions: ['Operator'] },
    invalid('Invalid Permissions'),
  ),
  refusal('8.3', 'no permission', 'AddUserAPIKey', { Permissions: [] }, invalid('Invalid Permissions')),
  refusal(
    '8.3',
    'no address',
    'AddUserAPIKey',
    { Permissions: ['Trading'], IpWhiteList: '203.0.113.9,here' },
    invalid('Invalid IP address: here'),
  ),
  refusal('8.4', 'an unknown key', 'UpdateUserAPIKeyWhitelist', { APIKey: 'ab'.repeat(16) }, notFound()),

  // 9 and 10 Markets
  refusal(
    '9.2',
    'an unknown instrument',
    'GetInstrument',
    { OMSId: 1, InstrumentId: 77 },
    notFound(),
    noSession,
  ),
  refusal('9.4', 'an unknown product', 'GetProduct', { OMSId: 1, ProductId: 77 }, notFound(), noSession),
  refusal(
    '10.1',
    'an unknown instrument',
    'GetLevel1',
    { OMSId: 1, InstrumentId: 77 },
    no(100, 'Invalid InstrumentId: 77'),
    noSession,
  ),
  refusal(
    '10.4',
    'no depth',
    'GetL2Snapshot',
    market,
    invalid('OMSId, InstrumentId and Depth are Required'),
    noSession,
  ),
  refusal(
    '10.4',
    'an unknown instrument',
    'GetL2Snapshot',
    { OMSId: 1, InstrumentId: 77, Depth: 5 },
    [],
    noSession,
  ),
  refusal(
    '10.5',
    'an interval that no chart has',
    'GetTickerHistory',
    { ...market, Interval: 61 },
    invalid('Invalid Interval'),
    noSession,
  ),
  ...['OrderBook', 'Trades'].map((name) =>
    refusal('10.8', 'an unknown pair', name, { market_pair: 'BTC_EUR' }, notFound(), noSession),
  ),

  // 12 Orders
  ...rejections({
    Not_Enough_Funds: { LimitPrice: 58000, Quantity: 80 },
    Invalid_Quantity: { Quantity: 0 },
    Invalid_Price: { LimitPrice: undefined },
    Quantity_Below_Minimum: { Quantity: '0.00001' },
    Invalid_Quantity_Increment: { Quantity: '0.000001' },
    Invalid_Price_Increment: { LimitPrice: '57000.001' },
    No_Market: { InstrumentId: 2, OrderType: 'Market', LimitPrice: undefined },
    Post_Only_Would_Take: { LimitPrice: 61000, PostOnly: true },
    Fok_Not_Filled: { TimeInForce: 'FOK' },
    Order_Type_Not_Supported: { OrderType: 'BlockTrade' },
  }),
  refusal('12.1', 'Account_Frozen', 'SendOrder', order, rejected('Account_Frozen'), { as: 'frozen' }),
  refusal(
    '12.1',
    'Invalid_ClientOrderId: two open orders share one',
    'SendOrder',
    async ({ place }) => {
      await place({ ClientOrderId: 4711 });
      return { ...order, ClientOrderId: 4711 };
    },
    rejected('Invalid_ClientOrderId'),
  ),
  refusal(
    '12.1',
    'an unknown instrument',
    'SendOrder',
    { ...order, InstrumentId: 10000 },
    {
      ...no(100, 'Invalid InstrumentId: 10000'),
      status: 'Rejected',
    },
  ),
  refusal(
    '12.1',
    'a word for a side',
    'SendOrder',
    { ...order, Side: 'Sideways' },
    {
      ...invalid('Invalid Side'),
      status: 'Rejected',
    },
  ),
  refusal(
    '12.3',
    'an order that is over',
    'CancelOrder',
    ({ canceled }) => ({ OrderId: canceled }),
    notFound('Order Not Found'),
  ),
  refusal(
    '12.3',
    'an order that never was',
    'CancelOrder',
    { OrderId: 999_999_999 },
    notFound('Order Not Found'),
  ),
  refusal(
    '12.3',
    'a client’s number that never was',
    'CancelOrder',
    { ClOrderId: 999_999_999 },
    notFound('Order Not Found'),
  ),
  refusal(
    '12.5',
    'an order that is over',
    'CancelReplaceOrder',
    ({ canceled }) => ({ ...order, OrderIdToReplace: canceled }),
    notFound('Order Not Found'),
  ),
  refusal(
    '12.5',
    'another instrument',
    'CancelReplaceOrder',
    async ({ place }) => ({ ...order, InstrumentId: 5, OrderIdToReplace: await place() }),
    no(101, 'Invalid_Replacement'),
  ),
  refusal(
    '12.5',
    'more than there is',
    'CancelReplaceOrder',
    async ({ place }) => ({ ...order, OrderIdToReplace: await place(), Quantity: 80 }),
    no(101, 'Not_Enough_Funds'),
  ),
  refusal(
    '12.6',
    'a missing field',
    'ModifyOrder',
    ({ partlyFilled }) => ({ OrderId: partlyFilled }),
    invalid('Not all required fields are provided'),
  ),
  refusal(
    '12.6',
    'a larger quantity',
    'ModifyOrder',
    async ({ place }) => ({ ...market, OrderId: await place(), Quantity: 5 }),
    no(100, 'Invalid Quantity', 'Quantity must be above zero and at most what is left'),
  ),
  refusal('12.7', 'an unknown order', 'GetOrderStatus', { OrderId: 999_999_999 }, notFound(), {
    status: 400,
  }),
  refusal(
    '12.10',
    'an unknown order',
    'GetOrderHistoryByOrderId',
    { OrderId: 999_999_999 },
    notFound('Order Not Found'),
  ),

  // 14 and 15 Deposits and withdrawals
  refusal(
    '14.2',
    'an unknown provider',
    'GetDepositRequestInfoTemplate',
    { OMSId: 1, ProductId: 3, AccountProviderId: 99 },
    { result: false, errormsg: 'Resource Not Found', statuscode: 104 },
  ),
  refusal('14.4', 'a product without a wallet', 'GetDepositInfo', { OMSId: 1, ProductId: 5 }, ({ maria }) =>
    noAddress(maria.accountId, 5, { errormsg: 'Invalid Request', statuscode: 100 }),
  ),
  refusal(
    '14.4',
    'level 0',
    'GetDepositInfo',
    { OMSId: 1, ProductId: 3 },
    ({ newcomer }) => noAddress(newcomer.accountId, 3, { errormsg: 'Operation Failed', statuscode: 101 }),
    { as: 'newcomer' },
  ),
  refusal('14.6', 'an unknown ticket', 'GetDepositTicket', { OMSId: 1, RequestCode: missing }, notFound()),
  refusal(
    '15.2',
    'an unknown template',
    'GetWithdrawTemplate',
    { OMSId: 1, ProductId: 3, TemplateType: 'ToTheMoon' },
    { Template: '{}', result: false, errormsg: 'Resource Not Found', statuscode: 104 },
  ),
  refusal(
    '15.3',
    'no fields',
    'CreateWithdrawTicket',
    { ...withdrawal, Amount: 0 },
    invalid('Amount is Required'),
  ),
  refusal('15.3', 'more than there is', 'CreateWithdrawTicket', withdrawal, failed('Insufficient Balance'), {
    as: 'ana',
  }),
  refusal(
    '15.3',
    'more than the level allows',
    'CreateWithdrawTicket',
    { ...withdrawal, Amount: 90_000 },
    failed('Daily withdraw limit exceeded'),
  ),
  refusal('15.3', 'level 0', 'CreateWithdrawTicket', withdrawal, failed('Verification level too low'), {
    as: 'newcomer',
  }),
  refusal('15.3', 'a frozen account', 'CreateWithdrawTicket', withdrawal, failed('Account is frozen'), {
    as: 'frozen',
  }),
  refusal(
    '15.3',
    'a national currency where a crypto product is asked for',
    'CreateCryptocurrencyWithdrawTicket',
    { ...withdrawal, ProductId: 5 },
    invalid('Invalid Product, not a crypto currency'),
  ),
  refusal(
    '15.4',
    'a wrong code',
    'ConfirmWithdraw',
    ({ maria }) => ({ UserId: maria.userId, VerifyCode: missing }),
    expired,
    noSession,
  ),
  refusal('15.5', 'an unknown ticket', 'GetWithdrawTicket', { OMSId: 1, RequestCode: missing }, notFound()),
  refusal(
    '15.5',
    'an unknown code',
    'GetWithdrawTicketByVerifyCode',
    { OMSId: 1, VerifyCode: missing },
    notFound(),
  ),
  refusal(
    '15.7',
    'an unknown ticket',
    'CancelWithdraw',
    { OMSId: 1, RequestCode: missing },
    failed('Withdraw Ticket not found for OmsId, AccountId, RequestCode'),
  ),
  refusal(
    '15.7',
    'a ticket that is over',
    'CancelWithdraw',
    async ({ ticket, maria }) => {
      const RequestCode = await ticket();
      await maria.call('CancelWithdraw', { RequestCode });
      return { OMSId: 1, RequestCode };
    },
    failed('Withdraw ticket already processed'),
  ),
  refusal(
    '15.9',
    'one that is confirmed already',
    'CreateAccountWithdrawInfo',
    async ({ destination, maria, world }) => {
      const id = await destination();
      await world.call('ConfirmWithdrawInfo', { VerifyEmailCode: world.codeFor('maria@example.com') });
      const saved = JSON.parse((await maria.call('GetAccountWithdrawInfos')).text) as readonly Fields[];
      const { AccountIdentifier } = saved.find((one) => one['AccountWithdrawInfoId'] === id) ?? {};
      return { OMSId: 1, ProductId: 3, Name: 'wallet:again:Ethereum (local)', AccountIdentifier };
    },
    failed('Destination already exists'),
  ),
  refusal('15.10', 'a wrong code', 'ConfirmWithdrawInfo', { VerifyEmailCode: missing }, expired, noSession),
  refusal(
    '15.11',
    'an unknown destination',
    'DeleteAccountWithdrawInfo',
    { AccountWithdrawInfoId: missing },
    notFound(),
  ),
];

function noAddress(AccountId: number, AssetId: number, why: Fields): Fields {
  return { AssetManagerId: 1, AccountId, AssetId, ProviderId: 0, DepositInfo: '[]', result: false, ...why };
}
