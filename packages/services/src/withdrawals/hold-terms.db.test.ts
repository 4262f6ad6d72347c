/**
 * Attacks of somebody who can write to the database and has a customer account: a request is changed until its money is held, and
 * restored after it, so that the withdrawal would be paid from money that is not its customer's.
 */
import { assert, minor } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { bankProviders } from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankWorld } from '@salar/testing/bank-world';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreateWithdrawal } from '../tickets/ticket-requests.ts';
import type { TicketServices } from '../compose/open-ticket-services.ts';
import { sentPayout, settledPayout, startPayout } from '../payments/bank-payouts.ts';
import { move } from './withdrawal-moves.ts';
import type { PayoutContext } from '../payments/bank-payouts.ts';

const { brl, maria, joao } = bankWorld;

let store: TestDatabase;
let database: TicketDatabase;
let world: BankWorld;
let services: TicketServices;
beforeAll(async () => {
  store = await openTestDatabase();
  database = store.database;
  world = openBankWorld(database);
  services = await world.open();
  // The attacker takes new rows of their own away before the exchange holds anything for them.
  await database.query(`
    CREATE TABLE taken (LIKE withdrawal);
    CREATE FUNCTION take() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO taken SELECT (NEW).*;
      DELETE FROM withdrawal WHERE ticket_id = NEW.ticket_id;
      RETURN NULL;
    END $$;
    CREATE TRIGGER take AFTER INSERT ON withdrawal FOR EACH ROW
      WHEN (NEW.user_id = ${joao.userId} AND current_setting('attack.back', true) IS DISTINCT FROM 'on')
      EXECUTE FUNCTION take()`);
});
afterAll(async () => {
  await services?.stop();
  await store?.close();
});

const context = (): PayoutContext => ({
  database,
  ledger: world.ledger,
  ticketMacKey: bankWorld.ticketMacKey,
  providers: bankProviders(bankWorld),
  listSigned: async () => [],
  decisions: createDecisions(() => world.clock.now),
  signedWithdrawals: null,
  by: 'test',
  clock: () => world.clock.now,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});

const ofJoao: CreateWithdrawal = {
  ...joao,
  productId: brl,
  amount: minor(5_000_00n),
  templateForm: JSON.stringify({ PixKey: 'joao@example.com', TaxIdNumber: '529.982.247-25' }),
  requestIp: null,
};

/** João requests 5,000 reais; the row, with its valid MAC, is put back as `changes` for the hold, and restored after it. */
async function withdrawWithForeignHold(changes: string): Promise<TicketId> {
  const created = await services.withdrawals.create(ofJoao);
  expect(created).toMatchObject({ ok: false, refusal: 'request_interrupted' });
  const [row] = await database.query<{ id: TicketId }>(
    'SELECT ticket_id AS id FROM taken ORDER BY ticket_id DESC LIMIT 1',
  );
  assert(row !== undefined, 'the row was taken');
  const { id } = row;
  await database.transaction(async (tx) => {
    await tx.query(`SET LOCAL attack.back = 'on'`);
    await tx.query(`UPDATE taken SET ${changes} WHERE ticket_id = ${id}`);
    await tx.query(`INSERT INTO withdrawal SELECT * FROM taken WHERE ticket_id = ${id}`);
  });
  world.clock.now += 61_000;
  await services.turn(); // continues the "interrupted" ticket: holds and mails
  await database.query(
    `UPDATE withdrawal SET account_id = ${joao.accountId}, amount = 500000 WHERE ticket_id = ${id}`,
  );
  await services.withdrawals.confirm({ userId: joao.userId, code: findCode(id) });
  await services.turn();
  return id;
}

function findCode(id: TicketId): string {
  const mail = world.mails.find((one) => one.dedupKey === `withdrawal:${id}`)?.notification;
  return mail?.kind === 'confirm_withdrawal' ? mail.code : '';
}

async function payOut(id: TicketId): Promise<boolean> {
  const row = await findWithdrawal(database, id);
  if (row === null) return false;
  const started = await startPayout(context(), row);
  if (!started.ok) return false;
  const sent = await sentPayout(context(), started.value, { reference: `R-${id}`, operator: 'ana' });
  return sent.ok && (await settledPayout(context(), sent.value)).ok;
}

test('a withdrawal is not paid from the balance of another customer', async () => {
  const before = world.engine.position(maria.accountId, brl).total;
  const id = await withdrawWithForeignHold(`account_id = ${maria.accountId}`);
  const isPaid = await payOut(id);
  const { total, held } = world.engine.position(maria.accountId, brl);
  expect({ isPaid, total, held }).toEqual({ isPaid: false, total: before, held: 0n });
}, 60_000);

test('a withdrawal of 5,000 reais is not paid for a hold of 20', async () => {
  const before = world.engine.position(joao.accountId, brl).total;
  const id = await withdrawWithForeignHold('amount = 2000');
  const isPaid = await payOut(id);
  const row = await findWithdrawal(database, id);
  const taken = before - world.engine.position(joao.accountId, brl).total;
  expect({ isPaid, paid: isPaid ? row?.amount : 0n, taken }).toEqual({ isPaid: false, paid: 0n, taken: 0n });
}, 60_000);

test('the hold of another customer is not spent for a ticket, however it came about', async () => {
  for (const { ticketId } of world.engine.withdrawals())
    await world.ledger.submit({ type: 'ReleaseWithdrawal', ticketId });
  await database.query('DROP TRIGGER take ON withdrawal; DELETE FROM withdrawal');
  const { submit } = world.ledger;
  const other = await world.open({
    sequencer: {
      ...world.ledger,
      submit: (command) =>
        submit(command.type === 'HoldWithdrawal' ? { ...command, accountId: maria.accountId } : command),
    },
  });
  const created = await other.withdrawals.create(ofJoao);
  assert(created.ok, 'the withdrawal is created');
  const { ticketId } = created.value;
  await other.withdrawals.confirm({ userId: joao.userId, code: findCode(ticketId) });
  await other.turn();
  expect(await findWithdrawal(database, ticketId)).toMatchObject({
    status: 'AdminProcessing',
    rejectReason: 'hold_differs',
  });
  await move(context(), ticketId, 'Accepted'); // by an operator
  expect(await payOut(ticketId)).toBe(false);
  const { total, held } = world.engine.position(maria.accountId, brl);
  expect({ total, held }).toEqual({ total: 10_000_00n, held: 5_000_00n });
  await other.stop();
});
