/** When the loop over the withdraw tickets runs: its queries are counted on a real PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';
import { minor } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankWorld } from '@salar/testing/bank-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TicketServices } from '../compose/open-ticket-services.ts';
import { hashSecret } from '../crypto/tokens.ts';
import { move } from './withdrawal-moves.ts';

const { brl, maria } = bankWorld;
/** Generous for a busy machine, and less than the 30 s after which the safety poll would find the ticket. */
const soon = { timeout: 20_000 };

let store: TestDatabase;
let world: BankWorld;
let services: TicketServices;
/** Counts the rounds: each ends by reading when the next ticket is due. */
let countRounds: () => number;
beforeEach(async () => {
  store = await openTestDatabase();
  world = openBankWorld(store.database);
  services = await world.open();
  const queries = vi.spyOn(store.database, 'query');
  countRounds = () =>
    queries.mock.calls.filter(([text]) => text.startsWith('select min("open"."due_at")')).length;
});
afterEach(async () => {
  await services.stop();
  vi.restoreAllMocks();
  await store.close();
});

/** Requests 100 reais by Pix. */
async function request(): Promise<{ readonly ticketId: TicketId; readonly code: string }> {
  const created = await services.withdrawals.create({
    ...maria,
    productId: brl,
    amount: minor(100_00n),
    templateForm: JSON.stringify({ PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-25' }),
    requestIp: null,
  });
  if (!created.ok) throw new Error(created.refusal);
  const { ticketId } = created.value;
  const mail = world.mails.find(({ dedupKey }) => dedupKey === `withdrawal:${ticketId}`)?.notification;
  return { ticketId, code: mail?.kind === 'confirm_withdrawal' ? mail.code : '' };
}

/** Starts the loop and resolves after its first round. */
async function start(): Promise<void> {
  services.start();
  await expect.poll(countRounds, soon).toBeGreaterThanOrEqual(1);
}

const findStatus = async (ticketId: TicketId) => (await findWithdrawal(store.database, ticketId))?.status;

test('with nothing due there are no rounds', async () => {
  await request();
  await start();
  const before = countRounds();
  await sleep(2_500);
  expect(countRounds()).toBe(before);
});

test('a confirmed ticket is decided at once', async () => {
  await start();
  const { ticketId, code } = await request();
  await services.withdrawals.confirm({ userId: maria.userId, code });
  await expect.poll(() => findStatus(ticketId), soon).toBe('AutoAccepted');
});

test('a code that was written into the database, or belongs to another ticket, confirms nothing', async () => {
  const [own, other] = [await request(), await request()];
  const written = 'written by somebody else';
  const writeHash = (hash: Buffer | null, { ticketId }: { readonly ticketId: TicketId }) =>
    store.database.query('UPDATE withdrawal SET code_hash = $2 WHERE ticket_id = $1', [ticketId, hash]);
  const confirm = (code: string) => services.withdrawals.confirm({ userId: maria.userId, code });
  const invalid = { ok: false, refusal: 'code_invalid' };
  await writeHash(hashSecret(written), own);
  expect(await confirm(written)).toEqual(invalid);
  await writeHash(null, own);
  await writeHash(hashSecret(own.code), other);
  expect(await confirm(own.code)).toEqual(invalid);
  expect(await findStatus(other.ticketId)).toBe('Pending2Fa');
});

test('a ticket that was not confirmed expires when its code does', async () => {
  const { ticketId } = await request();
  const expiresAt = world.clock.now + 500;
  await store.database.query('UPDATE withdrawal SET code_expires_at = $1', [expiresAt]);
  await start();
  world.clock.now = expiresAt;
  await expect.poll(() => findStatus(ticketId), soon).toBe('Expired');
  await expect.poll(() => world.available(maria, brl), soon).toBe(10_000_00n);
});

test('the hold of a ticket that was ended without its release is released', async () => {
  const { ticketId } = await request();
  await start();
  expect(world.available(maria, brl)).toBe(9_900_00n);
  const { database } = store;
  const { ticketMacKey } = bankWorld;
  const context = { database, ticketMacKey, clock: () => world.clock.now, by: 'test' };
  expect(await move(context, ticketId, 'AdminCanceled')).not.toBeNull();
  await expect.poll(() => world.available(maria, brl), soon).toBe(10_000_00n);
});
