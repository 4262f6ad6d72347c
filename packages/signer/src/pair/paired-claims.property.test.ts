/** Draws at random what is lost between the records of two signers, and when each of them ends. */
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimEntry } from '../claims/claim-store.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { Pair } from '../testing/pair.ts';
import type { Fault, Name } from '../testing/pair.ts';
import { clockDifferenceMaxMs } from './follower.ts';

let pair: Pair;
beforeEach(() => {
  pair = new Pair();
});
afterEach(() => pair.end());

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('sign' as const), by: name() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), by: name() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('request lost', 'answer lost'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take over' as const) }) },
);
function name() {
  return fc.constantFrom<Name>('first', 'second');
}

test('whatever is lost, and whenever the leader changes, what was signed is in both records', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await pair.end();
      pair = new Pair();
      const signed: string[] = [];
      let count = 0;
      for (const one of steps) {
        if (one.kind === 'restart') await pair.restart(one.by);
        else if (one.kind === 'fault') pair.fault = one.fault;
        else if (one.kind === 'take over') {
          // The follower of a pair that is in step; the former leader goes on and must not sign any more.
          if (Object.values(pair.stores).some((store) => store.pair?.alone === true)) continue;
          await pair.leadAlone(pair.findLeader() === 'first' ? 'second' : 'first');
        } else {
          count += 1;
          const owner = `ticket ${count}`;
          if (await pair.sign(one.by, owner)) signed.push(owner);
          await pair.settle(one.by);
        }
      }
      pair.fault = 'none';
      const leader = pair.findLeader();
      await pair.settle(leader);
      await pair.settle(leader);
      if (count > 0) {
        count += 1;
        expect(await pair.sign(leader, `ticket ${count}`)).toBe(true);
        signed.push(`ticket ${count}`);
        await pair.settle(leader);
      }
      for (const owner of signed)
        for (const store of [pair.stores.first, pair.stores.second])
          expect(store.listOf(owner), owner).toEqual([owner]);
      if (count > 0) expect(pair.stores.first.head).toEqual(pair.stores.second.head);
    }),
    { numRuns: 60 },
  );
});

describe('the follower', () => {
  test('does not sign', async () => {
    expect(await pair.sign('second', 'ticket 1')).toBe(false);
    expect(await pair.sign('first', 'ticket 1')).toBe(true);
  });

  test('has each entry before the leader has it', async () => {
    await pair.sign('first', 'ticket 1');
    pair.fault = 'answer lost';
    expect(await pair.sign('first', 'ticket 2')).toBe(false);
    expect(pair.stores.second.head.number).toBe(2);
    expect(pair.stores.first.head.number).toBe(1);
    expect(await pair.sign('first', 'ticket 3')).toBe(true);
    expect(pair.stores.first.head).toEqual(pair.stores.second.head);
    expect(pair.stores.first.sumSince('total', 0)).toBe(3n);
  });
});

test('while the other signer is down, nothing is signed and there is an alert', async () => {
  pair.isDown.second = true;
  expect(await pair.sign('first', 'ticket 1')).toBe(false);
  expect(pair.stores.first.head.number).toBe(0);
  expect(pair.alerts[0]?.event).toBe('the other signer does not answer');
});

test('while the clocks differ by more than the bound, nothing is signed and there is an alert', async () => {
  for (const ahead of [clockDifferenceMaxMs + 1, -clockDifferenceMaxMs - 1]) {
    pair.skew.second = ahead;
    expect(await pair.sign('first', 'ticket 1')).toBe(false);
    expect(pair.alerts.at(-1)?.event).toContain('the clocks of the two signers differ');
  }
  expect(pair.stores.second.head.number).toBe(0);
  pair.skew.second = clockDifferenceMaxMs;
  expect(await pair.sign('first', 'ticket 1')).toBe(true);
});

test('a leader alone signs, and takes the other one back when it returns', async () => {
  pair.isDown.second = true;
  await pair.leadAlone('first');
  expect(await pair.sign('first', 'ticket 1')).toBe(true);
  expect(pair.stores.second.head.number).toBe(0);
  pair.isDown.second = false;
  await pair.settle('first');
  expect(pair.stores.first.pair).toEqual({ term: 1, leads: true, alone: false });
  expect(pair.stores.second.head).toEqual(pair.stores.first.head);
  await expect(pair.leadAlone('first')).resolves.toContain('its record has 1 entries');
});

test('a former leader that was not stopped cannot sign, and follows', async () => {
  expect(await pair.sign('first', 'ticket 1')).toBe(true);
  await pair.leadAlone('second');
  expect(await pair.sign('first', 'ticket 2')).toBe(false);
  expect(pair.stores.first.pair).toEqual({ term: 0, leads: false, alone: false });
  expect(await pair.sign('second', 'ticket 3')).toBe(true);
  await pair.settle('second');
  expect(await pair.sign('second', 'ticket 4')).toBe(true);
  expect(pair.stores.first.head).toEqual(pair.stores.second.head);
  expect(pair.stores.first.pair).toEqual({ term: 1, leads: false, alone: false });
});

test('a restored leader does not sign what it decided without the entries that it lacked', async () => {
  await pair.leadAlone('first');
  const details = { ticketId: 7, claims: { 'nonce:1': '' }, net: '1', burnt: '0' };
  const lacking: ClaimEntry = { owner: 'ticket 7', claims: {}, sums: {}, at: 1, details };
  await pair.stores.second.append(lacking); // signed by the leader before it was restored from a copy
  const log = new SigningLog(pair.claims.first);
  await log.ready();
  expect(log.listForTicket(7)).toEqual([]);
  await pair.settle('first'); // takes what only the follower has
  const other = { ticketId: 7, chainId: 1, productId: 2, net: '1', destination: 'x', hash: 'y', at: 2 };
  const again = log.append({ ...other, claims: { 'nonce:2': '' }, burnt: '0', lane: 'automatic' });
  await expect(again).rejects.toThrow(SignerUnavailable);
  await log.ready();
  expect(log.listForTicket(7)).toHaveLength(1);
});

test('two leaders that were both made so while apart never sign together', async () => {
  await pair.sign('first', 'ticket 1');
  await pair.leadAlone('first');
  await pair.leadAlone('second');
  pair.isDown.first = true;
  pair.isDown.second = true;
  expect(await pair.sign('first', 'ticket 2')).toBe(true);
  expect(await pair.sign('second', 'ticket 3')).toBe(true);
  pair.isDown.first = false;
  pair.isDown.second = false;
  await pair.settle('first');
  expect(pair.alerts.at(-1)?.event).toContain('both signers were made the leader');
  expect(pair.stores.first.pair?.alone).toBe(true);
});

test('records of which each has what the other lacks are not merged', async () => {
  await pair.sign('first', 'ticket 1');
  await pair.stores.second.append({ owner: 'ticket 9', claims: {}, sums: {}, at: 1, details: null });
  await pair.stores.first.append({ owner: 'ticket 8', claims: {}, sums: {}, at: 1, details: null });
  await pair.restart('first');
  expect(await pair.sign('first', 'ticket 2')).toBe(false);
  expect(pair.alerts.at(-1)?.event).toContain('the records of the two signers differ');
});

test('a second signer with an empty record receives all of it, in as many messages as it needs', async () => {
  const long = 'x'.repeat(2_000);
  for (let number = 1; number <= 1_500; number += 1)
    await pair.stores.first.append({
      owner: `ticket ${number}`,
      claims: {},
      sums: { total: '1' },
      at: number,
      details: long,
    });
  expect(await pair.sign('first', 'ticket 0')).toBe(true);
  expect(pair.stores.second.head).toEqual(pair.stores.first.head);
});
