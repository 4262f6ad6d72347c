import { expect, test } from 'vitest';
import { computeFairShare } from './fair-share.ts';

test.each([
  { held: [], total: 100, share: Infinity },
  { held: [50, 50], total: 100, share: Infinity },
  { held: [10, 90, 200], total: 100, share: 45 },
  { held: [200, 200], total: 100, share: 50 },
  { held: [5, 5, 500], total: 100, share: 90 },
])('of $held within $total, each keeps at most $share', ({ held, total, share }) => {
  expect(computeFairShare(held, total)).toBe(share);
  const kept = held.reduce((sum, own) => sum + Math.min(own, share), 0);
  expect(kept).toBeLessThanOrEqual(total);
});
