/** Attempts on operators, on what two of them decide, and on levels. */
import { readFileSync } from 'node:fs';
import { createKey } from '../../../support/operators.ts';
import type { AttackedDatabase } from './attacked-database.ts';
import { refusedRowOf } from './attempt.ts';
import type { DatabaseAttempt } from './attempt.ts';
import { balance, level } from './customer-acts.ts';

const terms = ['--from', 'operator-funding', '--customer', 'thief', '--product', 'ETH', '--amount', '0.01'];
const gift = [...terms, '--reason', 'x'];
/** Holds what the thief had before the start that would perform a proposal of its own. */
let before = '';

/** Keeps the row of an operator who is removed then, and puts the row back. @returns what the operator gets */
async function putOperatorBack(attacked: AttackedDatabase, name: string): Promise<string> {
  const key = await createKey(name);
  await attacked.operateByTwo('operator', 'add', name, '--role', 'admin', '--key', `${key}.pub`);
  await attacked.write(`CREATE TABLE kept_${name} AS SELECT * FROM operator WHERE name = '${name}'`);
  await attacked.operateByTwo('operator', 'remove', name, '--reason', 'left');
  await attacked.write(
    `DELETE FROM operator WHERE name = '${name}'`,
    `INSERT INTO operator OVERRIDING SYSTEM VALUE SELECT * FROM kept_${name}`,
  );
  return attacked.operate(`${name}:${key}`, 'operator', 'list');
}

const operators: readonly DatabaseAttempt[] = [
  {
    tries: 'an operator of its own',
    expected: 'not_signed_in',
    alert: 'an operator was changed in the database',
    async run(attacked) {
      const key = await createKey('mallory');
      const text = readFileSync(`${key}.pub`, 'utf8').trim();
      await attacked.write(
        `INSERT INTO operator (name, role, public_key, created_at, version, mac)
         SELECT 'mallory', 'admin', '${text}', created_at, version, mac FROM operator WHERE name = 'olga'`,
      );
      return attacked.operate(`mallory:${key}`, 'operator', 'list');
    },
  },
  {
    tries: 'the row of a removed operator, put back',
    expected: 'not_signed_in',
    alert: 'an operator was changed in the database',
    run: (attacked) => putOperatorBack(attacked, 'quentin'),
  },
  {
    tries: 'a proposal that two operators performed, put back as open and approved again',
    expected: 'nothing',
    alert: 'a proposal was not written by the exchange, and cannot be approved',
    async run(attacked) {
      const proposal = await attacked.propose(attacked.olga, 'adjust', ...gift);
      await attacked.write(
        `CREATE TABLE kept_proposal AS SELECT * FROM proposal WHERE proposal_id = ${proposal}`,
      );
      await attacked.operate(attacked.pablo, 'approve', proposal);
      const before = await balance(attacked.thief);
      await attacked.write(
        `DELETE FROM proposal WHERE proposal_id = ${proposal}`,
        'INSERT INTO proposal OVERRIDING SYSTEM VALUE SELECT * FROM kept_proposal',
      );
      await attacked.operate(attacked.pablo, 'approve', proposal);
      await attacked.write(`DELETE FROM proposal WHERE proposal_id = ${proposal}`);
      return (await balance(attacked.thief)) === before ? 'nothing' : 'more money';
    },
  },
];

/** Attempts that the next start would complete. */
export const operatorAttemptsAtStart: readonly DatabaseAttempt[] = [
  {
    tries: 'a proposal that nobody approved, written to approved',
    expected: 'nothing',
    alert: 'the approval of a proposal was not written by the exchange',
    async prepare(attacked) {
      before = await balance(attacked.thief);
      const proposal = await attacked.propose(attacked.olga, 'adjust', ...gift);
      await attacked.write(
        `UPDATE proposal SET status = 'approved', decided_by = 'pablo', decided_at = proposed_at
         WHERE proposal_id = ${proposal}`,
      );
    },
    run: async (attacked) => ((await balance(attacked.thief)) === before ? 'nothing' : 'more money'),
  },
  {
    tries: 'a request for a level, written as approved',
    expected: 'level 1',
    ...refusedRowOf('level_request'),
    prepare: (attacked) =>
      attacked.write(
        `INSERT INTO level_request (user_id, level, status, is_applied, created_at)
         VALUES (${attacked.pawn.userId}, 4, 'Approved', false, 1)`,
      ),
    run: (attacked) => level(attacked.pawn),
  },
  {
    tries: 'the review of an identity, written as approved for a higher level',
    expected: 'level 1',
    ...refusedRowOf('verification_review'),
    prepare: (attacked) =>
      attacked.write(
        `INSERT INTO verification_review (event_id, user_id, level, status, received_at, as_of)
         VALUES ('gift', ${attacked.pawn.userId}, 4, 'approved', 1, 9999999999999)`,
      ),
    run: (attacked) => level(attacked.pawn),
  },
];

export const operatorAttempts: readonly DatabaseAttempt[] = operators;
