/**
 * A gateway with every external party that a customer's secrets reach: both identity providers, the one of Brazil and
 * a mail server, over real sockets. All output is recorded: log, terminal, answers.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { AveniaSandbox } from '@salar/laptop/avenia-sandbox/avenia-sandbox';
import { IdentitySandbox } from '@salar/laptop/identity-sandbox/identity-sandbox';
import { SumsubClient } from '@salar/adapters/identity-sumsub/sumsub-client';
import { SumsubIdentity } from '@salar/adapters/identity-sumsub/sumsub-identity';
import { SumsubWebhooks } from '@salar/adapters/identity-sumsub/sumsub-webhooks';
import { SmtpTransport } from '@salar/adapters/mail-smtp/smtp-transport';
import { startLocalMailbox } from '@salar/laptop/mailbox/local-mailbox';
import { AveniaHttp } from '@salar/adapters/ramp-avenia/avenia-http';
import { AveniaRamp } from '@salar/adapters/ramp-avenia/avenia-ramp';
import { AveniaWebhooks } from '@salar/adapters/ramp-avenia/avenia-webhooks';
import { OutboxNotifier } from '@salar/services/notifications/outbox-notifier';
import { OutboxWorker } from '@salar/services/notifications/outbox-worker';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import type { IdentityProvider } from '@salar/services/ports/identity-provider';
import { SumsubServer } from '@salar/testing/identity/sumsub-server';
import { pino } from 'pino';
import { vi } from 'vitest';
import { openGatewayWorld, publicUrl } from './gateway-world.ts';
import type { GatewayWorld } from './gateway-world.ts';

/** A text and its source: the call that returned it, or the table that contains it. */
export type Seen = { readonly place: string; readonly text: string };

export type SurroundedWorld = Awaited<ReturnType<typeof openSurroundedWorld>>;

export async function openSurroundedWorld() {
  const logged: string[] = [];
  const keep = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  const log = pino({ level: 'trace', base: null }, keep);
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));

  const clock = () => world.clock.now;
  const sumsub = new SumsubServer();
  const settings = {
    baseUrl: await sumsub.start(),
    appToken: sumsub.appToken,
    secretKey: sumsub.secretKey,
    webhookSecret: sumsub.webhookSecret,
    levels: new Map([[1, 'level-1-basic']]),
    widgetOrigin: 'https://in.sumsub.com',
    acceptsSha1: false,
  };
  const client = new SumsubClient({ settings, retryMs: 1 });
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const apiKey = 'canary-key-at-avenia';
  const avenia = new AveniaSandbox({
    apiKey,
    publicKeyPem: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    hostedUrl: (attemptId) => `http://localhost/canary-hosted-form/${attemptId}`,
    file: null,
    autoApproveMs: null,
    log,
    now: clock,
  });
  const aveniaUrl = await avenia.start();
  const privateKeyPem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const http = new AveniaHttp({ baseUrl: aveniaUrl, apiKey, privateKeyPem, timeoutMs: 5_000, now: clock });
  const aveniaWebhooks = new AveniaWebhooks({
    http,
    onChange: (at) => world.services.verification.brazil.changed(at),
    log,
    now: clock,
  });

  const box = new SealedBox(randomBytes(32));
  const providers: { identity: IdentityProvider } = {
    identity: new SumsubIdentity({ client, settings, log }),
  };
  const world: GatewayWorld = await openGatewayWorld({
    log,
    box,
    outbox: new OutboxNotifier({ box, now: clockOfWorld }),
    identity: { createToken: (request) => providers.identity.createToken(request) },
    brazil: { ramp: new AveniaRamp({ http, isStandIn: true, now: clock }) },
    webhooks: ({ verification }) => [
      new SumsubWebhooks({
        client,
        settings,
        log,
        report: async (event) => void (await verification.identity.applyReview(event)),
      }),
      aveniaWebhooks,
    ],
  });
  /** Mails are queued by the clock of the test. */
  function clockOfWorld(): number {
    return world.clock.now;
  }

  const { app, database } = world;
  const sandbox = new IdentitySandbox({
    database,
    box,
    widgetPath: '/local/identity/widget',
    autoReview: false,
    now: clock,
    log,
  });
  sandbox.start(async (event) => void (await world.services.verification.identity.applyReview(event)));
  const mailbox = await startLocalMailbox({ database, log });
  const transport = new SmtpTransport({ url: mailbox.url, from: 'no-reply@salar.example', isLoopback: true });
  const worker = new OutboxWorker({ database, transport, box, publicUrl, now: clock, log });

  await app.listen({ host: '127.0.0.1', port: 0 });
  const host = `127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  sumsub.webhookUrl = `http://${host}/webhooks/sumsub`;
  await aveniaWebhooks.subscribe(`http://${host}/webhooks/avenia`);
  const injected = vi.spyOn(app, 'inject');

  return {
    world,
    sumsub,
    avenia,
    sandbox,
    host,
    /** The exchange's own secrets at the external parties. */
    houseSecrets: [sumsub.appToken, sumsub.secretKey, sumsub.webhookSecret, apiKey, privateKeyPem],
    /** Uses the laptop's own identity provider from now on. */
    checkAtHome: () => {
      providers.identity = sandbox;
    },
    /** Waits until everything queued has been sent. */
    async sendMails(): Promise<void> {
      while ((await worker.sendDue()) > 0);
    },
    log: (): Seen[] => [
      ...logged.map((text) => ({ place: 'log', text })),
      ...printed.flatMap(({ mock }) =>
        mock.calls.map((call) => ({ place: 'terminal', text: call.map(String).join(' ') })),
      ),
    ],
    /** Every answer over HTTP, with its headers. */
    answers: (): Promise<Seen[]> => {
      const requested = injected.mock.calls as unknown as readonly (readonly [{ readonly url: string }])[];
      return Promise.all(
        requested.map(async ([{ url }], at) => {
          const reply: unknown = await injected.mock.results[at]?.value;
          const { body, headers } = reply as { readonly body: string; readonly headers: object };
          const place = url.replace(/^\/AP\//i, '').replace(/\?.*/s, '');
          return { place, text: `${body}\n${JSON.stringify(headers)}` };
        }),
      );
    },
    /** Every row of every table, including the journal. */
    async rows(): Promise<Seen[]> {
      const tables = await database.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema::regnamespace AND relkind = 'r'",
      );
      const rows = await Promise.all(
        tables.map(async ({ name: place }) => {
          const found = await database.query<{ text: string }>(`SELECT t::text AS text FROM "${place}" t`);
          return found.map(({ text }) => ({ place, text }));
        }),
      );
      return rows.flat();
    },
    async close(): Promise<void> {
      transport.close();
      await sandbox.stop();
      await world.close();
      await mailbox.stop();
      await sumsub.stop();
      await avenia.stop();
      vi.restoreAllMocks();
    },
  };
}
