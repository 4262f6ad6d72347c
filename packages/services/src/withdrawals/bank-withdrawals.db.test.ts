import { accept, houseAccounts, millis, minor, refuse } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import { listAllWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankCustomer, BankWorld } from '@salar/testing/bank-world';
import { openTestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noOrigin } from '../ports/request-origin.ts';
import type { CreateWithdrawal, CreateWithdrawalRefusal } from '../tickets/ticket-requests.ts';
import { bankChainId } from '../tickets/networks.ts';
import { toUncheckedTerms } from './withdrawal-steps.ts';
import type { WithdrawalStep } from './withdrawal-steps.ts';
import { computeTicketMac } from '../crypto/ticket-macs.ts';

const { cop, brl, maria, joao, newcomer } = bankWorld;
const forms = {
  bank: {
    BankName: '1007',
    AccountType: 'savings',
    Number: '123-456789-01',
    DocumentType: 'CC',
    DocumentNumber: '1.020.304.050',
  },
  breb: { SystemName: 'BREB', Number: '@CBW0ZWQT6', DocumentType: 'CC', DocumentNumber: '1020304050' },
  pix: { PixKey: '+55 (11) 98765-4321', TaxIdNumber: '529.982.247-25', Comment: 'rent' },
  ted: { BankName: '260', AccountType: 'payment', Number: '1/1234567-8', TaxIdNumber: '529.982.247-25' },
};

let database: TicketDatabase;
let closeDatabase: () => Promise<void>;
let world: BankWorld;
beforeEach(async () => {
  const store = await openTestDatabase();
  database = store.database;
  closeDatabase = () => store.close();
  world = openBankWorld(database);
});
afterEach(() => closeDatabase());

type Ask = Partial<Omit<CreateWithdrawal, 'templateForm' | 'amount'>> & {
  readonly by?: BankCustomer;
  readonly amount?: bigint;
  readonly form?: object | string;
};

/** A request of Maria for 100 BRL by Pix, unless changed. */
function request({ by = maria, amount = 100_00n, form = forms.pix, ...rest }: Ask = {}): CreateWithdrawal {
  return {
    ...by,
    productId: brl,
    amount: minor(amount),
    templateForm: typeof form === 'string' ? form : JSON.stringify(form),
    requestIp: '203.0.113.9',
    ...rest,
  };
}

describe('a withdrawal by bank', () => {
  test.each<[string, Ask, string]>([
    [
      'CopBankTransfer',
      { productId: cop, amount: 250_000_00n, form: forms.bank },
      '{"BankName":"1007","AccountType":"savings","Number":"12345678901","DocumentType":"CC","DocumentNumber":"1020304050"}',
    ],
    [
      'CopBreB',
      { productId: cop, amount: 250_000_00n, form: forms.breb },
      '{"SystemName":"BREB","Number":"@CBW0ZWQT6","DocumentType":"CC","DocumentNumber":"1020304050"}',
    ],
    ['BrlPix', { form: forms.pix }, '{"PixKey":"+5511987654321","TaxIdNumber":"52998224725"}'],
    [
      'BrlTed',
      { form: forms.ted },
      '{"BankName":"260","AccountType":"payment","Number":"0001/1234567-8","TaxIdNumber":"52998224725"}',
    ],
  ])(
    'by %s holds the amount, signs one canonical receiver and mails it in full',
    async (name, ask, expected) => {
      const services = await world.open();
      const before = world.available(maria, ask.productId ?? brl);
      const created = await services.withdrawals.create(request({ ...ask, templateType: name }));
      expect(created).toMatchObject({ ok: true, value: { status: 'Pending2Fa', destination: expected } });
      const [row] = await listAllWithdrawals(database);
      if (row === undefined || !created.ok) throw new Error('the ticket is missing');
      expect(row.mac).toEqual(
        computeTicketMac(new Uint8Array(32).fill(1), toUncheckedTerms(row, bankChainId)),
      );
      expect(before - world.available(maria, row.productId)).toBe(row.amount);
      expect(world.mails).toMatchObject([
        {
          to: 'customer7@example.com',
          dedupKey: `withdrawal:${row.ticketId}`,
          notification: { kind: 'confirm_withdrawal', templateType: name, destination: expected },
        },
      ]);
    },
  );

  test('is found by its mailed code with the code’s state, for its customer only', async () => {
    const services = await world.open();
    const create = async () => {
      const created = await services.withdrawals.create(request());
      if (!created.ok) throw new Error(created.refusal);
      const { ticketId, requestCode } = created.value;
      const mail = world.mails.find(({ dedupKey }) => dedupKey === `withdrawal:${ticketId}`)?.notification;
      return { requestCode, code: mail?.kind === 'confirm_withdrawal' ? mail.code : '' };
    };
    const findState = async (code: string, { userId } = maria) => {
      const found = await services.withdrawals.review({ userId, code });
      return found.ok ? found.value.state : found.refusal;
    };
    const { code } = await create();
    expect(await findState(code)).toBe('open');
    expect(await findState(code, joao)).toBe('code_invalid');
    expect(await findState(`${code}x`)).toBe('code_invalid');
    await services.withdrawals.confirm({ userId: maria.userId, code });
    expect(await findState(code)).toBe('confirmed');
    const canceled = await create();
    await services.withdrawals.cancel({ accountId: maria.accountId, requestCode: canceled.requestCode });
    expect(await findState(canceled.code)).toBe('ended');
    const old = await create();
    world.clock.now += 30 * 60_000;
    expect(await findState(old.code)).toBe('expired');
  });

  test('uses the default rail of its currency when none is named', async () => {
    const services = await world.open();
    const created = await services.withdrawals.create(
      request({ productId: cop, amount: 50_000_00n, form: forms.bank }),
    );
    expect(created).toMatchObject({ ok: true, value: { providerId: 10, templateType: 'CopBankTransfer' } });
  });

  test.each<[CreateWithdrawalRefusal, string | undefined, Ask]>([
    ['form_malformed', undefined, { form: 'no json' }],
    ['form_malformed', undefined, { form: '[]' }],
    ['form_malformed', undefined, { form: `{"PixKey":"${'x'.repeat(5000)}"}` }],
    ['form_malformed', undefined, { form: { AccountWithdrawInfoId: 5 } }],
    ['destination_unknown', undefined, { form: { AccountWithdrawInfoId: 'x' } }],
    ['provider_unknown', undefined, { providerId: 1 }],
    ['provider_unknown', undefined, { providerId: 10 }],
    ['template_unknown', undefined, { templateType: 'Standard' }],
    ['template_unknown', undefined, { templateType: 'CopBreB' }],
    ['template_unknown', undefined, { providerId: 12, templateType: 'BrlTed', form: forms.ted }],
    [
      'template_unknown',
      undefined,
      { templateType: 'BrlPix', form: { ...forms.pix, TemplateType: 'BrlTed' } },
    ],
    ['level_too_low', undefined, { by: newcomer }],
    ['amount_not_positive', undefined, { amount: 0n }],
    ['amount_below_minimum', undefined, { amount: 4_99n }],
    ['amount_not_whole', undefined, { productId: cop, amount: 50_000_01n, form: forms.bank }],
    ['amount_not_whole', undefined, { productId: cop, providerId: 11, amount: 50_000_50n, form: forms.breb }],
    [
      'amount_above_maximum',
      undefined,
      { productId: cop, providerId: 11, amount: 11_553_001_00n, form: forms.breb },
    ],
    ['field_missing', 'TaxIdNumber', { form: { PixKey: 'maria@example.com' } }],
    ['field_missing', 'PixKey', { form: {} }],
    ['field_malformed', 'PixKey', { form: { ...forms.pix, PixKey: '11987654321' } }],
    ['field_malformed', 'TaxIdNumber', { form: { ...forms.pix, PixKey: '11144477735' } }],
    ['field_malformed', 'BankName', { templateType: 'BrlTed', form: { ...forms.ted, BankName: 'Nubank' } }],
    ['field_malformed', 'Comment', { form: { ...forms.pix, Comment: 'x'.repeat(257) } }],
    ['insufficient_funds', undefined, { amount: 10_000_01n }],
  ])('is refused with %s %s and leaves no trace (row %#)', async (refusal, field, ask) => {
    const services = await world.open();
    const by = ask.by ?? maria;
    const before = [world.available(by, cop), world.available(by, brl)];
    expect(await services.withdrawals.create(request(ask))).toEqual({
      ok: false,
      refusal,
      ...(field !== undefined && { field }),
    });
    expect(await listAllWithdrawals(database)).toEqual([]);
    expect([world.available(by, cop), world.available(by, brl)]).toEqual(before);
    expect(world.mails).toEqual([]);
  });

  test('accepts the maximum of Bre-B, to the peso', async () => {
    const rich = { productId: cop, providerId: 11, form: forms.breb };
    await world.ledger.submit({
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: maria.accountId,
      productId: cop,
      amount: minor(5_000_000_00n),
      key: 'a gift',
    });
    const services = await world.open();
    expect(await services.withdrawals.create(request({ ...rich, amount: 11_553_001_00n }))).toMatchObject({
      refusal: 'amount_above_maximum',
    });
    expect(await services.withdrawals.create(request({ ...rich, amount: 11_553_000_00n }))).toMatchObject({
      ok: true,
    });
  });
});

describe('a withdrawal to a saved destination', () => {
  const save = (services: Awaited<ReturnType<BankWorld['open']>>, by: BankCustomer) =>
    services.destinations.create({
      ...by,
      productId: brl,
      name: 'bank:1767614400000',
      identifier: JSON.stringify({ PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-25' }),
      requestIp: null,
    });

  test('is paid to the saved receiver, by the rail it was saved for', async () => {
    const services = await world.open();
    const saved = await save(services, maria);
    if (!saved.ok) throw new Error(saved.refusal);
    const form = { AccountWithdrawInfoId: saved.value.id.toUpperCase(), Comment: 'June' };
    expect(await services.withdrawals.create(request({ form }))).toMatchObject({
      ok: true,
      value: {
        templateType: 'BrlPix',
        destination: '{"PixKey":"maria@example.com","TaxIdNumber":"52998224725"}',
        templateForm:
          '{"TemplateType":"BrlPix","PixKey":"maria@example.com","TaxIdNumber":"52998224725","Comment":"June"}',
      },
    });
  });

  test('of another customer, another currency or another rail is refused', async () => {
    const services = await world.open();
    const saved = await save(services, maria);
    if (!saved.ok) throw new Error(saved.refusal);
    const form = { AccountWithdrawInfoId: saved.value.id };
    const absent = { AccountWithdrawInfoId: '00000000-0000-4000-8000-000000000000' };
    const findRefusal = async (ask: Ask) => {
      const answer = await services.withdrawals.create(request(ask));
      return answer.ok ? 'accepted' : [answer.refusal, answer.field];
    };
    expect(await findRefusal({ by: joao, form })).toEqual(['destination_unknown', undefined]);
    expect(await findRefusal({ by: joao, form: absent })).toEqual(['destination_unknown', undefined]);
    expect(await findRefusal({ productId: cop, form })).toEqual(['destination_unknown', undefined]);
    expect(await findRefusal({ providerId: 13, form })).toEqual(['template_unknown', undefined]);
    expect(await findRefusal({ form: { ...form, PixKey: 'joao@example.com' } })).toEqual([
      'field_malformed',
      'PixKey',
    ]);
    expect(await findRefusal({ form: { ...form, PixKey: 'maria@example.com' } })).toBe('accepted');
  });

  test('K3 by an API key is paid only to a saved and confirmed destination, named or spelled out', async () => {
    const services = await world.open();
    const saved = await save(services, maria);
    if (!saved.ok) throw new Error(saved.refusal);
    const named = { AccountWithdrawInfoId: saved.value.id };
    const spelledOut = { PixKey: 'Maria@Example.com', TaxIdNumber: '52998224725' };
    const findRefusal = async (ask: Ask) => {
      const answer = await services.withdrawals.create(request({ isByKey: true, ...ask }));
      return answer.ok ? 'accepted' : answer.refusal;
    };
    for (const form of [named, spelledOut, forms.pix])
      expect(await findRefusal({ form })).toBe('destination_not_saved');
    expect(await listAllWithdrawals(database)).toEqual([]);

    const mail = world.mails.find(({ notification }) => notification.kind === 'confirm_destination');
    if (mail?.notification.kind !== 'confirm_destination')
      throw new Error('the mail with the link is missing');
    await services.destinations.confirm({ code: mail.notification.code, requestIp: null });
    expect(await findRefusal({ form: named })).toBe('accepted');
    expect(await findRefusal({ form: spelledOut })).toBe('accepted');
    expect(await findRefusal({ form: forms.pix })).toBe('destination_not_saved');
    expect(await findRefusal({ by: joao, amount: 7_00n, form: spelledOut })).toBe('destination_not_saved');
    expect((await listAllWithdrawals(database)).map(({ status }) => status)).toEqual([
      'Pending2Fa',
      'Pending2Fa',
    ]);
  });
});

describe('a customer with a second factor', () => {
  /** Maria has one, whose only code is good once. */
  function open() {
    let isUsed = false;
    return world.open({
      codes: {
        isOn: async (userId) => userId === maria.userId,
        async check({ code }) {
          if (code !== '123456' || isUsed) return refuse('code_wrong');
          isUsed = true;
          return accept(null);
        },
      },
    });
  }
  const send = (code: string) => ({ paymentCode: { code, origin: noOrigin } });

  test('F5 withdraws with a code, which is good once; a stolen session alone holds nothing', async () => {
    const { withdrawals } = await open();
    const findRefusal = async (ask: Ask = {}) => {
      const answer = await withdrawals.create(request(ask));
      return answer.ok ? 'accepted' : answer.refusal;
    };
    expect(await findRefusal()).toBe('code_needed');
    expect(await findRefusal({ passkeyResponse: '{}' })).toBe('code_needed');
    expect(await findRefusal(send('654321'))).toBe('code_wrong');
    expect(await findRefusal({ amount: 10_000_01n, ...send('123456') })).toBe('insufficient_funds');
    expect(await listAllWithdrawals(database)).toEqual([]);
    expect(world.mails).toEqual([]);
    expect(await findRefusal(send('123456'))).toBe('accepted');
    expect(await findRefusal(send('123456'))).toBe('code_wrong');
    expect(await listAllWithdrawals(database)).toHaveLength(1);
    expect(await findRefusal({ by: joao, amount: 7_00n })).toBe('accepted');
  });

  test('F5 saves a destination with a code, and a key withdraws there without one', async () => {
    const { withdrawals, destinations } = await open();
    const wanted = {
      ...maria,
      productId: brl,
      name: 'bank:1767614400000',
      identifier: JSON.stringify({ PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-25' }),
      requestIp: null,
    };
    expect(await destinations.create(wanted)).toMatchObject({ refusal: 'code_needed' });
    expect(await destinations.create({ ...wanted, ...send('000000') })).toMatchObject({
      refusal: 'code_wrong',
    });
    expect(await destinations.list(maria.accountId)).toEqual([]);
    expect(world.mails).toEqual([]);
    const saved = await destinations.create({ ...wanted, ...send('123456') });
    if (!saved.ok) throw new Error(saved.refusal);
    const [mail] = world.mails;
    if (mail?.notification.kind !== 'confirm_destination')
      throw new Error('the mail with the link is missing');
    await destinations.confirm({ code: mail.notification.code, requestIp: null });
    const form = { AccountWithdrawInfoId: saved.value.id };
    expect(await withdrawals.create(request({ form, isByKey: true }))).toMatchObject({ ok: true });
    expect(await withdrawals.create(request({ form }))).toMatchObject({ refusal: 'code_needed' });
  });

  test('O8 repeats a request under its key without another code', async () => {
    const { withdrawals } = await open();
    const keyed = request({ requestKey: 'intent-1' });
    expect(await withdrawals.create(keyed)).toMatchObject({ refusal: 'code_needed' });
    const first = await withdrawals.create({ ...keyed, ...send('123456') });
    expect(first).toMatchObject({ ok: true });
    for (const again of [keyed, { ...keyed, ...send('123456') }, { ...keyed, ...send('000000') }])
      expect(await withdrawals.create(again)).toEqual(first);
    expect(await listAllWithdrawals(database)).toHaveLength(1);
  });
});

describe('a request under a key', () => {
  const keyed = (ask: Ask = {}) => request({ requestKey: 'intent-1', ...ask });

  test('is one ticket however often it is sent', async () => {
    const services = await world.open();
    const first = await services.withdrawals.create(keyed());
    const again = await services.withdrawals.create(keyed());
    expect(again).toEqual(first);
    expect(await listAllWithdrawals(database)).toHaveLength(1);
    expect(world.available(maria, brl)).toBe(9_900_00n);
    expect(world.mails).toHaveLength(1);
  });

  test('returns the current ticket when it was cancelled meanwhile', async () => {
    const services = await world.open();
    const first = await services.withdrawals.create(keyed());
    if (!first.ok) throw new Error(first.refusal);
    await services.withdrawals.cancel({ accountId: maria.accountId, requestCode: first.value.requestCode });
    const again = await services.withdrawals.create(keyed());
    expect(again).toMatchObject({
      ok: true,
      value: { requestCode: first.value.requestCode, status: 'UserCanceled' },
    });
    expect(world.available(maria, brl)).toBe(10_000_00n);
  });

  test.each<[string, Ask]>([
    ['amount', { amount: 101_00n }],
    ['receiver', { form: { ...forms.pix, PixKey: 'maria@example.com' } }],
    ['provider', { providerId: 12 }],
    ['template', { templateType: 'BrlPix' }],
    ['product', { productId: cop, amount: 50_000_00n, form: forms.bank }],
  ])('with another %s is refused', async (_what, ask) => {
    const services = await world.open();
    await services.withdrawals.create(keyed());
    expect(await services.withdrawals.create(keyed(ask))).toEqual({
      ok: false,
      refusal: 'request_key_reused',
    });
    expect(await listAllWithdrawals(database)).toHaveLength(1);
  });

  test('can be repeated after a refusal, and its key is separate for each customer', async () => {
    const services = await world.open();
    expect(await services.withdrawals.create(keyed({ amount: 10_000_01n }))).toMatchObject({ ok: false });
    expect(await services.withdrawals.create(keyed())).toMatchObject({ ok: true });
    expect(await services.withdrawals.create(keyed({ by: joao, amount: 7_00n }))).toMatchObject({ ok: true });
    expect(await listAllWithdrawals(database)).toHaveLength(2);
  });

  test('has one effect for two hundred concurrent requests', async () => {
    const services = await world.open();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        services.withdrawals.create(keyed({ amount: at % 4 === 3 ? 5_00n : 100_00n })),
      ),
    );
    const codes = new Set(answers.map((answer) => (answer.ok ? answer.value.requestCode : answer.refusal)));
    expect(codes.size).toBe(2);
    expect(codes).toContain('request_key_reused');
    expect(answers.filter((answer) => answer.ok)).toHaveLength(150);
    expect(await listAllWithdrawals(database)).toHaveLength(1);
    expect(world.available(maria, brl)).toBe(9_900_00n);
    expect(world.mails).toHaveLength(1);
  });

  const steps: readonly WithdrawalStep[] = ['ticket_written', 'hold_placed', 'mail_queued'];
  test.each(steps.flatMap((step) => [[step, 'same'] as const, [step, 'next'] as const]))(
    'interrupted after %s is completed by its repeat in the %s process',
    async (step, process) => {
      let hasBroken = false;
      const services = await world.open({
        onStep: (now) => {
          if (now !== step || hasBroken) return;
          hasBroken = true;
          throw new Error(`interrupted after ${step}`);
        },
      });
      await expect(services.withdrawals.create(keyed())).rejects.toThrow('interrupted after');
      const later = process === 'same' ? services : await world.open();
      const again = await later.withdrawals.create(keyed());
      expect(again).toMatchObject({ ok: true, value: { status: 'Pending2Fa' } });
      expect(await listAllWithdrawals(database)).toHaveLength(1);
      expect(world.available(maria, brl)).toBe(9_900_00n);
      expect(world.mails).toHaveLength(1);
    },
  );

  test('refused by the ledger leaves no ticket and no hold', async () => {
    const services = await world.open({
      sequencer: {
        ...world.ledger,
        submit: async (command) => {
          if (command.type === 'HoldWithdrawal')
            await world.ledger.submit({ type: 'SetProductHalt', productId: brl, halted: true });
          return world.ledger.submit(command);
        },
      },
    });
    const answers = await Promise.all([1, 2, 3].map(() => services.withdrawals.create(keyed())));
    for (const answer of answers) expect(answer).toEqual({ ok: false, refusal: 'product_halted' });
    expect(await listAllWithdrawals(database)).toEqual([]);
    expect(world.available(maria, brl)).toBe(10_000_00n);
  });
});

test('a ticket has the time of the clock and a valid MAC', async () => {
  const services = await world.open();
  const created = await services.withdrawals.create(request());
  expect(created).toMatchObject({ ok: true, value: { createdAt: millis(world.clock.now) } });
});
