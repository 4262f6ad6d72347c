import { millis, ticketId, userId } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import { expect, test } from 'vitest';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Queryable } from '../database.ts';
import { matchAny, countRows, lockUntilCommit, prepare, run, runFirst, tables } from './query.ts';

/** Records statements and returns the same rows for each. */
function recordStatements(rows: readonly object[] = []) {
  const statements: unknown[][] = [];
  const on: Queryable = {
    query: async <Row extends object>(...statement: unknown[]) => {
      statements.push(statement);
      return [...rows] as Row[];
    },
    afterCommit: (effect) => effect(),
  };
  return { on, statements };
}

test('a statement runs with its text and parameters, and without a name', async () => {
  const { on, statements } = recordStatements([{ status: 'New' }, { status: 'Pending2Fa' }]);
  const query = tables.selectFrom('withdrawal').select('status').where('ticket_id', '=', ticketId(7));
  expect(await run(on, query)).toHaveLength(2);
  expect(await runFirst(on, query)).toEqual({ status: 'New' });
  expect(await countRows(on, query)).toBe(2);
  const statement = ['select "status" from "withdrawal" where "ticket_id" = $1', [7]];
  expect(statements).toEqual([statement, statement, statement]);
});

test('the first row of none is null', async () => {
  const query = tables.selectFrom('withdrawal').select('status');
  expect(await runFirst(recordStatements().on, query)).toBeNull();
});

test('a prepared statement is built once, and each parameter goes wherever it was used', async () => {
  const { on, statements } = recordStatements();
  let built = 0;
  const touch = prepare('touch', ({ id, at }: { readonly id: UserId; readonly at: number }) => {
    built += 1;
    return tables
      .updateTable('app_user')
      .set({ locked_at: at, created_at: at, is_account_open: true })
      .where('user_id', '=', id);
  });
  await touch(on, { id: userId(1), at: millis(10) });
  await touch(on, { id: userId(2), at: millis(20) });
  expect(built).toBe(1);
  const text =
    'update "app_user" set "locked_at" = $1, "created_at" = $2, "is_account_open" = $3 where "user_id" = $4';
  expect(statements).toEqual([
    [text, [10, 10, true, 1], 'touch'],
    [text, [20, 20, true, 2], 'touch'],
  ]);
});

test('a list of values is one parameter, also when it is empty', async () => {
  const { on, statements } = recordStatements();
  const ofStatus = (statuses: readonly string[]) =>
    run(on, tables.selectFrom('withdrawal').select('mac').where('status', '=', matchAny(statuses)));
  await ofStatus(['New', 'Failed']);
  await ofStatus([]);
  const text = 'select "mac" from "withdrawal" where "status" = any($1)';
  expect(statements).toEqual([
    [text, [['New', 'Failed']]],
    [text, [[]]],
  ]);
});

test('one of the locks under a key has an id below 2^31', async () => {
  const { on, statements } = recordStatements();
  await lockUntilCommit(on, advisoryLocks.acceptance);
  await lockUntilCommit(on, advisoryLocks.acceptance, 2 ** 31);
  expect(statements).toEqual([
    ['select pg_advisory_xact_lock($1::bigint)', [advisoryLocks.acceptance]],
    ['select pg_advisory_xact_lock($1::int, $2::int)', [advisoryLocks.acceptance, 1]],
  ]);
});
