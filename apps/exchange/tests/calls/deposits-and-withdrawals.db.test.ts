/** Calls of deposits and withdrawals that older clients of the family make. */
import { ndax } from 'ccxt';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountId, millis, minor, ticketId, userId } from '@salar/protocol';
import type { DepositTicket, WithdrawTicket } from '@salar/services';
import { products } from '../../src/seed/catalogue.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1, userName: 'maria' });
  joao = await world.customer({ level: 1, userName: 'joao' });
});
afterAll(() => world.close());

const toCode = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const createdAt = Date.UTC(2026, 4, 4, 10);
const updatedAt = Date.UTC(2026, 4, 4, 11);
const sharedBy = (owner: Customer, number: number) => ({
  ticketId: ticketId(number),
  requestCode: toCode(number),
  accountId: accountId(owner.accountId),
  productId: products.USDT.productId,
  providerId: 2,
  amount: minor(25_000_000n),
  rejectReason: null,
  createdAt: millis(createdAt),
  updatedAt: millis(updatedAt),
});
const createDeposit = (
  owner: Customer,
  number: number,
  changes: Partial<DepositTicket> = {},
): DepositTicket => ({
  ...sharedBy(owner, number),
  key: `evm:31337:0x${number}:native`,
  status: 'FullyProcessed',
  txId: `0xin${number}`,
  fromAddress: '0xfrom',
  toAddress: '0xto',
  confirmations: 2,
  confirmationsNeeded: 2,
  ...changes,
});
const createWithdrawal = (
  owner: Customer,
  number: number,
  changes: Partial<WithdrawTicket> = {},
): WithdrawTicket => ({
  ...sharedBy(owner, number),
  userId: userId(owner.userId),
  templateType: 'ToExternalEthereumAddress',
  templateForm: '{"TemplateType":"ToExternalEthereumAddress","Comment":"rent","ExternalAddress":"0xout"}',
  destination: '0xout',
  fee: minor(1_000_000n),
  status: 'FullyProcessed',
  txId: `0xpaid${number}`,
  delayedUntil: null,
  requestIp: '203.0.113.9',
  ...changes,
});
const notFound = { result: false, errormsg: 'Resource Not Found', errorcode: 104, detail: null };

beforeEach(() => {
  world.tickets.depositTickets.length = 0;
  world.tickets.withdrawTickets.length = 0;
});

describe('GetDeposits and GetWithdraws', () => {
  test('list credited deposits, oldest first, with the keys that the family documents', async () => {
    world.tickets.depositTickets.push(
      createDeposit(maria, 4, { status: 'Pending' }),
      createDeposit(maria, 3),
      createDeposit(joao, 2),
      createDeposit(maria, 1),
    );
    const rows = (await maria.call('GetDeposits')).json() as unknown as Record<string, unknown>[];
    expect(rows.map((row) => row['DepositId'])).toEqual([1, 3]);
    expect(rows[0]).toEqual({
      OMSId: 1,
      DepositId: 1,
      AccountId: maria.accountId,
      SubAccountId: 0,
      ProductId: 3,
      Amount: 25,
      LastUpdateTimeStamp: expect.any(Number),
      ProductType: 'CryptoCurrency',
      TicketStatus: 'FullyProcessed',
      DepositInfo: expect.any(String),
      DepositCode: toCode(1),
      TicketNumber: 1,
      NotionalProductId: 5,
      NotionalValue: 100_000,
      FeeAmount: 0,
    });
    expect((await maria.call('GetDeposits')).text).toContain('"LastUpdateTimeStamp":639134892000000000');
  });

  // covers: calls.17
  test('list every withdrawal, oldest first, with transaction and times in its form', async () => {
    world.tickets.withdrawTickets.push(
      createWithdrawal(maria, 13, { status: 'Pending2Fa', txId: null }),
      createWithdrawal(joao, 12),
      createWithdrawal(maria, 11),
    );
    const rows = (await maria.call('GetWithdraws')).json() as unknown as Record<string, unknown>[];
    expect(rows.map((row) => [row['WithdrawId'], row['TicketStatus']])).toEqual([
      [11, 'FullyProcessed'],
      [13, 'Pending2Fa'],
    ]);
    expect(rows[0]).toMatchObject({
      OMSId: 1,
      AccountId: maria.accountId,
      AssetManagerId: 1,
      ProductId: 3,
      AssetId: 3,
      AssetType: 'CryptoCurrency',
      WithdrawType: 'CryptoCurrency',
      Amount: 25,
      FeeAmount: 1,
      NotionalValue: 100_000,
      TemplateFormType: 'ToExternalEthereumAddress',
      TicketNumber: 11,
      WithdrawCode: toCode(11),
      Reaccepted: false,
    });
    expect(JSON.parse(String(rows[0]?.['TemplateForm']))).toEqual({
      TemplateType: 'ToExternalEthereumAddress',
      Comment: 'rent',
      ExternalAddress: '0xout',
      TxId: '0xpaid11',
      TimeSubmitted: createdAt,
      LastUpdated: updatedAt,
    });
  });

  // covers: calls.16
  test('count Limit and StartIndex from the newest', async () => {
    world.tickets.depositTickets.push(...[4, 3, 2, 1].map((number) => createDeposit(maria, number)));
    world.tickets.withdrawTickets.push(...[4, 3, 2, 1].map((number) => createWithdrawal(maria, number)));
    const page = { Depth: 2, StartIndex: 1 };
    for (const name of ['GetDeposits', 'GetWithdraws']) {
      const rows = (await maria.call(name, page)).json() as unknown as Record<string, unknown>[];
      expect(rows.map((row) => row['TicketNumber'])).toEqual([2, 3]);
      expect((await maria.call(name, { Limit: 0 })).json()).toEqual([]);
    }
  });

  test('are read by ccxt with amount, fee, address, transaction, times and status', async () => {
    world.tickets.depositTickets.push(createDeposit(maria, 1));
    world.tickets.withdrawTickets.push(
      createWithdrawal(maria, 12, { status: 'UserCanceled', txId: null }),
      createWithdrawal(maria, 11),
    );
    const client = createCcxt(maria);
    expect(await client.fetchDeposits()).toMatchObject([
      {
        id: '1',
        type: 'deposit',
        currency: 'USDT',
        amount: 25,
        fee: { currency: 'USDT', cost: 0 },
        txid: '0xin1',
        addressFrom: '0xfrom',
        addressTo: '0xto',
        timestamp: createdAt,
        updated: updatedAt,
        status: 'ok',
      },
    ]);
    const paid = {
      id: '11',
      type: 'withdrawal',
      currency: 'USDT',
      amount: 25,
      fee: { currency: 'USDT', cost: 1 },
      txid: '0xpaid11',
      addressTo: '0xout',
      timestamp: createdAt,
      updated: updatedAt,
      status: 'ok',
    };
    expect(await client.fetchWithdrawals()).toMatchObject([
      paid,
      { ...paid, id: '12', txid: undefined, status: 'canceled' },
    ]);
  });
});

describe.each([
  [
    'GetDepositTicket',
    () => world.tickets.depositTickets.push(createDeposit(maria, 1), createDeposit(joao, 2)),
  ],
  [
    'GetWithdrawTicket',
    () => world.tickets.withdrawTickets.push(createWithdrawal(maria, 1), createWithdrawal(joao, 2)),
  ],
] as const)('%s', (name, fill) => {
  beforeEach(() => {
    fill();
  });

  test('finds a ticket by its code in any case, and by its number', async () => {
    const byCode = await maria.call(name, { RequestCode: toCode(1).toUpperCase() });
    expect(byCode.json()).toMatchObject({ TicketNumber: 1, RequestCode: toCode(1), AssetName: 'USDT' });
    expect((await maria.call(name, { TicketNumber: '1' })).text).toBe(byCode.text);
    const [listed] = (await maria.call(`${name}s`)).json() as unknown as unknown[];
    expect(byCode.json()).toEqual(listed);
  });

  test('gives the same answer for a foreign and an unknown ticket, and requires a code', async () => {
    for (const claim of [
      { RequestCode: toCode(2) },
      { RequestCode: toCode(3) },
      { RequestCode: 'x' },
      { TicketNumber: 2 },
      { TicketNumber: 3 },
    ])
      expect((await maria.call(name, claim)).json()).toEqual(notFound);
    for (const claim of [{}, { TicketNumber: 0 }, { RequestCode: '' }])
      expect((await maria.call(name, claim)).json()).toMatchObject({
        errorcode: 100,
        detail: 'RequestCode is Required',
      });
  });
});

describe('fees and templates', () => {
  test('a deposit is free, with an existing provider', async () => {
    const requested = { ProductId: 3, Amount: '25.000001' };
    expect((await maria.call('GetDepositFee', requested)).text).toBe(
      '{"FeeAmount":0,"TicketAmount":25.000001}',
    );
    for (const [changes, errorcode, detail] of [
      [{ AccountProviderId: 9 }, 100, 'Invalid AccountProviderId'],
      [{ ProductId: 1 }, 100, 'Invalid AccountProviderId'],
      [{ ProductId: 99 }, 104, null],
      [{ Amount: '0.0000001' }, 100, 'Invalid Amount'],
    ] as const)
      expect((await maria.call('GetDepositFee', { ...requested, ...changes })).json()).toMatchObject({
        result: false,
        errorcode,
        detail,
      });
  });

  test.each([
    ['GetOMSWithdrawFees', 1],
    ['GetOMSDepositFees', 0],
  ])('%s lists flat fees of %i by product and provider', async (name, fee) => {
    const row = {
      OMSId: 1,
      AccountId: 0,
      AccountProviderId: 2,
      FeeId: 2,
      FeeAmt: fee,
      FeeCalcType: 'FlatRate',
      IsActive: true,
      ProductId: 3,
      MinimalFeeAmt: fee,
      MinimalFeeCalcType: 'FlatRate',
    };
    for (const requested of [{}, { ProductId: 3 }, { AccountProviderId: 2 }])
      expect((await maria.call(name, requested)).json()).toEqual([row]);
    for (const requested of [{ ProductId: 99 }, { ProductId: 3, AccountProviderId: 1 }])
      expect((await maria.call(name, requested)).json()).toEqual([]);
  });

  // covers: deposit.12
  test('every template of a product is returned together, as each is alone', async () => {
    const { Template } = (await maria.call('GetDepositRequestInfoTemplate', { ProductId: 3 })).json();
    expect((await maria.call('GetAllDepositRequestInfoTemplates', { ProductId: 3 })).json()).toEqual({
      Templates: [{ providerId: 2, providerName: 'USDT_LOCAL_ETHEREUM', depositTemplate: Template }],
      result: true,
      errormsg: null,
      statuscode: 0,
    });
    expect((await maria.call('GetAllDepositRequestInfoTemplates', { ProductId: 99 })).json()).toMatchObject({
      Templates: [],
      result: true,
    });
  });

  test('a new address has its own call', async () => {
    const getAddress = vi.spyOn(world.tickets.deposits, 'getAddress');
    const known = await maria.call('GetDepositInfo', { ProductId: 3 });
    expect((await maria.call('GetNewDepositAddress', { ProductId: 3 })).text).toBe(known.text);
    expect(getAddress.mock.calls.map(([{ generateNew }]) => generateNew)).toEqual([false, true]);
    getAddress.mockRestore();
    expect((await maria.call('GetNewDepositAddress', { ProductId: 1 })).json()).toMatchObject({
      result: false,
      statuscode: 100,
    });
  });
});

describe('comments on tickets', () => {
  const kinds = [
    [
      'Deposit',
      (owner: Customer, number: number) => world.tickets.depositTickets.push(createDeposit(owner, number)),
    ],
    [
      'Withdraw',
      (owner: Customer, number: number) =>
        world.tickets.withdrawTickets.push(createWithdrawal(owner, number)),
    ],
  ] as const;
  let number = 100;

  test.each(kinds)('%s: comments are returned with the ticket, oldest first', async (kind, add) => {
    number += 1;
    add(maria, number);
    const submit = async (input: Record<string, unknown>, who = maria) =>
      (await who.call(`Submit${kind}TicketComment`, { OMSId: 1, OperatorId: 1, ...input })).json();
    const TicketCode = toCode(number);
    const EnteredDateTime = '2026-05-04T12:00:00.000Z';
    const first = await submit({ Comment: ' For the invoice ', TicketCode, EnteredDateTime });
    expect(first).toEqual({ success: true, commentid: expect.any(Number) as unknown });
    const second = await submit({ Comment: 'Factura ñ', TicketId: number, EnteredBy: maria.userId });
    expect(second['commentid']).toBeGreaterThan(first['commentid'] as number);
    const { Comments } = (await maria.call(`Get${kind}Ticket`, { RequestCode: TicketCode })).json();
    expect(Comments).toMatchObject([{ Comment: 'For the invoice' }, { Comment: 'Factura ñ' }]);
    expect((Comments as unknown[])[0]).toStrictEqual({
      CommentId: first['commentid'],
      EnteredBy: maria.userId,
      EnteredDateTime,
      EnteredDateTimeTick: Number(BigInt(Date.parse(EnteredDateTime)) * 10_000n + 621_355_968_000_000_000n),
      Comment: 'For the invoice',
      OperatorId: 1,
      OMSId: 1,
      TicketCode,
      TicketId: number,
    });
    const [listed] = (await maria.call(`Get${kind}Tickets`)).json() as unknown as { Comments: unknown }[];
    expect(listed?.Comments).toEqual(Comments);

    const nobodys = await submit({ Comment: 'x', TicketCode: toCode(999) });
    expect(nobodys).toEqual(notFound);
    expect(await submit({ Comment: 'x', TicketCode }, joao)).toEqual(nobodys);
    expect(await submit({ Comment: 'x', TicketCode, TicketId: 7 })).toEqual(nobodys);
    expect(await submit({ Comment: 'x', TicketCode, EnteredBy: joao.userId })).toMatchObject({
      errorcode: 20,
    });
    for (const Comment of [undefined, '', '  '])
      expect(await submit({ Comment, TicketCode })).toMatchObject({ detail: 'Comment is Required' });
    expect(await submit({ Comment: 'x'.repeat(501), TicketCode })).toMatchObject({
      detail: 'Invalid Comment',
    });
    for (let count = 2; count < 20; count += 1) await submit({ Comment: 'x', TicketCode });
    expect(await submit({ Comment: 'x', TicketCode })).toMatchObject({ result: false, errorcode: 101 });
  });
});

test('limits have the automatic threshold, unlimited values and the hold of new destinations', async () => {
  const fetchRow = async (customer: Customer) => {
    const config = (await customer.call('GetVerificationLevelConfig')).json();
    return (config['Products'] as Record<string, unknown>[]).find((row) => row['ProductId'] === 3);
  };
  expect(await fetchRow(maria)).toMatchObject({ DailyWithdrawLimit: 2500, AutoWithdrawThreshold: 2500 });
  const newcomer = await world.customer({ userName: 'newcomer' });
  expect(await fetchRow(newcomer)).toMatchObject({ DailyWithdrawLimit: 0, AutoWithdrawThreshold: 0 });
  const richest = await world.customer({ level: 4, userName: 'richest' });
  // 1,000 million pesos at 4,000 each.
  expect(await fetchRow(richest)).toMatchObject({
    DailyWithdrawLimit: -1,
    MonthlyWithdrawLimit: -1,
    DailyWithdrawLeft: -1,
    AutoWithdrawThreshold: 250_000,
    WithdrawProcessingDelaySec: 0,
  });
});

test('calls that are not offered are refused', async () => {
  for (const name of ['CreateDepositTicket', 'AddWithdrawTicketAttachment', 'GetDepositTicketAttachment'])
    expect((await maria.call(name)).json()).toMatchObject({ result: false, errorcode: 106 });
});

/** A client of the family with a customer's session, connected to the gateway without a network. */
function createCcxt(customer: Customer): ndax {
  const credentials = { apiKey: 'k', secret: 's', uid: String(customer.userId), login: 'l', password: 'p' };
  const client = new ndax({ ...credentials, enableRateLimit: false });
  client.options['sessionToken'] = customer.token;
  client.fetch = async (url: string, method = 'GET', headers: unknown = {}, body?: string) => {
    const { pathname, search } = new URL(url);
    const response = await world.app.inject({
      method: method as 'GET' | 'POST',
      url: `${pathname.replace(/^\/AP/i, '/AP')}${search}`,
      headers: headers as Record<string, string>,
      ...(body !== undefined && { payload: body }),
    });
    const answer = client.parseJson(response.body);
    client.handleErrors(response.statusCode, '', url, method, {}, response.body, answer, headers, body);
    return answer;
  };
  return client;
}
