import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ticketId, userId } from '@salar/protocol';
import { DecisionRecord } from '@salar/services/operator/decision-record';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDecisionFile } from './decision-file.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'salar-decisions-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function open(now = 0): DecisionRecord {
  return new DecisionRecord({ store: openDecisionFile(join(dir, 'decisions.json')), clock: () => now });
}

test('decisions are remembered by the next start', () => {
  const first = open();
  expect(first.hasVersions).toBe(false);
  first.recordOperators({ ana: 1 });
  first.recordOperators({ ana: 3, carla: 1 });
  first.recordOperators({ ana: 2 });
  first.recordDecided(12);
  first.recordAddress('evm', 7);
  first.recordAddress('evm', 6);
  first.recordHalts(['a'.repeat(64)]);
  first.recordPayout(ticketId(1001));
  first.recordPayout(ticketId(1002));
  first.forgetPayout(ticketId(1001));
  first.recordLevelsApplied('reviews', 2_000);
  first.recordLevelsApplied('reviews', 1_000);
  first.recordLevelTaken(userId(7), 2);
  first.recordLevelTaken(userId(7), 3);
  first.recordLevelTaken(userId(8), 1);
  first.recordLevelGiven(userId(8), 1);
  first.recordLevelTaken(userId(9), 1);
  first.recordLevelGiven(userId(9), 4);
  const next = open();
  expect([next.operatorVersion('ana'), next.operatorVersion('carla'), next.operatorVersion('eve')]).toEqual([
    3, 1, 0,
  ]);
  expect(next.hasOperators).toBe(true);
  expect([next.isDecided(12), next.isDecided(13)]).toEqual([true, false]);
  expect(next.payouts()).toEqual([1002]);
  expect([next.isHaltCarriedOut('a'.repeat(64)), next.isHaltCarriedOut('b'.repeat(64))]).toEqual([
    true,
    false,
  ]);
  expect([next.newestAddress('evm'), next.newestAddress('tron')]).toEqual([7, 0]);
  expect([next.levelsAppliedUntil('reviews'), next.levelsAppliedUntil('requests')]).toEqual([2_000, 0]);
  // Who gives level 1 back gives nothing above it.
  expect([7, 8, 9].map((id) => next.levelTaken(userId(id)))).toEqual([2, 2, null]);
});

test('a decided proposal is forgotten after two days, when it can be neither approved nor performed', () => {
  open(0).recordDecided(1);
  const later = open(49 * 3_600_000);
  later.recordDecided(2);
  expect([later.isDecided(1), later.isDecided(2)]).toEqual([false, true]);
});

test('a file of a version that did not remember addresses is read', () => {
  const former = { operators: { ana: 1 }, corrections: true, proposals: {}, payouts: {} };
  writeFileSync(join(dir, 'decisions.json'), JSON.stringify(former));
  expect([open().operatorVersion('ana'), open().newestAddress('evm')]).toEqual([1, 0]);
});

test('a damaged file is refused: without it, former rows would be taken', () => {
  writeFileSync(join(dir, 'decisions.json'), '{"operators":{"ana":"x"}}');
  expect(() => open()).toThrow('decisions.json is damaged');
});
