/** Attempts on money that comes in by a network or a bank, and on payouts by a bank. */
import type { AttackedDatabase } from './attacked-database.ts';
import type { DatabaseAttempt } from './attempt.ts';
import { balance, withdrawPesos } from './customer-acts.ts';

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
  const before = await balance(attacked.thief);
  await attacked.write(statement);
  await attacked.settle();
  const after = await balance(attacked.thief);
  return after === before ? 'nothing' : `${before} became ${after}`;
}

const fromNetworks: readonly DatabaseAttempt[] = [
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
    alert: 'a deposit was changed in the database, and is not credited',
    run: (attacked) =>
      gain(
        attacked,
        `UPDATE deposit SET status = 'Pending', amount = amount * 10
         WHERE account_id = ${attacked.thief.accountId} AND status = 'FullyProcessed'`,
      ),
  },
];

const pesos = { provider: 'COP_FIAT_BANK', providerId: 10 } as const;

const banks: readonly DatabaseAttempt[] = [
  {
    tries: 'a payout that the bank has, written back to where it was accepted, with the MAC of that time',
    expected: 'waits for another operator, who sees that the bank has it',
    unreported: 'the operator who ends it is shown what the bank has; the row alone does nothing',
    async run(attacked) {
      const { thief } = attacked;
      const reference = ['--reference', `IN-${thief.userId}`];
      const credit = ['--provider', pesos.provider, '--customer', thief.userName, '--amount', '200000'];
      await attacked.operate(attacked.olga, 'bank', 'credit', ...credit, ...reference);
      const ticket = String(await withdrawPesos(attacked, thief));
      await attacked.operate(attacked.olga, 'withdrawals', 'accept', ticket);
      await attacked.write(
        `CREATE TABLE kept_payout AS SELECT * FROM withdrawal WHERE ticket_id = ${ticket}`,
      );
      await attacked.operate(attacked.olga, 'payout', 'start', ticket);
      await attacked.operate(attacked.olga, 'payout', 'sent', ticket, '--reference', `OUT-${ticket}`);
      await attacked.write(
        `DELETE FROM withdrawal WHERE ticket_id = ${ticket}`,
        'INSERT INTO withdrawal SELECT * FROM kept_payout',
      );
      const answer = await attacked.operateAndRead(
        attacked.olga,
        'withdrawals',
        'cancel',
        ticket,
        '--reason',
        'x',
      );
      return answer.includes('waits for another') && answer.includes(`bank payout ${ticket}`)
        ? 'waits for another operator, who sees that the bank has it'
        : answer;
    },
  },
];

/** A payment that the bank never brought, as if a crash had come before its credit. */
export const bankDepositAtStart: DatabaseAttempt = {
  tries: 'a bank deposit that waits for its credit',
  expected: 'nothing',
  alert: 'a bank deposit was not written by the exchange, and is not credited',
  async prepare(attacked) {
    await attacked.write(
      `INSERT INTO deposit (ticket_id, request_code, key, chain_id, account_id, product_id, provider_id, amount,
         status, tx_id, position, from_address, to_address, confirmations_needed, created_at, updated_at, step,
         status_before, status_by, status_at, trail, status_mac)
       SELECT nextval('ticket_number'), gen_random_uuid()::text, 'bank:10:GIFT', chain_id, account_id, product_id,
         provider_id, amount * 1000, 'Confirmed', 'GIFT', position, from_address, to_address, 0, created_at,
         updated_at, step, status_before, status_by, status_at, trail, status_mac
       FROM deposit WHERE provider_id = ${pesos.providerId} LIMIT 1`,
    );
  },
  async run(attacked) {
    const [row] = await attacked.read<{ status: string }>(
      `SELECT status FROM deposit WHERE key = 'bank:10:GIFT'`,
    );
    return row?.status === 'Confirmed' ? 'nothing' : (row?.status ?? 'gone');
  },
};

export const depositAttempts: readonly DatabaseAttempt[] = [...fromNetworks, ...banks];
