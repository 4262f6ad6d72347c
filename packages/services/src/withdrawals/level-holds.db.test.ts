/** F37: withdrawals that wait when the level of their customer falls. */
import { minor } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankWorld } from '@salar/testing/bank-world';
import { createDecisions } from '@salar/testing/decision-memory';
import { noCodes } from '@salar/testing/no-codes';
import { openTestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TicketServices } from '../compose/open-ticket-services.ts';
import { startPayout } from '../payments/bank-payouts.ts';
import type { PayoutContext } from '../payments/bank-payouts.ts';
import { silentLog } from '../ports/log.ts';
import { bankProviders } from '../tickets/bank-providers.ts';
import { aboveLevelReason } from './level-allowance.ts';
import { move } from './withdrawal-moves.ts';
import { unprovedReason } from './withdrawal-steps.ts';

const { brl, maria, joao } = bankWorld;

let database: TicketDatabase;
let closeDatabase: () => Promise<void>;
let world: BankWorld;
let services: TicketServices;
beforeAll(async () => {
  const store = await openTestDatabase();
  database = store.database;
  closeDatabase = () => store.close();
  world = openBankWorld(database);
  services = await world.open();
});
afterAll(() => closeDatabase());
beforeEach(() => setLevel(1));

const setLevel = (level: number, { accountId } = maria) =>
  world.ledger.submit({ type: 'SetAccountLevel', accountId, level });
const request = (amount: bigint, by = maria) =>
  services.withdrawals.create({
    ...by,
    productId: brl,
    amount: minor(amount),
    templateForm: JSON.stringify({ PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-25' }),
    requestIp: null,
  });

async function pending(amount = 1_000n, by = maria): Promise<{ ticketId: TicketId; code: string }> {
  const created = await request(amount, by);
  if (!created.ok) throw new Error(created.refusal);
  const { ticketId } = created.value;
  const mail = world.mails.find((one) => one.dedupKey === `withdrawal:${ticketId}`)?.notification;
  return { ticketId, code: mail?.kind === 'confirm_withdrawal' ? mail.code : '' };
}

async function accepted(amount?: bigint, by = maria): Promise<TicketId> {
  const { ticketId, code } = await pending(amount, by);
  await services.withdrawals.confirm({ userId: by.userId, code });
  await services.turn();
  expect(await readStatus(ticketId)).toBe('AutoAccepted');
  return ticketId;
}

const read = async (ticketId: TicketId) => {
  const row = await findWithdrawal(database, ticketId);
  if (row === null) throw new Error('the withdrawal exists');
  return row;
};
const readStatus = async (ticketId: TicketId) => (await read(ticketId)).status;
const context = (): PayoutContext => ({
  database,
  ledger: world.ledger,
  ticketMacKey: bankWorld.ticketMacKey,
  providers: bankProviders({ cop: bankWorld.cop, brl }),
  listSigned: async () => [],
  decisions: createDecisions(() => world.clock.now),
  signedWithdrawals: null,
  by: 'test',
  clock: () => world.clock.now,
  log: silentLog,
});

test('an accepted one waits for operators, and its customer reads why', async () => {
  const ticketId = await accepted();
  const joaos = await accepted(1_000n, joao);
  await setLevel(0);
  expect(await services.withdrawals.holdAboveLevel(maria.accountId)).toBe(1);
  expect(await read(ticketId)).toMatchObject({ status: 'AdminProcessing', rejectReason: aboveLevelReason });
  expect(await services.withdrawals.holdAboveLevel(maria.accountId)).toBe(0);
  const claim = { accountId: maria.accountId, ticketId };
  expect(await services.withdrawals.find(claim)).toMatchObject({
    rejectReason: 'Verification level too low',
  });
  expect(await readStatus(joaos)).toBe('AutoAccepted');
  // Accepted by two operators once the level is back: the customer no longer reads about the level.
  await setLevel(1);
  await move(context(), ticketId, 'Accepted');
  expect(await services.withdrawals.find(claim)).toMatchObject({ status: 'Accepted', rejectReason: null });
});

test('one that is confirmed after the fall waits for operators, and a new one is refused', async () => {
  const { ticketId, code } = await pending();
  await setLevel(0);
  expect(await request(1_000n)).toMatchObject({ refusal: 'level_too_low' });
  expect(await services.withdrawals.confirm({ userId: maria.userId, code })).toMatchObject({ ok: true });
  await services.turn();
  expect(await read(ticketId)).toMatchObject({ status: 'AdminProcessing', rejectReason: aboveLevelReason });
});

test('one that waits for its delay is decided by the level of that time', async () => {
  const delayed = await world.open({
    acceptance: { ...services.withdrawals.policy, newDestinationHoldMs: 3_600_000 },
  });
  const made = await Promise.all([pending(1_000n, joao), pending(2_000n, joao)]);
  for (const { code } of made) await delayed.withdrawals.confirm({ userId: joao.userId, code });
  await delayed.turn();
  const [first] = made;
  expect(await readStatus(first.ticketId)).toBe('Delayed');
  await setLevel(0, joao);
  expect(await delayed.withdrawals.holdAboveLevel(joao.accountId)).toBe(1); // the one of the first test
  expect(await readStatus(first.ticketId)).toBe('Delayed');
  await setLevel(1, joao);
  world.clock.now += 3_600_001;
  await delayed.turn();
  expect(await readStatus(first.ticketId)).toBe('AutoAccepted');
});

test('a row that somebody puts back is not paid: the level is in the ledger', async () => {
  const ticketId = await accepted();
  const { status, statusMac, updatedAt } = await read(ticketId);
  await setLevel(0);
  await services.withdrawals.holdAboveLevel(maria.accountId);
  await database.query(
    'UPDATE withdrawal SET status = $2, status_mac = $3, updated_at = $4, reject_reason = NULL WHERE ticket_id = $1',
    [ticketId, status, statusMac, updatedAt],
  );
  expect(await startPayout(context(), await read(ticketId))).toMatchObject({
    refusal: 'withdrawals_stopped',
  });
  await setLevel(1);
  // Its status is not proved either: it was followed by another one.
  expect(await startPayout(context(), await read(ticketId))).toMatchObject({ refusal: 'ticket_moved' });
});

test('an acceptance that somebody wrote is not proved by the fall', async () => {
  const { ticketId } = await pending();
  await database.query(`UPDATE withdrawal SET status = 'AutoAccepted' WHERE ticket_id = $1`, [ticketId]);
  await setLevel(0);
  expect(await services.withdrawals.holdAboveLevel(maria.accountId)).toBe(1);
  expect(await read(ticketId)).toMatchObject({ status: 'AdminProcessing', rejectReason: unprovedReason });
});

test('a payout that has begun continues when the level falls', async () => {
  const ticketId = await accepted();
  expect(await startPayout(context(), await read(ticketId))).toMatchObject({ ok: true });
  // From here on the bank may have it: a fall does not stop it.
  await setLevel(0);
  expect(await services.withdrawals.holdAboveLevel(maria.accountId)).toBe(0);
  expect(await readStatus(ticketId)).toBe('SystemProcessing');
});

test('of a higher level, what the lower one does not allow waits, also on the next day', async () => {
  const limit = minor(100n * 75_000n); // 100 reais
  const bounds = { dailyLimit: limit, monthlyLimit: minor(10n * limit) };
  await world.ledger.submit({ type: 'DefineLevel', level: 1, ...bounds });
  await world.ledger.submit({ type: 'DefineLevel', level: 2, dailyLimit: null, monthlyLimit: null });
  world.clock.now += 40 * 86_400_000; // the month begins without withdrawals
  await setLevel(2);
  const large = await accepted(20_000n);
  world.clock.now += 86_400_000;
  const small = await accepted(5_000n);
  await setLevel(1);
  expect(await services.withdrawals.holdAboveLevel(maria.accountId)).toBe(1);
  expect([await readStatus(large), await readStatus(small)]).toEqual(['AdminProcessing', 'AutoAccepted']);
});

test('one that is accepted while the level falls waits for operators in the same turn', async () => {
  let foundByFall: number | null = null;
  const fall = async () => {
    await setLevel(0, joao);
    return services.withdrawals.holdAboveLevel(joao.accountId);
  };
  let isFalling = false;
  const falling = await world.open({
    codes: {
      ...noCodes,
      // Read in the transaction of the decision, after the level was read.
      isOn: async () => {
        if (isFalling) foundByFall ??= await fall();
        return false;
      },
    },
  });
  await setLevel(1, joao);
  await fall(); // those of the tests before
  await setLevel(1, joao);
  const { ticketId, code } = await pending(3_000n, joao);
  await falling.withdrawals.confirm({ userId: joao.userId, code });
  isFalling = true;
  await falling.turn();
  expect(foundByFall).toBe(0);
  expect(await read(ticketId)).toMatchObject({ status: 'AdminProcessing', rejectReason: aboveLevelReason });
});

test('lower limits of a level hold back what was accepted above them', async () => {
  await world.ledger.submit({ type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null });
  const ticketId = await accepted(20_000n);
  const limit = minor(100n * 75_000n); // 100 reais
  await world.ledger.submit({ type: 'DefineLevel', level: 1, dailyLimit: limit, monthlyLimit: null });
  await services.turn();
  expect(await read(ticketId)).toMatchObject({ status: 'AdminProcessing', rejectReason: aboveLevelReason });
});
