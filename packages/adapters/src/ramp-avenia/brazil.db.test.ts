import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '@salar/store/tables/customers/users';
import { form, openBrazilWorld } from './testing/brazil-world.ts';
import type { BrazilWorld } from './testing/brazil-world.ts';

let world: BrazilWorld;
beforeAll(async () => {
  world = await openBrazilWorld();
  await world.webhooks.subscribe(world.webhookUrl);
});
afterAll(() => world.close());

let ana: User;
beforeEach(async () => {
  ana = await world.customer();
});

/** Returns a different valid CPF for each call. */
let numbers = 100_000_000;
function newCpf(): string {
  numbers += 7;
  const digits = String(numbers);
  const check = (text: string) => {
    const sum = Array.from(text).reduce(
      (total, digit, at) => total + Number(digit) * (text.length + 1 - at),
      0,
    );
    return String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  };
  const first = check(digits);
  return digits + first + check(digits + first);
}

/** Creates a customer with a pending check, and returns their attempt at the provider. */
async function underWay(user = ana) {
  const sent = await world.submit(user, { taxIdNumber: newCpf() });
  if (typeof sent === 'string' || sent.attemptId === null) throw new Error('the form was not accepted');
  return sent.attemptId;
}

describe('a form', () => {
  test('opens an account at the provider and a link that is valid for a day', async () => {
    const taxIdNumber = newCpf();
    const sent = await world.submit(ana, { taxIdNumber });
    expect(sent).toMatchObject({ status: 'Processing', canRetry: false, form: null });
    if (typeof sent === 'string') throw new Error(sent);
    expect(sent.hosted).toEqual({
      url: `http://localhost/local/avenia/${sent.attemptId}`,
      until: world.clock.now + 86_400_000,
    });
  });

  test('sent again during the check returns the same attempt', async () => {
    const attemptId = await underWay();
    const again = await world.submit(ana, { taxIdNumber: newCpf() });
    expect(again).toMatchObject({ status: 'Processing', attemptId });
  });

  test('sent by two tabs at once opens one account and one attempt', async () => {
    const before = world.sandbox.subAccounts().length;
    const taxIdNumber = newCpf();
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.submit(ana, { taxIdNumber })));
    expect(new Set(answers.map((one) => (typeof one === 'string' ? one : one.attemptId))).size).toBe(1);
    expect(world.sandbox.subAccounts()).toHaveLength(before + 1);
  });

  test('is stored sealed: nothing that was typed can be read in the database (X2)', async () => {
    const taxIdNumber = newCpf();
    await world.submit(ana, { taxIdNumber, street: 'Rua Canario', phone: '+5581987654321' });
    const rows = await world.database.query<{ row: string }>(
      `SELECT row_to_json(v)::text || encode(form, 'escape') || encode(hosted_url, 'escape') AS row
       FROM brazil_validation v
       UNION ALL SELECT row_to_json(a)::text FROM audit_entry a
       UNION ALL SELECT row_to_json(w)::text FROM webhook_event w`,
    );
    const text = rows.map(({ row }) => row).join('\n');
    for (const secret of [taxIdNumber, 'Canario', '987654321', 'Recife', 'local/avenia'])
      expect(text).not.toContain(secret);
  });

  test("with another customer's tax number is refused while that customer has it", async () => {
    const taxIdNumber = newCpf();
    await world.submit(ana, { taxIdNumber });
    const ben = await world.customer();
    expect(await world.submit(ben, { taxIdNumber })).toBe('tax_id_taken');
    expect(await world.brazil.current(ben.userId)).toBe(null);
  });

  test('takes over the tax number of a failed check, which then cannot succeed late', async () => {
    const taxIdNumber = newCpf();
    const sent = await world.submit(ana, { taxIdNumber });
    const attemptId = typeof sent === 'string' ? '' : (sent.attemptId ?? '');
    world.sandbox.expire(attemptId);
    await world.settled();
    const ben = await world.customer();
    expect(await world.submit(ben, { taxIdNumber })).toMatchObject({ status: 'Processing' });
    const late = world.sandbox.attempt(attemptId);
    if (late) Object.assign(late, { status: 'COMPLETED', result: 'APPROVED' });
    await world.brazil.advance(ana.userId);
    expect(await world.status(ana)).toBe('Expired');
  });

  test('with the tax number of a check that is approved at that moment is refused', async () => {
    const taxIdNumber = newCpf();
    const sent = await world.submit(ana, { taxIdNumber });
    world.sandbox.expire(typeof sent === 'string' ? '' : (sent.attemptId ?? ''));
    await world.settled();
    const ben = await world.customer();
    let late: ReturnType<typeof world.submit> | undefined;
    await world.database.transaction(async (tx) => {
      await tx.query(`UPDATE brazil_validation SET status = 'verified' WHERE user_id = $1`, [ana.userId]);
      late = world.submit(ben, { taxIdNumber });
      late.catch(() => undefined); // checked below
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await late).toBe('tax_id_taken');
    expect(await world.status(ana)).toBe('Verified');
  });
});

describe('the four statuses', () => {
  test('Verified, once the provider approved, and it stays', async () => {
    const attemptId = await underWay();
    world.sandbox.finish(attemptId);
    await world.settled();
    expect(await world.status(ana)).toBe('Processing');
    world.sandbox.decide(attemptId, { isApproved: true });
    await world.settled();
    expect(await world.status(ana)).toBe('Verified');

    const record = world.sandbox.attempt(attemptId);
    if (record) Object.assign(record, { result: 'REJECTED', updatedAt: '2030-01-01T00:00:00.000Z' });
    await world.brazil.changed({ subAccountId: null, attemptId });
    expect(await world.status(ana)).toBe('Verified');
    expect(await world.submit(ana, { taxIdNumber: newCpf() })).toMatchObject({
      status: 'Verified',
      attemptId,
    });
  });

  test('Processing without a link, once the customer has done their part', async () => {
    const attemptId = await underWay();
    await world.brazil.advance(ana.userId);
    expect(await world.brazil.current(ana.userId)).toMatchObject({
      hosted: { url: expect.any(String) as string },
    });
    world.sandbox.finish(attemptId);
    await world.settled();
    expect(await world.brazil.current(ana.userId)).toMatchObject({ status: 'Processing', hosted: null });
  });

  test('Rejected, with the provider’s message and the typed data, and another attempt', async () => {
    const taxIdNumber = newCpf();
    const sent = await world.submit(ana, { taxIdNumber });
    const attemptId = typeof sent === 'string' ? '' : (sent.attemptId ?? '');
    world.sandbox.decide(attemptId, { isApproved: false, message: 'The picture is blurred' });
    await world.settled();
    expect(await world.brazil.current(ana.userId)).toMatchObject({
      status: 'Rejected',
      comment: 'The picture is blurred',
      canRetry: true,
      hosted: null,
      form: { ...form, taxIdNumber },
    });
    const again = await world.submit(ana, { taxIdNumber });
    expect(again).toMatchObject({ status: 'Processing', comment: null });
    if (typeof again === 'string') throw new Error(again);
    expect(again.attemptId).not.toBe(attemptId);

    // The former attempt does not affect the new one.
    await world.brazil.changed({ subAccountId: null, attemptId });
    expect(await world.status(ana)).toBe('Processing');
  });

  test('Rejected for good accepts no other form', async () => {
    const attemptId = await underWay();
    world.sandbox.decide(attemptId, { isApproved: false, message: 'No', isFinal: true });
    await world.settled();
    expect(await world.brazil.current(ana.userId)).toMatchObject({
      status: 'Rejected',
      canRetry: false,
      form: null,
    });
    expect(await world.submit(ana, { taxIdNumber: newCpf() })).toBe('retry_refused');
  });

  test('Expired a day later, and a new attempt opens', async () => {
    const attemptId = await underWay();
    world.clock.now += 86_400_001;
    await world.brazil.lookAtDue();
    expect(await world.status(ana)).toBe('Expired');
    const again = await world.submit(ana, { taxIdNumber: newCpf() });
    expect(again).toMatchObject({ status: 'Processing' });
    expect(again).not.toMatchObject({ attemptId });
  });

  test('are reached by polling, too, when no webhook ever arrives', async () => {
    const attemptId = await underWay();
    world.sandbox.decide(attemptId, { isApproved: true });
    world.clock.now += 60_000;
    await world.brazil.lookAtDue();
    expect(await world.status(ana)).toBe('Verified');
    await world.settled();
  });

  test("are in the account's security log", async () => {
    const attemptId = await underWay();
    world.sandbox.decide(attemptId, { isApproved: true });
    await world.settled();
    const entries = await world.database.query<{ action: string; detail: string | null }>(
      'SELECT action, detail FROM audit_entry WHERE user_id = $1 ORDER BY entry_id',
      [ana.userId],
    );
    expect(entries).toEqual([
      { action: 'brazil_form_sent', detail: null },
      { action: 'review_applied', detail: 'Verified' },
    ]);
  });
});

describe('a provider in trouble', () => {
  test('during an outage gets the form later', async () => {
    world.sandbox.misbehave('POST /v2/account/sub-accounts', 'away');
    const taxIdNumber = newCpf();
    expect(await world.submit(ana, { taxIdNumber })).toMatchObject({ status: 'Processing', attemptId: null });
    world.clock.now += 200_000;
    await world.brazil.lookAtDue();
    expect((await world.brazil.current(ana.userId))?.hosted).not.toBe(null);
  });

  test('that created the account and never answered gets no request for a second one', async () => {
    const before = world.sandbox.subAccounts().length;
    world.sandbox.misbehave('POST /v2/account/sub-accounts', 'silent');
    expect(await world.submit(ana, { taxIdNumber: newCpf() })).toMatchObject({ attemptId: null });
    expect(world.sandbox.subAccounts()).toHaveLength(before + 1);
    await world.restarted().advance(ana.userId);
    expect(world.sandbox.subAccounts()).toHaveLength(before + 1);
    expect((await world.brazil.current(ana.userId))?.hosted).not.toBe(null);
  });

  test('that may still be creating the account gets no second request within two minutes', async () => {
    const before = world.sandbox.subAccounts().length;
    world.sandbox.misbehave('POST /v2/account/sub-accounts', 'away');
    await world.submit(ana, { taxIdNumber: newCpf() });
    world.clock.now += 60_000;
    await world.brazil.advance(ana.userId);
    expect(world.sandbox.subAccounts()).toHaveLength(before);
    world.clock.now += 61_000;
    await world.brazil.advance(ana.userId);
    expect(world.sandbox.subAccounts()).toHaveLength(before + 1);
  });

  test('that opened an attempt whose link was lost opens another one with a link', async () => {
    world.sandbox.misbehave('POST /v2/kyc/new-level-1/web-sdk', 'silent');
    expect(await world.submit(ana, { taxIdNumber: newCpf() })).toMatchObject({ attemptId: null });
    await world.brazil.advance(ana.userId);
    const current = await world.brazil.current(ana.userId);
    expect(current?.hosted?.url).toContain(current?.attemptId ?? 'nothing');
    // Whichever of the two is approved, the customer is.
    const subAccount = world.sandbox.attempt(current?.attemptId ?? '')?.subAccountId ?? '';
    const [lost] = world.sandbox.listAttempts(subAccount);
    world.sandbox.decide(lost?.id ?? '', { isApproved: true });
    await world.settled();
    expect(await world.status(ana)).toBe('Verified');
  });

  test('that is slow is waited for', async () => {
    world.sandbox.misbehave('POST /v2/kyc/new-level-1/web-sdk', 'slow');
    expect((await underWay()).length).toBeGreaterThan(0);
  });

  test('does not prevent a read from being retried', async () => {
    const attemptId = await underWay();
    world.sandbox.decide(attemptId, { isApproved: true });
    world.sandbox.misbehave('GET /v2/kyc/attempts', 'away');
    world.sandbox.misbehave('GET /v2/kyc/attempts', 'silent');
    await world.brazil.advance(ana.userId);
    expect(await world.status(ana)).toBe('Verified');
    await world.settled();
  });
});

describe('webhooks', () => {
  const receive = (body: Buffer, signature: string | undefined) =>
    world.inbox.receive('avenia', {
      body,
      header: (name) => (name === 'signature' ? signature : undefined),
    });
  const eventOf = (attempt: object, more: object = {}) =>
    Buffer.from(JSON.stringify({ subscription: 'KYC', data: { attempt }, ...more }));
  const rows = () =>
    world.database.query<{ event_id: number }>(
      `SELECT event_id FROM webhook_event WHERE provider = 'avenia'`,
    );

  test('with a wrong, a foreign or no signature are rejected (D6)', async () => {
    const attemptId = await underWay();
    const body = eventOf({ id: attemptId, status: 'COMPLETED', result: 'APPROVED', updatedAt: 'x' });
    const right = world.sandbox.sign(body);
    const changed = Buffer.from(body.toString().replace('APPROVED', 'REJECTED'));
    for (const [bytes, signature] of [
      [body, undefined],
      [body, ''],
      [body, 'bm90IGEgc2lnbmF0dXJl'],
      [changed, right],
    ] as const)
      expect(await receive(bytes, signature)).toEqual({ ok: false, refusal: 'signature_refused' });
    expect(await receive(body, right)).toEqual({ ok: true, value: null });
  });

  test("are not trusted: the provider's current record counts (D6)", async () => {
    const attemptId = await underWay();
    const body = eventOf({ id: attemptId, status: 'COMPLETED', result: 'APPROVED', updatedAt: '2026' });
    expect(await receive(body, world.sandbox.sign(body))).toMatchObject({ ok: true });
    await world.inbox.processDue();
    expect(await world.status(ana)).toBe('Processing');
  });

  test('sent twice, replayed, or late change nothing more', async () => {
    const attemptId = await underWay();
    await world.settled();
    const started = eventOf({ id: attemptId, status: 'PENDING', updatedAt: 'before' });
    const signature = world.sandbox.sign(started);
    world.sandbox.deliverTwice();
    world.sandbox.decide(attemptId, { isApproved: true });
    await world.settled();
    const count = (await rows()).length;
    // An old event after the newest one, again and again.
    for (let n = 0; n < 3; n += 1) expect(await receive(started, signature)).toMatchObject({ ok: true });
    await world.inbox.processDue();
    expect(await rows()).toHaveLength(count + 1);
    expect(await world.status(ana)).toBe('Verified');
  });

  test('in the other envelope are read too; irrelevant events and unknown checks are accepted', async () => {
    const attemptId = await underWay();
    const attempt = { id: attemptId, status: 'PROCESSING', updatedAt: 'now' };
    for (const reported of [
      { event: { accountId: 'a', subscription: 'KYC', data: { attempt } } },
      { subscription: 'TICKET', data: { ticket: { id: 't' } } },
      { subscription: 'KYC', data: { attempt: { ...attempt, id: 'unknown' } } },
    ]) {
      const body = Buffer.from(JSON.stringify(reported));
      expect(await receive(body, world.sandbox.sign(body))).toMatchObject({ ok: true });
    }
    await world.inbox.processDue();
    expect(await world.status(ana)).toBe('Processing');
  });

  test.each(['[]', '{}', 'no JSON', '{"subscription":"KYC","data":{}}'])('%s is malformed', async (text) => {
    const body = Buffer.from(text);
    expect(await receive(body, world.sandbox.sign(body))).toEqual({ ok: false, refusal: 'body_malformed' });
  });

  test('signed with a new key are accepted after one fetch; a flood of wrong ones fetches it once in half a minute', async () => {
    world.clock.now += 31_000;
    const attemptId = await underWay();
    world.sandbox.rotateKey();
    world.sandbox.decide(attemptId, { isApproved: true });
    await world.settled();
    expect(await world.status(ana)).toBe('Verified');

    const body = Buffer.from('{}');
    world.sandbox.rotateKey();
    const signature = world.sandbox.sign(body);
    expect(await receive(body, signature)).toMatchObject({ refusal: 'signature_refused' });
    world.clock.now += 31_000;
    expect(await receive(body, signature)).toMatchObject({ refusal: 'body_malformed' });
  });

  test('are subscribed once, however often we start', async () => {
    await world.webhooks.subscribe(world.webhookUrl);
    await world.webhooks.subscribe(world.webhookUrl);
    const known = await world.http.read('/v2/notifications/webhooks');
    expect(known).toMatchObject({ webhooks: [{ url: world.webhookUrl }] });
  });
});

test('documents of our identity provider are shared, and the customer has nothing left to do', async () => {
  const sharing = await openBrazilWorld({ shareToken: async () => 'a-share-token' });
  const eva = await sharing.customer();
  const sent = await sharing.submit(eva);
  expect(sent).toMatchObject({ status: 'Processing', hosted: null });
  const attemptId = typeof sent === 'string' ? '' : (sent.attemptId ?? '');
  sharing.sandbox.decide(attemptId, { isApproved: true });
  await sharing.brazil.changed({ subAccountId: null, attemptId });
  expect(await sharing.status(eva)).toBe('Verified');

  // Where sharing is not switched on for us, the provider's own form is used.
  sharing.sandbox.isSharingOn = false;
  const leo = await sharing.customer();
  const requests = await sharing.submit(leo, { taxIdNumber: '11144477735' });
  expect(typeof requests === 'string' ? null : requests.hosted).not.toBe(null);

  // An answer that was lost: the attempt continues at the provider, and is found.
  sharing.sandbox.isSharingOn = true;
  sharing.sandbox.misbehave('POST /v2/kyc/import-token', 'silent');
  const mia = await sharing.customer();
  expect(await sharing.submit(mia, { taxIdNumber: '12345678909' })).toMatchObject({ attemptId: null });
  await sharing.brazil.advance(mia.userId);
  const found = await sharing.brazil.current(mia.userId);
  const subAccount = sharing.sandbox.attempt(found?.attemptId ?? '')?.subAccountId ?? '';
  expect(sharing.sandbox.listAttempts(subAccount)).toHaveLength(1);
  await sharing.close();
});
