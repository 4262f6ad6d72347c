/** The family's protocol, checked table by table against one exchange with a history. */
import { readFileSync } from 'node:fs';
import { accountId, instrumentId, ticketId } from '@salar/protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { calls, findCall } from '../../src/gateway/calls/registry.ts';
import { socketEvents } from '../../src/gateway/socket/socket-events.ts';
import { signHeaders } from '../support/test-keys.ts';
import type { TestSocket } from '../support/test-socket.ts';
import { callTable, notOfferedHere, ownCalls } from './calls.ts';
import type { CallRow, Who } from './calls.ts';
import { listNumbers } from './enumerations.ts';
import { accountEvents, logoutEvent, marketEvents, neverSent, subscriptionTable } from './events.ts';
import { limitOrder, openFilledWorld } from './filled-world.ts';
import type { Scene } from './filled-world.ts';
import { findFaults, nothing } from './matchers.ts';
import { codeIsMissing } from './objects.ts';
import { refusalTable } from './refusals.ts';
import type { Caller } from './refusals.ts';
import { VariantClient } from './request-variants.ts';

/** Where this exchange requires more, or other, than the family; docs/compatibility.md has the reasons. */
const differentFromTheFamily: Readonly<Record<string, Who>> = {
  // A sign-in that requires a second factor returns a pending token, and no session.
  EnableGoogle2FA: { auth: 'public', permissions: [] },
  // A key moves money only to destinations that the customer in person has approved.
  CreateAccountWithdrawInfo: { auth: 'session', permissions: [] },
  DeleteAccountWithdrawInfo: { auth: 'session', permissions: [] },
};

let scene: Scene;
let asker: VariantClient;
beforeAll(async () => {
  scene = await openFilledWorld();
  asker = new VariantClient(scene);
});
afterAll(async () => {
  asker.close();
  await scene.close();
});

describe('every call, in every variant that clients send', () => {
  // covers: deposit.11, withdraw.43, withdraw.47, verification.24, api-keys.40, api-keys.44, session.8, calls.1
  // covers: calls.2, calls.4, calls.5, calls.24, calls.25
  test.each(callTable.map((row) => [`${row.section} ${row.name}`, row] as const))(
    '%s has the documented answer, in every variant of the request',
    async (_name, row) => {
      const answers = await asker.sendAllVariants(row);
      const faults = answers.flatMap(({ way, status, text }) => [
        ...(status === 200 ? [] : [`${way}: status ${status}: ${text.slice(0, 200)}`]),
        ...findFaults(row.answer, text).map((fault) => `${way}: ${fault} in ${text.slice(0, 200)}`),
      ]);
      expect(faults).toEqual([]);
      const [first] = answers;
      if (!row.isEffect) for (const { way, text } of answers) expect(text, way).toBe(first?.text);
      expectOrder(row, first?.text ?? '');
    },
  );
});

describe('a missing field is reported', () => {
  const rows = callTable.flatMap((row) =>
    row.required.map((field) => [row.section, row.name, field, row] as const),
  );
  test.each(rows)('%s %s without %s', async (_section, name, field, row) => {
    const { input, token } = await row.ask(scene);
    const { [field]: _left, ...rest } = input;
    const headers = row.who.auth === 'public' ? {} : { aptoken: token ?? scene.maria.token };
    const { status, text } = await asker.askHttp('POST', `/AP/${name}`, rest, headers);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      {
        result: false,
        errormsg: 'Invalid Request',
        errorcode: 100,
        detail: `${field} is Required`,
        ...(name === 'SendOrder' && { status: 'Rejected' }),
      },
    ]);
  });
});

describe('every documented error, on every transport', () => {
  test.each(refusalTable.map((row) => [row.section, row.name, row.says, row] as const))(
    '%s %s: %s',
    async (_section, name, _says, row) => {
      const ask = async () => (typeof row.input === 'function' ? await row.input(scene) : row.input);
      const answer = typeof row.answer === 'function' ? row.answer(scene) : row.answer;
      const { headers, token } = getCredentials(row.as);
      const answers = [
        await asker.askHttp('POST', `/AP/${name}`, await ask(), headers),
        await asker.askHttp('GET', `/ap/${name}`, await ask(), headers),
      ];
      for (const { status, text } of answers)
        expect([status, typeof answer === 'string' ? text : JSON.parse(text)]).toEqual([row.status, answer]);
      if (token === null) return;
      const frame = await asker.askFrame(name, await ask(), token);
      const isStranger = row.status === 401;
      expect([frame.status, JSON.parse(frame.text)]).toEqual(
        isStranger
          ? [5, { result: false, errormsg: 'Not Authorized', errorcode: 20, detail: null }]
          : [200, answer],
      );
    },
  );
});

describe('the registry and the tables agree', () => {
  const subscriptions = subscriptionTable.flatMap(({ name, unsubscribe }) => [name, unsubscribe]);
  const family = callTable.flatMap(({ name, aliases }) => [name, ...aliases]);

  test('every call is in a table, listed as our own, or a subscription', () => {
    const known = new Set([...family, ...ownCalls, ...subscriptions]);
    expect(calls.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
    for (const { name, aliases = [] } of calls)
      for (const alias of aliases) expect(family, `${alias} of ${name}`).toContain(alias);
  });

  test('every row of a table is a call, on the transport and under the names of the row', () => {
    for (const { name, aliases, transport } of callTable) {
      const call = findCall(name);
      expect([call?.name, call?.transport], name).toEqual([name, transport]);
      for (const alias of aliases) expect(findCall(alias), alias).toBe(call);
    }
    expect([...ownCalls, ...subscriptions].filter((name) => findCall(name) === undefined)).toEqual([]);
    const all = [...family, ...ownCalls, ...subscriptions, ...notOfferedHere].map((name) =>
      name.toLowerCase(),
    );
    expect(all).toHaveLength(new Set(all).size);
  });

  test("every call has the family's authorisation, except for documented differences", () => {
    for (const { name, who } of callTable) {
      const { auth, permissions } = findCall(name) ?? {};
      const different = differentFromTheFamily[name];
      expect({ auth, permissions }, name).toEqual(different ?? who);
      expect(different, `${name} is no longer different`).not.toEqual(who);
    }
  });

  test('calls of the family that are not offered are error 106 for authorised callers', async () => {
    for (const name of notOfferedHere) {
      const answer = { result: false, errormsg: 'Operation Not Supported', errorcode: 106, detail: null };
      expect((await scene.maria.call(name)).json(), name).toEqual(answer);
      expect(
        calls.map((call) => call.name),
        'no part of the documents',
      ).not.toContain(name);
    }
    const overHttp = [...subscriptions, 'WebAuthenticateUser'];
    for (const name of overHttp)
      expect((await scene.maria.call(name, { OMSId: 1 })).json(), name).toMatchObject({ errorcode: 106 });
  });
});

describe('values of rows', () => {
  const fetchRows = async (name: string, input: object) =>
    JSON.parse((await scene.maria.call(name, { OMSId: 1, ...input })).text) as Record<string, unknown>[];
  const numbersIn = async (name: string, input: object) =>
    (await fetchRows(name, { InstrumentId: 1, ...input })) as unknown as number[][];

  // covers: calls.14
  test('the history contains orders of every type and state, under each of its three names', async () => {
    const orders = await fetchRows('GetOrders', { Limit: 1000 });
    const answers = (key: string) => new Set(orders.map((order) => order[key]));
    const { Unknown: _none, BlockTrade: _block, ...types } = listNumbers['OrderType'] ?? {};
    expect(answers('OrderType')).toEqual(new Set(Object.keys(types)));
    expect(answers('OrderState')).toEqual(new Set(['Working', 'FullyExecuted', 'Canceled', 'Expired']));
    expect(answers('ChangeReason')).toEqual(
      new Set(['NewInputAccepted', 'Trade', 'UserModified', 'SystemCanceled_NoMoreMarket', 'Expired']),
    );
    for (const name of ['GetOrdersHistory', 'GetOrderHistory'])
      expect(await fetchRows(name, { Limit: 1000 }), name).toEqual(orders);
    for (const OrderState of ['Canceled', 'canceled', 3, '3'])
      expect(await fetchRows('GetOrders', { OrderState, Limit: 1000 })).toEqual(
        orders.filter((order) => order['OrderState'] === 'Canceled'),
      );
  });

  test('a history by order has a row for its acceptance and for each fill, the newest first', async () => {
    const rows = await fetchRows('GetOrderHistoryByOrderId', { OrderId: scene.partlyFilled });
    expect(rows.map((row) => row['ChangeReason'])).toEqual(['Trade', 'NewInputAccepted']);
    expect(rows.map((row) => row['QuantityExecuted'])).toEqual([0.05, 0]);
    const status = await scene.maria.call('GetOrderStatus', { OrderId: scene.partlyFilled });
    expect(status.json()).toMatchObject({ Quantity: 0.1, OrderState: 'Working' });
  });

  test('bids are sorted from the highest down, then asks from the lowest up, under one number', async () => {
    const rows = await numbersIn('GetL2Snapshot', { Depth: 100 });
    const listPrices = (side: number) => rows.filter((row) => row[9] === side).map((row) => row[6] ?? 0);
    const [bids, asks] = [listPrices(0), listPrices(1)];
    expect(rows.map((row) => row[6])).toEqual([...bids, ...asks]);
    expect(bids).toEqual([...bids].sort((one, other) => other - one));
    expect(asks).toEqual([...asks].sort((one, other) => one - other));
    expect(Math.min(bids.length, asks.length)).toBeGreaterThan(1);
    expect(new Set(rows.map(([number]) => number)).size).toBe(1);
    expect(new Set(rows.map((row) => row[7]))).toEqual(new Set([1]));
  });

  test('candles have thirteen intervals, with dates in every form', async () => {
    const seconds = [
      60, 300, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400, 604_800, 2_419_200, 9_676_800,
    ];
    for (const Interval of seconds) {
      const rows = await numbersIn('GetTickerHistory', { Interval });
      expect(rows.length, `${Interval}`).toBeGreaterThan(0);
      for (const [end = 0, high = 0, low = 0, open = 0, close = 0, , , , , begin = 0] of rows) {
        expect([end - begin, begin % (Interval * 1000)]).toEqual([Interval * 1000, 0]);
        expect(low <= Math.min(open, close) && Math.max(open, close) <= high, `${Interval}`).toBe(true);
      }
    }
    const midnight = { FromDate: '2026-05-04', ToDate: '2026-05-05' };
    const day = await numbersIn('GetTickerHistory', { Interval: 60, ...midnight });
    expect(day.length).toBeGreaterThan(1);
    for (const [FromDate, ToDate] of [
      ['2026-05-04 00:00:00', '2026-05-05 00:00:00'],
      ['2026-05-04T00:00:00Z', '2026-05-05T00:00:00Z'],
      [Date.UTC(2026, 4, 4), String(Date.UTC(2026, 4, 5))],
    ])
      expect(await numbersIn('GetTickerHistory', { Interval: 60, FromDate, ToDate })).toEqual(day);
  });
});

// covers: calls.29
test('the page on compatibility lists what is not offered, what differs and what was added', () => {
  const page = readFileSync(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8');
  const named = [...notOfferedHere, ...Object.keys(differentFromTheFamily), ...Object.keys(neverSent)];
  expect(named.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

describe('lists are read in pages', () => {
  const lists = callTable.filter(({ newestFirst, oldestFirst, name }) => {
    const fields = Object.keys(findCall(name)?.fields ?? {});
    return (newestFirst ?? oldestFirst) !== undefined && fields.includes('StartIndex');
  });
  test.each(lists.map((row) => [row.name, row] as const))('%s', async (name, row) => {
    const fetchRows = async (page: object) => {
      const { input } = await row.ask(scene);
      const { StartIndex: _start, Limit: _limit, Depth: _depth, Count: _count, ...filter } = input;
      const whole = Object.keys(page).length === 0 ? { Limit: 1000 } : page;
      return JSON.parse((await scene.maria.call(name, { ...filter, ...whole })).text) as unknown[];
    };
    const all = await fetchRows({});
    const newestFirst = row.newestFirst === undefined ? [...all].reverse() : all;
    expect(all.length).toBeGreaterThan(1);
    for (const word of ['Limit', 'Depth', 'Count']) {
      expect(await fetchRows({ [word]: 1 }), word).toEqual(newestFirst.slice(0, 1));
      expect(await fetchRows({ [word]: '1', StartIndex: 1 }), word).toEqual(newestFirst.slice(1, 2));
    }
    expect(await fetchRows({ Limit: 10, StartIndex: 999 })).toEqual([]);
  });
});

describe('every subscription and every event', () => {
  const forms = { ...marketEvents, ...accountEvents, ...logoutEvent };

  test.each(subscriptionTable.map((row) => [row.name, row] as const))(
    '%s answers before its first event, under the names that were sent, and ends',
    async (name, row) => {
      const socket = await asker.open(row.isPublic ? '' : scene.maria.token);
      for (const spelled of [name, name.toLowerCase()]) {
        const reply = await socket.request(spelled, row.payload);
        expect(reply).toMatchObject({ m: 1, n: spelled });
        expect(findFaults(row.reply, reply.o)).toEqual([]);
        expect(socket.received.at(-1), 'the answer is received first').toBe(reply);
      }
      for (const spelled of [
        row.unsubscribe,
        row.unsubscribe.replace('Uns', 'UnS'),
        row.unsubscribe.toLowerCase(),
      ])
        expect(findFaults(row.goodbye, (await socket.request(spelled, row.payload)).o), spelled).toEqual([]);
    },
  );

  test('frames without a call', async () => {
    const socket = await asker.open('');
    expect(await socket.request('NoSuchCall')).toMatchObject({
      m: 5,
      n: 'NoSuchCall',
      o: 'Endpoint Not Found',
    });
    const tooEarly = await socket.request('GetUserInfo');
    expect([tooEarly.m, JSON.parse(tooEarly.o)]).toEqual([
      5,
      { result: false, errormsg: 'Not Authorized', errorcode: 20, detail: null },
    ]);
    for (const [name, payload, answer] of [
      ['SubscribeLevel1', { InstrumentId: 77 }, [104, 'Resource Not Found', 'Instrument not Found']],
      ['SubscribeTrades', { Symbol: 'BTCEUR' }, [104, 'Resource Not Found', 'Instrument not Found']],
      [
        'SubscribeLevel2',
        { InstrumentId: 1 },
        [100, 'Invalid Request', 'OMSId, InstrumentId (or Symbol) and Depth are required fields'],
      ],
    ] as const) {
      const { m, o } = await socket.request(name, { OMSId: 1, ...payload });
      const [errorcode, errormsg, detail] = answer;
      expect([m, JSON.parse(o)], name).toEqual([1, { result: false, errormsg, errorcode, detail }]);
    }
  });

  test('an ended session and a foreign token do not sign a socket in', async () => {
    const socket = await asker.open('');
    const refused = { Authenticated: false, twoFAToken: '', Requires2FA: false, AuthType: '', AddtlInfo: '' };
    for (const [input, errormsg] of [
      [{ SessionToken: 'dead' }, 'Invalid SessionToken'],
      [{ JWTToken: 'x' }, 'Operation Not Supported'],
      [{ UserName: 'maria', Password: 'x' }, 'Invalid username or password'],
    ] as const)
      expect(await socket.call('WebAuthenticateUser', input)).toEqual({ ...refused, errormsg });
    const { ana } = scene;
    const pending = await socket.request('AuthenticateUser', {
      UserName: ana.userName,
      Password: ana.password,
    });
    expect(findFaults(codeIsMissing, pending.o)).toEqual([]);
  });

  test('is received with every key, under the number of its subscription', async () => {
    const { world, maria } = scene;
    const { sequencer } = world;
    const anonymous = await asker.open('');
    const own = await asker.open(maria.token);
    const numbers = new Map<string, number>();
    for (const { name, payload, events, isPublic } of subscriptionTable) {
      if (name === 'SubscribeOrderStateEvents' || name === 'SubscribeTicker') continue;
      const { i } = await (isPublic ? anonymous : own).request(name, payload);
      for (const event of events) numbers.set(event, i);
    }
    const getReceived = (socket: TestSocket) => socket.received.filter(({ m }) => m === 3);
    const received = (socket: TestSocket, name: string, count = 1) =>
      vi.waitFor(
        () =>
          expect(getReceived(socket).filter(({ n }) => n === name).length, name).toBeGreaterThanOrEqual(
            count,
          ),
        { timeout: 20_000 },
      );

    const account = accountId(maria.accountId);
    await scene.place({ OrderType: 'Market', LimitPrice: undefined, Quantity: 0.01 });
    await received(own, 'AccountPositionEvent', 2);
    const [trade, state, position] = getReceived(own).map(({ n }) => n);
    expect([trade, state, position]).toEqual(['OrderTradeEvent', 'OrderStateEvent', 'AccountPositionEvent']);
    await maria.call('SendOrder', { ...limitOrder, LimitPrice: 58000, Quantity: 80 });
    await maria.call('CancelOrder', { OrderId: 999_999_999 });
    await maria.call('CancelReplaceOrder', {
      ...limitOrder,
      LimitPrice: 58000,
      OrderIdToReplace: 999_999_999,
    });
    for (const state of ['paused', 'running'] as const)
      await sequencer.submit({
        type: 'SetInstrumentState',
        instrumentId: instrumentId(1),
        state,
        cause: 'none',
      });
    const credit = scene.depositSeen();
    await received(own, 'PendingDepositUpdate');
    await credit();
    await scene.ticket();
    const [withdrawal] = world.tickets.withdrawTickets;
    world.database.changed({
      table: 'withdrawal',
      accountId: account,
      ticketId: ticketId(withdrawal?.ticketId ?? 0),
    });
    await sequencer.submit({ type: 'SetAccountLevel', accountId: account, level: 2 });
    for (const name of Object.keys(accountEvents)) await received(own, name);
    for (const name of ['Level1UpdateEvent', 'Level2UpdateEvent', 'TradeDataUpdateEvent'])
      await received(anonymous, name);
    // A minute that ends at once.
    world.clock.now += 60_000 - (world.clock.now % 60_000) - 20;
    const ticker = await anonymous.request('SubscribeTicker', { OMSId: 1, InstrumentId: 1, Interval: 60 });
    numbers.set('TickerDataUpdateEvent', ticker.i);
    world.clock.now += 20;
    await received(anonymous, 'TickerDataUpdateEvent');

    const guest = await asker.open('');
    const token = await scene.guestToken();
    const signedInBy = await guest.request('WebAuthenticateUser', { SessionToken: token });
    numbers.set('LogoutEvent', signedInBy.i);
    await world.call('LogOut', {}, { aptoken: token });
    await received(guest, 'LogoutEvent');

    const all = [own, anonymous, guest].flatMap(getReceived);
    for (const { n, i, o } of all) {
      expect(findFaults(forms[n as keyof typeof forms] ?? nothing, o), n).toEqual([]);
      expect(i, n).toBe(numbers.get(n));
    }
    expect(new Set(all.map(({ n }) => n))).toEqual(new Set(Object.keys(forms)));
  });

  test('the documents have exactly these', () => {
    const documented = socketEvents.map(({ name }) => name).sort();
    expect(documented).toEqual([...Object.keys(forms), ...Object.keys(neverSent)].sort());
    for (const { name, subscriptions } of socketEvents)
      for (const { name: subscription, events } of subscriptionTable)
        if (events.includes(name)) expect(subscriptions, name).toContain(subscription);
  });
});

/** Returns the credentials of a caller; a socket has a session, or none. */
function getCredentials(as: Caller): {
  readonly headers: Readonly<Record<string, string>>;
  readonly token: string | null;
} {
  if (as === 'noSession') return { headers: {}, token: '' };
  if (as === 'a key that may not')
    return { headers: signHeaders(scene.depositKey, scene.maria), token: null };
  const { token } = scene[as];
  return { headers: { aptoken: token }, token };
}

function expectOrder({ newestFirst, oldestFirst }: CallRow, answer: string): void {
  const key = newestFirst ?? oldestFirst;
  if (key === undefined) return;
  const rows = JSON.parse(answer) as readonly Readonly<Record<string | number, number>>[];
  const places = rows.map((row) => row[key] ?? 0);
  expect(places.length, 'two rows, or there is no order').toBeGreaterThan(1);
  const sorted = [...places].sort((one, other) => one - other);
  expect(places).toEqual(newestFirst === undefined ? sorted : sorted.reverse());
}
