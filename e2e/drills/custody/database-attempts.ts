/** The attempts of the owner of the database: what each of them got, and the alert that reports it. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Api } from '../../support/api.ts';
import { signInCustomer } from '../../support/customers.ts';
import { createKey } from '../../support/operators.ts';
import type { AttackedDatabase } from './attacked-database.ts';

export type DatabaseAttempt = {
  readonly tries: string;
  /** The outcome that the defence promises. */
  readonly expected: string;
  /** The text of the log that reports it; null when nothing but the attacker's own rows changed. */
  readonly alert: string | null;
  /** @returns what it got */
  run(attacked: AttackedDatabase): Promise<string>;
};

/** Has an operator accept a ticket after the attack, and returns what became of it. */
async function acceptAfter(
  attacked: AttackedDatabase,
  change: (ticketId: number) => string,
): Promise<string> {
  const { ticketId } = await attacked.withdraw(attacked.victim);
  await attacked.write(change(ticketId));
  await attacked.operate(attacked.olga, 'withdrawals', 'accept', String(ticketId));
  await attacked.settle();
  return attacked.status(ticketId);
}

const tickets: readonly DatabaseAttempt[] = [
  {
    tries: 'a ticket of its own that waits for an operator, written to Accepted',
    expected: 'AdminProcessing',
    alert: 'nothing proves the status of a withdrawal',
    async run(attacked) {
      const { ticketId } = await attacked.withdraw(attacked.thief);
      await attacked.write(`UPDATE withdrawal SET status = 'Accepted' WHERE ticket_id = ${ticketId}`);
      await attacked.settle();
      return attacked.status(ticketId);
    },
  },
  {
    tries: "the receiver of a customer's ticket",
    expected: 'AdminProcessing',
    alert: 'has a valid MAC',
    run: (attacked) =>
      acceptAfter(
        attacked,
        (id) => `UPDATE withdrawal SET destination = '${attacked.newReceiver()}' WHERE ticket_id = ${id}`,
      ),
  },
  {
    tries: "the amount of a customer's ticket",
    expected: 'AdminProcessing',
    alert: 'has a valid MAC',
    run: (attacked) =>
      acceptAfter(attacked, (id) => `UPDATE withdrawal SET amount = amount * 2 WHERE ticket_id = ${id}`),
  },
  {
    tries: 'a paid ticket, written back to where it was accepted, with the MAC of that time',
    expected: 'FullyProcessed, then not paid again',
    alert: 'nothing proves the status of a withdrawal',
    async run(attacked) {
      const { ticketId } = await attacked.withdraw(attacked.thief);
      await attacked.write(
        'CREATE TABLE kept_ticket AS SELECT * FROM withdrawal WHERE false',
        'CREATE FUNCTION keep_ticket() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN' +
          ` IF new.status = 'Accepted' THEN INSERT INTO kept_ticket SELECT new.*; END IF; RETURN new; END $$`,
        'CREATE TRIGGER keep AFTER UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION keep_ticket()',
        'GRANT ALL ON kept_ticket TO PUBLIC',
      );
      await attacked.operate(attacked.olga, 'withdrawals', 'accept', String(ticketId));
      await attacked.until(async () => (await attacked.status(ticketId)) === 'FullyProcessed', 90_000);
      await attacked.write(
        'DROP TRIGGER keep ON withdrawal',
        `DELETE FROM withdrawal WHERE ticket_id = ${ticketId}`,
        'INSERT INTO withdrawal SELECT * FROM kept_ticket',
        `DELETE FROM payment WHERE ticket_id = ${ticketId}`,
        `DELETE FROM payment_attempt WHERE ticket_id = ${ticketId}`,
      );
      await attacked.settle();
      const status = await attacked.status(ticketId);
      const isLeft = status === 'AdminProcessing';
      await attacked.write(
        `UPDATE withdrawal SET status = 'FullyProcessed', money_done = true WHERE ticket_id = ${ticketId}`,
      );
      return isLeft ? 'FullyProcessed, then not paid again' : status;
    },
  },
];

/** Copies a credited deposit of the thief under another key. */
function copyDeposit(changes: string): string {
  const columns =
    'chain_id, account_id, product_id, provider_id, amount, tx_id, from_address, block_height, block_hash,' +
    ' confirmations_needed, created_at, updated_at';
  return `INSERT INTO deposit (ticket_id, request_code, status, key, position, to_address, ${columns})
    SELECT nextval('ticket_number'), gen_random_uuid()::text, 'Pending', key || 'x', position, to_address, ${columns}
    FROM deposit WHERE status = 'FullyProcessed' ${changes} ORDER BY ticket_id DESC LIMIT 1`;
}

/** Writes deposits and returns how much the thief has more. */
async function gain(attacked: AttackedDatabase, statement: string): Promise<string> {
  const before = await attacked.balance(attacked.thief);
  await attacked.write(statement);
  await attacked.settle();
  const after = await attacked.balance(attacked.thief);
  return after === before ? 'nothing' : `${before} became ${after}`;
}

const deposits: readonly DatabaseAttempt[] = [
  {
    tries: 'a copy of its own deposit under another key',
    expected: 'nothing',
    alert: 'a deposit was changed in the database, and is not credited',
    run: (attacked) => gain(attacked, copyDeposit(`AND account_id = ${attacked.thief.accountId}`)),
  },
  {
    tries: "a customer's deposit, with its own account",
    expected: 'nothing',
    alert: 'a deposit was changed in the database, and is not credited',
    run: (attacked) =>
      gain(
        attacked,
        `UPDATE deposit SET status = 'Pending', account_id = ${attacked.thief.accountId}, key = key || 'y'
         WHERE account_id = ${attacked.victim.accountId}`,
      ),
  },
  {
    tries: 'its own credited deposit, pending again with a larger amount',
    expected: 'nothing',
    alert: 'the node reports a deposit differently now',
    run: (attacked) =>
      gain(
        attacked,
        `UPDATE deposit SET status = 'Pending', amount = amount * 10
         WHERE account_id = ${attacked.thief.accountId} AND status = 'FullyProcessed'`,
      ),
  },
];

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

const people: readonly DatabaseAttempt[] = [
  {
    tries: 'a session of a customer with a token that it knows',
    expected: '401',
    alert: 'a row was changed in the database, and is refused',
    async run(attacked) {
      const token = `sal_s_${randomBytes(32).toString('base64url')}`;
      await attacked.write(
        `INSERT INTO user_session (token_hash, user_id, created_at, used_at, proved_at, mac)
         VALUES (sha256('${token}'), ${attacked.victim.userId}, ${Date.now()}, ${Date.now()}, ${Date.now()}, sha256('x'))`,
      );
      return new Api(attacked.url, token).call('GetUserInfo', {}).then(
        () => 'signed in',
        () => '401',
      );
    },
  },
  {
    tries: 'its own password hash for a customer',
    expected: 'not signed in',
    alert: 'a row was changed in the database, and is refused',
    async run(attacked) {
      const { userId, password } = attacked.thief;
      await attacked.write(
        `UPDATE app_user SET password_hash = (SELECT password_hash FROM app_user WHERE user_id = ${userId})
         WHERE user_id = ${attacked.victim.userId}`,
      );
      const { userName, email } = attacked.victim;
      return signInCustomer(attacked.url, { userName, email, password }).then(
        () => 'signed in',
        () => 'not signed in',
      );
    },
  },
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
    tries: 'a proposal that nobody approved, written to approved',
    expected: 'nothing',
    alert: 'the approval of a proposal was not written by the exchange',
    async run(attacked) {
      const before = await attacked.balance(attacked.thief);
      const gift = [
        '--from',
        'operator-funding',
        '--customer',
        'thief',
        '--product',
        'ETH',
        '--amount',
        '0.01',
      ];
      await attacked.operate(attacked.olga, 'adjust', ...gift, '--reason', 'x');
      await attacked.write(
        `UPDATE proposal SET status = 'approved', decided_by = 'pablo', decided_at = proposed_at WHERE status = 'open'`,
      );
      await attacked.restart();
      await attacked.renewSessions();
      return (await attacked.balance(attacked.thief)) === before ? 'nothing' : 'more money';
    },
  },
];

/** Starts the exchange on changed books, undoes the change, and starts it again. */
async function startOn(attacked: AttackedDatabase, change: readonly string[], undo: string): Promise<string> {
  if (await attacked.restart(...change)) return 'started';
  if (!(await attacked.restart(undo))) throw new Error('the exchange does not start again');
  return 'does not start';
}

const newest = 'first_sequence = (SELECT max(first_sequence) FROM journal)';

const books: readonly DatabaseAttempt[] = [
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
    alert: 'was not written by this exchange',
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
    tries: 'forged snapshots with another MAC',
    expected: 'started, with its balance unchanged',
    alert: 'is damaged or not of this exchange',
    async run(attacked) {
      const before = await attacked.balance(attacked.thief);
      const hasStarted = await attacked.restart('UPDATE snapshot SET mac = sha256(mac)');
      await attacked.renewSessions();
      const after = await attacked.balance(attacked.thief);
      return hasStarted && after === before ? 'started, with its balance unchanged' : 'another balance';
    },
  },
  {
    tries: 'a correction of the wallets that would hide a theft',
    expected: 'withdrawals stopped',
    alert: 'a correction of the wallets was not written by the exchange',
    async run(attacked) {
      await attacked.restart(
        `INSERT INTO wallet_correction (key, chain_id, product_id, ticket_id, amount, reason, created_at)
         SELECT key || 'z', chain_id, product_id, nextval('ticket_number'), -1, 'x', 0 FROM wallet_correction`,
      );
      await attacked.settle();
      return attacked.log.includes('was not written by the exchange')
        ? 'withdrawals stopped'
        : 'nothing noticed';
    },
  },
];

export const databaseAttempts: readonly DatabaseAttempt[] = [...tickets, ...deposits, ...people, ...books];
