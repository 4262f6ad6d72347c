/** Open withdrawals as version 0.1 left them: without MACs over their statuses and mailed codes. */
import { minor } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankWorld } from '@salar/testing/bank-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { testSeals } from '@salar/testing/test-seals';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { previewProofs, proveOnce } from '../crypto/first-proofs.ts';
import type { ProofMarks } from '../crypto/first-proofs.ts';
import { silentLog } from '../ports/log.ts';
import type { TrustDecision } from '../ports/trust-decision.ts';
import { bankProviders } from '../tickets/bank-providers.ts';
import { createWithdrawalProofs, describeFormerWithdrawals } from './former-withdrawals.ts';

const { brl, cop, maria, ticketMacKey } = bankWorld;
const options = { ticketMacKey, seals: testSeals, providers: bankProviders({ cop, brl }) };
const tables = [createWithdrawalProofs(options)];

let db: TestDatabase;
let world: BankWorld;
beforeEach(async () => {
  db = await openTestDatabase();
  world = openBankWorld(db.database);
});
afterEach(() => db.close());

function openMarks(): ProofMarks {
  const marked = new Set<string>();
  return { has: (table) => marked.has(table), add: (table) => void marked.add(table) };
}

/** Requests a withdrawal, and writes a status as version 0.1 did. @returns the ticket and its mailed code */
async function leave(status: string): Promise<{ readonly ticketId: TicketId; readonly code: string }> {
  const services = await world.open();
  const form = JSON.stringify({ PixKey: '+55 (11) 98765-4321', TaxIdNumber: '529.982.247-25' });
  const created = await services.withdrawals.create({
    ...maria,
    productId: brl,
    amount: minor(100_00n),
    templateType: 'BrlPix',
    templateForm: form,
    requestIp: '203.0.113.9',
  });
  if (!created.ok) throw new Error(created.refusal);
  const { ticketId } = created.value;
  const mail = world.mails.find(({ dedupKey }) => dedupKey === `withdrawal:${ticketId}`)?.notification;
  await write(`UPDATE withdrawal SET status = $2, status_mac = NULL, code_mac = NULL WHERE ticket_id = $1`, [
    ticketId,
    status,
  ]);
  return { ticketId, code: mail?.kind === 'confirm_withdrawal' ? mail.code : '' };
}

function write(statement: string, values: readonly unknown[]): Promise<unknown> {
  return db.database.query(statement, [...values]);
}

async function readStatus(ticketId: TicketId): Promise<string | undefined> {
  return (await findWithdrawal(db.database, ticketId))?.status;
}

/** Trusts what is shown, as an owner does. */
async function decide(): Promise<TrustDecision> {
  const shown = await previewProofs(db.database, tables, openMarks());
  return {
    check: (part, former) => {
      if (shown.get(part)?.digest !== former.digest) throw new Error(`nobody trusts ${part}`);
    },
  };
}

test('go on from where they were, once somebody has decided to trust them', async () => {
  const unconfirmed = await leave('Pending2Fa');
  const confirmed = await leave('Confirmed2Fa');
  const canceled = await leave('UserCanceled');
  const payout = await leave('SystemProcessing');
  const before = world.available(maria, brl);
  const proved = { marks: openMarks(), trust: await decide(), log: silentLog };
  await proveOnce(db.database, tables, proved);
  const services = await world.open();
  await services.turn();
  expect(await readStatus(confirmed.ticketId)).toBe('AutoAccepted');
  expect(world.available(maria, brl)).toBe(before + 100_00n); // of the canceled one
  expect((await findWithdrawal(db.database, canceled.ticketId))?.moneyDone).toBe(true);
  const { code } = unconfirmed;
  expect(await services.withdrawals.confirm({ userId: maria.userId, code })).toMatchObject({ ok: true });
  expect((await findWithdrawal(db.database, payout.ticketId))?.statusMac).not.toBeNull();
  await write('UPDATE withdrawal SET status_mac = NULL WHERE ticket_id = $1', [payout.ticketId]);
  await proveOnce(db.database, tables, proved); // a second time proves nothing
  expect((await findWithdrawal(db.database, payout.ticketId))?.statusMac).toBeNull();
});

test('stay without MACs until they are trusted, and when one was changed since it was shown', async () => {
  const { ticketId } = await leave('Confirmed2Fa');
  const refuse: TrustDecision = {
    check: () => {
      throw new Error('nobody has decided');
    },
  };
  const marks = openMarks();
  const prove = (trust: TrustDecision) => proveOnce(db.database, tables, { marks, trust, log: silentLog });
  await expect(prove(refuse)).rejects.toThrow('nobody has decided');
  const trust = await decide();
  await write(`UPDATE withdrawal SET status = 'Accepted' WHERE ticket_id = $1`, [ticketId]);
  await expect(prove(trust)).rejects.toThrow('nobody trusts withdrawal');
  expect(marks.has('withdrawal')).toBe(false);
  expect((await findWithdrawal(db.database, ticketId))?.statusMac).toBeNull();
});

test('with other terms than those of the request are shown, and never trusted', async () => {
  const { ticketId } = await leave('Accepted');
  await write(
    `UPDATE withdrawal SET destination = 'a thief', template_form = '{}', sealed_receiver = NULL, receiver_key = NULL
     WHERE ticket_id = $1`,
    [ticketId],
  );
  const [shown] = await describeFormerWithdrawals(db.database, options);
  expect(shown?.next).toMatch(/^NOT TRUSTED: its terms were changed/);
  const [other] = await describeFormerWithdrawals(db.database, { ...options, providers: [] });
  expect(other?.next).toMatch(/^NOT TRUSTED: its network is not in the settings/);
  await proveOnce(db.database, tables, { marks: openMarks(), trust: await decide(), log: silentLog });
  expect((await findWithdrawal(db.database, ticketId))?.statusMac).toBeNull();
});
