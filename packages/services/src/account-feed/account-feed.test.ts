import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Engine } from '@salar/engine';
import type { EngineView, ReadResult } from '@salar/engine';
import { accountId, instrumentId, lots, millis, minor, orderId, sequence, ticketId } from '@salar/protocol';
import type {
  AccountId,
  Command,
  MarketCause,
  OrderRecord,
  OutcomeOf,
  Posting,
  Sequence,
  Trade,
} from '@salar/protocol';
import type { TicketChange } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import {
  btc,
  btcUsdt,
  getCustomerAccount,
  buildDeposit,
  buildLimitOrder,
  buildMarketSetup,
  usdt,
} from '@salar/testing/market';
import { PositionService } from '../accounts/position-service.ts';
import type { Position } from '../accounts/position-service.ts';
import type { LedgerLine } from '../ports/history.ts';
import { silentLog } from '../ports/log.ts';
import type { DepositTicket, WithdrawTicket } from '../tickets/ticket-types.ts';
import type { AccountEvent } from './account-events.ts';
import { AccountFeed } from './account-feed.ts';
import type { AccountFeedSource } from './account-feed.ts';
import type { AccountBatch } from './account-slice.ts';

const maria = getCustomerAccount(0);
const joao = getCustomerAccount(1);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('orders and trades', () => {
  test('a fill publishes the trade first, then the order, then the position of each product', async () => {
    const world = openWorld();
    const makers = world.listen(maria);
    const takers = world.listen(joao);
    world.order(maria, 'sell', 5, 2n);
    await world.commit();
    expect(makers.take()).toEqual(['order working 0', 'position 1']);
    world.order(joao, 'buy', 5, 3n);
    await world.commit();
    expect(makers.take()).toEqual(['trade 2', 'order filled 2', 'position 1', 'position 2']);
    expect(takers.take()).toEqual(['trade 2', 'order working 2', 'position 1', 'position 2']);
  });

  test('an order is published as accepted before its first trade, even when both are in one commit', async () => {
    const world = openWorld();
    const { take } = world.listen(maria);
    world.order(maria, 'sell', 5, 3n);
    world.order(joao, 'buy', 5, 1n);
    world.order(joao, 'buy', 5, 2n);
    await world.commit();
    expect(take().slice(0, 5)).toEqual([
      'order working 0',
      'trade 1',
      'order working 1',
      'trade 2',
      'order filled 3',
    ]);
  });

  test('a trade is compared with the previous one on the instrument, of any account', async () => {
    const world = openWorld();
    world.order(getCustomerAccount(2), 'sell', 4, 1n);
    world.order(getCustomerAccount(3), 'buy', 4, 1n);
    world.announce();
    const { received } = world.listen(maria);
    const before = () => received.flatMap((event) => (event.kind === 'trade' ? [event.priceBefore] : []));
    world.trade(maria, 5);
    await world.commit();
    expect(before()).toEqual([4]);
    world.trade(getCustomerAccount(2), 9);
    world.trade(maria, 7);
    await world.commit();
    expect(before()).toEqual([4, 9]);
  });

  test('a flood publishes every order and trade, and each position once', async () => {
    const world = openWorld();
    const { received } = world.listen(maria);
    await world.turn();
    received.length = 0;
    const reading = world.hold('read');
    for (let count = 0; count < 50; count += 1) {
      world.order(maria, 'sell', 5, 1n);
      world.order(joao, 'buy', 5, 1n);
      world.announce();
    }
    await world.turn();
    reading();
    await world.wait(100);
    const count = (kind: AccountEvent['kind']) => received.filter((event) => event.kind === kind).length;
    expect(count('trade')).toBe(50);
    expect(count('order')).toBe(100);
    expect(count('posting')).toBe(world.listLines(maria).length);
    expect(count('position')).toBeLessThanOrEqual(4);
    expect(world.lastPosition(received, btc)).toMatchObject(world.engine.position(maria, btc));
  });

  test('a subscriber to orders receives nothing else and causes no reads', async () => {
    const world = openWorld();
    const received: AccountEvent[] = [];
    world.feed.listenToOrders(maria, (event) => void received.push(event));
    world.trade(maria, 5);
    await world.commit();
    expect(received.map(({ kind }) => kind)).toEqual(['order', 'order']);
    expect(world.reads).toBe(0);
  });

  test('commands that the engine refused are published with their reason to the sender', async () => {
    const world = openWorld();
    const { received } = world.listen(maria);
    const others = world.listen(joao);
    world.order(maria, 'buy', 5, 10n ** 15n);
    world.submit({ type: 'CancelOrder', accountId: maria, orderId: orderId(77) });
    const replacement = buildLimitOrder({ account: maria, side: 'buy', price: 5, quantity: 1n });
    world.submit({ type: 'ReplaceOrder', orderId: orderId(77), replacement });
    const stranger = accountId(99_999);
    world.submit({ type: 'CancelAllOrders', accountId: stranger, instrumentId: instrumentId(0) });
    await world.commit();
    const refused = received.flatMap((event) =>
      event.kind === 'refused' ? [`${event.command.type} ${event.refusal}`] : [],
    );
    expect(refused).toEqual([
      'PlaceOrder insufficient_funds',
      'CancelOrder order_unknown',
      'ReplaceOrder order_unknown',
    ]);
    expect(others.received).toEqual([]);
  });
});

describe('durability', () => {
  test('nothing is published before its commit', async () => {
    const world = openWorld();
    const { received, take } = world.listen(maria);
    world.order(maria, 'sell', 5, 1n);
    await world.turn();
    expect(received).toEqual([]);
    await world.commit();
    expect(take()).toEqual(['order working 0', 'position 1']);
    // A position that was read while a later command waits for the disk waits with it.
    world.order(maria, 'sell', 6, 1n);
    world.announce();
    world.order(maria, 'sell', 7, 1n);
    await world.turn();
    expect(take()).toEqual(['order working 0']);
    await world.commit();
    expect(take()).toEqual(['position 1', 'order working 0']);
  });

  test('a new subscriber receives what is committed after it subscribed, and nothing before', async () => {
    const world = openWorld();
    const first = world.listen(maria);
    world.trade(maria, 5);
    world.announce();
    const second = world.listen(maria);
    await world.wait(100);
    expect(first.received.map(({ kind }) => kind)).toContain('posting');
    expect(second.received.filter(({ kind }) => kind !== 'position')).toEqual([]);
    second.received.length = 0;
    world.order(maria, 'sell', 5, 1n);
    await world.commit();
    expect(second.take()).toEqual(['order working 0', 'position 1']);
  });

  test('an unchanged position is published again for a subscriber that joined since', async () => {
    const world = openWorld();
    const first = world.listen(maria);
    world.order(maria, 'sell', 5, 1n);
    await world.commit();
    world.listen(maria);
    world.submit({ type: 'CancelAllOrders', accountId: maria, instrumentId: instrumentId(0) });
    world.order(maria, 'sell', 5, 1n);
    await world.commit();
    expect(first.take().filter((event) => event === 'position 1')).toHaveLength(2);
  });

  test('a subscriber that joins while a position is read misses no later change', async () => {
    const world = openWorld();
    world.listen(maria);
    await world.turn();
    const read = world.hold('read');
    world.order(maria, 'sell', 5, 1n);
    await world.commit();
    const { orderId: second } = world.order(maria, 'sell', 6, 1n);
    world.announce();
    const { take } = world.listen(maria); // and sees both orders held
    world.submit({ type: 'CancelOrder', accountId: maria, orderId: second });
    await world.commit();
    read();
    await world.turn();
    expect(take()).toEqual(['order canceled 0', 'position 1']);
  });

  test('ledger lines are published once each and in order, however late the read models are', async () => {
    const world = openWorld();
    const { received } = world.listen(maria);
    const lines = () => received.flatMap((event) => (event.kind === 'posting' ? [event.line.entryId] : []));
    const arrive = world.hold('projected');
    for (let count = 0; count < 3; count += 1) {
      world.trade(maria, 5);
      await world.commit();
    }
    await world.wait(100);
    expect(lines()).toEqual([]);
    arrive();
    await world.turn();
    expect(lines()).toEqual(world.listLines(maria));
    expect(lines().length).toBeGreaterThan(5);
  });

  test('while the database is unavailable events wait, and none is lost', async () => {
    const world = openWorld();
    const { received } = world.listen(maria);
    await world.turn();
    world.isAway = true;
    world.trade(maria, 5);
    await world.commit();
    await world.wait(100);
    expect(received.map(({ kind }) => kind)).toEqual(['order', 'trade', 'order']);
    world.isAway = false;
    await world.turn();
    expect(received).toHaveLength(3);
    await world.wait(1000);
    const kinds = received.map(({ kind }) => kind).slice(3);
    expect(kinds.filter((kind) => kind === 'position')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'posting')).toHaveLength(world.listLines(maria).length);
  });
});

describe('subscribers', () => {
  test('without subscribers the feed does not listen to the writer, the tickets or the users', async () => {
    const world = openWorld();
    expect(world.followers()).toBe(0);
    const one = world.listen(maria);
    const other = world.listen(joao);
    expect(world.followers()).toBe(3);
    one.stop();
    one.stop();
    expect(world.followers()).toBe(3);
    other.stop();
    expect(world.followers()).toBe(0);
    world.trade(maria, 5);
    await world.commit();
    expect([...one.received, ...other.received]).toEqual([]);
  });

  test('a failing listener does not affect the others', async () => {
    const world = openWorld();
    world.feed.listen(maria, () => {
      throw new Error('a listener error');
    });
    const { take } = world.listen(maria);
    world.order(maria, 'sell', 5, 1n);
    await world.commit();
    expect(take()).toEqual(['order working 0', 'position 1']);
  });

  test('a commit that cannot be processed stops nothing, and the next one is published', async () => {
    const world = openWorld();
    const { take } = world.listen(maria);
    world.order(maria, 'sell', 5, 1n);
    world.announce((orders) => orders.map((order) => ({ ...order, instrumentId: instrumentId(77) })));
    await world.turn();
    expect(take()).toEqual([]);
    world.order(maria, 'sell', 5, 1n);
    await world.commit();
    expect(take()).toEqual(['order working 0', 'position 1']);
  });

  test('another account receives nothing', async () => {
    const world = openWorld();
    const { received } = world.listen(getCustomerAccount(2));
    world.trade(maria, 5);
    world.ticket({ status: 'Pending' });
    await world.commit();
    expect(received).toEqual([]);
  });
});

describe('money in and out', () => {
  test('a deposit is published from its first sighting to its credit, with the pending amount', async () => {
    const world = openWorld();
    const { take } = world.listen(maria);
    await world.turn();
    world.ticket({ status: 'Pending', confirmations: 0 });
    await world.turn();
    expect(take()).toEqual(['deposit Pending 0', 'pending 500', 'position 2']);
    world.confirm(1);
    await world.turn();
    expect(take()).toEqual(['deposit Pending 1']);
    world.confirm(1);
    await world.turn();
    expect(take()).toEqual([]);
    world.ticket({ status: 'Confirmed', confirmations: 2 });
    await world.turn();
    expect(take()).toEqual(['deposit Confirmed 2']);
    world.submit({ ...buildDeposit(maria, usdt, 500n), key: 'a transfer', ticketId: ticketId(7) } as Command);
    await world.commit();
    expect(take()).toEqual(['credited 500', 'pending 0', 'position 2']);
    world.ticket({ status: 'FullyProcessed', confirmations: 2 });
    await world.turn();
    expect(take()).toEqual(['deposit FullyProcessed 2', 'position 2']);
  });

  test('a withdrawal is published with each status, and with its hold and release', async () => {
    const world = openWorld();
    const { take } = world.listen(maria);
    await world.turn();
    const id = ticketId(900);
    const hold = { ticketId: id, accountId: maria, productId: usdt, amount: minor(50n), fee: minor(1n) };
    world.submit({ type: 'HoldWithdrawal', ...hold });
    await world.commit();
    expect(take()).toEqual(['position 2']);
    world.withdrawal('Pending2Fa');
    await world.turn();
    expect(take()).toEqual(['withdrawal Pending2Fa', 'position 2']);
    world.submit({ type: 'ReleaseWithdrawal', ticketId: id });
    await world.commit();
    expect(take()).toEqual(['position 2']);
    world.withdrawal('UserCanceled');
    await world.turn();
    expect(take()[0]).toBe('withdrawal UserCanceled');
    const free = { ...hold, ticketId: ticketId(901), fee: minor(0n) };
    world.submit({ type: 'HoldWithdrawal', ...free });
    await world.commit();
    take();
    world.submit({ type: 'ReturnWithdrawal', ticketId: free.ticketId });
    await world.commit();
    expect(take()).toEqual(['position 2']);
  });
});

test('changes of the level, the lock and the customer of an account are published', async () => {
  const world = openWorld();
  const { take } = world.listen(maria);
  await world.turn();
  world.submit({ type: 'SetAccountLevel', accountId: maria, level: 1 });
  await world.commit();
  expect(take()).toEqual(['level 1', 'account 1 false']);
  world.submit({ type: 'SetAccountLock', accountId: maria, locked: true });
  await world.commit();
  expect(take()).toEqual(['account 1 true']);
  world.userChanged({ accountId: maria } as User);
  await world.turn();
  expect(take()).toEqual(['account 1 true']);
});

test('a change of the market state is published to every subscriber, with the previous state', async () => {
  const world = openWorld();
  const all = [world.listen(maria), world.listen(joao)];
  const set = (state: 'paused' | 'running', cause: MarketCause) =>
    world.submit({ type: 'SetInstrumentState', instrumentId: btcUsdt, state, cause });
  set('paused', 'network');
  set('paused', 'network');
  set('paused', 'incident');
  set('running', 'none');
  await world.commit();
  for (const { received } of all)
    expect(received).toMatchObject([
      { kind: 'market_state', before: 'running', state: 'paused', cause: 'network' },
      { kind: 'market_state', before: 'paused', state: 'paused', cause: 'incident' },
      { kind: 'market_state', before: 'paused', state: 'running', cause: 'none' },
    ]);
});

test('applying the events to the state at subscription gives the current state', async () => {
  const steps = fc.array(
    fc.record({
      account: fc.nat({ max: 2 }),
      what: fc.constantFrom('buy', 'sell', 'cancel', 'hold', 'release', 'ticket', 'stop'),
      price: fc.integer({ min: 1, max: 4 }),
      quantity: fc.bigInt({ min: 1n, max: 3n }),
      after: fc.constantFrom('nothing', 'announce', 'commit', 'turn', 'join'),
    }),
    { maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const world = openWorld();
      const readers = [await createReader(world, maria)];
      for (const { account, what, price, quantity, after } of given) {
        const who = getCustomerAccount(account);
        const side = what === 'sell' ? 'sell' : 'buy';
        if (what === 'buy' || what === 'sell') world.order(who, side, price, quantity);
        else if (what === 'cancel')
          world.submit({ type: 'CancelAllOrders', accountId: who, instrumentId: instrumentId(0) });
        else if (what === 'stop') world.stop(who, price, quantity);
        else if (what === 'ticket') world.ticket({ status: price > 2 ? 'Pending' : 'Failed' });
        else world.moveMoney(what, who, Number(quantity));
        if (after === 'announce') world.announce();
        if (after === 'commit') await world.commit();
        if (after === 'turn') await world.turn();
        if (after === 'join') readers.push(await createReader(world, maria));
      }
      await world.commit();
      await world.wait(100);
      const positions = await world.positions.list(maria);
      for (const reader of readers) {
        expect(reader.orders()).toEqual(pickOrders(world.engine.openOrders(maria)));
        expect(reader.figures()).toEqual(positions.map(pickFigures));
        // Each ledger line and each trade is received once at most.
        expect(new Set(reader.once).size).toBe(reader.once.length);
      }
      world.feed.close();
    }),
    { numRuns: 200 },
  );
});

/** A client: the state right after it subscribed, and every event applied to it. */
async function createReader(world: World, account: AccountId) {
  const waiting: AccountEvent[] = [];
  const once: string[] = [];
  let orders: Map<number, OrderRecord> | null = null;
  const figures = new Map<number, Position>();
  const apply = (event: AccountEvent) => {
    if (event.kind === 'position') figures.set(event.position.product.productId, event.position);
    if (event.kind === 'posting') once.push(`line ${event.line.entryId}`);
    if (event.kind === 'trade') once.push(`trade ${event.trade.tradeId}`);
    if (event.kind !== 'order') return;
    if (event.order.status === 'working') orders?.set(event.order.orderId, event.order);
    else orders?.delete(event.order.orderId);
  };
  world.feed.listen(account, (event) => {
    if (orders === null) waiting.push(event);
    else apply(event);
  });
  const open = world.engine.openOrders(account);
  const reading = world.positions.list(account);
  world.announce();
  for (const position of await reading) figures.set(position.product.productId, position);
  orders = new Map(open.map((order) => [order.orderId, order]));
  for (const event of waiting) apply(event);
  return {
    once,
    orders: () => pickOrders([...(orders?.values() ?? [])]),
    figures: () => [...figures.values()].map(pickFigures),
  };
}

function pickOrders(orders: readonly OrderRecord[]) {
  return orders
    .map(({ orderId: id, quantity, executed, status, stop }) => ({ id, quantity, executed, status, stop }))
    .sort((a, b) => a.id - b.id);
}

function pickFigures({ product, total, held, pendingDeposits, pendingWithdrawals }: Position) {
  return { productId: product.productId, total, held, pendingDeposits, pendingWithdrawals };
}

/** Formats an event in a word or two. */
function formatEvent(event: AccountEvent): string {
  switch (event.kind) {
    case 'trade':
      return `trade ${event.trade.quantity}`;
    case 'order':
      return `order ${event.order.status} ${event.order.executed}`;
    case 'position':
      return `position ${event.position.product.productId}`;
    case 'posting':
      return `posting ${event.line.productId}`;
    case 'credited':
      return `credited ${event.posting.amount}`;
    case 'pending_deposits':
      return `pending ${event.amount}`;
    case 'deposit_ticket':
      return `deposit ${event.ticket.status} ${event.ticket.confirmations}`;
    case 'withdraw_ticket':
      return `withdrawal ${event.ticket.status}`;
    case 'account':
      return `account ${event.level} ${event.locked}`;
    case 'level':
      return `level ${event.level}`;
    default:
      return event.kind;
  }
}

type World = ReturnType<typeof openWorld>;

/** Creates a market with its own engine, whose commits are triggered by hand, and a feed of its accounts. */
function openWorld() {
  const listeners = new Set<(batch: AccountBatch) => void>();
  const ticketFollowers = new Set<(change: TicketChange) => void>();
  const userFollowers = new Set<(user: User) => void>();
  const ledger: LedgerLine[] = [];
  const deposits: DepositTicket[] = [];
  const withdrawals: WithdrawTicket[] = [];
  const held = new Map<'read' | 'projected', Promise<void>>();
  let durable: { promise: Promise<void>; resolve: () => void } | null = null;
  let open: {
    orders: OrderRecord[];
    trades: Trade[];
    postings: Posting[];
    commands: { command: Command; outcome: OutcomeOf<Command> }[];
  } = emptyBatch();
  const engine = new Engine({
    orderWorking: (order) => void open.orders.push(order),
    orderClosed: (order) => void open.orders.push(order),
    trade: (trade) => void open.trades.push(trade),
    posting: (posting) => void open.postings.push(posting),
  });
  const at = millis(Date.UTC(2026, 5, 1, 12));
  const submit = <C extends Command>(command: C): OutcomeOf<C> => {
    durable ??= withResolve();
    const outcome = engine.apply(command, { sequence: sequence(engine.lastSequence + 1), at });
    open.commands.push({ command, outcome });
    return outcome;
  };
  const sequencer: AccountFeedSource = {
    undurable: engine,
    submit: async (command) => submit(command),
    read: async <T>(look: (view: EngineView) => ReadResult<T>): Promise<T> => {
      if (world.isAway) throw new Error('the database is unavailable');
      const result = look(engine);
      const promise = durable?.promise;
      await held.get('read');
      await promise;
      return result;
    },
    projected: async () => {
      if (world.isAway) throw new Error('the database is unavailable');
      await held.get('projected');
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const find = (tickets: readonly { readonly ticketId: number }[]) =>
    (async (claim: { ticketId?: number }) =>
      tickets.find((one) => one.ticketId === claim.ticketId) ?? null) as never;
  const list = (tickets: readonly { readonly accountId: number }[]) =>
    (async (page: { accountId: number }) => {
      world.reads += 1;
      return tickets.filter((one) => one.accountId === page.accountId);
    }) as never;
  const positions = new PositionService({
    sequencer,
    deposits: { list: list(deposits) },
    withdrawals: { list: list(withdrawals) },
    now: () => at,
  });
  const feed = new AccountFeed({
    sequencer,
    history: {
      listLedger: async ({ accountId: account, startIndex, limit }) => {
        world.reads += 1;
        const own = ledger.filter((line) => line.accountId === account).reverse();
        return own.slice(startIndex, startIndex + limit);
      },
    },
    positions,
    deposits: { find: find(deposits) },
    withdrawals: { find: find(withdrawals) },
    comments: { listByTicket: async () => new Map() },
    tickets: {
      follow: (received) => {
        ticketFollowers.add(received);
        return () => ticketFollowers.delete(received);
      },
    },
    users: {
      follow: (received) => {
        userFollowers.add(received);
        return () => userFollowers.delete(received);
      },
    },
    log: silentLog,
  });
  let withdrawalCount = 0;
  const world = {
    engine,
    feed,
    positions,
    submit,
    /** Counts look-ups of tickets and ledger. */
    reads: 0,
    isAway: false,
    setUp: sequence(0),
    /** Lists the account's ledger lines since the market was opened. */
    listLines: (account: AccountId) =>
      ledger
        .filter((line) => line.accountId === account && line.sequence > world.setUp)
        .map(({ entryId }) => entryId),
    followers: () => listeners.size + ticketFollowers.size + userFollowers.size,
    /** Makes everything decided so far durable and publishes it, without running anything else. */
    announce(changed: (orders: OrderRecord[]) => OrderRecord[] = (orders) => orders): void {
      const batch = { ...open, orders: changed(open.orders) };
      open = emptyBatch();
      for (const posting of batch.postings) ledger.push({ ...posting, entryId: ledger.length + 1 });
      durable?.resolve();
      durable = null;
      const lastSequence: Sequence = engine.lastSequence;
      for (const listener of listeners) listener({ ...batch, at, lastSequence });
    },
    async commit(): Promise<void> {
      world.announce();
      await world.turn();
    },
    /** Runs everything that only waits for its turn. */
    async turn(): Promise<void> {
      for (let turns = 0; turns < 4; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async wait(ms: number): Promise<void> {
      await vi.advanceTimersByTimeAsync(ms);
      await world.turn();
    },
    /** Holds back the disk or the read models. @returns a function that releases them */
    hold(what: 'read' | 'projected'): () => void {
      const { promise, resolve } = withResolve();
      held.set(what, promise);
      return () => {
        held.delete(what);
        resolve();
      };
    },
    order(account: AccountId, side: 'buy' | 'sell', price: number, quantity: bigint) {
      const outcome = submit(buildLimitOrder({ account, side, price, quantity }));
      return { orderId: outcome.ok ? outcome.value.orderId : orderId(0) };
    },
    stop(account: AccountId, price: number, quantity: bigint): void {
      const { orderType: _, ...order } = buildLimitOrder({ account, side: 'buy', price, quantity });
      const stop = { trigger: 'last', stopPrice: order.price, trailingAmount: 0, limitOffset: 0 };
      submit({ ...order, orderType: 'stop_limit', stop, quantity: lots(quantity) } as Command);
    },
    /** Places a sell order of the account that another account takes. */
    trade(account: AccountId, price: number): void {
      world.order(account, 'sell', price, 1n);
      world.order(getCustomerAccount(3), 'buy', price, 1n);
    },
    moveMoney(what: 'hold' | 'release', account: AccountId, amount: number): void {
      if (what === 'hold') withdrawalCount += 1;
      const id = ticketId(1000 + withdrawalCount);
      const hold = { accountId: account, productId: usdt, amount: minor(BigInt(amount + 1)), fee: minor(1n) };
      if (what === 'hold') submit({ type: 'HoldWithdrawal', ticketId: id, ...hold });
      else submit({ type: 'ReleaseWithdrawal', ticketId: id });
    },
    ticket(change: Partial<DepositTicket>): void {
      const [known] = deposits.splice(0);
      const first = { ticketId: ticketId(7), key: 'a transfer', accountId: maria, productId: usdt };
      const figures = { amount: minor(500n), confirmations: 0, confirmationsNeeded: 2, updatedAt: at };
      deposits.push({ ...first, ...figures, ...known, ...change } as DepositTicket);
      for (const received of ticketFollowers)
        received({ table: 'deposit', accountId: maria, ticketId: ticketId(7) });
    },
    /** Adds a block: the deposit has this number of confirmations. */
    confirm(confirmations: number): void {
      const [known] = deposits.splice(0);
      if (known) deposits.push({ ...known, confirmations });
      for (const received of ticketFollowers) received({ table: 'chain_cursor', chainId: 7 });
    },
    withdrawal(status: WithdrawTicket['status']): void {
      const id = ticketId(900);
      const ticket = { ticketId: id, accountId: maria, productId: usdt, amount: minor(50n), createdAt: at };
      withdrawals.splice(0, 1, { ...ticket, status } as WithdrawTicket);
      for (const received of ticketFollowers)
        received({ table: 'withdrawal', accountId: maria, ticketId: id });
    },
    userChanged(user: User): void {
      for (const received of userFollowers) received(user);
    },
    listen(account: AccountId) {
      const received: AccountEvent[] = [];
      const stop = feed.listen(account, (event) => void received.push(event));
      /** Formats events; ledger lines arrive in their own time and are left out. */
      return {
        received,
        stop,
        take: () =>
          received
            .splice(0)
            .filter(({ kind }) => kind !== 'posting')
            .map(formatEvent),
      };
    },
    lastPosition: (received: readonly AccountEvent[], productId: number) =>
      received
        .flatMap((event) =>
          event.kind === 'position' && event.position.product.productId === productId ? [event.position] : [],
        )
        .at(-1),
  };
  const level = { dailyLimit: null, monthlyLimit: null };
  const commands: Command[] = [
    ...buildMarketSetup({ customers: 4, funds: 10n ** 12n }),
    { type: 'DefineLevel', level: 1, ...level },
    ...[0, 1, 2].map((index): Command => ({
      type: 'SetAccountLevel',
      accountId: getCustomerAccount(index),
      level: 1,
    })),
    { type: 'SetReferencePrice', productId: usdt, price: minor(1n) },
  ];
  for (const command of commands) submit(command);
  world.announce();
  world.setUp = engine.lastSequence;
  return world;
}

function emptyBatch() {
  return { orders: [], trades: [], postings: [], commands: [] };
}

function withResolve(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
