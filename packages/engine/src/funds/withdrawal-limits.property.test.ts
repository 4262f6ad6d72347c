/** Withdrawal limits under any sequence of holds, releases and settlements, in any time zone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { millis, minor, ticketId } from '@salar/protocol';
import { ana, cop, EngineFixture, buildWithdrawal } from '@salar/testing/engine-fixture';
import { Engine } from '../engine.ts';

const minute = 60_000;
const limits = { day: 1_000n, month: 2_500n };

const ends = ['SettleWithdrawal', 'ReleaseWithdrawal', 'ReturnWithdrawal'] as const;
type Step =
  | { readonly kind: 'hold'; readonly amount: bigint }
  | { readonly kind: 'end'; readonly type: (typeof ends)[number]; readonly which: number }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'reload' };

const hold: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('hold' as const),
  amount: fc.bigInt({ min: 11n, max: 700n }),
});
const end: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('end' as const),
  type: fc.constantFrom(...ends),
  which: fc.nat(),
});
const wait: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('wait' as const),
  minutes: fc.integer({ min: 0, max: 2_000 }),
});
const reload: fc.Arbitrary<Step> = fc.constant({ kind: 'reload' });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: hold },
    { weight: 2, arbitrary: end },
    { weight: 2, arbitrary: wait },
    { weight: 1, arbitrary: reload },
  ),
  { maxLength: 120 },
);

type Held = { readonly amount: bigint; readonly at: number; isReleased: boolean };

test('no day and no month of the exchange exceeds its limit, and only what would exceed it is refused', () => {
  fc.assert(
    fc.property(steps, fc.integer({ min: -840, max: 840 }), (sequence, offsetMinutes) => {
      const fixture = new EngineFixture();
      fixture.at = millis(Date.UTC(2026, 1, 26, 22));
      fixture.fund(ana, cop, 1_000_000n);
      fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
      fixture.apply({
        type: 'DefineLevel',
        level: 1,
        dailyLimit: minor(limits.day),
        monthlyLimit: minor(limits.month),
      });
      fixture.apply({ type: 'SetDayStart', offsetMinutes });
      const held: Held[] = [];
      const formatLocalDate = (at: number, letters: number) =>
        new Date(at + offsetMinutes * minute).toISOString().slice(0, letters);
      const sumUsed = (letters: number) =>
        held
          .filter(
            (one) =>
              !one.isReleased && formatLocalDate(one.at, letters) === formatLocalDate(fixture.at, letters),
          )
          .reduce((sum, { amount }) => sum + amount, 0n);
      for (const step of sequence) {
        if (step.kind === 'wait') fixture.at = millis(fixture.at + step.minutes * minute);
        else if (step.kind === 'reload') fixture.engine = Engine.load(fixture.engine.save(), fixture.log);
        else if (step.kind === 'end') {
          const index = held.length === 0 ? -1 : step.which % held.length;
          const { type } = step;
          const outcome = fixture.apply({ type, ticketId: ticketId(index + 1) });
          const ended = held[index];
          if (outcome.ok && type === 'ReleaseWithdrawal' && ended !== undefined) ended.isReleased = true;
        } else {
          const { amount } = step;
          const fitsDay = sumUsed(10) + amount <= limits.day;
          const fitsMonth = sumUsed(7) + amount <= limits.month;
          const outcome = fixture.apply(buildWithdrawal(amount, { ticketId: ticketId(held.length + 1) }));
          if (outcome.ok) held.push({ amount, at: fixture.at, isReleased: false });
          const expected = fitsDay ? (fitsMonth ? null : 'monthly_limit_exceeded') : 'daily_limit_exceeded';
          expect(outcome.ok ? null : outcome.refusal).toBe(expected);
        }
        expect(fixture.engine.withdrawalUsage(ana, fixture.at)).toEqual({
          day: sumUsed(10),
          month: sumUsed(7),
        });
      }
    }),
    { numRuns: 300 },
  );
});
