/** Withdrawals that customers sign with a passkey, from the request to the receiver's balance, with real signer and chain. */
import { randomUUID } from 'node:crypto';
import { createPasskey } from '@salar/approvals/test-signers';
import { readWebauthnAssertion } from '@salar/approvals/webauthn';
import { millis, minor } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import type { CreateWithdrawal, WithdrawTicket } from '@salar/services';
import { toProvablePasskey, toProvableRemoval } from '@salar/services/passkeys/passkey-proof';
import { insertPasskeyRemoval, listPasskeyRemovals } from '@salar/store/tables/sign-in/passkey-registrations';
import { deletePasskey, findPasskey, insertPasskey } from '@salar/store/tables/sign-in/passkeys';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { noCodes } from '@salar/testing/no-codes';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { generousAcceptance } from '@salar/testing/generous-acceptance';
import { insertTestUser, testMacs } from '@salar/testing/test-customers';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const { usdt } = world.ids;
const { maria, site } = world;
const dollar = 1_000_000n;
const ether = 10n ** 18n;
const dayMs = 86_400_000;
/** A dollar is 4,000 pesos: without a signature 1,000 dollars are accepted, with one 900,000. */
const pesos = (dollars: bigint) => minor(dollars * 400_000n);
const anyAmount = minor(10n ** 30n);
const acceptance = {
  ...generousAcceptance,
  autoAccept: { perTicket: pesos(1_000n), perUserDay: anyAmount, perProductHour: anyAmount },
  autoAcceptSigned: { perTicket: pesos(900_000n), perUserDay: anyAmount, perProductHour: anyAmount },
};

let data: TestDatabase;
let exchange: TicketWorld;
let mariaUser: UserId;
let pedroUser: UserId;
let lastPasskey = 0;
let hasSecondFactor = false;

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database);
  await exchange.reopen({ acceptance, codes: { ...noCodes, isOn: async () => hasSecondFactor } });
  ({ userId: mariaUser } = await insertTestUser(data.database, 'maria'));
  ({ userId: pedroUser } = await insertTestUser(data.database, 'pedro'));
  const { faucet } = exchange.anvil;
  await faucet.send({ address: exchange.hotAddress, contract: null, amount: 100n * ether });
  const deposit = { contract: localContracts.usdt, amount: 30_000_000n * dollar };
  await faucet.send({ address: exchange.hotAddress, ...deposit });
  await faucet.send({ address: await exchange.getDepositAddress(maria), ...deposit });
  await exchange.pass(2);
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});
/** The caps of a day are those of each test alone. */
beforeEach(() => {
  exchange.clock.now += 2 * dayMs;
});

type Device = ReturnType<typeof createPasskey>;

/** Adds a passkey as the customer's own page does; a turn passes it on to the signer. */
async function addPasskey(owner = mariaUser): Promise<{ device: Device; passkeyId: string }> {
  lastPasskey += 1;
  const device = createPasskey({ site, name: `passkey ${lastPasskey}` });
  const passkeyId = await storePasskey(device, owner);
  await exchange.services.turn();
  return { device, passkeyId };
}

async function storePasskey({ key }: Device, owner = mariaUser): Promise<string> {
  const passkeyId = randomUUID();
  const passkey = {
    passkeyId,
    userId: owner,
    credentialId: key.credentialId,
    publicKey: Buffer.from(key.publicKey),
    counter: 0,
    transports: [],
    name: 'Phone',
    createdAt: millis(exchange.clock.now),
  };
  const mac = testMacs.compute(toProvablePasskey(passkey));
  if (!(await insertPasskey(data.database, { ...passkey, mac }))) throw new Error('the passkey exists');
  return passkeyId;
}

async function addOldPasskey(): Promise<{ device: Device; passkeyId: string }> {
  const added = await addPasskey();
  exchange.clock.now += dayMs;
  return added;
}

function build(dollars: bigint, to = privateKeyToAddress(generatePrivateKey()) as string): CreateWithdrawal {
  return {
    userId: mariaUser,
    accountId: maria,
    productId: usdt,
    requestIp: null,
    amount: minor(dollars * dollar),
    templateType: 'ToExternalEthereumAddress',
    templateForm: JSON.stringify({ ExternalAddress: to, Comment: '' }),
  };
}

async function begin(request: CreateWithdrawal): Promise<string> {
  const begun = await exchange.services.withdrawals.beginSignature(request);
  if (!begun.ok) throw new Error(begun.refusal);
  return begun.value.text;
}

/** Has a device sign a text, as the browser returns it. */
function respond({ sign }: Device, text: string): string {
  const assertion = readWebauthnAssertion(sign(text));
  if (assertion === null) throw new Error('the device signs');
  const { id, ...response } = assertion;
  return JSON.stringify({ id, rawId: id, type: 'public-key', response });
}

const create = (request: CreateWithdrawal) => exchange.services.withdrawals.create(request);

async function createSigned(request: CreateWithdrawal, device: Device): Promise<WithdrawTicket> {
  const created = await create({ ...request, passkeyResponse: respond(device, await begin(request)) });
  if (!created.ok) throw new Error(created.refusal);
  return created.value;
}

/** Confirms by the mailed link, and lets the workers do everything else. */
async function finish({ ticketId, userId }: WithdrawTicket): Promise<string | undefined> {
  const mail = exchange.mails.find((one) => one.dedupKey === `withdrawal:${ticketId}`)?.notification;
  if (mail?.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
  await exchange.services.withdrawals.confirm({ userId, code: mail.code });
  for (let turn = 0; turn < 4; turn += 1) await exchange.pass(1);
  return (await findWithdrawal(data.database, ticketId))?.status;
}

const held = () => exchange.engine.position(maria, usdt).held;

describe('a withdrawal signed with a passkey', () => {
  test('is accepted and paid above what is paid without a signature', async () => {
    const { device } = await addOldPasskey();
    const receiver = privateKeyToAddress(generatePrivateKey());
    const request = build(600_000n, receiver); // the signer pays 500,000 without a signature
    const text = await begin(request);
    expect(text).toContain(`receiver: ${receiver}\namount: 600000000000 minor units = 600000 USDT\n`);
    const created = await create({ ...request, passkeyResponse: respond(device, text) });
    if (!created.ok) throw new Error(created.refusal);
    expect(text).toContain(`ticket: ${created.value.ticketId}\nrequest code: ${created.value.requestCode}\n`);
    expect(await finish(created.value)).toBe('FullyProcessed');
    expect(await exchange.client.getBalance(usdt, receiver)).toBe(599_999n * dollar);

    const unsigned = await create(build(1_001n));
    if (!unsigned.ok) throw new Error(unsigned.refusal);
    expect(await finish(unsigned.value)).toBe('AdminProcessing');
    expect(await finish(await createSigned(build(900_001n), device))).toBe('AdminProcessing');
  });

  test('raises nothing while its passkey is younger than a day, and is paid as any other', async () => {
    const { device } = await addPasskey();
    expect(await finish(await createSigned(build(1_001n), device))).toBe('AdminProcessing');
    expect(await finish(await createSigned(build(1_000n), device))).toBe('FullyProcessed');
    exchange.clock.now += dayMs;
    expect(await finish(await createSigned(build(1_001n), device))).toBe('FullyProcessed');
  });

  test('F5 needs no code of a second factor, unless its passkey is younger than a day', async () => {
    hasSecondFactor = true;
    const { device } = await addPasskey();
    const request = build(10n);
    const passkeyResponse = respond(device, await begin(request));
    expect(await create({ ...request, passkeyResponse })).toMatchObject({ refusal: 'code_needed' });
    exchange.clock.now += dayMs;
    expect(await create(request)).toMatchObject({ refusal: 'code_needed' });
    expect((await createSigned(request, device)).status).toBe('Pending2Fa');
    const { device: others } = await addPasskey(pedroUser);
    exchange.clock.now += dayMs;
    const foreign = respond(others, await begin(request));
    expect(await create({ ...request, passkeyResponse: foreign })).toMatchObject({ refusal: 'code_needed' });
    hasSecondFactor = false;
  });

  test('raises nothing once its passkey was removed, also if that was after the request', async () => {
    const { device, passkeyId } = await addOldPasskey();
    const ticket = await createSigned(build(1_001n), device);
    const removed = await deletePasskey(data.database, mariaUser, passkeyId);
    expect(removed?.credentialId).toBe(device.key.credentialId);
    expect(await finish(ticket)).toBe('AdminProcessing');
  });

  test('raises nothing with a signature that was written into the database', async () => {
    const { device } = await addOldPasskey();
    const other = await createSigned(build(1_001n), device);
    const ticket = await createSigned(build(1_002n), device);
    await data.database.query(
      `UPDATE withdrawal_signature SET signature = (
         SELECT signature FROM withdrawal_signature WHERE ticket_id = $1) WHERE ticket_id = $2`,
      [other.ticketId, ticket.ticketId],
    );
    expect(await finish(ticket)).toBe('AdminProcessing');
    expect(await finish(other)).toBe('FullyProcessed');
  });

  test('is one ticket, however often its request is repeated', async () => {
    const { device } = await addOldPasskey();
    const request = build(10n);
    const signed = {
      ...request,
      requestKey: `key ${lastPasskey}`,
      passkeyResponse: respond(device, await begin(request)),
    };
    const [first, second] = [await create(signed), await create(signed)];
    expect(first.ok && second.ok && second.value.ticketId === first.value.ticketId).toBe(true);
    const another = { ...signed, passkeyResponse: respond(device, await begin(request)) };
    expect(await create(another)).toMatchObject({ refusal: 'request_key_reused' });
  });
});

describe('is refused, and nothing is held:', () => {
  let device: Device;
  beforeEach(async () => {
    ({ device } = await addPasskey());
  });

  async function refused(request: CreateWithdrawal, passkeyResponse: string): Promise<string> {
    const before = held();
    const answer = await create({ ...request, passkeyResponse });
    expect(held()).toBe(before);
    return answer.ok ? 'created' : answer.refusal;
  }

  test.each<[string, Partial<CreateWithdrawal>]>([
    ['another amount', { amount: minor(11n * dollar) }],
    ['another receiver', { templateForm: build(1n).templateForm }],
  ])('a signature over %s', async (_, changes) => {
    const request = build(10n);
    const response = respond(device, await begin({ ...request, ...changes }));
    expect(await refused(request, response)).toBe('signature_of_another');
  });

  test('a signature over a text that the exchange did not write', async () => {
    const request = build(10n);
    const text = (await begin(request)).replace('request code: ', 'request code: 0');
    expect(await refused(request, respond(device, text))).toBe('signature_expired');
  });

  test('a signature that is used a second time', async () => {
    const request = build(10n);
    const response = respond(device, await begin(request));
    const both = await Promise.all([
      create({ ...request, passkeyResponse: response }),
      create({ ...request, passkeyResponse: response }),
    ]);
    expect(both.map((one) => (one.ok ? 'created' : one.refusal)).sort()).toEqual([
      'created',
      'signature_expired',
    ]);
    expect(await refused(request, response)).toBe('signature_expired');
  });

  test('a signature that comes too late', async () => {
    const request = build(10n);
    const response = respond(device, await begin(request));
    exchange.clock.now += 5 * 60_000;
    expect(await refused(request, response)).toBe('signature_expired');
  });

  test('a signature of another customer, and over the text of another', async () => {
    const { device: others } = await addPasskey(pedroUser);
    const request = build(10n);
    expect(await refused(request, respond(others, await begin(request)))).toBe('signature_invalid');
    const text = await begin(request);
    expect(await refused({ ...request, userId: pedroUser }, respond(device, text))).toBe('signature_expired');
  });

  test('a signature by another key under the id of a passkey', async () => {
    const request = build(10n);
    const forged = createPasskey({ site, name: `passkey ${lastPasskey}` });
    expect(await refused(request, respond(forged, await begin(request)))).toBe('signature_invalid');
  });

  test('a signature for another page, and without the person verified', async () => {
    const request = build(10n);
    for (const changes of [{ origin: 'https://exchange.example.evil' }, { flags: 0x01 }]) {
      const bent = createPasskey({ site, name: `bent ${JSON.stringify(changes)}`, ...changes });
      await storePasskey(bent);
      expect(await refused(request, respond(bent, await begin(request)))).toBe('signature_invalid');
    }
  });

  test.each(['{}', '{"id":"a","type":"public-key","response":{}}', 'null'])('%s', async (response) => {
    expect(await refused(build(10n), response)).toBe('signature_malformed');
  });

  test('no text is written for a customer without a passkey', async () => {
    const request = { ...build(10n), userId: pedroUser };
    await data.database.query('DELETE FROM passkey WHERE user_id = $1', [pedroUser]);
    expect(await exchange.services.withdrawals.beginSignature(request)).toMatchObject({
      refusal: 'passkey_missing',
    });
  });
});

describe('the passkeys of the signer', () => {
  test('follow those of the customer: new, removed, and added again with a new age', async () => {
    const { device, passkeyId } = await addPasskey();
    const { credentialId } = device.key;
    const counts = millis(exchange.clock.now + dayMs);
    expect(exchange.passkeys.find(credentialId)).toMatchObject({ userId: mariaUser, countsFrom: counts });
    expect(await findPasskey(data.database, credentialId)).toMatchObject({ countsFrom: counts });

    const removal = { userId: mariaUser, credentialId, removedAt: millis(exchange.clock.now) };
    await insertPasskeyRemoval(data.database, { ...removal, mac: null }); // by somebody else
    await exchange.services.turn();
    expect(exchange.passkeys.find(credentialId)).toMatchObject({ countsFrom: counts });
    await deletePasskey(data.database, mariaUser, passkeyId);
    const mac = testMacs.compute(toProvableRemoval(removal));
    await insertPasskeyRemoval(data.database, { ...removal, mac });
    exchange.clock.now += dayMs;
    // Added again before the signer has the removal.
    await storePasskey(device);
    await exchange.services.turn();
    expect(await listPasskeyRemovals(data.database, 10)).toEqual([]);
    await exchange.services.turn();
    const again = millis(exchange.clock.now + dayMs);
    expect(exchange.passkeys.find(credentialId)).toMatchObject({ countsFrom: again });
    expect(await findPasskey(data.database, credentialId)).toMatchObject({ countsFrom: again });
  });

  test('do not include a key that the signer refuses, which is reported once', async () => {
    const device = createPasskey({ site, name: 'refused' });
    await exchange.passkeys.registerPasskey({
      userId: pedroUser,
      credentialId: device.key.credentialId,
      publicKey: Buffer.from(device.key.publicKey).toString('base64url'),
    });
    exchange.log.alerts.length = 0;
    await storePasskey(device);
    await exchange.services.turn();
    await exchange.services.turn();
    expect(exchange.log.alerts).toEqual(['ALERT: the signer does not accept a passkey']);
    expect(await findPasskey(data.database, device.key.credentialId)).toMatchObject({ countsFrom: null });
  });
});
