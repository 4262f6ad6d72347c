/** For tests: checks of customers in Brazil on a real database, against the sandbox over a real socket. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { assert, millis, userId } from '@salar/protocol';
import type { BrazilForm } from '@salar/protocol/brazil';
import { UserDirectory } from '@salar/services/accounts/user-directory';
import { BrazilService } from '@salar/services/verification/brazil-service';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import { SecurityLog } from '@salar/services/accounts/security-log';
import { noOrigin } from '@salar/services/ports/request-origin';
import { WebhookInbox } from '@salar/services/webhooks/webhook-inbox';
import type { User } from '@salar/store/tables/customers/users';
import { openTestDatabase } from '@salar/testing/postgres';
import { AveniaSandbox } from '@salar/laptop/avenia-sandbox/avenia-sandbox';
import { insertTestUser, openTestRecords } from '@salar/testing/test-customers';
import { AveniaHttp } from '../avenia-http.ts';
import { AveniaRamp } from '../avenia-ramp.ts';
import { AveniaWebhooks } from '../avenia-webhooks.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const privateKeyPem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const publicKeyPem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();

export const form: BrazilForm = {
  taxIdNumber: '52998224725',
  street: 'Rua das Flores, 12',
  city: 'Recife',
  zipCode: '50000000',
  state: 'PE',
  phone: '+5581999990000',
};

export type BrazilWorld = Awaited<ReturnType<typeof openBrazilWorld>>;

/** @param options.shareToken  of an identity provider that has the customer's documents */
export async function openBrazilWorld(options: { readonly shareToken?: () => Promise<string | null> } = {}) {
  const store = await openTestDatabase();
  const { database } = store;
  const clock = { now: Date.UTC(2026, 4, 4, 12) };
  const now = () => clock.now;
  const sandbox = new AveniaSandbox({
    apiKey: 'key-1',
    publicKeyPem,
    hostedUrl: (attemptId) => `http://localhost/local/avenia/${attemptId}`,
    file: null,
    autoApproveMs: null,
    log: silentLog,
    now,
  });
  const baseUrl = await sandbox.start();
  const http = new AveniaHttp({ baseUrl, apiKey: 'key-1', privateKeyPem, timeoutMs: 5_000, now });
  const box = new SealedBox(randomBytes(32));
  const records = openTestRecords(box);
  const users = new UserDirectory({ database, records });
  const brazilOf = () =>
    new BrazilService({
      database,
      users,
      securityLog: new SecurityLog({ database, notifier: { enqueue: async () => undefined }, now }),
      box,
      ramp: new AveniaRamp({ http, isStandIn: true, now }),
      redirectUrl: 'http://localhost/settings/verification',
      ...options,
      now,
      log: silentLog,
    });
  const brazil = brazilOf();
  const webhooks = new AveniaWebhooks({ http, onChange: (at) => brazil.changed(at), log: silentLog, now });
  const inbox = new WebhookInbox({ database, sources: [webhooks], log: silentLog, now });
  const receiver = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const answer = await inbox.receive('avenia', {
        body: Buffer.concat(chunks),
        header: (name) => request.headers[name]?.toString(),
      });
      response.writeHead(answer.ok ? 200 : 401).end();
    })();
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const address = receiver.address();
  assert(typeof address === 'object' && address !== null, 'the receiver listens');
  const webhookUrl = `http://127.0.0.1:${address.port}/webhooks/avenia`;
  let people = 0;
  return {
    database,
    clock,
    sandbox,
    brazil,
    /** Simulates a restart. */
    restarted: brazilOf,
    webhooks,
    inbox,
    webhookUrl,
    http,
    async customer(): Promise<User> {
      people += 1;
      const name = `ana${people}`;
      return insertTestUser(database, name, { records, at: millis(clock.now) });
    },
    /** Sends the form, and returns the customer's answer. */
    async submit(user: User, changes: Partial<BrazilForm> = {}) {
      const sent = await brazil.submit({ user, form: { ...form, ...changes }, origin: noOrigin });
      return sent.ok ? sent.value : sent.refusal;
    },
    async status(user: User) {
      return (await brazil.current(userId(user.userId)))?.status ?? null;
    },
    /** Resolves when every webhook of the sandbox has been processed. */
    async settled() {
      await sandbox.settled();
      await inbox.processDue();
    },
    async close() {
      receiver.closeAllConnections();
      receiver.close();
      await sandbox.stop();
      await store.close();
    },
  };
}
