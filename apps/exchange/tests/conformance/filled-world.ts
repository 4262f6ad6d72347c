/** A gateway with a history: orders of every type and state, trades, tickets, keys, destinations, comments. */
import type { AddressInfo } from 'node:net';
import { assert, accept, accountId, millis, minor, refuse, ticketId, userId } from '@salar/protocol';
import type { DepositTicket } from '@salar/services';
import { vi } from 'vitest';
import { products } from '../../src/seed/catalogue.ts';
import { nextStep, signIn, switchOn } from '../support/authenticator-app.ts';
import type { AuthenticatorApp } from '../support/authenticator-app.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey } from '../support/test-keys.ts';
import type { TestKey } from '../support/test-keys.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The customers and objects that rows of the tables refer to. */
export type Scene = {
  readonly world: GatewayWorld;
  readonly socketUrl: string;
  /** Has one of everything. */
  readonly maria: Customer;
  /** Trades with Maria. */
  readonly joao: Customer;
  /** Signs in with a code. */
  readonly ana: Customer;
  /** Is at level 0. */
  readonly newcomer: Customer;
  /** Signs in and out all the time. */
  readonly guest: Customer;
  /** Has an account that an operator locked. */
  readonly frozen: Customer;
  /** Maria's key, with the deposit permission only. */
  readonly depositKey: TestKey;
  /** The key of ana, with a fresh code each time. */
  readonly freshCode: () => string;
  readonly key: TestKey;
  /** A confirmed code of a withdrawal, and the ticket it belongs to. */
  readonly withdrawCode: string;
  readonly depositCode: string;
  /** Maria's order that rested and was filled in part. */
  readonly partlyFilled: number;
  /** Maria's order that is no longer open. */
  readonly canceled: number;
  readonly place: (order?: Fields) => Promise<number>;
  /** Maria's pending deposit; the function credits it. */
  readonly depositSeen: () => () => Promise<void>;
  readonly ticket: () => Promise<string>;
  readonly destination: () => Promise<string>;
  readonly guestToken: () => Promise<string>;
  readonly pendingToken: () => Promise<string>;
  /** An unknown user name. */
  readonly newName: () => string;
  /** A customer who registered and is not verified, with the mailed code. */
  readonly registered: () => Promise<{ readonly UserId: unknown; readonly VerifyEmailCode: string }>;
  readonly close: () => Promise<void>;
};

export const limitOrder = {
  OMSId: 1,
  InstrumentId: 1,
  Side: 'Buy',
  OrderType: 'Limit',
  TimeInForce: 'GTC',
  Quantity: 0.1,
};
export const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const minuteMs = 60_000;

export async function openFilledWorld(): Promise<Scene> {
  const world = await openGatewayWorld();
  const maria = await world.customer({ level: 1, userName: 'maria' });
  const joao = await world.customer({ level: 1, userName: 'joao' });
  const ana = await world.customer({ level: 1, userName: 'ana' });
  const newcomer = await world.customer({ userName: 'newcomer' });
  const guest = await world.customer({ level: 1, userName: 'guest' });
  const frozen = await world.customer({ level: 1, userName: 'frozen' });
  const { sequencer } = world;
  for (const one of [maria, joao]) {
    await world.fund(one, 'USDT', 1_000_000_000_000n);
    await world.fund(one, 'BTC', 1_000_000_000n);
  }
  // 60,000 USDT for 1 BTC, in pesos.
  await sequencer.submit({
    type: 'SetReferencePrice',
    productId: products.BTC.productId,
    price: minor(24_000_000_000n),
  });

  const depositCode = '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f';
  const deposit: DepositTicket = {
    ticketId: ticketId(700),
    key: 'a transfer',
    requestCode: depositCode,
    accountId: accountId(maria.accountId),
    productId: products.USDT.productId,
    providerId: 2,
    amount: minor(25_000_000n),
    status: 'FullyProcessed',
    txId: '0xabc',
    fromAddress: '0x1',
    toAddress: '0x2',
    confirmations: 2,
    confirmationsNeeded: 2,
    rejectReason: null,
    createdAt: millis(world.clock.now),
    updatedAt: millis(world.clock.now),
  };
  world.tickets.depositTickets.push(deposit);
  await sequencer.submit({ type: 'CreditDeposit', ...deposit });
  let deposits = 700;
  const depositSeen = () => {
    deposits += 1;
    const requestCode = depositCode.replace('6c0', String(deposits));
    const next = { ...deposit, ticketId: ticketId(deposits), requestCode, key: `transfer ${deposits}` };
    const event = { table: 'deposit', accountId: deposit.accountId, ticketId: next.ticketId } as const;
    world.tickets.depositTickets.unshift({ ...next, status: 'Pending' });
    world.database.changed(event);
    return async () => {
      await sequencer.submit({ type: 'CreditDeposit', ...next });
      world.tickets.depositTickets[0] = next;
      world.database.changed(event);
    };
  };
  await depositSeen()();

  let clientOrder = 1000;
  const send = async (who: Customer, order: Fields) => {
    clientOrder += 1;
    const ids = { AccountId: who.accountId, ClientOrderId: clientOrder };
    const sent = await who.call('SendOrder', { ...limitOrder, ...ids, ...order });
    const { OrderId } = sent.json();
    assert(typeof OrderId === 'number', `the order was accepted: ${sent.text}`);
    world.clock.now += 1;
    return OrderId;
  };
  const place = (order: Fields = {}) => send(maria, { LimitPrice: 58000, ...order });
  const sell = (order: Fields) => send(joao, { Side: 'Sell', ...order });

  // Trades at 60,000, 60,000 and 59,900 in three minutes; the order book is 59,000 to 61,000.
  await sell({ LimitPrice: 60000 });
  await place({ LimitPrice: 60000 });
  world.clock.now += minuteMs;
  const partlyFilled = await place({ LimitPrice: 60000, Quantity: 0.2 });
  await sell({ LimitPrice: 60000, Quantity: 0.05 });
  world.clock.now += minuteMs;
  await place({ LimitPrice: 59900, Quantity: 0.01 });
  await maria.call('ModifyOrder', { InstrumentId: 1, OrderId: partlyFilled, Quantity: 0.1 });
  await sell({ LimitPrice: 61000, Quantity: 0.5 });
  await sell({ LimitPrice: 61500, Quantity: 0.5 });
  await place({ LimitPrice: 59000 });
  await place({ OrderType: 'Market', Quantity: undefined, Value: 610 });
  await place({ LimitPrice: 58500, TimeInForce: 'IOC' });
  const waiting = { Side: 'Sell', StopPrice: 58000, LimitPrice: undefined };
  await place({ ...waiting, OrderType: 'StopMarket', PegPriceType: 'Bid' });
  await place({ ...waiting, OrderType: 'StopLimit', LimitPrice: 57900 });
  const trailing = { Side: 'Sell', LimitPrice: undefined, TrailingAmount: 1500 };
  await place({ ...trailing, OrderType: 'TrailingStopMarket' });
  await place({ ...trailing, OrderType: 'TrailingStopLimit', LimitOffset: 20.5 });
  await place({ LimitPrice: 58001, PostOnly: true });
  const canceled = await place({ LimitPrice: 58002 });
  await maria.call('CancelOrder', { OrderId: canceled });
  await place({ LimitPrice: 58003, TimeInForce: 'GTD', ExpireTime: world.clock.now + minuteMs });
  world.clock.now += 2 * minuteMs;
  await sequencer.submit({ type: 'Tick' });

  await world.fund(frozen, 'USDT', 1_000_000_000_000n);
  await sequencer.submit({ type: 'SetAccountLock', accountId: accountId(frozen.accountId), locked: true });

  const key = await addKey(maria, ['Trading', 'Withdraw']);
  const depositKey = await addKey(maria, ['Deposit']);
  await maria.call('SetUserConfig', { Config: [{ Key: 'Language', Value: 'ES' }] });

  const ticket = async () => {
    const form = JSON.stringify({
      TemplateType: 'ToExternalEthereumAddress',
      ExternalAddress: address,
      Comment: '',
    });
    const made = await maria.call('CreateWithdrawTicket', { ProductId: 3, Amount: 10, TemplateForm: form });
    return String(made.json()['detail']);
  };
  await ticket();
  const withdrawCode = await ticket();
  await sequencer.submit({ type: 'SettleWithdrawal', ticketId: ticketId(1) });
  // The ticket service of this gateway sends no mails: one code is valid, for the newest ticket.
  vi.spyOn(world.tickets.withdrawals, 'confirm').mockImplementation(async ({ userId: id, code }) => {
    const [newest] = world.tickets.withdrawTickets;
    return code === withdrawCode && id === userId(maria.userId) && newest !== undefined
      ? accept({ ...newest, status: 'Confirmed2Fa' as const })
      : refuse('code_invalid');
  });
  vi.spyOn(world.tickets.withdrawals, 'findByCode').mockImplementation(async ({ code }) => {
    const found = world.tickets.withdrawTickets.find(({ requestCode }) => requestCode === withdrawCode);
    return code === withdrawCode ? (found ?? null) : null;
  });
  for (const kind of ['Deposit', 'Withdraw'])
    await maria.call(`Submit${kind}TicketComment`, {
      Comment: 'For the invoice',
      TicketCode: kind === 'Deposit' ? depositCode : withdrawCode,
    });

  let wallets = 0;
  const destination = async () => {
    wallets += 1;
    const made = await maria.call('CreateAccountWithdrawInfo', {
      ProductId: 3,
      Name: `wallet:number ${wallets}:Ethereum (local)`,
      AccountIdentifier: `0x${wallets.toString(16).padStart(40, '0')}`,
    });
    const { detail, result } = made.json();
    assert(result === true, `the destination is saved: ${made.text}`);
    return String(detail);
  };
  await destination();
  await destination();

  const { app: authenticator } = await switchOn(world, ana);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  let names = 0;
  const newName = () => {
    names += 1;
    return `visitor-${names}`;
  };
  return {
    world,
    socketUrl: `ws://127.0.0.1:${port}/WSGateway`,
    maria,
    joao,
    ana,
    newcomer,
    guest,
    frozen,
    depositKey,
    freshCode: freshCodes(world, authenticator),
    key,
    withdrawCode,
    depositCode,
    partlyFilled,
    canceled,
    place,
    depositSeen,
    ticket,
    destination,
    newName,
    guestToken: async () => String((await signIn(world, guest)).json()['SessionToken']),
    pendingToken: async () => String((await signIn(world, ana)).json()['Pending2FaToken']),
    async registered() {
      const name = newName();
      const Email = `${name}@example.com`;
      const UserInfo = { UserName: name, Email, PasswordHash: 'Quartz-harbour-9' };
      const { UserId } = (await world.call('RegisterUser', { UserInfo })).json();
      return { UserId, VerifyEmailCode: world.codeFor(Email) };
    },
    async close() {
      vi.restoreAllMocks();
      await world.close();
    },
  };
}

/** A code works once: the next one is of the next half minute. */
function freshCodes(world: GatewayWorld, authenticator: AuthenticatorApp): () => string {
  return () => {
    nextStep(world);
    return authenticator.code();
  };
}
