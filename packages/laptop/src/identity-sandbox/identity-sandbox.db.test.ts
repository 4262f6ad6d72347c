import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userId } from '@salar/protocol';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import type { ReviewEvent } from '@salar/services/ports/identity-provider';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { IdentitySandbox } from './identity-sandbox.ts';

let db: TestDatabase;
const events: ReviewEvent[] = [];
let now = 1_800_000_000_000;
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(500)]);
const details = {
  firstName: 'María',
  lastName: 'Rojas',
  birthDate: '1990-05-01',
  country: 'CO',
  documentNumber: '1020304050',
};
const box = new SealedBox(randomBytes(32));
const sandbox = () =>
  new IdentitySandbox({
    database: db.database,
    box,
    widgetPath: '/local/identity/widget',
    autoReview: false,
    now: () => now,
    log: silentLog,
  });

beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

async function createToken(identity: IdentitySandbox, id: number): Promise<string> {
  const made = await identity.createToken({
    userId: userId(id),
    email: 'maria@example.test',
    level: 1,
    ttlSeconds: 600,
  });
  if (!made.ok) throw new Error(made.refusal);
  expect(made.value.widgetUrl).toBe(`/local/identity/widget?token=${made.value.token}`);
  return made.value.token;
}

async function handIn(identity: IdentitySandbox, token: string) {
  expect(await identity.upload(token, 'document', jpeg)).toMatchObject({ ok: true });
  expect(await identity.upload(token, 'selfie', jpeg)).toMatchObject({ ok: true });
  return identity.submit(token, details);
}

test('documents are submitted, sent back, submitted again and approved; each step is reported once', async () => {
  const identity = sandbox();
  identity.start(async (event) => void events.push(event));
  const token = await createToken(identity, 11);
  const first = await handIn(identity, token);
  if (!first.ok) throw new Error(first.refusal);
  const { applicationId } = first.value;
  expect(await identity.submit(token, details)).toEqual({ ok: false, refusal: 'already_submitted' });
  await identity.decide({ applicationId, status: 'retry', comment: 'The photo is blurred.' });
  expect((await identity.findApplicant(token))?.comment).toBe('The photo is blurred.');
  await handIn(identity, token);
  await identity.decide({ applicationId, status: 'approved', comment: null });
  expect(await identity.decide({ applicationId, status: 'rejected', comment: null })).toEqual({
    ok: false,
    refusal: 'not_pending',
  });
  await identity.stop();
  expect(events.map((event) => event.status)).toEqual(['pending', 'retry', 'pending', 'approved']);
  expect(new Set(events.map((event) => event.eventId)).size).toBe(4);
});

test('submitted data is sealed in the database, and readable for the reviewer', async () => {
  const identity = sandbox();
  const token = await createToken(identity, 12);
  await handIn(identity, token);
  const [pending] = await identity.pending();
  expect(pending?.details).toEqual(details);
  expect((await identity.document(pending?.applicationId ?? 0, 'selfie'))?.image).toEqual(jpeg);
  const rows = await db.database.query<{ sealed: Buffer }>('SELECT sealed FROM identity_sandbox_document');
  for (const { sealed } of rows) expect(sealed.includes(jpeg.subarray(4, 60))).toBe(false);
});

test('a decision that the exchange did not accept is reported again after a restart, under the same id', async () => {
  const identity = sandbox();
  const received: string[] = [];
  await identity.approve(userId(13), 2);
  const restarted = sandbox();
  restarted.start(async (event) => void received.push(`${event.eventId} ${event.status} ${event.level}`));
  await expect.poll(() => received.filter((line) => line.endsWith('approved 2'))).toHaveLength(1);
  await restarted.stop();
});

test('a token expires, opens one application only, and pictures must be pictures', async () => {
  const identity = sandbox();
  const token = await createToken(identity, 14);
  expect(await identity.upload(token, 'selfie', Buffer.from('<svg onload=x>'))).toEqual({
    ok: false,
    refusal: 'image_refused',
  });
  expect(await identity.submit(token, { ...details, birthDate: '2020-01-01' })).toMatchObject({
    refusal: 'details_malformed',
  });
  expect(await identity.submit(token, details)).toMatchObject({ refusal: 'document_missing' });
  now += 601_000;
  expect(await identity.findApplicant(token)).toBeNull();
  expect(await identity.submit('nothing', details)).toMatchObject({ refusal: 'token_invalid' });
});
