import { Engine } from '@salar/engine';
import {
  accept,
  accountId,
  assert,
  millis,
  minor,
  productId,
  sequence,
  silentSink,
  ticketId,
} from '@salar/protocol';
import type { Command, OutcomeOf } from '@salar/protocol';
import { describe, expect, test } from 'vitest';
import type { DepositTicket, WithdrawTicket } from '../tickets/ticket-types.ts';
import { PositionService } from './position-service.ts';
import { createInstantPort } from '@salar/testing/instant-port';

const maria = accountId(1001);
const usdt = productId(3);
const amount = minor(1_500_000n);
const key = 'evm:31337:0xabc:0';
const now = Date.UTC(2026, 0, 5);

function openBooks() {
  const engine = new Engine(silentSink);
  let at = 0;
  const submit = async <C extends Command>(command: C): Promise<OutcomeOf<C>> => {
    at += 1;
    return engine.apply(command, { sequence: sequence(at), at: millis(now) });
  };
  return createInstantPort(engine, submit);
}

function ticketsAs(deposits: readonly DepositTicket[], withdrawals: readonly WithdrawTicket[]) {
  return { deposits: { list: async () => deposits }, withdrawals: { list: async () => withdrawals } };
}

const shared = { requestCode: 'r', accountId: maria, productId: usdt, providerId: 2, rejectReason: null };
const times = { createdAt: millis(now), updatedAt: millis(now) };
const pendingDeposit: DepositTicket = {
  ...shared,
  ...times,
  ticketId: ticketId(1),
  key,
  amount,
  status: 'Pending',
  txId: '0xabc',
  fromAddress: '0x1',
  toAddress: '0x2',
  confirmations: 2,
  confirmationsNeeded: 2,
};
const withdrawal: WithdrawTicket = {
  ...shared,
  ...times,
  ticketId: ticketId(2),
  userId: 1 as WithdrawTicket['userId'],
  templateType: 't',
  templateForm: '{}',
  destination: '0x3',
  amount,
  fee: minor(1n),
  status: 'Confirmed',
  txId: '0xdef',
  delayedUntil: null,
  requestIp: null,
};
const defineUsdt = {
  type: 'DefineProduct',
  productId: usdt,
  symbol: 'USDT',
  name: 'Tether',
  kind: 'crypto',
  decimals: 6,
} as const;

describe('positions while a ticket row lags behind the ledger', () => {
  const credit = {
    type: 'CreditDeposit',
    accountId: maria,
    productId: usdt,
    amount,
    key,
    ticketId: ticketId(1),
  } as const;

  const open = async () => {
    const books = openBooks();
    await books.submit(defineUsdt);
    await books.submit({ type: 'OpenAccount', accountId: maria, kind: 'customer' });
    return books;
  };
  const readPosition = async (books: ReturnType<typeof openBooks>, tickets: ReturnType<typeof ticketsAs>) => {
    const service = new PositionService({ sequencer: books, ...tickets, now: () => now });
    const position = (await service.list(maria)).find((one) => one.product.productId === usdt);
    assert(position !== undefined, 'every product has a position');
    const { total, pendingDeposits, pendingWithdrawals } = position;
    return { total, pendingDeposits, pendingWithdrawals };
  };

  test('a deposit is pending until the ledger has it, and never counted twice', async () => {
    const books = await open();
    const tickets = ticketsAs([pendingDeposit], []);
    expect(await readPosition(books, tickets)).toMatchObject({ total: 0n, pendingDeposits: amount });
    expect(await books.submit(credit)).toEqual(accept(null));
    expect(await readPosition(books, tickets)).toMatchObject({ total: amount, pendingDeposits: 0n });
  });

  test('a withdrawal is pending while the ledger holds it, and no longer', async () => {
    const books = await open();
    await books.submit({ type: 'SetReferencePrice', productId: usdt, price: minor(400_000n) });
    await books.submit({ type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null });
    await books.submit({ type: 'SetAccountLevel', accountId: maria, level: 1 });
    await books.submit(credit);
    const tickets = ticketsAs([], [withdrawal]);
    const { fee } = withdrawal;
    const hold = {
      type: 'HoldWithdrawal',
      ticketId: ticketId(2),
      accountId: maria,
      productId: usdt,
      amount,
      fee,
    };
    expect((await books.submit(hold as Command)).ok).toBe(true);
    expect(await readPosition(books, tickets)).toMatchObject({ total: amount, pendingWithdrawals: amount });
    expect((await books.submit({ type: 'SettleWithdrawal', ticketId: ticketId(2) })).ok).toBe(true);
    expect(await readPosition(books, tickets)).toMatchObject({ total: 0n, pendingWithdrawals: 0n });
  });
});

describe('totals of a day, a month and a year', () => {
  const bogota = -300;
  const at = (text: string) => millis(Date.parse(`${text}-05:00`));
  const came = (day: string, units: bigint) => ({
    ...pendingDeposit,
    status: 'FullyProcessed' as const,
    amount: minor(units),
    updatedAt: at(day),
  });
  const went = (day: string, units: bigint, status: WithdrawTicket['status']) => ({
    ...withdrawal,
    amount: minor(units),
    createdAt: at(day),
    status,
  });
  const totalsAt = async (now: number, tickets: ReturnType<typeof ticketsAs>) => {
    const books = openBooks();
    await books.submit(defineUsdt);
    await books.submit({ type: 'SetDayStart', offsetMinutes: bogota });
    const service = new PositionService({ sequencer: books, ...tickets, now: () => now });
    const [position] = await service.list(maria);
    assert(position !== undefined, 'every product has a position');
    return { deposited: position.deposited, withdrawn: position.withdrawn };
  };

  test("start in the exchange's time zone, also while UTC has another date", async () => {
    const days = ['2025-12-31T23:59:59.999', '2026-01-01T00:00:00', '2026-03-31T23:59:59.999'];
    const rest = ['2026-04-01T00:00:00', '2026-04-30T19:30:00', '2026-04-30T00:00:00'];
    const tickets = ticketsAs(
      [...days, ...rest].map((day, place) => came(day, 10n ** BigInt(place))),
      [...days, ...rest].map((day, place) => went(day, 2n * 10n ** BigInt(place), 'FullyProcessed')),
    );
    expect(await totalsAt(at('2026-04-30T20:00:00'), tickets)).toEqual({
      deposited: { day: 110_000n, month: 111_000n, year: 111_110n },
      withdrawn: { day: 220_000n, month: 222_000n, year: 222_220n },
    });
  });

  test('count a withdrawal from its request on, and no longer once its funds are released', async () => {
    const open = ['Pending2Fa', 'Delayed', 'AdminProcessing', 'Submitted', 'FullyProcessed'] as const;
    const ended = ['Rejected', 'Failed', 'Expired', 'UserCanceled', 'AdminCanceled'] as const;
    const noon = '2026-04-30T12:00:00';
    const tickets = ticketsAs(
      [{ ...came(noon, 7n), status: 'Pending' }],
      [...open.map((status) => went(noon, 1n, status)), ...ended.map((status) => went(noon, 100n, status))],
    );
    const { deposited, withdrawn } = await totalsAt(at('2026-04-30T20:00:00'), tickets);
    expect([deposited.day, withdrawn.day]).toEqual([0n, 5n]);
  });
});
