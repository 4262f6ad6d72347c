import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
let maria: Customer;
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ userName: 'maria' });
  await world.rest('BTCUSDT', 'sell', 10_000_000, 100_000n); // 100,000.00 USDT, 1 BTC
  await world.rest('BTCUSDT', 'buy', 9_990_000, 100_000n);
});
afterAll(() => world.close());

const generic = (detail: string, errorcode = 101, errormsg = 'Operation Failed') => ({
  result: false,
  errormsg,
  errorcode,
  detail,
});
const fetchPosition = async (customer: Customer, symbol: string) => {
  const rows = (await customer.call('GetAccountPositions', { OMSId: 1 })).json() as unknown as Record<
    string,
    unknown
  >[];
  return rows.find((row) => row['ProductSymbol'] === symbol);
};

// covers: sign-up.14, sign-up.15
test('a taken name or address is refused with the texts that the web app translates', async () => {
  const register = (UserName: string, Email: string) =>
    world.call('RegisterUser', {
      UserInfo: { UserName, Email, passwordHash: 'Quartz-harbour-9' },
      OperatorId: 1,
    });
  expect((await register('MARIA', 'other@example.com')).json()).toEqual({
    result: false,
    errormsg: 'Username already exists.',
    errorcode: 101,
    detail: null,
  });
  expect((await register('someone', 'Maria@Example.com')).json()['errormsg']).toBe(
    'User Email already exists.',
  );
});

test('P3 weak passwords are refused with the reason', async () => {
  const register = async (passwordHash: string) =>
    (
      await world.call('RegisterUser', {
        UserInfo: { UserName: 'newcomer', Email: 'newcomer@example.com', passwordHash },
      })
    ).json()['detail'];
  expect(await register('abc')).toBe('Password must have at least 6 characters');
  expect(await register('password1')).toBe('Password is too common');
  expect(await register('newcomer')).toBe('Password must not be your user name or e-mail');
});

// covers: verify-email.8
test('signing in requires a verified address, and a used link still succeeds', async () => {
  const email = 'pedro@example.com';
  const UserInfo = { UserName: 'pedro', Email: email, passwordHash: 'Quartz-harbour-9' };
  const { UserId } = (await world.call('RegisterUser', { UserInfo })).json();
  const authorization = Buffer.from('pedro:Quartz-harbour-9').toString('base64');
  const signIn = async () => (await world.call('authenticateuser', undefined, { authorization })).json();
  expect(await signIn()).toMatchObject({
    Authenticated: false,
    Locked: false,
    errormsg: 'Email not verified',
  });

  expect((await world.call('ConfirmUserEmail', { UserId, VerifyEmailCode: 'wrong' })).json()).toEqual(
    generic('Invalid or expired code'),
  );
  const VerifyEmailCode = world.codeFor(email);
  for (const again of [1, 2])
    expect(
      (await world.call('ConfirmUserEmail', { userId: String(UserId), VerifyEmailCode, again })).json()[
        'result'
      ],
    ).toBe(true);
  expect(await signIn()).toMatchObject({ Authenticated: true, Locked: false, errormsg: null });
});

test('a wrong password and an unknown name get the same answer', async () => {
  const signIn = (login: string) =>
    world.call('AuthenticateUser', undefined, {
      authorization: `Basic ${Buffer.from(`${login}:wrong-password`).toString('base64')}`,
    });
  const known = await signIn('maria');
  expect(known.json()).toMatchObject({ Authenticated: false, errormsg: 'Invalid username or password' });
  expect((await signIn('nobody')).text).toBe(known.text);
});

// covers: session.3, session.7, calls.6
test('a customer sees herself and her account at level 0', async () => {
  expect((await maria.call('GetUserInfo', { UserId: maria.userId })).json()).toMatchObject({
    UserName: 'maria',
    Email: 'maria@example.com',
    EmailVerified: true,
    PasswordHash: '',
    AccountId: maria.accountId,
  });
  expect(
    (await maria.call('GetUserAccountInfos', { OMSId: 1, UserId: maria.userId, UserName: 'maria' })).json(),
  ).toEqual([expect.objectContaining({ OMSID: 1, VerificationLevel: 0, AccountType: 'Natural person' })]);
  expect((await maria.call('GetAccountPositions', { AccountId: maria.accountId })).json()).toHaveLength(6);
});

// covers: overlay.3, levels.1
test('at level 0 there are no deposit addresses and no withdrawals', async () => {
  expect((await maria.call('GetDepositInfo', { ProductId: 3 })).json()).toMatchObject({
    result: false,
    statuscode: 101,
  });
  const ticket = {
    ProductId: 3,
    Amount: '25',
    TemplateForm: '{"ExternalAddress":"0x1"}',
    AccountProviderId: 2,
  };
  expect((await maria.call('CreateWithdrawTicket', ticket)).json()).toEqual(
    generic('Verification level too low'),
  );
});

// covers: withdraw.48, session.9
test('an approved review sets level 1 once, despite repetitions', async () => {
  const token = (await maria.call('CreateAccessToken', { levelName: '1', ttlInSecs: 600 })).json();
  expect(token).toEqual({
    token: `token-of-${maria.userId}-1`,
    userId: String(maria.userId),
    provider: 'sandbox',
  });
  const review = {
    eventId: 'maria-1',
    userId: maria.userId as never,
    level: 1,
    status: 'approved',
    comment: null,
  } as const;
  for (const times of [1, 2])
    expect(await world.services.verification.identity.applyReview(review), `time ${times}`).toMatchObject({
      ok: true,
    });
  expect((await maria.call('GetAccountInfo', { OMSId: 1 })).json()).toMatchObject({ VerificationLevel: 1 });
  expect((await maria.call('UnmaskUserConfig')).json()).toEqual([
    { Key: 'levelIncreaseStatus', Value: 'pass' },
  ]);
  const limits = (
    await maria.call('GetVerificationLevelConfig', { OMSId: 1, AccountId: maria.accountId })
  ).json();
  expect(limits).toMatchObject({ Level: 1, LevelName: 'Level 1' });
  // 10,000,000 COP at 4,000 COP each.
  expect(limits['Products']).toContainEqual(
    expect.objectContaining({
      ProductName: 'USDT',
      DailyWithdrawLimit: 2500,
      DailyWithdrawNotionalLimit: 10_000_000,
    }),
  );
});

// covers: swap.26, swap.29, calls.7, calls.8
test('a swap fills from the order book, the quoted fee is charged, and the ledger shows it', async () => {
  await world.fund(maria, 'USDT', 1_000_000_000n); // 1,000 USDT
  const fee = (
    await maria.call('GetOrderFee', {
      InstrumentId: 1,
      Quantity: '0.001',
      Price: '100000',
      OrderType: 1,
      MakerTaker: 'Maker',
      Side: 0,
    })
  ).json();
  expect(fee).toEqual({ OrderFee: 0.000002, ProductId: 1 });

  const order = {
    OMSId: 1,
    AccountId: maria.accountId,
    InstrumentId: 1,
    Side: 0,
    OrderType: 1,
    TimeInForce: 1,
    Value: 100,
  };
  const sent = (await maria.call('SendOrder', order)).json();
  expect(sent).toEqual({ status: 'Accepted', errormsg: '', OrderId: expect.any(Number) as number });
  expect(await fetchPosition(maria, 'BTC')).toMatchObject({ Amount: 0.000998, Hold: 0 });
  expect(await fetchPosition(maria, 'USDT')).toMatchObject({
    Amount: 900,
    Hold: 0,
    NotionalValue: 3_600_000,
  });

  const [row] = (await maria.call('GetOrders', { OMSId: 1, StartIndex: 0, Limit: 10 })).json() as unknown as [
    object,
  ];
  expect(row).toMatchObject({
    OrderId: sent['OrderId'],
    Side: 'Buy',
    OrderType: 'Market',
    OrderState: 'FullyExecuted',
    QuantityExecuted: 0.001,
    GrossValueExecuted: 100,
    AvgPrice: 100000,
    UserName: 'maria',
  });
  const lines = (await maria.call('GetAccountTransactions', { OMSId: 1 })).json() as unknown as Record<
    string,
    unknown
  >[];
  expect(
    lines.map((line) => [
      line['TransactionType'],
      line['ProductId'],
      line['CR'],
      line['DR'],
      line['Balance'],
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['Fee', 1, 0, 0.000002, 0.000998],
      ['Trade', 3, 0, 100, 900],
      ['Trade', 1, 0.001, 0, expect.any(Number)],
    ]),
  );
});

// covers: swap.27
test('every refusal of an order has its reason', async () => {
  const word = async (change: object) =>
    (
      await maria.call('SendOrder', {
        InstrumentId: 1,
        Side: 'Buy',
        OrderType: 'Limit',
        TimeInForce: 'GTC',
        Quantity: '0.001',
        LimitPrice: '50000',
        ...change,
      })
    ).json()['errormsg'];
  expect(await word({ Quantity: '1' })).toBe('Not_Enough_Funds');
  expect(await word({ Quantity: '0.000001' })).toBe('Invalid_Quantity_Increment');
  expect(await word({ LimitPrice: '50000.001' })).toBe('Invalid_Price_Increment');
  expect(await word({ LimitPrice: undefined })).toBe('Invalid_Price');
  expect(await word({ Quantity: undefined })).toBe('Invalid_Quantity');
  expect(await word({ Quantity: '0' })).toBe('Invalid_Quantity');
  expect(await word({ Quantity: '0.00001' })).toBe('Quantity_Below_Minimum');
  expect(await word({ OrderType: 'StopLimit' })).toBe('Invalid_StopPrice');
  expect(await word({ InstrumentId: 77 })).toBe('Invalid InstrumentId: 77');
  expect(await word({ InstrumentId: 2, OrderType: 'Market' })).toBe('No_Market');
  expect(await word({ TimeInForce: 'FOK' })).toBe('Fok_Not_Filled');
  expect((await maria.call('SendOrder', { Side: 0 })).json()).toEqual({
    ...generic('InstrumentId is Required', 100, 'Invalid Request'),
    status: 'Rejected',
  });
});

// covers: calls.15
test('a resting order holds funds, is listed as open, and cancels once', async () => {
  const sent = (
    await maria.call('SendOrder', {
      InstrumentId: '1',
      Side: 'buy',
      OrderType: '2',
      Quantity: '0.002',
      LimitPrice: '50000',
      ClientOrderId: 77,
    })
  ).json();
  expect(await fetchPosition(maria, 'USDT')).toMatchObject({ Amount: 900, Hold: 100 });
  expect((await maria.call('GetOpenOrders')).json()).toEqual([
    expect.objectContaining({
      OrderId: sent['OrderId'],
      OrderState: 'Working',
      Quantity: 0.002,
      Price: 50000,
      ClientOrderId: 77,
    }),
  ]);
  expect((await maria.call('GetOrderStatus', { OrderId: sent['OrderId'] })).json()).toMatchObject({
    OrderState: 'Working',
  });
  const page = (await maria.call('GetOrders', { StartIndex: 1, Limit: 1 })).json();
  expect(page).toEqual([expect.objectContaining({ OrderState: 'FullyExecuted' })]);

  expect((await maria.call('CancelOrder', { ClOrderId: 77 })).json()).toMatchObject({
    result: true,
    errorcode: 0,
  });
  expect((await maria.call('CancelOrder', { OrderId: sent['OrderId'] })).json()).toEqual(
    generic('Order Not Found', 104, 'Resource Not Found'),
  );
  expect(await fetchPosition(maria, 'USDT')).toMatchObject({ Hold: 0 });
  expect((await maria.call('GetOrderStatus', { OrderId: sent['OrderId'] })).json()).toMatchObject({
    OrderState: 'Canceled',
    ChangeReason: 'UserModified',
  });
  const gone = await maria.call('GetOrderStatus', { OrderId: 999999 });
  expect([gone.status, gone.json()['errormsg']]).toEqual([400, 'Resource Not Found']);
});

// covers: withdraw.46
test('a withdrawal holds the amount and canceling releases it', async () => {
  const ticket = {
    ProductId: 3,
    Amount: '25',
    TemplateType: 'ToExternalEthereumAddress',
    AccountProviderId: '2',
    TemplateForm: '{"ExternalAddress":"0x1"}',
  };
  const created = (await maria.call('CreateWithdrawTicket', ticket)).json();
  expect(created).toMatchObject({ result: true, errorcode: 0 });
  expect(await fetchPosition(maria, 'USDT')).toMatchObject({ Hold: 25, PendingWithdraws: 25 });
  expect((await maria.call('GetWithdrawTickets', { OMSId: 1, OperatorId: 1 })).json()).toEqual([
    expect.objectContaining({
      AssetName: 'USDT',
      Amount: 25,
      FeeAmt: 1,
      Status: 'Pending2Fa',
      RequestCode: created['detail'],
    }),
  ]);
  expect((await maria.call('CancelWithdraw', { RequestCode: created['detail'] })).json()).toMatchObject({
    result: true,
  });
  expect(await fetchPosition(maria, 'USDT')).toMatchObject({ Hold: 0, PendingWithdraws: 0 });
  expect((await maria.call('CreateWithdrawTicket', { ...ticket, Amount: '5000' })).json()).toEqual(
    generic('Insufficient Balance'),
  );
  expect((await maria.call('CreateWithdrawTicket', { ...ticket, Amount: '1.1234567' })).json()).toEqual(
    generic('Invalid Amount', 100, 'Invalid Request'),
  );
});

// covers: calls.9
test('market data is public and exact', async () => {
  const level1 = (await world.call('GetLevel1', { OMSId: 1, InstrumentId: 1 })).json();
  expect(level1).toMatchObject({
    BestBid: 99900,
    BestOffer: 100000,
    LastTradedPx: 100000,
    Rolling24NumTrades: 1,
    CurrentDayVolume: 0.001,
  });
  const summary = (await world.call('GetLevel1Summary', { OMSId: 1 })).json() as unknown as string[];
  expect(summary).toHaveLength(8);
  expect(JSON.parse(summary[0] ?? '')).toMatchObject({ InstrumentId: 1, BestBid: 99900 });
  const book = (
    await world.call('GetL2Snapshot', { OMSId: 1, InstrumentId: 1, Depth: 10 })
  ).json() as unknown as number[][];
  expect(book.map((row) => [row.length, row[6], row[8], row[9]])).toEqual([
    [10, 99900, 1, 0],
    [10, 100000, 0.999, 1],
  ]);
  expect((await world.call('GetLastTrades', { InstrumentId: 1 })).json()).toEqual([
    [
      expect.any(Number),
      1,
      0.001,
      100000,
      expect.any(Number),
      expect.any(Number),
      world.clock.now,
      0,
      0,
      0,
      0,
    ],
  ]);
  expect((await world.call('GetInstruments', {})).json()).toEqual(
    generic('OMSId is Required', 100, 'Invalid Request'),
  );
  expect((await world.call('GetProductAttributes', { OMSId: 1, ProductId: 3 })).json()).toEqual([
    {
      OMSId: 1,
      ProductId: 3,
      KeyName: 'ProductIcon',
      KeyValue: 'http://localhost:8080/icons/products/usdt.svg',
    },
    { OMSId: 1, ProductId: 3, KeyName: 'ProductNetwork', KeyValue: 'Ethereum (local)' },
  ]);
});

test('logging out ends the session at once; an ended session is refused as text', async () => {
  const joao = await world.customer({ userName: 'joao' });
  expect((await joao.call('LogOut')).json()).toMatchObject({ result: true });
  const answer = await joao.call('GetUserInfo');
  expect([answer.status, answer.text]).toEqual([401, 'NOT AUTHORIZED']);
});

// covers: reset-password.9
test('a reset by mail sets the password, ends every session, and its code works once', async () => {
  const ana = await world.customer({ userName: 'ana-reset' });
  await world.call('ResetPassword', { Username: 'ana-reset' });
  const PendingCode = world.codeFor('ana-reset@example.com');
  const reset = (Password: string) =>
    world.call('ResetPassword2', { UserId: ana.userId, PendingCode, Password });
  expect((await reset('123456')).json()['detail']).toBe('Password is too common');
  expect(
    (await world.call('ValidateCode', { UserId: ana.userId, VerifyCode: PendingCode })).json()['result'],
  ).toBe(true);
  expect((await reset('Lantern-orbit-4')).json()['result']).toBe(true);
  expect((await reset('Lantern-orbit-5')).json()['detail']).toBe('Invalid or expired code');
  expect((await ana.call('GetUserInfo')).status).toBe(401);
});

test('S2 a session ends an hour after its last use', async () => {
  const late = await world.customer({ userName: 'late' });
  world.clock.now += 59 * 60_000;
  expect((await late.call('GetUserInfo')).status).toBe(200);
  world.clock.now += 61 * 60_000;
  expect((await late.call('GetUserInfo')).status).toBe(401);
});
