/** Only the process that holds the lease writes deposits and withdrawals, whenever another one wakes up. */
import { minor, accountId, millis, productId, ticketId, userId } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TicketDatabase } from '../ticket-database.ts';
import { isTransientDatabaseError } from '../transient-database-errors.ts';
import {
  findPayment,
  raiseNextNonce,
  readNextNonce,
  reservePayment,
  returnPayment,
} from '../tables/tickets/withdrawal-payments.ts';
import { findWithdrawal, insertWithdrawal, moveWithdrawal } from '../tables/tickets/withdrawals.ts';
import { renewLease, takeLease } from './lease.ts';

const chainId = 31337;
const sender = '0xhot';
const id = ticketId(1001);

let store: TestDatabase;
let leader: TicketDatabase;
const open: TicketDatabase[] = [];
beforeEach(async () => {
  store = await openTestDatabase();
  leader = await lead('ana');
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await store.close();
});

/** Starts a process that takes the lease, and returns its connections. */
async function lead(holder: string): Promise<TicketDatabase> {
  const epoch = await takeLease(store.database, { holder });
  const database = new TicketDatabase(
    { ...store.options, epoch: epoch ?? 0 },
    { events: store.ticketEvents, seals: store.database.seals },
  );
  open.push(database);
  return database;
}

async function createTicket(on: TicketDatabase, ticket: TicketId = id): Promise<void> {
  await insertWithdrawal(on, {
    ticketId: ticket,
    requestCode: `request ${ticket}`,
    userId: userId(1),
    accountId: accountId(1001),
    productId: productId(3),
    providerId: 2,
    templateType: 'ToExternalEthereumAddress',
    templateForm: '{}',
    destination: '0xabc',
    amount: minor(10n),
    fee: minor(1n),
    mac: Buffer.alloc(32),
    requestIp: null,
    createdAt: millis(1),
  });
}

const pay = (on: TicketDatabase) => (to: string) =>
  moveWithdrawal(on, { ticketId: id, from: ['New', 'Submitted'], to, at: 2 });
const over = /another process moves money in and out now: epoch 1 is over/;

describe('a leader that was replaced', () => {
  beforeEach(async () => {
    await createTicket(leader);
    await raiseNextNonce(leader, { chainId, sender, nonce: 7 });
    await leader.transaction((tx) => reservePayment(tx, { ticketId: id, chainId, sender, createdAt: 1 }));
  });

  test('moves no ticket', async () => {
    const next = await lead('ben');
    await expect(pay(leader)('Failed')).rejects.toThrow(over);
    expect((await findWithdrawal(next, id))?.status).toBe('New');
    expect((await pay(next)('Submitted'))?.status).toBe('Submitted');
  });

  test('returns no nonce: otherwise two payments would get the same one', async () => {
    const payment = await findPayment(leader, id);
    await lead('ben');
    if (payment === null) throw new Error('there is a payment');
    await expect(leader.transaction((tx) => returnPayment(tx, payment))).rejects.toThrow(over);
    expect(await readNextNonce(store.database, chainId, sender)).toBe(8);
    expect(await findPayment(store.database, id)).toEqual(payment);
  });

  test('may still read, and its end is reported as a transient error', async () => {
    await lead('ben');
    expect((await findWithdrawal(leader, id))?.status).toBe('New');
    const error: unknown = await pay(leader)('Failed').catch((reason: unknown) => reason);
    expect(isTransientDatabaseError(error)).toBe(true);
  });

  test('loses what it had begun and not committed, and does not block the new leader', async () => {
    const stopped = leader.transaction(async (tx) => {
      await moveWithdrawal(tx, { ticketId: id, from: ['New'], to: 'Failed', at: 2 });
      await lead('ben'); // the process is frozen here, and another one takes over meanwhile
      return moveWithdrawal(tx, { ticketId: id, from: ['Failed'], to: 'Failed', at: 3 });
    });
    await expect(stopped).rejects.toThrow();
    expect((await findWithdrawal(store.database, id))?.status).toBe('New');
  });
});

test('a leader renews its lease while its tickets are being written', async () => {
  await createTicket(leader);
  await leader.transaction(async (tx) => {
    await moveWithdrawal(tx, { ticketId: id, from: ['New'], to: 'Pending2Fa', at: 2 });
    expect(await renewLease(store.database, 1)).toBe(true);
  });
  expect((await findWithdrawal(leader, id))?.status).toBe('Pending2Fa');
});

test('when two processes move a ticket around a takeover, the new leader wins, in every order', async () => {
  let current = leader;
  for (let round = 0; round < 10; round += 1) {
    const ticket = ticketId(2000 + round);
    await createTicket(current, ticket);
    const move = (on: TicketDatabase, to: string) =>
      moveWithdrawal(on, { ticketId: ticket, from: ['New'], to, at: 2 }).catch(() => null);
    const former = current;
    const [next, before] = await Promise.all([lead(`round ${round}`), move(former, 'Submitted')]);
    const after = await Promise.all([move(former, 'Failed'), move(next, 'AdminCanceled')]);
    // What the former leader did before the takeover stays; nothing it does after it takes effect.
    expect(after[0]).toBeNull();
    const { status } = (await findWithdrawal(next, ticket)) ?? {};
    expect(status).toBe(before === null ? 'AdminCanceled' : 'Submitted');
    current = next;
  }
});

test('a connection without an epoch belongs to a tool and is not fenced', async () => {
  await createTicket(store.database);
  await lead('ben');
  expect((await pay(store.database)('Pending2Fa'))?.status).toBe('Pending2Fa');
});

/** Tables of customers, operators and history: a former leader can do no damage there. */
const unfenced = [
  [
    'journal',
    'journal_1',
    'snapshot',
    'projection',
    'writer_lease',
    'migration',
    'laptop_migration',
    'installation',
    'wallet_identity',
  ],
  ['order_history', 'order_terms', 'trade', 'ledger_entry', 'candle'],
  ['app_user', 'user_config', 'user_session', 'email_code', 'credential_change', 'verification_review'],
  ['identity_sandbox_application', 'identity_sandbox_document', 'identity_sandbox_token'],
  ['mail_outbox', 'local_mail', 'audit_entry', 'destination'],
  ['device', 'second_factor', 'recovery_code', 'pending_sign_in', 'passkey', 'passkey_challenge', 'api_key'],
  // A former leader places no orders, and lowers a usage only as long as nobody else has written it.
  ['api_key_usage'],
  [
    'level_request',
    'level_document',
    'brazil_validation',
    'account_link',
    'account_link_claim',
    'webhook_event',
    'audit_chain',
  ],
  ['operator', 'operator_audit', 'operator_request', 'ticket_step', 'keyed_request', 'ticket_comment'],
  // Challenges and removals move no money: the ticket and the signer's record do.
  ['passkey_removal', 'withdrawal_challenge'],
  // The watcher writes it, which never leads.
  ['watcher_halt'],
].flat();

test('every other table is fenced: a new table must be listed in one of the kinds', async () => {
  const rows = await store.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = current_schema::regnamespace AND c.relkind IN ('r', 'p') AND NOT EXISTS (
       SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'only_the_current_writer')`,
  );
  expect(rows.map(({ name }) => name).filter((name) => !unfenced.includes(name))).toEqual([]);
});
