import { sequence } from '@salar/protocol';
import { genesisHash, headAfter } from '@salar/store';
import type { AppendOutcome, JournalRow } from '@salar/store';
import { expect, test } from 'vitest';
import { JournalCommitter, JournalLost } from './journal-committer.ts';

const start = { sequence: sequence(0), hash: genesisHash };
const batch = { count: 1, at: 1, payload: new Uint8Array([1]) };

function committer(append: (row: JournalRow, attempt: number) => AppendOutcome | Error) {
  const appended: JournalRow[] = [];
  const pauses: number[] = [];
  let attempts = 0;
  let isLeaseOurs = true;
  const made = new JournalCommitter(
    {
      epoch: 1,
      append: async (row) => {
        const outcome = append(row, ++attempts);
        if (outcome instanceof Error) throw outcome;
        if (outcome === 'appended') appended.push(row);
        return outcome;
      },
      reconnect: async () => {
        const last = appended.at(-1);
        return { head: last === undefined ? start : headAfter(last), isLeaseOurs };
      },
      close: async () => undefined,
    },
    {
      head: start,
      scheduler: { pause: async (ms) => void pauses.push(ms), soon: (work) => work() },
      log: () => undefined,
    },
  );
  return { committer: made, appended, pauses, loseLease: () => (isLeaseOurs = false) };
}

test('a full disk is retried with the same bytes until there is space', async () => {
  const diskFull = Object.assign(new Error('could not extend file: No space left on device'), {
    code: '53100',
  });
  const seen = new Set<string>();
  const {
    committer: c,
    appended,
    pauses,
  } = committer((row, attempt) => {
    seen.add(Buffer.from(row.hash).toString('hex'));
    return attempt <= 40 ? diskFull : 'appended';
  });
  await c.commit(batch);
  expect(appended).toHaveLength(1);
  expect(seen.size).toBe(1);
  expect(pauses).toHaveLength(40);
  expect(Math.max(...pauses)).toBe(1000);
  expect(c.isAway).toBe(false);
});

test('a row that was appended although its commit failed is not appended again', async () => {
  const { committer: c, appended } = committer((row) => {
    appended.push(row);
    return new Error('Connection terminated unexpectedly');
  });
  await c.commit(batch);
  expect(appended).toHaveLength(1);
  expect(c.head.sequence).toBe(1);
});

test('the committer gives up on a journal that keeps refusing without a reason', async () => {
  const { committer: c } = committer(() => 'moved');
  await expect(c.commit(batch)).rejects.toThrow(JournalLost);
});

test('a writer that has lost the lease appends nothing more, even after the disk has recovered', async () => {
  const made = committer((_, attempt) => {
    if (attempt === 3) made.loseLease();
    return new Error('No space left on device');
  });
  await expect(made.committer.commit(batch)).rejects.toThrow('another process has taken over');
  expect(made.appended).toEqual([]);
});
