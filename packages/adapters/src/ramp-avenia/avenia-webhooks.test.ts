import { generateKeyPairSync } from 'node:crypto';
import { silentLog } from '@salar/services/ports/log';
import { RampUnavailable } from '@salar/services/ports/ramp-provider';
import { expect, test } from 'vitest';
import type { AveniaHttp } from './avenia-http.ts';
import { AveniaWebhooks } from './avenia-webhooks.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKeyPem = publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();

/** Counts the requests for the provider's key, and answers a turn later. */
function provider(answer: () => unknown) {
  const counted = { asked: 0 };
  const http = {
    read: async () => {
      counted.asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return answer();
    },
  } as unknown as AveniaHttp;
  const webhooks = new AveniaWebhooks({ http, onChange: async () => undefined, log: silentLog });
  const forged = () =>
    webhooks.read({ body: Buffer.from('{}'), header: () => Buffer.from('forged').toString('base64') });
  return { counted, flood: () => Promise.allSettled(Array.from({ length: 50 }, forged)) };
}

test('D6: a flood of forged events before the key is known requests it once', async () => {
  const { counted, flood } = provider(() => ({ publicKey: publicKeyPem }));
  const answers = await flood();
  expect(answers.every(({ status }) => status === 'fulfilled')).toBe(true);
  expect(counted.asked).toBe(1);
});

test('during an outage of the provider the flood waits for one answer, and the next event requests it again', async () => {
  const { counted, flood } = provider(() => {
    throw new RampUnavailable('away');
  });
  expect((await flood()).every(({ status }) => status === 'rejected')).toBe(true);
  expect(counted.asked).toBe(1);
  await flood();
  expect(counted.asked).toBe(2);
});
