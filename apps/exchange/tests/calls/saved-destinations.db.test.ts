import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { refuse } from '@salar/protocol';
import type { CreateWithdrawal, CreateWithdrawalRefusal } from '@salar/services';
import { switchOn } from '../support/authenticator-app.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1, userName: 'maria' });
  joao = await world.customer({ level: 1, userName: 'joao' });
});
afterAll(() => world.close());

const granted = { result: true, errormsg: null, errorcode: 0, detail: null };
const usdt = 3;
const brl = 6;
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const wallet = { ProductId: usdt, Name: 'wallet:ledger:Ethereum (local)', AccountIdentifier: address };

describe('saved destinations', () => {
  // covers: withdraw.51
  test('are created, listed, confirmed by the mailed code and deleted', async () => {
    const created = (await maria.call('CreateAccountWithdrawInfo', wallet)).json();
    expect(created).toEqual({ ...granted, detail: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const row = {
      AccountWithdrawInfoId: created['detail'],
      OMSId: 1,
      AccountId: maria.accountId,
      ProductId: usdt,
      ProductName: 'USDT',
      Name: wallet.Name,
      AccountIdentifier: address,
      Verified: false,
    };
    const list = async () => (await maria.call('GetAccountWithdrawInfos')).json();
    expect(await list()).toEqual([row]);
    const code = { AccountId: maria.accountId, VerifyEmailCode: world.codeFor('maria@example.com') };
    expect((await world.call('ConfirmWithdrawInfo', code)).json()).toEqual(granted);
    expect((await world.call('ConfirmWithdrawInfo', code)).json()).toEqual(granted);
    expect(await list()).toEqual([{ ...row, Verified: true }]);
    const deleted = await maria.call('DeleteAccountWithdrawInfo', row);
    expect(deleted.json()).toEqual(granted);
    expect(await list()).toEqual([]);
  });

  test('F5 take a code of a customer with a second factor', async () => {
    const person = await world.customer({ level: 1 });
    const { app } = await switchOn(world, person);
    const save = async (TfaCode?: string) =>
      (await person.call('CreateAccountWithdrawInfo', { ...wallet, TfaCode })).json();
    expect(await save()).toMatchObject({ result: false, errorcode: 101, detail: '2FA code required' });
    expect(await save(app.wrongCode())).toMatchObject({ result: false, detail: 'Invalid 2FA code' });
    expect((await person.call('GetAccountWithdrawInfos')).json()).toEqual([]);
    expect(await save(app.code())).toMatchObject({ result: true });
    expect(await save(app.code())).toMatchObject({ result: false, detail: 'Invalid 2FA code' });
  });

  // covers: withdraw.52
  test('of another customer and unknown ones get the same bytes when deleted', async () => {
    const created = (await maria.call('CreateAccountWithdrawInfo', wallet)).json();
    const foreign = await joao.call('DeleteAccountWithdrawInfo', {
      AccountWithdrawInfoId: created['detail'],
    });
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x', '-1']) {
      const absent = await joao.call('DeleteAccountWithdrawInfo', { AccountWithdrawInfoId: id });
      expect([absent.status, absent.text]).toEqual([foreign.status, foreign.text]);
    }
    expect(foreign.json()).toMatchObject({ result: false, errorcode: 104 });
    expect((await joao.call('GetAccountWithdrawInfos')).json()).toEqual([]);
    expect((await maria.call('GetAccountWithdrawInfos')).json()).toHaveLength(1);
  });

  test.each([
    [100, 'Invalid ProductId', { ...wallet, ProductId: 99 }],
    [100, 'Invalid Name', { ...wallet, Name: 'ledger' }],
    [100, 'Invalid Name, no such network for this product', { ...wallet, Name: 'wallet:ledger:Solana' }],
    [100, 'Name is Required', { ...wallet, Name: undefined }],
    [100, 'AccountIdentifier is Required', { ...wallet, AccountIdentifier: '' }],
    [100, 'Invalid AccountIdentifier', { ProductId: brl, Name: 'bank:1', AccountIdentifier: '[]' }],
    [100, 'PixKey is Required', { ProductId: brl, Name: 'bank:1', AccountIdentifier: '{"TaxIdNumber":"1"}' }],
    [100, 'Invalid PixKey', { ProductId: brl, Name: 'bank:1', AccountIdentifier: '{"PixKey":"1"}' }],
    [101, 'Invalid destination address', { ...wallet, AccountIdentifier: address.slice(1) }],
  ])('answer %i %s', async (errorcode, detail, body) => {
    await maria.call('CreateAccountWithdrawInfo', wallet);
    const answer = await maria.call('CreateAccountWithdrawInfo', body);
    expect(answer.json()).toMatchObject({ result: false, errorcode, detail });
  });

  test('are mailed again under the same id until they are confirmed, and then exist already', async () => {
    const ana = await world.customer({ level: 1, userName: 'ana' });
    const first = await ana.call('CreateAccountWithdrawInfo', wallet);
    const code = world.codeFor('ana@example.com');
    expect((await ana.call('CreateAccountWithdrawInfo', wallet)).text).toBe(first.text);
    const renewed = world.codeFor('ana@example.com');
    expect(renewed).not.toBe(code);
    const confirm = (VerifyEmailCode: string) => world.call('ConfirmWithdrawInfo', { VerifyEmailCode });
    expect((await confirm(code)).json()).toMatchObject({ result: false, errorcode: 101 });
    expect((await confirm(renewed)).json()).toEqual(granted);
    expect((await ana.call('CreateAccountWithdrawInfo', wallet)).json()).toMatchObject({
      result: false,
      errorcode: 101,
      detail: 'Destination already exists',
    });
  });

  test('are shown by the mailed code, without a session, until they are confirmed', async () => {
    const eva = await world.customer({ level: 1, userName: 'eva' });
    await eva.call('CreateAccountWithdrawInfo', wallet);
    const link = { UserId: eva.userId, VerifyEmailCode: world.codeFor('eva@example.com') };
    const review = async (body: object) => (await world.call('GetWithdrawInfoConfirmation', body)).json();
    const open = {
      State: 'Open',
      Product: 'USDT',
      Amount: null,
      Fee: null,
      Net: null,
      Network: 'Ethereum (local)',
      TemplateType: 'ToExternalEthereumAddress',
      Address: address,
      BankFields: [],
    };
    expect(await review(link)).toEqual(open);
    // Reading confirms nothing.
    expect((await eva.call('GetAccountWithdrawInfos')).json()).toMatchObject([{ Verified: false }]);
    await world.call('ConfirmWithdrawInfo', link);
    expect(await review(link)).toMatchObject({ State: 'Confirmed', Product: null, Address: null });
  });

  test('of a bank are shown by the mailed code with numbers and keys masked', async () => {
    const ines = await world.customer({ level: 1, userName: 'ines' });
    await ines.call('CreateAccountWithdrawInfo', {
      ProductId: brl,
      Name: 'bank:1',
      AccountIdentifier: '{"PixKey":"ines@example.com","TaxIdNumber":"52998224725"}',
    });
    const link = { UserId: ines.userId, VerifyEmailCode: world.codeFor('ines@example.com') };
    const answer = await world.call('GetWithdrawInfoConfirmation', link);
    expect(answer.json()).toMatchObject({
      State: 'Open',
      Product: 'BRL',
      TemplateType: 'BrlPix',
      Address: null,
      BankFields: [
        { Name: 'PixKey', Value: '••••.com', Code: null },
        { Name: 'TaxIdNumber', Value: '••••4725', Code: null },
      ],
    });
    expect(answer.text).not.toContain('5299822');
  });

  test('are shown to nobody else: a wrong code, another user and an unknown code get the same bytes', async () => {
    const luz = await world.customer({ level: 1, userName: 'luz' });
    await luz.call('CreateAccountWithdrawInfo', wallet);
    const code = world.codeFor('luz@example.com');
    const answers = await Promise.all(
      [
        { UserId: luz.userId, VerifyEmailCode: 'x' },
        { UserId: maria.userId, VerifyEmailCode: code },
        { UserId: 999_999, VerifyEmailCode: code },
      ].map((body) => world.call('GetWithdrawInfoConfirmation', body)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ result: false, detail: 'Invalid or expired code' });
  });

  test('are confirmed only with the correct code', async () => {
    const wrong = {
      result: false,
      errormsg: 'Operation Failed',
      errorcode: 101,
      detail: 'Invalid or expired code',
    };
    await joao.call('CreateAccountWithdrawInfo', wallet);
    const code = world.codeFor('joao@example.com');
    for (const body of [
      { VerifyEmailCode: 'x' },
      { VerifyEmailCode: code, AccountId: maria.accountId },
      { VerifyEmailCode: code, UserId: maria.userId },
    ])
      expect((await world.call('ConfirmWithdrawInfo', body)).json()).toEqual(wrong);
    expect((await world.call('ConfirmWithdrawInfo', { VerifyEmailCode: code })).json()).toEqual(granted);
  });
});

describe('a request for a withdrawal', () => {
  const body = {
    ProductId: usdt,
    Amount: '25',
    TemplateType: 'ToExternalEthereumAddress',
    TemplateForm: JSON.stringify({ ExternalAddress: address, Comment: '' }),
  };
  const requested: CreateWithdrawal[] = [];
  let answer: Awaited<ReturnType<typeof world.tickets.withdrawals.create>>;
  beforeEach(() => {
    requested.length = 0;
    answer = refuse('insufficient_funds');
    vi.spyOn(world.tickets.withdrawals, 'create').mockImplementation(async (request) => {
      requested.push(request);
      return answer;
    });
  });
  const withKey = (fields: object, header?: string) =>
    world.call(
      'CreateWithdrawTicket',
      { ...body, ...fields },
      { aptoken: maria.token, ...(header !== undefined && { 'idempotency-key': header }) },
    );

  test('carries its key in the body or in the header', async () => {
    await withKey({ ClientRequestId: 'intent-1' });
    await withKey({}, 'intent-1');
    await withKey({ ClientRequestId: 'intent-1' }, 'intent-1');
    await withKey({ ClientRequestId: 17 });
    await withKey({});
    expect(requested.map(({ requestKey }) => requestKey)).toEqual([
      'intent-1',
      'intent-1',
      'intent-1',
      '17',
      undefined,
    ]);
  });

  test.each([
    ['Invalid ClientRequestId', { ClientRequestId: 'one' }, 'two'],
    ['Invalid ClientRequestId', { ClientRequestId: 'with blanks' }, undefined],
    ['Invalid ClientRequestId', { ClientRequestId: 'x'.repeat(129) }, undefined],
    ['Invalid Idempotency-Key', {}, ''],
    ['Invalid Idempotency-Key', {}, 'x'.repeat(129)],
    ['Invalid Idempotency-Key', {}, 'with blanks'],
  ])('is refused for its key: %s (row %#)', async (detail, fields, header) => {
    expect((await withKey(fields, header)).json()).toMatchObject({ errorcode: 100, detail });
    expect(requested).toEqual([]);
  });

  test.each<[CreateWithdrawalRefusal, number, string]>([
    ['request_key_reused', 101, 'ClientRequestId was used for another request'],
    ['destination_unknown', 104, 'AccountWithdrawInfoId'],
    ['amount_not_whole', 101, 'Amount is finer than this payment system moves'],
    ['amount_above_maximum', 101, 'Amount is above the maximum of this payment system'],
    ['request_interrupted', 101, 'Nothing was done, please try again'],
    ['insufficient_funds', 101, 'Insufficient Balance'],
  ])('refused with %s answers %i %s', async (refusal, errorcode, detail) => {
    answer = refuse(refusal);
    expect((await withKey({})).json()).toMatchObject({ result: false, errorcode, detail });
  });

  test('reports the field that is missing or wrong', async () => {
    answer = { ok: false, refusal: 'field_missing', field: 'PixKey' };
    expect((await withKey({})).json()).toMatchObject({ errorcode: 100, detail: 'PixKey is Required' });
    answer = { ok: false, refusal: 'field_malformed', field: 'Number' };
    expect((await withKey({})).json()).toMatchObject({ errorcode: 100, detail: 'Invalid Number' });
  });

  test('with the call for the other kind of product is refused', async () => {
    const said = async (name: string, ProductId: number) =>
      (await maria.call(name, { ...body, ProductId })).json()['detail'];
    expect(await said('CreateFiatWithdrawTicket', usdt)).toBe('Invalid Product, not a national currency');
    expect(await said('CreateCryptocurrencyWithdrawTicket', brl)).toBe(
      'Invalid Product, not a crypto currency',
    );
    expect(requested).toEqual([]);
    expect(await said('CreateFiatWithdrawTicket', brl)).toBe('Insufficient Balance');
    expect(await said('CreateCryptocurrencyWithdrawTicket', usdt)).toBe('Insufficient Balance');
    expect(requested.map(({ productId }) => productId)).toEqual([brl, usdt]);
    expect(await said('CreateFiatWithdrawTicket', 99)).toBe('Invalid ProductId');
  });
});
