import { productId } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import { insertAddress } from '@salar/store/tables/chains/deposit-addresses';
import { noCodes } from '@salar/testing/no-codes';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankWorld } from '@salar/testing/bank-world';
import { openTestDatabase } from '@salar/testing/postgres';
import { testMacs } from '@salar/testing/test-customers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bankProviders } from '../tickets/bank-providers.ts';
import { localChainIds, localContracts, localProviders } from '../tickets/providers.ts';
import { DestinationRecords } from './destination-records.ts';
import { DestinationService, destinationCodeTtlMs, destinationsMax } from './destination-service.ts';
import type { CreateDestinationRefusal } from './destination-types.ts';

const { cop, brl, maria, joao } = bankWorld;
const usdt = productId(3);
const requestIp = '203.0.113.9';
const address = (digit: string) => `0x${digit.repeat(40)}`;
const houseWallet = address('a');
const depositAddress = address('b');

/** Accepts `0x` and forty hexadecimal digits: checksums are tested with the adapter. */
const scheme = {
  family: 'evm' as const,
  firstIndex: 1,
  derive: (index: number) => `0x${index.toString(16).padStart(40, '0')}`,
  parse: (text: string) => (/^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : null),
  isBurn: (text: string) => /^0x0{40}$/.test(text),
};

let database: TicketDatabase;
let closeDatabase: () => Promise<void>;
let world: BankWorld;
let service: DestinationService;
beforeEach(async () => {
  const store = await openTestDatabase();
  database = store.database;
  closeDatabase = () => store.close();
  world = openBankWorld(database);
  await world.ledger.submit({
    type: 'DefineProduct',
    productId: usdt,
    symbol: 'USDT',
    name: 'Tether USD',
    kind: 'crypto',
    decimals: 6,
  });
  const chains = localProviders({ eth: productId(2), usdt, usdc: productId(4) });
  service = new DestinationService({
    database,
    records: new DestinationRecords({ macs: testMacs, seals: store.database.seals }),
    ledger: world.ledger,
    providers: [...chains.providers, ...bankProviders({ cop, brl })],
    chainAccess: () => ({
      schemes: new Map(Object.values(localChainIds).map((chainId) => [chainId, scheme])),
      networks: chains.networks,
      houseAddresses: new Set([houseWallet]),
    }),
    notifier: {
      enqueue: async (_tx, { to, dedupKey, notification }) => {
        world.mails.push({ to, dedupKey, notification });
      },
    },
    customers: { findEmail: async (id) => `customer${id}@example.com` },
    codes: noCodes,
    clock: () => world.clock.now,
  });
  await insertAddress(
    database,
    { family: 'evm', index: 1, accountId: joao.accountId, address: depositAddress, mac: Buffer.alloc(32) },
    0,
  );
});
afterEach(() => closeDatabase());

type Ask = Partial<Parameters<DestinationService['create']>[0]>;
const wallet: Ask = { productId: usdt, name: 'wallet:Ledger 1:Ethereum (local)', identifier: address('1') };
const pixForm = { PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-25' };
const pix: Ask = { productId: brl, name: 'bank:1767614400000', identifier: JSON.stringify(pixForm) };
const save = (ask: Ask) =>
  service.create({ ...maria, productId: usdt, name: '', identifier: '', requestIp, ...ask });
const saved = async (ask: Ask) => {
  const answer = await save(ask);
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.value;
};
const codeOf = (at: number) => {
  const notification = world.mails[at]?.notification;
  if (notification?.kind !== 'confirm_destination')
    throw new Error('the mail to confirm a destination is missing');
  return notification.code;
};

describe('a saved destination', () => {
  test('with a wallet keeps the canonical address and mails it in full', async () => {
    const destination = await saved({ ...wallet, identifier: ` ${address('1')} ` });
    expect(destination).toMatchObject({
      accountId: maria.accountId,
      productId: usdt,
      templateType: 'ToExternalEthereumAddress',
      name: 'wallet:Ledger 1:Ethereum (local)',
      identifier: address('1'),
      verifiedAt: null,
      createdAt: world.clock.now,
    });
    expect(await service.list(maria.accountId)).toEqual([destination]);
    expect(world.mails).toMatchObject([
      {
        to: 'customer7@example.com',
        notification: {
          kind: 'confirm_destination',
          product: 'USDT',
          network: 'Ethereum (local)',
          templateType: 'ToExternalEthereumAddress',
          destination: address('1'),
        },
      },
    ]);
  });

  test.each([
    [brl, pixForm, 'BrlPix', '{"PixKey":"maria@example.com","TaxIdNumber":"52998224725"}'],
    [
      brl,
      { BankName: '260', AccountType: 'payment', Number: '1/1234567-8', TaxIdNumber: '529.982.247-25' },
      'BrlTed',
      '{"BankName":"260","AccountType":"payment","Number":"0001/1234567-8","TaxIdNumber":"52998224725"}',
    ],
    [
      cop,
      { SystemName: 'BREB', Number: '3001234567', DocumentType: 'CC', DocumentNumber: '1020304050' },
      'CopBreB',
      '{"SystemName":"BREB","Number":"3001234567","DocumentType":"CC","DocumentNumber":"1020304050"}',
    ],
    [
      cop,
      {
        Comment: 'mine',
        DocumentNumber: '900.123.456-8',
        DocumentType: 'NIT',
        Number: '12345678901',
        AccountType: 'checking',
        BankName: '1007',
      },
      'CopBankTransfer',
      '{"BankName":"1007","AccountType":"checking","Number":"12345678901","DocumentType":"NIT","DocumentNumber":"900123456-8"}',
    ],
  ])(
    'with a bank account gets the rail whose form it has (%#)',
    async (product, form, templateType, identifier) => {
      const ask = { productId: product, name: 'bank:1', identifier: JSON.stringify(form) };
      const destination = await saved(ask);
      expect(destination).toMatchObject({ templateType, identifier });
      expect(await saved({ ...ask, identifier })).toEqual(destination);
    },
  );

  test.each<[CreateDestinationRefusal, string | undefined, Ask]>([
    ['product_unknown', undefined, { ...wallet, productId: productId(99) }],
    ['name_malformed', undefined, { ...wallet, name: 'Ledger' }],
    ['name_malformed', undefined, { ...wallet, name: 'wallet:Ledger_1:Ethereum (local)' }],
    ['name_malformed', undefined, { ...wallet, name: 'wallet: :Ethereum (local)' }],
    ['name_malformed', undefined, { ...wallet, name: 'wallet::Ethereum (local)' }],
    ['name_malformed', undefined, { ...wallet, name: `wallet:${'x'.repeat(41)}:Ethereum (local)` }],
    ['name_malformed', undefined, { ...wallet, name: 'wallet:a:b:c' }],
    ['name_malformed', undefined, { ...pix, name: 'bank:' }],
    ['network_unknown', undefined, { ...wallet, name: 'wallet:Ledger:Bitcoin (local)' }],
    ['network_unknown', undefined, { ...wallet, name: 'bank:1', identifier: '{}' }],
    ['network_unknown', undefined, { ...pix, name: 'wallet:Ledger:Pix' }],
    ['identifier_malformed', undefined, { ...pix, identifier: 'maria@example.com' }],
    ['identifier_malformed', undefined, { ...pix, identifier: '["maria@example.com"]' }],
    ['identifier_malformed', undefined, { ...pix, identifier: 'null' }],
    ['field_missing', 'TaxIdNumber', { ...pix, identifier: '{"PixKey":"maria@example.com"}' }],
    ['field_missing', 'PixKey', { ...pix, identifier: '{"TaxIdNumber":"529.982.247-25"}' }],
    ['field_malformed', 'PixKey', { ...pix, identifier: JSON.stringify({ ...pixForm, PixKey: 'maria' }) }],
    ['field_malformed', 'Number', { ...pix, productId: cop, identifier: '{"SystemName":"BREB","Number":7}' }],
    ['destination_malformed', undefined, { ...wallet, identifier: address('1').slice(1) }],
    [
      'destination_malformed',
      undefined,
      { ...wallet, identifier: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk' },
    ],
    ['destination_refused', undefined, { ...wallet, identifier: address('0') }],
    ['destination_refused', undefined, { ...wallet, identifier: localContracts.usdt }],
    ['destination_refused', undefined, { ...wallet, identifier: localContracts.usdc }],
    ['destination_refused', undefined, { ...wallet, identifier: houseWallet }],
    ['destination_refused', undefined, { ...wallet, identifier: depositAddress }],
  ])('is refused with %s %s, and nothing is mailed (row %#)', async (refusal, field, ask) => {
    expect(await save(ask)).toEqual({ ok: false, refusal, ...(field !== undefined && { field }) });
    expect(await service.list(maria.accountId)).toEqual([]);
    expect(world.mails).toEqual([]);
  });

  test('is saved once on a network, and once more on another', async () => {
    await saved(wallet);
    await service.confirm({ requestIp, code: codeOf(0) });
    expect(await save({ ...wallet, name: 'wallet:again:Ethereum (local)' })).toEqual({
      ok: false,
      refusal: 'destination_exists',
    });
    expect(await save({ ...wallet, name: 'wallet:Ledger:Polygon (local)' })).toMatchObject({ ok: true });
    expect(await save({ ...wallet, ...joao })).toMatchObject({ ok: true });
    expect(world.mails).toHaveLength(3);
  });

  test('saved again before its confirmation is mailed again, and only the last link works', async () => {
    const first = await saved(wallet);
    world.clock.now += destinationCodeTtlMs + 1;
    const again = await saved({ ...wallet, name: 'wallet:Trezor:Ethereum (local)' });
    expect(again).toEqual({ ...first, name: 'wallet:Trezor:Ethereum (local)' });
    expect(await service.list(maria.accountId)).toEqual([again]);
    expect(new Set(world.mails.map(({ dedupKey }) => dedupKey)).size).toBe(2);
    expect(world.mails[1]?.notification).toMatchObject({ requestedAt: world.clock.now });
    expect(await service.confirm({ requestIp, code: codeOf(0) })).toEqual({
      ok: false,
      refusal: 'code_invalid',
    });
    expect(await service.confirm({ requestIp, code: codeOf(1) })).toMatchObject({ value: { id: first.id } });
  });

  test('is mailed again even when the limit is reached', async () => {
    const asks = Array.from({ length: destinationsMax }, (_, at) => ({
      ...wallet,
      identifier: `0x${(at + 1).toString(16).padStart(40, '5')}`,
    }));
    for (const ask of asks) await saved(ask);
    expect(await save(asks[0] ?? wallet)).toMatchObject({ ok: true });
    expect(await service.list(maria.accountId)).toHaveLength(destinationsMax);
  });

  test('is limited in number per account, even for concurrent requests', async () => {
    const asks = Array.from({ length: destinationsMax + 10 }, (_, at) => ({
      ...wallet,
      identifier: `0x${(at + 1).toString(16).padStart(40, '5')}`,
    }));
    const answers = await Promise.all(asks.map(save));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(destinationsMax);
    expect(await service.list(maria.accountId)).toHaveLength(destinationsMax);
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal]));
    expect(new Set(refused)).toEqual(new Set(['too_many_destinations']));
    expect(await save({ ...wallet, ...joao })).toMatchObject({ ok: true });
  });
});

describe('the mailed link', () => {
  test('confirms a destination, and again, and nothing else', async () => {
    const destination = await saved(wallet);
    world.clock.now += 1;
    await saved(pix);
    world.clock.now += 60_000;
    const at = world.clock.now;
    expect(await service.confirm({ requestIp, code: codeOf(0) })).toMatchObject({
      ok: true,
      value: { id: destination.id, verifiedAt: at },
    });
    world.clock.now += destinationCodeTtlMs;
    expect(await service.confirm({ requestIp, code: codeOf(0), ...maria })).toMatchObject({
      ok: true,
      value: { verifiedAt: at },
    });
    const list = await service.list(maria.accountId);
    expect(list.map(({ verifiedAt }) => verifiedAt)).toEqual([at, null]);
  });

  test('is refused when it is wrong, expired, of another account, or of a removed destination', async () => {
    const destination = await saved(wallet);
    const code = codeOf(0);
    const refused = { ok: false, refusal: 'code_invalid' };
    expect(await service.confirm({ requestIp, code: `${code}x` })).toEqual(refused);
    expect(await service.confirm({ requestIp, code, accountId: joao.accountId })).toEqual(refused);
    expect(await service.confirm({ requestIp, code, userId: joao.userId })).toEqual(refused);
    world.clock.now += destinationCodeTtlMs;
    expect(await service.confirm({ requestIp, code })).toEqual(refused);
    world.clock.now -= 1;
    await service.remove({ requestIp, accountId: maria.accountId, id: destination.id });
    expect(await service.confirm({ requestIp, code })).toEqual(refused);
  });
});

test('only its own account finds and removes a destination', async () => {
  const { id } = await saved(wallet);
  const unknown = { ok: false, refusal: 'destination_unknown' };
  expect(await service.find({ accountId: joao.accountId, id })).toBeNull();
  expect(await service.remove({ requestIp, accountId: joao.accountId, id })).toEqual(unknown);
  for (const odd of ['', 'x', "' OR 1=1 --", '\u0000'])
    expect([
      await service.find({ ...maria, id: odd }),
      await service.remove({ ...maria, requestIp, id: odd }),
    ]).toEqual([null, unknown]);
  expect(await service.find({ accountId: maria.accountId, id })).toMatchObject({ id });
  expect(await service.remove({ requestIp, accountId: maria.accountId, id })).toEqual({
    ok: true,
    value: null,
  });
  expect(await service.remove({ requestIp, accountId: maria.accountId, id })).toEqual(unknown);
  expect(await service.list(maria.accountId)).toEqual([]);
});

test('saving, mailing again, confirming and removing are written to the audit log, each once', async () => {
  const { id } = await saved(wallet);
  await saved(wallet);
  const code = codeOf(1);
  await Promise.all([1, 2, 3].map(() => service.confirm({ requestIp, code })));
  await service.remove({ requestIp, accountId: joao.accountId, id });
  await service.remove({ requestIp, accountId: maria.accountId, id: id.toUpperCase() });
  const entries = await database.query<{ action: string; object: string }>(
    'SELECT user_id AS "userId", request_ip AS "requestIp", action, object, detail FROM audit_entry ORDER BY entry_id',
  );
  expect(entries).toEqual(
    ['saved', 'mailed_again', 'confirmed', 'removed'].map((word) => ({
      userId: maria.userId,
      requestIp,
      action: `destination_${word}`,
      object: 'Ledger 1 · Ethereum (local)',
      detail: `destination/${id}`,
    })),
  );
  expect(world.mails.at(-1)).toMatchObject({
    to: `customer${maria.userId}@example.com`,
    notification: { kind: 'security_notice', action: 'destination_removed', ip: requestIp },
  });
});

test('a destination that is removed and saved again is a new one', async () => {
  const first = await saved(wallet);
  await service.confirm({ requestIp, code: codeOf(0) });
  await service.remove({ requestIp, accountId: maria.accountId, id: first.id });
  world.clock.now += 5000;
  expect(await saved(wallet)).toMatchObject({ verifiedAt: null, createdAt: world.clock.now });
});
