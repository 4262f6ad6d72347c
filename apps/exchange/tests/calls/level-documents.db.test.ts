/**
 * The documents of level requests through the gateway: accepted, stored sealed, counted, and refused before they are
 * read.
 */
import { userId } from '@salar/protocol';
import { documentFileBytesMax, requestFilesMax } from '@salar/protocol/level-requests';
import { noOrigin } from '@salar/services/ports/request-origin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { GatewayWorld, Reply } from '../support/gateway-world.ts';
import { company, completeRequest, daysAgo, funds, pdf, upload } from '../support/level-requests.ts';
import { addKey, openKeySession } from '../support/test-keys.ts';

let world: GatewayWorld;

beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

describe('documents', () => {
  test('are sealed at rest: the database contains neither their bytes nor their names nor the form', async () => {
    const customer = await world.customer({ level: 1 });
    const canary = 'CANARY-passport-AB123456';
    await upload(world, customer, { name: `${canary}.pdf` }, pdf(canary));
    await customer.call('SaveLevelRequest', { Level: 2, Funds: { ...funds, Description: canary } });
    for (const table of ['level_request', 'level_document', 'audit_entry']) {
      const rows = await world.database.query<{ row: string }>(`SELECT t::text AS row FROM ${table} t`);
      const hex = Buffer.from(canary).toString('hex');
      for (const { row } of rows) expect(row.includes(canary) || row.includes(hex)).toBe(false);
    }
    const request = (await customer.call('GetLevelRequest', { Level: 2 })).json();
    expect(request).toMatchObject({
      Documents: [{ Name: `${canary}.pdf`, ContentType: 'application/pdf' }],
      Funds: { Description: canary },
    });
  });

  test.each([
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    ['image/png', Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1')],
    ['image/webp', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1')],
    ['application/pdf', pdf()],
  ])('%s is detected by its bytes, whatever its declared type', async (type, bytes) => {
    const customer = await world.customer({ level: 1 });
    const added = await upload(world, customer, { name: '../../etc/passwd\u202e.exe' }, bytes, {
      'content-type': 'text/html',
    });
    expect(added.json()).toMatchObject({ ContentType: type });
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'The file is empty'],
    [
      'a page',
      Buffer.from('<html><script>alert(1)</script>'),
      'Only PDF, JPEG, PNG and WebP files are taken',
    ],
    ['an SVG image', Buffer.from('<svg onload=alert(1)>'), 'Only PDF, JPEG, PNG and WebP files are taken'],
    ['an archive', Buffer.from('PK\x03\x04'), 'Only PDF, JPEG, PNG and WebP files are taken'],
    ['the start of a signature', Buffer.from('%PD'), 'Only PDF, JPEG, PNG and WebP files are taken'],
    [
      'audio in the same container',
      Buffer.from('RIFF\x10\0\0\0WAVEfmt '),
      'Only PDF, JPEG, PNG and WebP files are taken',
    ],
  ])('%s is refused', async (_name, bytes, detail) => {
    const customer = await world.customer({ level: 1 });
    expect((await upload(world, customer, {}, bytes)).json()).toMatchObject({ result: false, detail });
  });

  test('V2: malformed requests get a clear answer and never a fault', async () => {
    const customer = await world.customer({ level: 1 });
    for (const query of [
      { level: '' },
      { level: '2.5' },
      { level: '-1' },
      { level: '99999999999999999999' },
      { kind: '' },
      { kind: 'toString' },
      { kind: 'invoices' },
      { kind: 'x'.repeat(500) },
      { name: 'x'.repeat(500) },
      { name: 'a\u0000b' },
      { issued: 'tomorrow' },
      { issued: '2026-02-30' },
      { issued: '9999-01-01' },
      { userid: '1' },
      { accountid: '1' },
    ] as Readonly<Record<string, string>>[]) {
      const answer = await upload(world, customer, query);
      expect([answer.status, answer.json()['result']], JSON.stringify(query)).toEqual([200, false]);
      expect(answer.json()['errorcode'], JSON.stringify(query)).not.toBe(102);
    }
  });

  test('a file of ten megabytes fits, one byte more does not and is not read', async () => {
    const customer = await world.customer({ level: 1 });
    const file = Buffer.alloc(documentFileBytesMax + 1, 0x20);
    file.write('%PDF-1.7');
    expect((await upload(world, customer, {}, file.subarray(0, documentFileBytesMax))).json()).toMatchObject({
      Size: documentFileBytesMax,
    });
    expect((await upload(world, customer, {}, file)).status).toBe(413);
  });

  test('N6: without a session nothing is read, and only the upload has a large body', async () => {
    const large = Buffer.alloc(200_000, 0x20);
    expect((await upload(world, null, {}, large)).status).toBe(401);
    expect((await upload(world, { token: 'made-up' }, {}, large)).status).toBe(401);
    const customer = await world.customer({ level: 1 });
    expect((await customer.call('SaveLevelRequest', `{"Level":2,"x":"${'y'.repeat(70_000)}"}`)).status).toBe(
      413,
    );
  });

  test('have a name, percent-encoded in a header', async () => {
    const customer = await world.customer({ level: 1 });
    const named = await upload(world, customer, { name: 'Cédula de María 📄.pdf' });
    expect(named.json()).toMatchObject({ Name: 'Cédula de María 📄.pdf' });
    for (const name of ['', '%', '%E0%A4%A', 'a%00b', 'x'.repeat(121)]) {
      const answer = await upload(world, customer, {}, pdf(), { 'file-name': name });
      expect(answer.json(), name).toMatchObject({ result: false, detail: 'Invalid File-Name' });
    }
  });

  test('K3: sent with a key are refused before they are read, whatever its permissions', async () => {
    const customer = await world.customer({ level: 1 });
    const key = await addKey(customer, ['Trading', 'Deposit', 'Withdraw', 'AccountReadOnly']);
    const answer = await upload(world, null, {}, Buffer.alloc(documentFileBytesMax + 1), {
      aptoken: await openKeySession(world, key),
    });
    expect(answer.json()).toMatchObject({ errorcode: 20, errormsg: 'Not Authorized' });
    expect(
      await world.database.query('SELECT 1 FROM level_request WHERE user_id = $1', [customer.userId]),
    ).toEqual([]);
  });

  test('the same file again is the same document; in another request it is another one', async () => {
    const one = await world.customer({ level: 1 });
    const two = await world.customer({ level: 1 });
    const first = (await upload(world, one, {})).json()['DocumentId'];
    expect((await upload(world, one, { name: 'again.pdf' })).json()['DocumentId']).toBe(first);
    expect((await upload(world, one, { kind: 'residence' })).json()['DocumentId']).not.toBe(first);
    expect((await upload(world, two, {})).json()['DocumentId']).not.toBe(first);
  });

  test('sent at once are counted: thirty are stored, the others are refused', async () => {
    const customer = await world.customer({ level: 1 });
    const answers: Reply[] = [];
    for (let batch = 0; batch < 18; batch += 1)
      answers.push(
        ...(await Promise.all([0, 1].map((place) => upload(world, customer, {}, pdf(`${batch} ${place}`))))),
      );
    expect(answers.filter((answer) => 'DocumentId' in answer.json())).toHaveLength(requestFilesMax);
    expect(answers.at(-1)?.json()).toMatchObject({ detail: 'This request has its 30 files already' });
  });

  test('a third simultaneous upload of one customer is refused for now', async () => {
    const customer = await world.customer({ level: 1 });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, place) => upload(world, customer, {}, pdf(`at once ${place}`))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
  });

  test('G3: of another customer do not exist', async () => {
    const owner = await world.customer({ level: 1 });
    const other = await world.customer({ level: 1 });
    const { DocumentId } = (await upload(world, owner, {})).json();
    const foreign = await other.call('RemoveLevelDocument', { DocumentId });
    const unknown = await other.call('RemoveLevelDocument', { DocumentId: 999_999_999 });
    expect(foreign.text).toBe(unknown.text);
    expect(foreign.json()).toMatchObject({ result: false, errorcode: 104 });
    expect((await owner.call('RemoveLevelDocument', { DocumentId })).json()).toMatchObject({ result: true });
    expect((await owner.call('RemoveLevelDocument', { DocumentId })).json()).toMatchObject({
      errorcode: 104,
    });
  });

  // covers: levels.10
  test('of companies must be recent: 30 days for existence, 90 for registers, on the day of submitting', async () => {
    const customer = await company(world);
    const add = async (kind: string, issued: string) =>
      (
        await upload(
          world,
          customer,
          { level: '3', kind, ...(issued !== '' && { issued }) },
          pdf(kind + issued),
        )
      ).json();
    expect(await add('existence_certificate', '')).toMatchObject({ detail: 'issued is Required' });
    expect(await add('existence_certificate', daysAgo(world, 31))).toMatchObject({
      detail: 'This document is too old or its day is not one',
    });
    expect(await add('tax_registry', daysAgo(world, 91))).toMatchObject({ result: false });
    expect(await add('tax_registry', daysAgo(world, 90))).toMatchObject({ IssuedOn: daysAgo(world, 90) });
    expect(await add('existence_certificate', daysAgo(world, -3))).toMatchObject({ result: false });
    await completeRequest(world, customer, 3, 'Legal entity');
    const user = await world.services.accounts.users.get(userId(customer.userId));
    if (user === null) throw new Error('the customer exists');
    world.clock.now += 86_400_000;
    expect(await world.services.verification.levelRequests.submit(user, 3, noOrigin)).toMatchObject({
      refusal: 'documents_old',
    });
    world.clock.now -= 86_400_000;
  });
});
