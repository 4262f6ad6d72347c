/** Attempts on withdrawals: their status, receiver and amount, their holds and delays, and saved destinations. */
import { randomUUID } from 'node:crypto';
import type { AttackedDatabase } from './attacked-database.ts';
import { refusedRowOf } from './attempt.ts';
import type { DatabaseAttempt } from './attempt.ts';
import {
  balance,
  listDestinations,
  requestWithdrawal,
  saveDestination,
  trySignIn,
  withdraw,
} from './customer-acts.ts';

/** Has an operator accept a ticket after the attack, and returns what became of it. */
async function acceptAfter(
  attacked: AttackedDatabase,
  change: (ticketId: number) => string,
): Promise<string> {
  const { ticketId } = await withdraw(attacked, attacked.victim);
  await attacked.write(change(ticketId));
  await attacked.operate(attacked.olga, 'withdrawals', 'accept', String(ticketId));
  await attacked.settle();
  return attacked.status(ticketId);
}

/** Has one operator accept a ticket after a change of what proves its transitions. */
async function acceptUnproved(
  attacked: AttackedDatabase,
  change: (ticketId: number) => readonly string[],
): Promise<string> {
  const { ticketId } = await withdraw(attacked, attacked.victim);
  await attacked.write(...change(ticketId));
  await attacked.operate(attacked.olga, 'withdrawals', 'accept', String(ticketId));
  return attacked.status(ticketId);
}

const proof = 'updated_at, step, status_before, status_by, trail, status_mac';
const transitions: readonly DatabaseAttempt[] = [
  {
    tries: "an operator's name as who moved a customer's ticket, which one operator accepts",
    expected: 'AdminProcessing',
    alert: 'nothing proves the status of a withdrawal',
    run: (attacked) =>
      acceptUnproved(attacked, (id) => [
        `UPDATE withdrawal SET status_by = 'operator olga' WHERE ticket_id = ${id}`,
      ]),
  },
  {
    tries: "a transition of another ticket, copied to a customer's, which one operator accepts",
    expected: 'AdminProcessing',
    alert: 'nothing proves the status of a withdrawal',
    run: (attacked) =>
      acceptUnproved(attacked, (id) => [
        `UPDATE withdrawal SET (${proof}) = (SELECT ${proof} FROM withdrawal
           WHERE ticket_id <> ${id} AND status = 'AdminProcessing' LIMIT 1) WHERE ticket_id = ${id}`,
      ]),
  },
  {
    tries:
      "the last transition of a customer's ticket, deleted from its history, and one operator accepts it",
    expected: 'AdminProcessing',
    alert: 'nothing proves the status of a withdrawal',
    run: (attacked) =>
      acceptUnproved(attacked, (id) => [
        `DELETE FROM ticket_step WHERE step_id = (SELECT max(step_id) FROM ticket_step WHERE ticket_id = ${id})`,
      ]),
  },
];

const statuses: readonly DatabaseAttempt[] = [
  {
    tries: 'a ticket of its own that waits for an operator, written to Accepted',
    expected: 'AdminProcessing',
    alert: 'nothing proves the status of a withdrawal',
    async run(attacked) {
      const { ticketId } = await withdraw(attacked, attacked.thief);
      await attacked.write(`UPDATE withdrawal SET status = 'Accepted' WHERE ticket_id = ${ticketId}`);
      await attacked.settle();
      return attacked.status(ticketId);
    },
  },
  {
    tries: "the receiver of a customer's ticket",
    expected: 'AdminProcessing',
    alert: 'nothing proves the terms of a withdrawal',
    run: (attacked) =>
      acceptAfter(
        attacked,
        (id) => `UPDATE withdrawal SET destination = '${attacked.newReceiver()}' WHERE ticket_id = ${id}`,
      ),
  },
  {
    tries: "the amount of a customer's ticket",
    expected: 'AdminProcessing',
    alert: 'nothing proves the terms of a withdrawal',
    run: (attacked) =>
      acceptAfter(attacked, (id) => `UPDATE withdrawal SET amount = amount * 2 WHERE ticket_id = ${id}`),
  },
];

const holds: readonly DatabaseAttempt[] = [
  {
    tries: 'a ticket that waits, written to canceled so that its hold is released',
    expected: 'held',
    alert: 'nothing proves the status of a withdrawal',
    async run(attacked) {
      const { ticketId } = await withdraw(attacked, attacked.thief);
      const before = await balance(attacked.thief);
      await attacked.write(`UPDATE withdrawal SET status = 'UserCanceled' WHERE ticket_id = ${ticketId}`);
      await attacked.settle();
      const after = await balance(attacked.thief);
      await attacked.write(
        `UPDATE withdrawal SET status = 'Rejected', money_done = true WHERE ticket_id = ${ticketId}`,
      );
      return after === before ? 'held' : `${before} became ${after}`;
    },
  },
  {
    tries: 'an earlier time of a ticket, which would end its delay',
    expected: 'AdminProcessing',
    alert: 'nothing proves the terms of a withdrawal',
    run: (attacked) =>
      acceptAfter(
        attacked,
        (id) => `UPDATE withdrawal SET created_at = created_at - 864000000 WHERE ticket_id = ${id}`,
      ),
  },
  {
    tries: 'an earlier time of a change of credentials, which would end the delay after it',
    expected: 'not signed in',
    ...refusedRowOf('app_user'),
    async run(attacked) {
      const { userId } = attacked.thief;
      const column = 'UPDATE app_user SET credentials_changed_at';
      await attacked.write(
        `CREATE TABLE kept_change AS SELECT credentials_changed_at AS at FROM app_user WHERE user_id = ${userId}`,
        `${column} = 1 WHERE user_id = ${userId}`,
      );
      const outcome = await trySignIn(attacked, attacked.thief);
      await attacked.write(`${column} = (SELECT at FROM kept_change) WHERE user_id = ${userId}`);
      return outcome;
    },
  },
];

const destinations: readonly DatabaseAttempt[] = [
  {
    tries: "the address of a customer's saved destination, to which a program pays",
    expected: 'refused',
    ...refusedRowOf('destination'),
    async run(attacked) {
      const { victim } = attacked;
      const id = await saveDestination(attacked, victim);
      await attacked.write(
        `UPDATE destination SET identifier = '${attacked.newReceiver()}' WHERE id = '${id}'`,
      );
      const { result } = await requestWithdrawal(attacked, victim, { AccountWithdrawInfoId: id });
      return result ? 'requested' : 'refused';
    },
  },
  {
    tries: 'a destination of its own, written as confirmed by a customer, and a withdrawal to it',
    expected: 'not listed, and refused for its AccountWithdrawInfoId',
    ...refusedRowOf('destination'),
    async run(attacked) {
      const { victim } = attacked;
      const to = attacked.newReceiver();
      const id = randomUUID();
      const columns = 'product_id, template_type, name, code_expires_at, verified_at, created_at, mac';
      await attacked.write(
        `INSERT INTO destination (id, user_id, account_id, identifier, code_hash, ${columns})
         SELECT '${id}', user_id, account_id, '${to}', sha256('x'), ${columns}
         FROM destination WHERE user_id = ${victim.userId} LIMIT 1`,
      );
      const isListed = (await listDestinations(victim)).includes(to);
      const { result, refusal } = await requestWithdrawal(attacked, victim, { AccountWithdrawInfoId: id });
      await attacked.write(`DELETE FROM destination WHERE user_id = ${victim.userId}`);
      return `${isListed ? 'listed' : 'not listed'}, and ${result ? 'requested' : `refused for its ${refusal}`}`;
    },
  },
];

/** Comes last: the comparison of wallets and tickets misses the rows of its payment, and stops withdrawals. */
const writtenBack: readonly DatabaseAttempt[] = [
  {
    tries: 'a paid ticket, written back to where it was accepted, with the MAC of that time',
    expected: 'FullyProcessed, then not paid again',
    alert: 'nothing proves the status of a withdrawal',
    async run(attacked) {
      const { ticketId } = await withdraw(attacked, attacked.thief);
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
        `DELETE FROM ticket_step s USING kept_ticket k WHERE s.ticket_id = k.ticket_id AND (s.step > k.step OR
           s.step_id = (SELECT max(step_id) FROM ticket_step WHERE ticket_id = ${ticketId}))`,
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

export const ticketAttempts: readonly DatabaseAttempt[] = [
  ...statuses,
  ...transitions,
  ...holds,
  ...destinations,
  ...writtenBack,
];
