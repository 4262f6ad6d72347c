import { randomBytes } from 'node:crypto';
import type { UserId } from '@salar/protocol';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import type { ReviewEvent } from '@salar/services/ports/identity-provider';
import { silentLog } from '@salar/services/ports/log';
import { identityContract } from '@salar/testing/identity/identity-contract';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach } from 'vitest';
import { IdentitySandbox } from './identity-sandbox.ts';

let db: TestDatabase;
let identity: IdentitySandbox;
beforeEach(async () => {
  db = await openTestDatabase();
});
afterEach(async () => {
  await identity.stop();
  await db.close();
});

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(500)]);
const details = {
  firstName: 'María',
  lastName: 'Rojas',
  birthDate: '1990-05-01',
  country: 'CO',
  documentNumber: '1020304050',
};

identityContract(async () => {
  identity = new IdentitySandbox({
    database: db.database,
    box: new SealedBox(randomBytes(32)),
    widgetPath: '/local/identity/widget',
    autoReview: false,
    log: silentLog,
  });
  const reports: ReviewEvent[] = [];
  const report = async (event: ReviewEvent) => void reports.push(event);
  identity.start(report);
  const waiting = async (user: UserId) =>
    (await identity.pending()).find(({ userId }) => userId === user)?.applicationId ?? 0;
  return {
    identity,
    reports,
    levels: { offered: 1, other: 5 },
    async submit(_user, token) {
      for (const kind of ['document', 'selfie'] as const) await identity.upload(token, kind, jpeg);
      await identity.submit(token, details);
    },
    async decide(user, decision) {
      await identity.decide({ applicationId: await waiting(user), ...decision });
    },
    async restart() {
      await identity.stop();
      identity.start(report);
    },
  };
});
