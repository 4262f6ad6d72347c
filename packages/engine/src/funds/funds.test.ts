/** Money in, out and between house accounts: refusals in the order of their unions, keys, limits. */
import { beforeEach, describe, expect, test } from 'vitest';
import { accountId, houseAccounts, millis, minor, productId, ticketId } from '@salar/protocol';
import type {
  CreditDeposit,
  CreditDepositRefusal,
  HoldWithdrawal,
  HoldWithdrawalRefusal,
  ReverseDeposit,
  TransferFunds,
  TransferRefusal,
} from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  cop,
  EngineFixture,
  limitOrder,
  usdt,
  buildWithdrawal,
} from '@salar/testing/engine-fixture';
import { Engine } from '../engine.ts';

const unknownAccount = accountId(4711);
const nothing = productId(99);
let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
});

describe('deposits', () => {
  const deposit: CreditDeposit = {
    type: 'CreditDeposit',
    accountId: ana,
    productId: usdt,
    amount: minor(500n),
    key: 'polygon 0xabc 0',
    ticketId: ticketId(3),
  };

  test('are owed to the customer and held in custody', () => {
    expect(fixture.apply(deposit)).toEqual({ ok: true, value: null });
    expect(fixture.position(ana, usdt)).toBe('500/0');
    expect(fixture.position(houseAccounts.custody, usdt)).toBe('-500/0');
    expect(
      fixture.log.postings.map((p) => [p.accountId, p.amount, p.kind, p.reference, p.counterparty]),
    ).toEqual([
      [houseAccounts.custody, -500n, 'deposit', 3, ana],
      [ana, 500n, 'deposit', 3, houseAccounts.custody],
    ]);
  });

  test('are credited once, however often the command is repeated', () => {
    fixture.apply(deposit);
    expect(fixture.apply(deposit)).toEqual({ ok: true, value: null });
    expect(fixture.log.postings).toHaveLength(2);
  });

  const rows: readonly [CreditDepositRefusal, Partial<CreditDeposit>][] = [
    ['account_unknown', { accountId: unknownAccount, productId: nothing }],
    ['account_unknown', { accountId: houseAccounts.custody }],
    ['product_unknown', { productId: nothing, amount: minor(0n) }],
    ['amount_not_positive', { amount: minor(0n) }],
    ['amount_not_positive', { amount: minor(-1n) }],
    ['key_reused', { amount: minor(501n) }],
    ['key_reused', { accountId: beto }],
    ['key_reused', { ticketId: ticketId(4) }],
  ];
  test.each(rows)('%s', (refusal, change) => {
    fixture.apply(deposit);
    expect(fixture.apply({ ...deposit, ...change })).toEqual({ ok: false, refusal });
  });
});

describe('a deposit that the chain reverted', () => {
  const deposit: CreditDeposit = {
    type: 'CreditDeposit',
    accountId: ana,
    productId: usdt,
    amount: minor(500n),
    key: 'polygon 0xabc 0',
    ticketId: ticketId(3),
  };
  const reversal: ReverseDeposit = { type: 'ReverseDeposit', key: deposit.key };
  const { custody, loss } = houseAccounts;
  const house = () => [fixture.position(custody, usdt), fixture.position(loss, usdt)];

  test('costs the house, not the customer', () => {
    fixture.apply(deposit);
    expect(fixture.apply(reversal)).toEqual({ ok: true, value: null });
    expect(fixture.position(ana, usdt)).toBe('500/0');
    expect(house()).toEqual(['0/0', '-500/0']);
    expect(fixture.log.postings.slice(-2).map((p) => [p.accountId, p.amount, p.kind, p.reference])).toEqual([
      [loss, -500n, 'deposit', 3],
      [custody, 500n, 'deposit', 3],
    ]);
    expect(fixture.engine.isReversed(deposit.key)).toBe(true);
  });

  test('is booked as a loss once, however often the command is repeated', () => {
    fixture.apply(deposit);
    fixture.apply(reversal);
    expect(fixture.apply(reversal)).toEqual({ ok: true, value: null });
    expect(house()).toEqual(['0/0', '-500/0']);
  });

  test('returns the loss when it is credited again, and gives the customer nothing more', () => {
    fixture.apply(deposit);
    fixture.apply(reversal);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(fixture.apply(deposit)).toEqual({ ok: true, value: null });
      expect(house()).toEqual(['-500/0', '0/0']);
    }
    expect(fixture.position(ana, usdt)).toBe('500/0');
    expect(fixture.engine.isReversed(deposit.key)).toBe(false);
    fixture.apply(reversal);
    expect(house()).toEqual(['0/0', '-500/0']);
  });

  test('is credited again with the same content, or not at all', () => {
    fixture.apply(deposit);
    fixture.apply(reversal);
    const other = { ...deposit, amount: minor(400n) };
    expect(fixture.apply(other)).toEqual({ ok: false, refusal: 'key_reused' });
    expect(house()).toEqual(['0/0', '-500/0']);
  });

  test('is unknown if it was never credited', () => {
    expect(fixture.apply(reversal)).toEqual({ ok: false, refusal: 'deposit_unknown' });
  });

  test('is still a loss after a snapshot', () => {
    fixture.apply(deposit);
    fixture.apply(reversal);
    fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
    expect(fixture.engine.isReversed(deposit.key)).toBe(true);
    fixture.apply(deposit);
    expect(house()).toEqual(['-500/0', '0/0']);
  });
});

describe('transfers', () => {
  const transfer: TransferFunds = {
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: houseAccounts.liquidity,
    productId: usdt,
    amount: minor(500n),
    key: 'seed',
  };

  test('happen once per key', () => {
    fixture.apply(transfer);
    expect(fixture.apply(transfer)).toEqual({ ok: true, value: null });
    expect(fixture.position(houseAccounts.liquidity, usdt)).toBe('500/0');
    expect(fixture.position(houseAccounts.operatorFunding, usdt)).toBe('-500/0');
  });

  const rows: readonly [TransferRefusal, Partial<TransferFunds>][] = [
    ['account_unknown', { sourceAccountId: unknownAccount, productId: nothing }],
    ['account_unknown', { targetAccountId: unknownAccount }],
    ['product_unknown', { productId: nothing, sourceAccountId: ana }],
    ['source_not_house', { sourceAccountId: ana, amount: minor(0n) }],
    ['amount_not_positive', { amount: minor(0n) }],
    ['key_reused', { amount: minor(501n), sourceAccountId: houseAccounts.suspense }],
    ['insufficient_funds', { key: 'other', sourceAccountId: houseAccounts.feeIncome }],
    ['insufficient_funds', { key: 'other', sourceAccountId: houseAccounts.liquidity, amount: minor(501n) }],
  ];
  test.each(rows)('%s', (refusal, change) => {
    fixture.apply(transfer);
    expect(fixture.apply({ ...transfer, ...change })).toEqual({ ok: false, refusal });
  });

  test.each([
    ['losses', houseAccounts.loss],
    ['network costs', houseAccounts.networkCosts],
    ['custody', houseAccounts.custody],
  ])('can leave %s below zero', (_, source) => {
    const owed = { ...transfer, sourceAccountId: source, targetAccountId: houseAccounts.suspense };
    expect(fixture.apply(owed)).toEqual({ ok: true, value: null });
    expect(fixture.position(source, usdt)).toBe('-500/0');
  });

  test("cannot take what the liquidity account's open orders hold", () => {
    fixture.apply({ ...transfer, productId: cop });
    fixture.place(limitOrder('buy', 1, 400, { account: houseAccounts.liquidity }));
    const back = { ...transfer, sourceAccountId: houseAccounts.liquidity, productId: cop, key: 'back' };
    expect(fixture.apply({ ...back, amount: minor(101n) })).toEqual({
      ok: false,
      refusal: 'insufficient_funds',
    });
    expect(fixture.apply({ ...back, amount: minor(100n) })).toEqual({ ok: true, value: null });
  });
});

describe('withdrawals', () => {
  beforeEach(() => {
    fixture.fund(ana, cop, 10_000n);
    fixture.fund(ana, btc, 10_000n);
    // One whole peso is 100 minor units, and worth 100 notional minor units.
    fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
    fixture.apply({ type: 'DefineLevel', level: 2, dailyLimit: minor(1000n), monthlyLimit: minor(1500n) });
  });
  const settle = () => fixture.apply({ type: 'SettleWithdrawal', ticketId: ticketId(1) });
  const release = (id = 1) => fixture.apply({ type: 'ReleaseWithdrawal', ticketId: ticketId(id) });
  const giveBack = (id = 1) => fixture.apply({ type: 'ReturnWithdrawal', ticketId: ticketId(id) });
  const limitAna = () => fixture.apply({ type: 'SetAccountLevel', accountId: ana, level: 2 });
  const usage = () => fixture.engine.withdrawalUsage(ana, fixture.at);

  test('hold the amount, and spend it with its fee when they settle', () => {
    expect(fixture.apply(buildWithdrawal(600n))).toEqual({ ok: true, value: null });
    expect(fixture.position(ana, cop)).toBe('10000/600');
    expect(settle()).toEqual({ ok: true, value: null });
    expect(fixture.position(ana, cop)).toBe('9400/0');
    expect(fixture.position(houseAccounts.custody, cop)).toBe('590/0');
    expect(fixture.position(houseAccounts.feeIncome, cop)).toBe('10/0');
    expect(
      fixture.log.postings.slice(-4).map((p) => [p.accountId, p.amount, p.kind, p.referenceKind]),
    ).toEqual([
      [ana, -590n, 'withdrawal', 'withdrawal'],
      [houseAccounts.custody, 590n, 'withdrawal', 'withdrawal'],
      [ana, -10n, 'fee', 'withdrawal'],
      [houseAccounts.feeIncome, 10n, 'fee', 'withdrawal'],
    ]);
  });

  test('return everything when they are released, the limit included', () => {
    fixture.apply(buildWithdrawal(600n));
    expect(usage()).toEqual({ day: 600n, month: 600n });
    expect(release()).toEqual({ ok: true, value: null });
    expect(fixture.position(ana, cop)).toBe('10000/0');
    expect(usage()).toEqual({ day: 0n, month: 0n });
  });

  test('keep their fee and their share of the limits when they are returned', () => {
    fixture.apply(buildWithdrawal(600n));
    const postings = fixture.log.postings.length;
    expect(giveBack()).toEqual({ ok: true, value: null });
    expect(fixture.position(ana, cop)).toBe('9990/0');
    expect(fixture.position(houseAccounts.feeIncome, cop)).toBe('10/0');
    expect(usage()).toEqual({ day: 600n, month: 600n });
    expect(
      fixture.log.postings.slice(postings).map((p) => [p.accountId, p.amount, p.kind, p.reference]),
    ).toEqual([
      [ana, -10n, 'fee', 1],
      [houseAccounts.feeIncome, 10n, 'fee', 1],
    ]);
    const restored = Engine.load(fixture.engine.save());
    expect(restored.withdrawal(ticketId(1))).toMatchObject({ state: 'returned', fee: 10n });
    fixture.apply({ type: 'SetDayStart', offsetMinutes: -300 });
    expect(usage()).toEqual({ day: 600n, month: 600n });
  });

  test('end once', () => {
    expect(settle()).toEqual({ ok: false, refusal: 'ticket_unknown' });
    fixture.apply(buildWithdrawal(600n));
    settle();
    expect(settle()).toEqual({ ok: false, refusal: 'ticket_already_settled' });
    expect(release()).toEqual({ ok: false, refusal: 'ticket_already_settled' });
    fixture.apply(buildWithdrawal(600n, { ticketId: ticketId(2) }));
    release(2);
    expect(release(2)).toEqual({ ok: false, refusal: 'ticket_already_released' });
    expect(giveBack(2)).toEqual({ ok: false, refusal: 'ticket_already_released' });
    fixture.apply(buildWithdrawal(600n, { ticketId: ticketId(3) }));
    giveBack(3);
    expect(giveBack(3)).toEqual({ ok: false, refusal: 'ticket_already_returned' });
    expect(release(3)).toEqual({ ok: false, refusal: 'ticket_already_returned' });
    expect(fixture.engine.withdrawal(ticketId(2))).toMatchObject({
      state: 'released',
      amount: 600n,
      fee: 10n,
    });
  });

  test('hold once when repeated, whatever has changed since', () => {
    fixture.apply(buildWithdrawal(600n));
    fixture.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
    fixture.apply({ type: 'SetProductHalt', productId: cop, halted: true });
    expect(fixture.apply(buildWithdrawal(600n))).toEqual({ ok: true, value: null });
    expect(fixture.position(ana, cop)).toBe('10000/600');
  });

  const rows: readonly [HoldWithdrawalRefusal, Partial<HoldWithdrawal>, (() => void)?][] = [
    ['account_unknown', { accountId: unknownAccount, productId: nothing }],
    ['account_unknown', { accountId: houseAccounts.liquidity }],
    ['product_unknown', { productId: nothing }],
    [
      'product_halted',
      {},
      () => {
        fixture.apply({ type: 'SetProductHalt', productId: cop, halted: true });
        fixture.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
      },
    ],
    [
      'account_locked',
      {},
      () => {
        fixture.apply({ type: 'SetAccountLock', accountId: ana, locked: true });
        fixture.apply({ type: 'SetAccountLevel', accountId: ana, level: 0 });
      },
    ],
    [
      'level_too_low',
      { amount: minor(0n) },
      () => fixture.apply({ type: 'SetAccountLevel', accountId: ana, level: 0 }),
    ],
    ['amount_not_positive', { amount: minor(0n), fee: minor(1n) }],
    ['amount_not_positive', { fee: minor(-1n) }],
    ['net_not_positive', { amount: minor(10n), fee: minor(10n) }],
    ['ticket_reused', { amount: minor(601n) }, () => fixture.apply(buildWithdrawal(600n))],
    ['reference_price_missing', { productId: btc, amount: minor(1_000_000n) }],
    ['insufficient_funds', { amount: minor(10_001n) }, limitAna],
    ['daily_limit_exceeded', { amount: minor(1001n) }, limitAna],
    [
      'monthly_limit_exceeded',
      { ticketId: ticketId(2), amount: minor(600n) },
      () => {
        limitAna();
        fixture.apply(buildWithdrawal(1000n));
        fixture.at = millis(fixture.at + 86_400_000);
      },
    ],
  ];
  test.each(rows)('%s', (refusal, change, before) => {
    before?.();
    expect(fixture.apply(buildWithdrawal(600n, change))).toEqual({ ok: false, refusal });
  });

  describe('count in the days and months of the exchange', () => {
    /** Bogota: a day begins at 05:00 UTC. */
    const setDayStart = (offsetMinutes: number) => fixture.apply({ type: 'SetDayStart', offsetMinutes });
    const hold = (id: number, amount: bigint) =>
      fixture.apply(buildWithdrawal(amount, { ticketId: ticketId(id) })).ok;

    test('which begin at midnight in its time zone', () => {
      limitAna();
      setDayStart(-300);
      fixture.at = millis(Date.UTC(2026, 2, 1, 4, 59, 59, 999)); // the last moment of February in Bogota
      expect([hold(1, 1000n), hold(2, 11n)]).toEqual([true, false]);
      fixture.at = millis(fixture.at + 1);
      expect(usage()).toEqual({ day: 0n, month: 0n });
      expect([hold(3, 1000n), hold(4, 11n)]).toEqual([true, false]);
      fixture.at = millis(Date.UTC(2026, 2, 2, 4, 59));
      expect(hold(5, 11n)).toBe(false);
      fixture.at = millis(Date.UTC(2026, 2, 2, 5));
      expect([hold(6, 501n), hold(7, 500n)]).toEqual([false, true]);
    });

    test('and are recounted when the start of the day changes', () => {
      limitAna();
      fixture.at = millis(Date.UTC(2026, 1, 28, 23));
      hold(1, 600n);
      hold(2, 300n);
      release(2);
      fixture.at = millis(Date.UTC(2026, 2, 1, 3));
      hold(3, 50n);
      expect(usage()).toEqual({ day: 50n, month: 50n });
      setDayStart(-300); // now all of it is on 28 February
      expect(usage()).toEqual({ day: 650n, month: 650n });
      release(1);
      expect(usage()).toEqual({ day: 50n, month: 50n });
      setDayStart(0);
      expect(usage()).toEqual({ day: 50n, month: 50n });
      expect(fixture.engine.dayOffsetMinutes).toBe(0);
    });

    test('also after a snapshot, which stores tickets by number and not by time', () => {
      limitAna();
      hold(9, 100n);
      fixture.at = millis(fixture.at + 86_400_000);
      hold(4, 30n);
      fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
      setDayStart(60);
      expect(usage()).toEqual({ day: 30n, month: 130n });
    });

    test.each([841, -841, 0.5, Number.NaN])('but cannot begin %d minutes from UTC', (offsetMinutes) => {
      expect(setDayStart(offsetMinutes)).toEqual({ ok: false, refusal: 'definition_invalid' });
      expect(fixture.engine.dayOffsetMinutes).toBe(0);
    });
  });

  test('use the limits of the UTC day and month by default', () => {
    limitAna();
    const hold = (id: number, amount: bigint) =>
      fixture.apply(buildWithdrawal(amount, { ticketId: ticketId(id) })).ok;
    fixture.at = millis(Date.UTC(2026, 1, 27, 23, 59, 59, 999));
    expect([hold(1, 1000n), hold(2, 11n)]).toEqual([true, false]);
    fixture.at = millis(fixture.at + 1);
    expect([hold(3, 501n), hold(4, 500n), hold(5, 11n)]).toEqual([false, true, false]);
    fixture.at = millis(Date.UTC(2026, 2, 1));
    expect([hold(6, 1000n), hold(7, 11n)]).toEqual([true, false]);
    expect(usage()).toEqual({ day: 1000n, month: 1000n });
  });

  test('of an earlier day are subtracted from the month only', () => {
    limitAna();
    fixture.apply(buildWithdrawal(700n));
    fixture.at = millis(fixture.at + 86_400_000);
    fixture.apply(buildWithdrawal(200n, { ticketId: ticketId(2) }));
    release();
    expect(usage()).toEqual({ day: 200n, month: 200n });
  });

  test('count against the limits in the notional product, rounded up', () => {
    fixture.apply({ type: 'SetReferencePrice', productId: btc, price: minor(333n) });
    fixture.apply(buildWithdrawal(11n, { productId: btc }));
    expect(usage()).toEqual({ day: 4n, month: 4n });
  });
});
