/**
 * Attacks by somebody who can write to the database, on rows that decide whom a customer pays, which level they have, and how long
 * a withdrawal waits. Each is refused with an alert.
 */
import { randomUUID } from 'node:crypto';
import { userId } from '@salar/protocol';
import { CredentialChanges } from '@salar/services/accounts/credential-changes';
import { proveOnce } from '@salar/services/crypto/first-proofs';
import type { ProofMarks } from '@salar/services/crypto/first-proofs';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { SealedColumns } from '@salar/services/crypto/sealed-columns';
import { hashSecret } from '@salar/services/crypto/tokens';
import { DestinationRecords } from '@salar/services/destinations/destination-records';
import { silentLog } from '@salar/services/ports/log';
import type { TrustDecision } from '@salar/services/ports/trust-decision';
import { LevelRecords } from '@salar/services/verification/level-records';
import { ReviewRecords } from '@salar/services/verification/review-records';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { products } from '../../src/seed/catalogue.ts';
import { switchOn } from '../support/authenticator-app.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { completeRequest } from '../support/level-requests.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';

const box = new SealedBox(Buffer.alloc(32, 3));
const macs = new RowMacs({ box, log: silentLog });
/** The decision of an owner who trusts every row; database-writer.db.test.ts tests the others. */
const trust: TrustDecision = { check: () => undefined };
const address = (digit: string) => `0x${digit.repeat(40)}`;

let world: GatewayWorld;
let maria: Customer;
let mallory: Customer;
const alerts: string[] = [];

beforeAll(async () => {
  const stream = { write: (line: string) => void (line.includes('ALERT') && alerts.push(line)) };
  world = await openGatewayWorld({ log: pino({ level: 'error' }, stream), box });
});
beforeEach(async () => {
  maria = await world.customer({ level: 1 });
  mallory = await world.customer({ level: 1 });
  alerts.length = 0;
});
afterAll(() => world.close());

const query = (sql: string, values: readonly unknown[] = []) =>
  world.database.query<Record<string, unknown>>(sql, [...values]);
const change = (table: string, column: string, value: unknown, of: Customer) =>
  query(`UPDATE ${table} SET ${column} = $2 WHERE user_id = $1`, [of.userId, value]);
/** Lists the columns of a table besides those that decide nothing. */
const listColumns = async (table: string, free: readonly string[]) => {
  const select = 'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1';
  const names = (await query(select, [table])).map(({ name }) => String(name));
  return names.filter((name) => name !== 'mac' && !free.includes(name)).toSorted();
};
/** Changes each column of a customer's row in turn, tries the attack, and puts the value back. */
async function changingEach(
  { table, of, where = 'true' }: { readonly table: string; readonly of: Customer; readonly where?: string },
  changes: Readonly<Record<string, () => unknown>>,
  attack: () => Promise<void>,
): Promise<void> {
  for (const [column, value] of Object.entries(changes)) {
    const select = `SELECT ${column} AS value FROM ${table} WHERE user_id = $1 AND ${where}`;
    const [row] = await query(select, [of.userId]);
    if (row === undefined) throw new Error(`${of.userName} has a row of ${table}`);
    const id = `SELECT ctid FROM ${table} WHERE user_id = $1 AND ${where}`;
    const [changed] = await query(
      `UPDATE ${table} SET ${column} = $2 WHERE ctid = (${id}) RETURNING ctid::text AS place`,
      [of.userId, value()],
    );
    alerts.length = 0;
    await attack();
    expect({ column, alerts: alerts.length }).not.toEqual({ column, alerts: 0 });
    await query(`UPDATE ${table} SET ${column} = $2 WHERE ctid = $1::tid`, [
      changed?.['place'],
      row['value'],
    ]);
  }
}
const expectAlert = () => expect(alerts).not.toEqual([]);
const openMarks = (): ProofMarks => {
  const marked = new Set<string>();
  return { has: (table) => marked.has(table), add: (table) => void marked.add(table) };
};
const fetchLevel = async (customer: Customer) =>
  (await customer.call('GetAccountInfo')).json()['VerificationLevel'];

describe('saved destinations', () => {
  const save = async (of: Customer, identifier: string) => {
    const Name = 'wallet:ledger:Ethereum (local)';
    const saved = await of.call('CreateAccountWithdrawInfo', {
      ProductId: 3,
      Name,
      AccountIdentifier: identifier,
    });
    return saved.json();
  };
  const confirm = async (VerifyEmailCode: string) =>
    (await world.call('ConfirmWithdrawInfo', { VerifyEmailCode })).json()['result'];
  const codeOf = ({ userName }: Customer) => world.codeFor(`${userName}@example.com`);
  const saveConfirmed = async (of: Customer, identifier = address('1')) => {
    await save(of, identifier);
    expect(await confirm(codeOf(of))).toBe(true);
  };
  const list = async (of: Customer) =>
    (await of.call('GetAccountWithdrawInfos')).json() as unknown as { Verified: boolean }[];
  const changes: Readonly<Record<string, () => unknown>> = {
    id: () => randomUUID(),
    user_id: () => mallory.userId,
    account_id: () => mallory.accountId,
    product_id: () => 4,
    template_type: () => 'BrlPix',
    name: () => 'wallet:mine:Ethereum (local)',
    identifier: () => address('2'),
    code_hash: () => hashSecret('known'),
    code_expires_at: () => 9_999_999_999_999,
    verified_at: () => 1,
    created_at: () => 1,
    mac: () => null,
  };

  test('one of which any column was changed does not exist', async () => {
    await saveConfirmed(maria);
    await changingEach({ table: 'destination', of: maria }, changes, async () => {
      expect([...(await list(maria)), ...(await list(mallory))]).toEqual([]);
    });
    expect(await list(maria)).toHaveLength(1);
  });

  test('one that was written as confirmed is not, and the mailed link does not confirm it any more', async () => {
    await save(maria, address('3'));
    const code = codeOf(maria);
    await change('destination', 'verified_at', 1, maria);
    expect(await list(maria)).toEqual([]);
    expect(await confirm(code)).toBe(false);
    expectAlert();
  });

  test('a code that somebody wrote does not confirm it', async () => {
    await save(maria, address('4'));
    await change('destination', 'code_hash', hashSecret('my own code'), maria);
    expect(await confirm('my own code')).toBe(false);
    expectAlert();
  });

  test('a copy for another customer does not exist, and its customer can save the receiver', async () => {
    await saveConfirmed(mallory, address('5'));
    const columns =
      'product_id, template_type, name, identifier, code_expires_at, verified_at, created_at, mac';
    await query(
      `INSERT INTO destination (id, user_id, account_id, code_hash, ${columns})
       SELECT gen_random_uuid(), $1, $2, sha256('x'), ${columns} FROM destination WHERE user_id = $3`,
      [maria.userId, maria.accountId, mallory.userId],
    );
    expect(await list(maria)).toEqual([]);
    expectAlert();
    expect(await save(maria, address('5'))).toMatchObject({ result: true });
    expect(await list(maria)).toMatchObject([{ Verified: false }]);
  });

  const sealedChanges: typeof changes = {
    sealed_receiver: () => Buffer.alloc(80, 1),
    receiver_key: () => hashSecret('another account'),
  };

  test('a bank account whose seal or hash was changed does not exist', async () => {
    const AccountIdentifier = JSON.stringify({ PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-25' });
    const account = { ProductId: products.BRL.productId, Name: 'bank:7', AccountIdentifier };
    expect((await maria.call('CreateAccountWithdrawInfo', account)).json()).toMatchObject({ result: true });
    await changingEach({ table: 'destination', of: maria }, sealedChanges, async () => {
      expect(await list(maria)).toEqual([]);
    });
    expect(await list(maria)).toHaveLength(1);
  });

  test('every column is covered', async () => {
    const covered = Object.keys({ ...changes, ...sealedChanges }).filter((column) => column !== 'mac');
    expect(await listColumns('destination', [])).toEqual(covered.toSorted());
  });

  test('those of the version before are proved once; without their MACs they do not exist later', async () => {
    await saveConfirmed(maria);
    const records = new DestinationRecords({ macs, seals: new SealedColumns({ box, log: silentLog }) });
    const given = { marks: openMarks(), trust, log: silentLog };
    const forget = () => query('UPDATE destination SET mac = NULL');
    await forget();
    await proveOnce(world.database, [records], given);
    expect(await list(maria)).toHaveLength(1);
    await forget();
    await proveOnce(world.database, [records], given);
    expect(await list(maria)).toEqual([]);
    await proveOnce(world.database, [records], { marks: openMarks(), trust, log: silentLog });
  });
});

describe('requests for levels', () => {
  const submit = async (of: Customer) => {
    await completeRequest(world, of, 2, 'Natural person');
    expect((await of.call('SubmitLevelRequest', { Level: 2 })).json()).toMatchObject({ result: true });
    const [row] = await query('SELECT request_id AS id FROM level_request WHERE user_id = $1', [of.userId]);
    return Number(row?.['id']);
  };
  const approve = (requestId: number) =>
    world.services.verification.levelRequests.decide({
      requestId,
      to: 'Approved',
      comment: null,
      by: 'olga',
    });

  test('one that was written as approved raises no level', async () => {
    await submit(mallory);
    await query(
      `UPDATE level_request SET status = 'Approved', is_applied = false, decided_by = 'olga', decided_at = 1
       WHERE user_id = $1`,
      [mallory.userId],
    );
    await query(
      `INSERT INTO level_request (user_id, level, status, is_applied, created_at) VALUES ($1, 3, 'Approved', false, 1)`,
      [mallory.userId],
    );
    expect(await world.services.verification.levelRequests.heal()).toBe(0);
    expect(await fetchLevel(mallory)).toBe(1);
    expectAlert();
    await query('UPDATE level_request SET is_applied = true');
  });

  const changes: Readonly<Record<string, () => unknown>> = {
    user_id: () => mallory.userId,
    level: () => 4,
    status: () => 'Returned',
    comment: () => 'please send 1 BTC first',
    created_at: () => 1,
    submitted_at: () => 1,
    decided_at: () => 1,
    decided_by: () => 'olga',
  };
  test('one of which any column was changed is not decided', async () => {
    const requestId = await submit(maria);
    await changingEach({ table: 'level_request', of: maria }, changes, async () => {
      expect(await approve(requestId)).toBe(false);
      expect(await world.services.verification.levelRequests.findEntry(requestId)).toBeNull();
      expect([await fetchLevel(maria), await fetchLevel(mallory)]).toEqual([1, 1]);
    });
    expect(await approve(requestId)).toBe(true);
  });

  test('its customer cannot change one that was changed by somebody else', async () => {
    await submit(maria);
    await change('level_request', 'status', 'Draft', maria);
    expect((await maria.call('SubmitLevelRequest', { Level: 2 })).json()).toMatchObject({ result: false });
    expectAlert();
  });

  test('a document that was moved to another request is not shown', async () => {
    await submit(maria);
    const requestId = await submit(mallory);
    await query('DELETE FROM level_document WHERE request_id = $1', [requestId]);
    await query(
      `UPDATE level_document SET request_id = $1
       WHERE request_id = (SELECT request_id FROM level_request WHERE user_id = $2)`,
      [requestId, maria.userId],
    );
    const entry = await world.services.verification.levelRequests.findEntry(requestId);
    expect(entry?.documents).not.toEqual([]);
    for (const { documentId } of entry?.documents ?? [])
      expect(await world.services.verification.levelRequests.document(documentId)).toBeNull();
    expectAlert();
  });

  test('every column is covered, or decides nothing', async () => {
    const covered = ['request_id', ...Object.keys(changes)];
    // The form is sealed for its request.
    expect(await listColumns('level_request', ['funds', 'is_applied'])).toEqual(covered.toSorted());
  });

  test('those of the version before are proved once', async () => {
    const requestId = await submit(maria);
    await query('UPDATE level_request SET mac = NULL');
    await proveOnce(world.database, [new LevelRecords(macs)], { marks: openMarks(), trust, log: silentLog });
    expect(await approve(requestId)).toBe(true);
    expect(await fetchLevel(maria)).toBe(2);
  });
});

describe('reviews of identities', () => {
  const write = (of: Customer, level: number) =>
    query(
      `INSERT INTO verification_review (event_id, user_id, level, status, received_at, as_of, mac)
       VALUES ($1, $2, $3, 'approved', 1, 9999999999999,
         (SELECT mac FROM verification_review WHERE mac IS NOT NULL LIMIT 1))`,
      [randomUUID(), of.userId, level],
    );
  const report = (of: Customer, level: number, status: 'approved' | 'rejected' | 'pending', asOf: number) =>
    world.services.verification.identity.applyReview({
      eventId: randomUUID(),
      userId: userId(of.userId),
      level,
      status,
      comment: null,
      asOf,
    });

  test('one that was written by somebody else raises no level, and replaces no real one', async () => {
    await write(mallory, 2);
    expect(await world.services.verification.identity.heal()).toBe(0);
    expect(await fetchLevel(mallory)).toBe(1);
    expectAlert();
    await write(maria, 2);
    await report(maria, 2, 'approved', 2_000);
    expect(await fetchLevel(maria)).toBe(2);
    await query('UPDATE verification_review SET is_applied = true');
  });

  const changes: Readonly<Record<string, () => unknown>> = {
    event_id: () => randomUUID(),
    user_id: () => mallory.userId,
    level: () => 3,
    status: () => 'approved',
    comment: () => 'x',
    received_at: () => 1,
    as_of: () => 1,
  };
  test('one of which any column was changed is not applied', async () => {
    await report(maria, 2, 'pending', 2_000);
    const table = { table: 'verification_review', of: maria, where: 'level = 2' };
    await query('UPDATE verification_review SET is_applied = false WHERE user_id = $1 AND level = 2', [
      maria.userId,
    ]);
    await changingEach(table, changes, async () => {
      expect(await world.services.verification.identity.heal()).toBe(0);
      expect([await fetchLevel(maria), await fetchLevel(mallory)]).toEqual([1, 1]);
    });
    expect(await world.services.verification.identity.heal()).toBe(1);
  });

  test('every column is covered, or decides nothing', async () => {
    const covered = ['review_number', ...Object.keys(changes)];
    expect(await listColumns('verification_review', ['is_applied'])).toEqual(covered.toSorted());
  });

  test('those of the version before are proved once', async () => {
    await report(maria, 2, 'rejected', 2_000);
    await query('UPDATE verification_review SET mac = NULL');
    await proveOnce(world.database, [new ReviewRecords(macs)], { marks: openMarks(), trust, log: silentLog });
    const reviews = await world.services.verification.identity.reviews(userId(maria.userId));
    expect(reviews.map(({ level, status }) => `${level} ${status}`)).toEqual(['1 approved', '2 rejected']);
  });
});

describe('changes of credentials', () => {
  const openChanges = () => new CredentialChanges({ records: world.services.accounts.users.records, macs });
  const readLast = (of: Customer) => openChanges().readLast(world.database, userId(of.userId));

  test('the time of one cannot be changed or removed without its customer being refused', async () => {
    await switchOn(world, maria);
    const changedAt = await readLast(maria);
    expect(changedAt).not.toBeNull();
    for (const value of [null, 1]) {
      await change('app_user', 'credentials_changed_at', value, maria);
      await expect(readLast(maria)).rejects.toThrow(`user ${maria.userId} was written by the exchange`);
      await change('app_user', 'credentials_changed_at', changedAt, maria);
    }
    expectAlert();
    expect(await readLast(maria)).toBe(changedAt);
  });

  test('the row from before a second factor brings the delay back only with the factor', async () => {
    const [before] = await query('SELECT * FROM app_user WHERE user_id = $1', [maria.userId]);
    await switchOn(world, maria);
    await query(
      'UPDATE app_user SET credentials_changed_at = NULL, factor_version = $2, mac = $3 WHERE user_id = $1',
      [maria.userId, before?.['factor_version'], before?.['mac']],
    );
    expect(await readLast(maria)).toBeNull();
    // The factor that was switched on is not that of the restored row: nobody signs in with it.
    world.services.accounts.users.forget(userId(maria.userId));
    const user = await world.services.accounts.users.get(userId(maria.userId));
    if (user === null) throw new Error('the restored row is proved');
    expect(await world.services.authentication.secondFactor.isOn(user.userId)).toBe(true);
    expectAlert();
  });

  test('the row from before a passkey does not lift its delay', async () => {
    const [before] = await query('SELECT mac FROM app_user WHERE user_id = $1', [maria.userId]);
    const passkey = new SoftwarePasskey(publicUrl);
    const { Options } = (await maria.call('BeginPasskey')).json();
    await maria.call('AddPasskey', { Name: 'Phone', Response: passkey.create(String(Options)) });
    const addedAt = world.clock.now;
    await query('UPDATE app_user SET credentials_changed_at = NULL, mac = $2 WHERE user_id = $1', [
      maria.userId,
      before?.['mac'],
    ]);
    expect(await readLast(maria)).toBe(addedAt);
  });

  test('those of the version before are copied once; later rows of their table change nothing', async () => {
    const insert = (of: Customer, at: number) =>
      query(`INSERT INTO credential_change (user_id, kind, changed_at) VALUES ($1, 'password_reset', $2)`, [
        of.userId,
        at,
      ]);
    await insert(maria, 1_000);
    await insert(maria, 2_000);
    const marks = openMarks();
    await world.database.transaction((tx) => openChanges().proveAll(tx));
    marks.add('credential_change');
    expect(await readLast(maria)).toBe(2_000);
    await insert(mallory, 3_000);
    await proveOnce(world.database, [openChanges()], { marks, trust, log: silentLog });
    await proveOnce(world.database, [openChanges()], { marks: openMarks(), trust, log: silentLog });
    expect(await readLast(mallory)).toBeNull();
  });
});
