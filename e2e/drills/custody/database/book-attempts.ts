/** Attempts on the books: the journal, its snapshots, and corrections of wallets. */
import { newReceiver } from '../../../torture/rails.ts';
import { chains } from '../drill-policy.ts';
import type { AttackedDatabase } from './attacked-database.ts';
import type { DatabaseAttempt } from './attempt.ts';
import { balance, dollars, findProductId, fund, requestWithdrawal } from './customer-acts.ts';
import { takeTokens } from './take-tokens.ts';

const theft = 5_000_000n;
const forgedCorrection = 'a correction of the wallets was not written by the exchange';

/** Starts the exchange on changed books, undoes the change, and starts it again. */
async function startOn(attacked: AttackedDatabase, change: readonly string[], undo: string): Promise<string> {
  if (await attacked.restart(...change)) return 'started';
  if (!(await attacked.restart(undo))) throw new Error('the exchange does not start again');
  return 'does not start';
}

const newest = 'first_sequence = (SELECT max(first_sequence) FROM journal)';

export const bookAttempts: readonly DatabaseAttempt[] = [
  {
    tries: 'a row that it appends to the journal while the exchange runs',
    expected: 'stops and does not start',
    alert: 'was not written by this exchange',
    async run(attacked) {
      await attacked.write(
        `INSERT INTO journal (first_sequence, count, epoch, at, previous_hash, hash, payload, mac)
         SELECT first_sequence + count, 1, epoch, at, hash, sha256(hash), payload, mac FROM journal WHERE ${newest}`,
      );
      await attacked.settle();
      const hasStarted = await attacked.restart();
      const hasStartedAgain = await attacked.restart(`DELETE FROM journal WHERE ${newest}`);
      return hasStarted || !hasStartedAgain ? 'started' : 'stops and does not start';
    },
  },
  {
    tries: 'the last row of the journal, hashed again',
    expected: 'does not start',
    alert: 'The journal is not the one that this machine wrote',
    run: (attacked) =>
      startOn(
        attacked,
        [
          `CREATE TABLE kept_row AS SELECT first_sequence, hash FROM journal WHERE ${newest}`,
          `UPDATE journal SET hash = sha256(hash) WHERE ${newest}`,
        ],
        'UPDATE journal SET hash = kept_row.hash FROM kept_row WHERE kept_row.first_sequence = journal.first_sequence',
      ),
  },
  {
    tries: 'the last rows of the journal deleted, as if their commands had never been given',
    expected: 'does not start',
    alert: 'The journal is not the one that this machine wrote',
    run: (attacked) =>
      startOn(
        attacked,
        [
          `CREATE TABLE kept_rows AS SELECT * FROM journal WHERE first_sequence >
             (SELECT first_sequence FROM journal ORDER BY first_sequence DESC OFFSET 3 LIMIT 1)`,
          'CREATE TABLE kept_projection AS SELECT sequence FROM projection',
          'DELETE FROM journal WHERE first_sequence IN (SELECT first_sequence FROM kept_rows)',
          'UPDATE projection SET sequence = (SELECT min(first_sequence) - 1 FROM kept_rows)',
        ],
        `WITH again AS (INSERT INTO journal SELECT * FROM kept_rows)
           UPDATE projection SET sequence = (SELECT sequence FROM kept_projection)`,
      ),
  },
  {
    tries: 'forged snapshots with another MAC',
    expected: 'started, with its balance unchanged',
    alert: 'is damaged or not of this exchange',
    async run(attacked) {
      const before = await balance(attacked.thief);
      const hasStarted = await attacked.restart('UPDATE snapshot SET mac = sha256(mac)');
      await attacked.renewSessions();
      const after = await balance(attacked.thief);
      return hasStarted && after === before ? 'started, with its balance unchanged' : 'another balance';
    },
  },
];

/** Both the exchange and a watcher beside it notice this one. */
export const hiddenTheft: DatabaseAttempt = {
  tries: 'tokens that left a wallet, behind a correction of the wallets that it wrote',
  expected: 'withdrawals of the product: Withdrawals of this product are halted',
  alert: forgedCorrection,
  async prepare(attacked) {
    const address = await fund(attacked, attacked.thief, dollars, '20');
    const before = await tryDollars(attacked);
    if (before !== 'requested') throw new Error(`withdrawals were refused before the attempt: ${before}`);
    await takeTokens(attacked.url, dollars, address, theft);
    const opening = `opening:${chains.ethereum}:${await findProductId(attacked.thief, dollars.product)}`;
    await attacked.write(
      `INSERT INTO wallet_correction (key, chain_id, product_id, ticket_id, amount, reason, created_at, mac)
         SELECT 'explained:1', chain_id, product_id, nextval('ticket_number'), -${theft}, 'x', 0, mac
         FROM wallet_correction WHERE key = '${opening}'`,
    );
  },
  async run(attacked) {
    await attacked.until(async () => attacked.log.includes(forgedCorrection)); // it compares at its start
    return `withdrawals of the product: ${await tryDollars(attacked)}`;
  },
};

/** Requests a withdrawal of dollars. @returns the refusal, or `requested` */
async function tryDollars(attacked: AttackedDatabase): Promise<string> {
  const { form } = newReceiver(dollars);
  const terms = { ...dollars, amount: '6' };
  const { result, refusal } = await requestWithdrawal(attacked, attacked.thief, form, terms);
  return result ? 'requested' : refusal;
}
