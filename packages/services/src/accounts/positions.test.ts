import { Engine } from '@salar/engine';
import {
  accept,
  accountId,
  assert,
  millis,
  minor,
  productId,
  refuse,
  sequence,
  silentSink,
  ticketId,
} from '@salar/protocol';
import type { Command, OutcomeOf } from '@salar/protocol';
import { describe, expect, test } from 'vitest';
import type { DepositTicket, WithdrawTicket } from '../tickets/ticket-types.ts';
import type { DepositDesk, WithdrawalDesk } from '../tickets/ticket-services.ts';
import { PositionService } from './positions.ts';

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
  const settled = async () => undefined;
  return { engine, submit, settled, projected: settled };
}

function ticketsAs(deposits: readonly DepositTicket[], withdrawals: readonly WithdrawTicket[]) {
  const depositDesk: DepositDesk = {
    providersOf: () => [],
    addressOf: async () => refuse('provider_unknown'),
    list: async () => deposits,
  };
  const withdrawalDesk: WithdrawalDesk = {
    providersOf: () => [],
    template: () => null,
    feeOf: () => refuse('provider_unknown'),
    create: async () => refuse('provider_unknown'),
    confirm: async () => refuse('code_invalid'),
    cancel: async () => refuse('ticket_unknown'),
    list: async () => withdrawals,
  };
  return { deposits: depositDesk, withdrawals: withdrawalDesk };
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

describe('positions while a ticket lags behind its money', () => {
  const defineUsdt = {
    type: 'DefineProduct',
    productId: usdt,
    symbol: 'USDT',
    name: 'Tether',
    kind: 'crypto',
    decimals: 6,
  } as const;
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
  const positionOf = async (books: ReturnType<typeof openBooks>, tickets: ReturnType<typeof ticketsAs>) => {
    const service = new PositionService({ sequencer: books, ...tickets, now: () => now });
    const position = (await service.of(maria)).find((one) => one.product.productId === usdt);
    assert(position !== undefined, 'every product has a position');
    const { total, pendingDeposits, pendingWithdrawals } = position;
    return { total, pendingDeposits, pendingWithdrawals };
  };

  test('a deposit is pending until the books have it, and never both', async () => {
    const books = await open();
    const tickets = ticketsAs([pendingDeposit], []);
    expect(await positionOf(books, tickets)).toMatchObject({ total: 0n, pendingDeposits: amount });
    expect(await books.submit(credit)).toEqual(accept(null));
    expect(await positionOf(books, tickets)).toMatchObject({ total: amount, pendingDeposits: 0n });
  });

  test('a withdrawal is pending while the books hold it, and no longer', async () => {
    const books = await open();
    await books.submit({ type: 'SetReferencePrice', productId: usdt, price: minor(400_000n) });
    await books.submit({ type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null });
    await books.submit({ type: 'SetAccountLevel', accountId: maria, level: 1 });
    await books.submit(credit);
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
    expect(await positionOf(books, tickets)).toMatchObject({ total: amount, pendingWithdrawals: amount });
    expect((await books.submit({ type: 'SettleWithdrawal', ticketId: ticketId(2) })).ok).toBe(true);
    expect(await positionOf(books, tickets)).toMatchObject({ total: 0n, pendingWithdrawals: 0n });
  });
});
