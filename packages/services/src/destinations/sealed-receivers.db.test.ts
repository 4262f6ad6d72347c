/** X2: bank accounts are sealed in the database, those of the version before are sealed at a start, and the key is replaced. */
import { minor } from '@salar/protocol';
import { TicketDatabase } from '@salar/store';
import { findWithdrawal, listPaidWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankWorld } from '@salar/testing/bank-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { testMacs } from '@salar/testing/test-customers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { KeyRing } from '../crypto/key-ring.ts';
import { SealedBox } from '../crypto/sealed-box.ts';
import { SealedColumns } from '../crypto/sealed-columns.ts';
import { KeyRotation } from '../key-rotation/key-rotation.ts';
import type { RotatedTable } from '../key-rotation/key-rotation.ts';
import { listRotatedReceivers } from '../key-rotation/rotated-tables.ts';
import { silentLog } from '../ports/log.ts';
import { hashBody } from '../withdrawals/withdrawal-request.ts';
import { DestinationRecords } from './destination-records.ts';
import { sealFormerReceivers } from './former-receivers.ts';

const { brl, maria } = bankWorld;
const requestIp = '203.0.113.9';
/** Each text that identifies the account, and how people write it. */
const secrets = ['+5511987654321', '(11) 98765-4321', '52998224725', '529.982.247-25', 'rent of the flat'];
const form = { PixKey: '+55 (11) 98765-4321', TaxIdNumber: '529.982.247-25', Comment: 'rent of the flat' };
const receiver = '{"PixKey":"+5511987654321","TaxIdNumber":"52998224725"}';
const former = { id: 1, key: Buffer.alloc(32, 1) };
const current = { id: 2, key: Buffer.alloc(32, 2) };

let store: TestDatabase;
let world: BankWorld;
const opened: TicketDatabase[] = [];
beforeAll(async () => {
  store = await openTestDatabase();
  world = openBankWorld(store.database);
});
beforeEach(async () => {
  await store.database.query('DELETE FROM destination; DELETE FROM withdrawal');
});
afterAll(async () => {
  for (const database of opened) await database.close();
  await store.close();
});

/** Opens the database as an exchange with these sealing keys. */
function openWith(keys: KeyRing): TicketDatabase {
  const seals = new SealedColumns({ box: new SealedBox(keys), log: silentLog });
  const database = new TicketDatabase(store.options, { events: store.ticketEvents, seals });
  opened.push(database);
  return database;
}

const openDestinations = ({ seals }: TicketDatabase) => new DestinationRecords({ macs: testMacs, seals });

/** Saves a destination and requests a withdrawal to it, both confirmed. */
async function live(database: TicketDatabase) {
  const services = await world.open({ database });
  const text = JSON.stringify(form);
  const name = 'bank:11987654321';
  const saved = await services.destinations.create({
    ...maria,
    productId: brl,
    name,
    identifier: text,
    requestIp,
  });
  const code = world.mails.at(-1)?.notification;
  if (!saved.ok || code?.kind !== 'confirm_destination') throw new Error('the destination was not saved');
  await services.destinations.confirm({ code: code.code, requestIp });
  const request = {
    ...maria,
    productId: brl,
    amount: minor(100_00n),
    templateType: 'BrlPix',
    templateForm: text,
    requestKey: 'a key',
    requestIp,
  };
  const created = await services.withdrawals.create(request);
  const mail = world.mails.at(-1)?.notification;
  if (!created.ok || mail?.kind !== 'confirm_withdrawal') throw new Error('the withdrawal was not requested');
  await services.withdrawals.confirm({ userId: maria.userId, code: mail.code });
  return { services, request, ticketId: created.value.ticketId };
}

/** Returns the places of the database in which a secret is readable. */
async function findReadable(): Promise<readonly string[]> {
  const { database } = store;
  const names = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of names)
    for (const { row } of await database.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t`))
      if ([...secrets, '11987654321'].some((secret) => row.includes(secret))) found.push(name);
  return found;
}

/** Writes the rows as the version before did. */
async function unseal(database: TicketDatabase): Promise<void> {
  await database.query(
    `UPDATE withdrawal SET destination = $1, template_form = $2, sealed_receiver = NULL, receiver_key = NULL`,
    [receiver, JSON.stringify({ TemplateType: 'BrlPix', ...form })],
  );
  await database.query(
    `UPDATE destination SET identifier = $1, name = 'bank:11987654321', sealed_receiver = NULL, receiver_key = NULL`,
    [receiver],
  );
}

async function rotate(database: TicketDatabase, keys: KeyRing): Promise<number> {
  const records = openDestinations(database);
  const destinations: RotatedTable = {
    table: 'destination',
    key: 'id',
    columns: ['sealed_receiver'],
    rotate: (tx, id) => records.proveAgain(tx, id),
  };
  return new KeyRotation({
    ring: 'test',
    database,
    keyIds: keys.map(({ id }) => id),
    tables: [...listRotatedReceivers(database.seals), destinations],
    pauseMs: 0,
    log: silentLog,
  }).run(new AbortController().signal);
}

/** Checks that an exchange reads and finds the receiver everywhere. */
async function expectKnown(database: TicketDatabase, ticketId: Awaited<ReturnType<typeof live>>['ticketId']) {
  const row = await findWithdrawal(database, ticketId);
  expect(row?.destination).toBe(receiver);
  expect(JSON.parse(row?.templateForm ?? '')).toMatchObject({ Comment: 'rent of the flat' });
  const records = openDestinations(database);
  const [saved] = await records.list(database, maria.accountId);
  expect(saved).toMatchObject({ name: 'bank:11987654321', identifier: receiver });
  if (saved === undefined) throw new Error('the destination is missing');
  expect(await records.findConfirmedSince(database, { ...maria, identifier: receiver })).not.toBeNull();
  expect(await database.transaction((tx) => records.insert(tx, saved))).toBe(false); // it is there already
  const paid = () => listPaidWithdrawals(database, { ...maria, destination: receiver, limit: 5 });
  await database.query(`UPDATE withdrawal SET status = 'FullyProcessed'`);
  expect((await paid()).map((one) => one.ticketId)).toEqual([ticketId]);
}

test('X2 no row has a readable bank account, and its owner and operators have it in full', async () => {
  const database = openWith([former]);
  const { services, ticketId } = await live(database);
  expect(await findReadable()).toEqual([]);
  const shown = await services.withdrawals.find({ accountId: maria.accountId, ticketId });
  expect(shown).toMatchObject({ destination: receiver });
  expect(JSON.parse(shown?.templateForm ?? '')).toEqual({
    TemplateType: 'BrlPix',
    PixKey: '+5511987654321',
    TaxIdNumber: '52998224725',
    Comment: 'rent of the flat',
  });
  await expectKnown(database, ticketId);
});

test('those of the version before are sealed at the next start, and are what they were', async () => {
  const database = openWith([former]);
  const { services, request, ticketId } = await live(database);
  await unseal(database);
  await database.query('UPDATE withdrawal_request SET body_key = NULL, body_hash = $1', [hashBody(request)]);
  expect(new Set(await findReadable())).toEqual(new Set(['destination', 'withdrawal']));
  expect(await services.withdrawals.find({ accountId: maria.accountId, ticketId })).toMatchObject({
    destination: receiver,
  });
  const lines: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object) => void lines.push(fields) };
  expect(await sealFormerReceivers({ database, log })).toBe(3);
  expect(lines).toEqual([
    { table: 'withdrawal', rows: 1 },
    { table: 'destination', rows: 1 },
    { table: 'withdrawal_request', rows: 1 },
  ]);
  expect(await sealFormerReceivers({ database, log })).toBe(0);
  expect(await findReadable()).toEqual([]);
  expect(await services.withdrawals.create(request)).toMatchObject({ ok: true, value: { ticketId } });
  await expectKnown(database, ticketId);
});

test('a repeat under its key is the same ticket, whatever was stored about it', async () => {
  const database = openWith([former]);
  const { services, request, ticketId } = await live(database);
  expect(await services.withdrawals.create(request)).toMatchObject({ ok: true, value: { ticketId } });
  const other = { ...request, amount: minor(100_01n) };
  expect(await services.withdrawals.create(other)).toEqual({ ok: false, refusal: 'request_key_reused' });
});

test('the key is replaced while both are known, and the former one is not needed afterwards', async () => {
  const { request, ticketId } = await live(openWith([former]));
  const both = openWith([current, former]);
  await expectKnown(both, ticketId);
  expect(await rotate(both, [current, former])).toBe(0);
  const later = openWith([current]);
  await expectKnown(later, ticketId);
  const { withdrawals } = await world.open({ database: later });
  const repeated = await withdrawals.create(request);
  expect(repeated).toEqual({ ok: false, refusal: 'request_key_reused' }); // no second ticket either
  const row = await findWithdrawal(openWith([former]), ticketId);
  expect(row?.destination).toBe('{}'); // a key that is gone opens nothing
});

test('a sealed account in another row, or under another hash, is nobody’s', async () => {
  const database = openWith([former]);
  const { ticketId } = await live(database);
  const forge = async (change: string) => {
    await database.query(`UPDATE withdrawal SET ${change}`);
    return (await findWithdrawal(database, ticketId))?.destination;
  };
  const [kept] = await database.query<{ sealed: Buffer; key: Buffer }>(
    'SELECT sealed_receiver AS sealed, receiver_key AS key FROM withdrawal',
  );
  expect(await forge(`sealed_receiver = (SELECT sealed_receiver FROM destination)`)).toBe('{}');
  await database.query('UPDATE withdrawal SET sealed_receiver = $1', [kept?.sealed]);
  expect(await forge(`receiver_key = sha256('another receiver')`)).toBe('{}');
  await database.query('UPDATE withdrawal SET receiver_key = $1', [kept?.key]);
  expect((await findWithdrawal(database, ticketId))?.destination).toBe(receiver);
});

test('an unconfirmed withdrawal whose account cannot be read any more expires, and its money returns', async () => {
  const database = openWith([former]);
  const services = await world.open({ database });
  const before = world.available(maria, brl);
  const created = await services.withdrawals.create({
    ...maria,
    productId: brl,
    amount: minor(100_00n),
    templateForm: JSON.stringify(form),
    requestIp,
  });
  if (!created.ok) throw new Error(created.refusal);
  expect(world.available(maria, brl)).toBe(before - 100_00n);
  await database.query(`UPDATE withdrawal SET receiver_key = sha256('another receiver')`);
  world.clock.now += 31 * 60_000;
  await services.turn();
  expect(await findWithdrawal(database, created.value.ticketId)).toMatchObject({
    destination: '{}',
    status: 'Expired',
    moneyDone: true,
  });
  expect(world.available(maria, brl)).toBe(before);
});
