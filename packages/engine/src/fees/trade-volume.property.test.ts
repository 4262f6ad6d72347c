import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TradeVolume } from './trade-volume.ts';

const tradeArbitrary = fc.record({
  daysLater: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(40)),
  notional: fc.bigInt(1n, 1000n),
});

test('the volume before a day is the sum of the 30 days before it, whenever it is requested', () => {
  fc.assert(
    fc.property(fc.array(tradeArbitrary, { maxLength: 100 }), (trades) => {
      const volume = new TradeVolume();
      const past: { day: number; notional: bigint }[] = [];
      const expectedBefore = (day: number) =>
        past.reduce(
          (sum, trade) => (trade.day < day && trade.day >= day - 30 ? sum + trade.notional : sum),
          0n,
        );
      let today = 20_000;
      for (const { daysLater, notional } of trades) {
        today += daysLater;
        expect(volume.sumBeforeToday(today)).toBe(expectedBefore(today));
        volume.add(notional, today);
        past.push({ day: today, notional });
        for (const ahead of [0, 1, 7, 30, 31]) {
          expect(volume.sumBefore(today + ahead)).toBe(expectedBefore(today + ahead));
        }
        expect(volume.days().length).toBeLessThanOrEqual(31);
      }
    }),
  );
});
