/** Automatic acceptance, delays and operators' decisions: at the limits, and for concurrent tickets. */
import { assert, millis, minor } from '@salar/protocol';
import type { Millis, TicketId } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import { findWithdrawal, listAllWithdrawals, moveWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import { createCollectingLog } from '@salar/testing/ticket-world';
import type { BankCustomer, BankWorld } from '@salar/testing/bank-world';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import { testMacs } from '@salar/testing/test-customers';
import { noCodes } from '@salar/testing/no-codes';
import { trustedPrices } from '@salar/testing/trusted-prices';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sentPayout, settledPayout, startPayout } from '../payments/bank-payouts.ts';
import type { PayoutContext } from '../payments/bank-payouts.ts';
import { bankProviders } from '../tickets/bank-providers.ts';
import type { TicketServices } from '../compose/open-ticket-services.ts';
import { DestinationRecords } from '../destinations/destination-records.ts';
import { ConfirmedPrices } from '../liquidity/confirmed-prices.ts';
import { decide } from './acceptance.ts';
import type { AcceptanceContext, AcceptancePolicy } from './acceptance.ts';
import { move, sealMove } from './withdrawal-moves.ts';
import { endAndRelease, endRefusedByNetwork } from './withdrawal-steps.ts';

const { brl, maria, joao } = bankWorld;
const hour = 3_600_000;
const day = 24 * hour;
/** A real is 750 pesos: these are the amounts of 1,000, 2,000 and 3,000 reais in minor units of the peso. */
const limits: AcceptancePolicy['autoAccept'] = {
  perTicket: minor(75_000_000n),
  perUserDay: minor(150_000_000n),
  perProductHour: minor(225_000_000n),
};
const reais = (whole: bigint) => whole * 100n;

let database: TicketDatabase;
let closeDatabase: () => Promise<void>;
let world: BankWorld;
let services: TicketServices;
beforeEach(async () => {
  const store = await openTestDatabase();
  database = store.database;
  closeDatabase = () => store.close();
  world = openBankWorld(database);
  services = await openServices({ newDestinationHoldMs: 0 });
});
afterEach(() => closeDatabase());

const openServices = (policy: Partial<AcceptancePolicy>) =>
  world.open({
    acceptance: {
      autoAccept: limits,
      autoAcceptSigned: limits,
      autoAcceptWithoutFactor: limits,
      newDestinationHoldMs: day,
      ...policy,
    },
  });

type Ask = { readonly by?: BankCustomer; readonly key?: string; readonly isByOpenKey?: boolean };

/** Requests reais by Pix for Maria, and confirms by the mailed link. */
async function confirmed(
  amount: bigint,
  { by = maria, key = 'maria@example.com', isByOpenKey = false }: Ask = {},
) {
  const created = await services.withdrawals.create({
    ...by,
    productId: brl,
    amount: minor(amount),
    templateForm: JSON.stringify({ PixKey: key, TaxIdNumber: '529.982.247-25' }),
    isByOpenKey,
    requestIp: null,
  });
  if (!created.ok) throw new Error(created.refusal);
  const { ticketId } = created.value;
  const mail = world.mails.find((one) => one.dedupKey === `withdrawal:${ticketId}`)?.notification;
  const code = mail?.kind === 'confirm_withdrawal' ? mail.code : '';
  expect(await services.withdrawals.confirm({ userId: by.userId, code })).toMatchObject({ ok: true });
  return created.value;
}

async function statusAfterTurn(amount: bigint, ask?: Ask): Promise<string | undefined> {
  const { ticketId } = await confirmed(amount, ask);
  await services.turn();
  return findStatus(ticketId);
}

const findStatus = async (ticketId: TicketId) => (await findWithdrawal(database, ticketId))?.status;
const createContext = (): AcceptanceContext & PayoutContext => ({
  database,
  ledger: world.ledger,
  ticketMacKey: new Uint8Array(32).fill(1),
  listSigned: async () => [],
  decisions: createDecisions(() => world.clock.now),
  signedWithdrawals: null,
  by: 'test',
  clock: () => world.clock.now,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  policy: {
    autoAccept: limits,
    autoAcceptSigned: limits,
    autoAcceptWithoutFactor: limits,
    newDestinationHoldMs: 0,
  },
  providers: bankProviders({ cop: bankWorld.cop, brl }),
  notifier: { enqueue: async () => undefined },
  customers: { findEmail: async () => 'maria@example.com' },
  credentialChanges: { readLast: async () => null },
  codes: noCodes,
  priceTrust: trustedPrices,
  savedDestinations: new DestinationRecords({ macs: testMacs, seals: database.seals }),
});

test('F23 an operator decides about a withdrawal by a key without a list of addresses, within the limits too', async () => {
  const { ticketId } = await confirmed(reais(100n), { isByOpenKey: true });
  await services.turn();
  expect(await findWithdrawal(database, ticketId)).toMatchObject({
    status: 'AdminProcessing',
    rejectReason: 'requested_by_key_without_addresses',
  });
  const [shown] = await services.withdrawals.list({ accountId: maria.accountId, startIndex: 0, limit: 1 });
  expect(shown).toMatchObject({ ticketId, rejectReason: null });
  expect(await statusAfterTurn(reais(100n))).toBe('AutoAccepted');
});

describe('the automatic limits', () => {
  test('F17 are not raised by a price that fell for a moment, nor by one that rose', async () => {
    const notionalProductId = bankWorld.cop;
    const prices = new ConfirmedPrices({ notionalProductId, ageMaxMs: null, now: () => world.clock.now });
    const change = async (price: bigint) => {
      await world.ledger.submit({ type: 'SetReferencePrice', productId: brl, price: minor(price) });
      prices.note(brl, { price: minor(price), former: minor(75_000n) });
    };
    await change(75_000n);
    services = await world.open({ acceptance: createContext().policy, priceTrust: prices });
    world.clock.now += 60_000;
    await change(37_500n);
    expect(await statusAfterTurn(reais(1_000n))).toBe('AutoAccepted');
    world.clock.now += day;
    await change(75_000n);
    world.clock.now += day;
    await change(37_500n);
    world.clock.now += 60_000;
    expect(await statusAfterTurn(reais(1_000n) + 1n)).toBe('AdminProcessing');
    await change(150_000n);
    expect(await statusAfterTurn(reais(500n) + 1n)).toBe('AdminProcessing');
  });

  test('of a ticket apply to the unit', async () => {
    expect(await statusAfterTurn(reais(1_000n))).toBe('AutoAccepted');
    expect(await statusAfterTurn(reais(1_000n) + 1n)).toBe('AdminProcessing');
  });

  test('F5 are lower without a second factor, and count together with what a factor allowed', async () => {
    let hasFactor = false;
    const acceptance = {
      autoAccept: limits,
      autoAcceptSigned: limits,
      autoAcceptWithoutFactor: { perTicket: minor(limits.perTicket / 2n), perUserDay: limits.perTicket },
      newDestinationHoldMs: 0,
    };
    services = await world.open({ acceptance, codes: { ...noCodes, isOn: async () => hasFactor } });
    // Requested without a code, which the second factor would need, and decided with it on or off.
    const decideWith = async (isOn: boolean, amount: bigint) => {
      hasFactor = false;
      const { ticketId } = await confirmed(amount);
      hasFactor = isOn;
      await services.turn();
      return findStatus(ticketId);
    };
    const allowed = async () => (await services.withdrawals.findAutomaticLimits(maria.userId)).perTicket;
    expect(await decideWith(false, reais(500n) + 1n)).toBe('AdminProcessing');
    expect(await allowed()).toBe(limits.perTicket / 2n);
    expect(await decideWith(false, reais(500n))).toBe('AutoAccepted');
    expect(await decideWith(true, reais(500n) + 1n)).toBe('AutoAccepted');
    expect(await allowed()).toBe(limits.perTicket);
    expect(await decideWith(false, reais(5n))).toBe('AdminProcessing');
    expect(await decideWith(true, reais(5n))).toBe('AutoAccepted');
  });

  test('of a customer count what was accepted within 24 hours', async () => {
    expect(await statusAfterTurn(reais(1_000n))).toBe('AutoAccepted');
    world.clock.now += 2 * hour;
    expect(await statusAfterTurn(reais(1_000n))).toBe('AutoAccepted');
    expect(await statusAfterTurn(reais(5n))).toBe('AdminProcessing');
    expect(await statusAfterTurn(reais(5n), { by: joao, key: 'joao@example.com' })).toBe('AutoAccepted');
    world.clock.now += day - 2 * hour;
    expect(await statusAfterTurn(reais(1_000n))).toBe('AutoAccepted');
    expect(await statusAfterTurn(reais(5n))).toBe('AdminProcessing');
  });

  test('of a product count what was accepted within the hour, of all customers', async () => {
    expect(await statusAfterTurn(reais(1_000n))).toBe('AutoAccepted');
    expect(await statusAfterTurn(reais(1_000n))).toBe('AutoAccepted');
    const joaos = { by: joao, key: 'joao@example.com' };
    expect(await statusAfterTurn(reais(1_000n), joaos)).toBe('AutoAccepted');
    expect(await statusAfterTurn(reais(5n), joaos)).toBe('AdminProcessing');
    world.clock.now += hour;
    expect(await statusAfterTurn(reais(5n), joaos)).toBe('AutoAccepted');
  });

  test('follow the price that is on disk, not one that a crash could take back', async () => {
    const { ticketId } = await confirmed(reais(5n));
    const { ledger } = world;
    const onDisk = Object.create(ledger.undurable, {
      referencePrice: { value: () => null },
      account: { value: ledger.undurable.account.bind(ledger.undurable) },
      levelLimits: { value: ledger.undurable.levelLimits.bind(ledger.undurable) },
      withdrawal: { value: ledger.undurable.withdrawal.bind(ledger.undurable) },
      withdrawalUsage: { value: ledger.undurable.withdrawalUsage.bind(ledger.undurable) },
    });
    const context = createContext();
    const pending: AcceptanceContext = {
      ...context,
      ledger: {
        undurable: ledger.undurable,
        read: async (look) => look(onDisk),
        submit: (command) => ledger.submit(command),
      },
    };
    expect(await decide(pending, ticketId)).toBe('AdminProcessing');
  });

  test('apply to trusted prices only: an operator decides about the others, and a withdrawal whose price is awaited waits', async () => {
    const { ticketId } = await confirmed(reais(5n));
    const judged = (trust: 'doubtful' | 'awaited') => ({
      ...createContext(),
      priceTrust: { ...trustedPrices, judge: () => trust },
    });
    expect(await decide(judged('awaited'), ticketId)).toBeNull();
    expect(await findStatus(ticketId)).toBe('Confirmed2Fa');
    expect(await decide(judged('doubtful'), ticketId)).toBe('AdminProcessing');
  });

  test('count no cancelled withdrawal', async () => {
    const { accountId } = maria;
    for (let round = 0; round < 4; round += 1) {
      const { ticketId, requestCode } = await confirmed(reais(1_000n));
      await services.turn();
      expect(await findStatus(ticketId)).toBe('AutoAccepted');
      expect(await services.withdrawals.cancel({ accountId, requestCode })).toMatchObject({ ok: true });
    }
  });

  test('count payments that the network refused, and stop after three to one destination in a day', async () => {
    const context = createContext();
    const refuse = async (amount: bigint) => {
      const { ticketId } = await confirmed(amount);
      await services.turn();
      expect(await findStatus(ticketId)).toBe('AutoAccepted');
      for (const status of ['SystemProcessing', 'Submitted'] as const) await move(context, ticketId, status);
      await endRefusedByNetwork(context, ticketId, { networkFee: 1n });
      expect(await findWithdrawal(database, ticketId)).toMatchObject({ status: 'Failed', moneyDone: true });
    };
    await refuse(reais(1_000n));
    await refuse(reais(500n));
    expect(await statusAfterTurn(reais(501n))).toBe('AdminProcessing');
    await refuse(reais(10n));
    expect(await statusAfterTurn(reais(10n))).toBe('AdminProcessing');
    expect(await statusAfterTurn(reais(10n), { key: 'other@example.com' })).toBe('AutoAccepted');
    world.clock.now += day + 1;
    expect(await statusAfterTurn(reais(10n))).toBe('AutoAccepted');
  });

  test('are kept by concurrently decided tickets', async () => {
    const tickets: TicketId[] = [];
    for (let ticket = 0; ticket < 12; ticket += 1) tickets.push((await confirmed(reais(300n))).ticketId);
    const context = createContext();
    const decisions = await Promise.all(
      [...tickets, ...tickets].map((ticketId) => decide(context, ticketId)),
    );
    // 6 x 300 reais are 1,800; a seventh would pass 2,000. The second decision about a ticket decides nothing.
    const count = (wanted: unknown) => decisions.filter((decision) => decision === wanted).length;
    expect([count('AutoAccepted'), count('AdminProcessing'), count(null)]).toEqual([6, 6, 12]);
  });
});

describe('a new destination', () => {
  beforeEach(async () => {
    services = await openServices({});
  });

  test('delays the withdrawal, shows until when, and continues automatically', async () => {
    const { ticketId, createdAt } = await confirmed(reais(100n));
    await services.turn();
    expect(await findStatus(ticketId)).toBe('Delayed');
    const page = { accountId: maria.accountId, startIndex: 0, limit: 1 };
    expect(await services.withdrawals.list(page)).toMatchObject([{ delayedUntil: createdAt + day }]);
    world.clock.now = createdAt + day - 1;
    await services.turn();
    expect(await findStatus(ticketId)).toBe('Delayed');
    world.clock.now += 1;
    await services.turn();
    expect(await findStatus(ticketId)).toBe('AutoAccepted');
    expect(await services.withdrawals.list(page)).toMatchObject([{ delayedUntil: null }]);
  });

  test('causes one mail, and the withdrawal may be cancelled while it waits', async () => {
    const before = world.available(maria, brl);
    const { ticketId, requestCode, createdAt } = await confirmed(reais(100n));
    await services.turn();
    await services.turn();
    const mails = world.mails.filter((mail) => mail.notification.kind === 'withdrawal_delayed');
    expect(mails).toMatchObject([
      {
        dedupKey: `withdrawal-delayed:${ticketId}`,
        notification: { amount: '100', product: 'BRL', until: createdAt + day },
      },
    ]);
    const { accountId } = maria;
    expect(await services.withdrawals.cancel({ accountId, requestCode })).toMatchObject({ ok: true });
    expect(world.available(maria, brl)).toBe(before);
    world.clock.now += day;
    await services.turn();
    expect(await findStatus(ticketId)).toBe('UserCanceled');
  });

  test('leads to an operator after the delay when the amount is above the limits', async () => {
    const { ticketId } = await confirmed(reais(1_001n));
    await services.turn();
    expect(await findStatus(ticketId)).toBe('Delayed');
    world.clock.now += day;
    await services.turn();
    expect(await findStatus(ticketId)).toBe('AdminProcessing');
  });

  test('is known by earlier payments to it, for its own customer only', async () => {
    const first = await confirmed(reais(100n));
    world.clock.now += day;
    await services.turn();
    const context = createContext();
    const row = await findWithdrawal(database, first.ticketId);
    if (row === null) throw new Error('the ticket is missing');
    const started = await startPayout(context, row);
    assert(started.ok, 'the payout is started');
    const sent = await sentPayout(context, started.value, { reference: 'R1', operator: 'ana' });
    assert(sent.ok, 'the payout is sent');
    await settledPayout(context, sent.value);
    expect(await statusAfterTurn(reais(100n))).toBe('AutoAccepted');
    expect(await statusAfterTurn(reais(100n), { by: joao })).toBe('Delayed');
    expect(await statusAfterTurn(reais(100n), { key: 'other@example.com' })).toBe('Delayed');
  });

  test('is known from the time at which it was saved and confirmed by mail', async () => {
    const identifier = JSON.stringify({ PixKey: 'maria@example.com', TaxIdNumber: '52998224725' });
    const saved = await services.destinations.create({
      ...maria,
      productId: brl,
      name: 'bank:1',
      identifier,
      requestIp: null,
    });
    if (!saved.ok) throw new Error(saved.refusal);
    world.clock.now += day;
    expect(await statusAfterTurn(reais(100n))).toBe('Delayed'); // the link was not opened
    const mail = world.mails.find((one) => one.notification.kind === 'confirm_destination')?.notification;
    const code = mail?.kind === 'confirm_destination' ? mail.code : '';
    world.clock.now -= 1;
    expect(await services.destinations.confirm({ code, requestIp: null })).toMatchObject({ ok: true });
    world.clock.now += day;
    expect(await statusAfterTurn(reais(100n))).toBe('AutoAccepted');
  });
});

describe('rows that somebody wrote into the database', () => {
  const identifier = '{"PixKey":"eve@example.com","TaxIdNumber":"52998224725"}';
  const toEve = { key: 'eve@example.com' };
  let alerts: string[];
  beforeEach(async () => {
    const collected = createCollectingLog();
    alerts = collected.alerts;
    services = await world.open({
      acceptance: {
        autoAccept: limits,
        autoAcceptSigned: limits,
        autoAcceptWithoutFactor: limits,
        newDestinationHoldMs: day,
      },
      log: collected.log,
    });
  });

  test('a saved destination that was written makes no receiver known, and a program cannot pay to it', async () => {
    await database.query(
      `INSERT INTO destination (id, user_id, account_id, product_id, template_type, name, identifier, code_hash,
         code_expires_at, verified_at, created_at, mac)
       VALUES (gen_random_uuid(), $1, $2, $3, 'BrlPix', 'bank:1', $4, sha256('x'), 1, 1, 1, sha256('y'))`,
      [maria.userId, maria.accountId, brl, identifier],
    );
    const request = {
      ...maria,
      productId: brl,
      amount: minor(reais(100n)),
      templateForm: JSON.stringify({ PixKey: toEve.key, TaxIdNumber: '529.982.247-25' }),
      requestIp: null,
    };
    expect(await services.withdrawals.create({ ...request, isByKey: true })).toMatchObject({
      ok: false,
      refusal: 'destination_not_saved',
    });
    expect(await statusAfterTurn(reais(100n), toEve)).toBe('Delayed');
  });

  test.each([
    ['that was never paid', toEve],
    ['with another receiver', {}],
  ])('a former ticket %s makes no receiver known', async (_, receiver) => {
    const { ticketId } = await confirmed(reais(100n), receiver);
    await database.query(
      `UPDATE withdrawal SET status = 'FullyProcessed', money_done = true, destination = $2, template_form = '{}',
         sealed_receiver = NULL, receiver_key = NULL WHERE ticket_id = $1`,
      [ticketId, identifier],
    );
    world.clock.now += 2 * day;
    expect(await statusAfterTurn(reais(100n), toEve)).toBe('Delayed');
    expect(alerts).toContain(
      'ALERT: nothing proves that a withdrawal was paid: its receiver is not known by it',
    );
  });
});

test('after new credentials every destination is delayed, even one that waits already', async () => {
  let changedAt: Millis | null = null;
  services = await world.open({
    acceptance: {
      autoAccept: limits,
      autoAcceptSigned: limits,
      autoAcceptWithoutFactor: limits,
      newDestinationHoldMs: day,
    },
    credentialChanges: { readLast: async () => changedAt },
  });
  const { ticketId, createdAt } = await confirmed(reais(100n));
  await services.turn();
  world.clock.now = createdAt + day - 1;
  changedAt = millis(world.clock.now);
  world.clock.now += 1;
  await services.turn();
  expect((await findWithdrawal(database, ticketId))?.delayedUntil).toBe(createdAt + 2 * day - 1);
  world.clock.now += day;
  await services.turn();
  expect(await findStatus(ticketId)).toBe('AutoAccepted');
});

test('a withdrawal that the signer or the bank has had cannot be cancelled by its customer, in any status', async () => {
  const { ticketId, requestCode } = await confirmed(reais(100n));
  await services.turn();
  const context = createContext();
  const cancel = () => services.withdrawals.cancel({ accountId: maria.accountId, requestCode });
  for (const to of ['SystemProcessing', 'AdminProcessing'] as const) {
    expect(await move(context, ticketId, to)).not.toBeNull();
    expect(await cancel()).toEqual({ ok: false, refusal: 'ticket_already_processed' });
  }
  expect(world.engine.position(maria.accountId, brl).held).toBe(reais(100n));
  expect(await endAndRelease(context, ticketId, 'AdminCanceled', 'never paid')).not.toBeNull();
  expect(world.engine.position(maria.accountId, brl).held).toBe(0n);
});

test('a ticket that was tampered with is never accepted', async () => {
  const { ticketId } = await confirmed(reais(100n));
  await database.query(
    `UPDATE withdrawal SET destination = $1, template_form = '{}', sealed_receiver = NULL, receiver_key = NULL`,
    ['{"PixKey":"eve@example.com"}'],
  );
  await services.turn();
  expect(await findStatus(ticketId)).toBe('Confirmed2Fa');
  await expect(decide(createContext(), ticketId)).rejects.toThrow('has a valid MAC');
  expect(await listAllWithdrawals(database)).toHaveLength(1);
});

test('a payout that the bank has, written back to unconfirmed with its MAC, returns no money when it expires', async () => {
  const decisions = createDecisions(() => world.clock.now);
  services = await world.open({
    decisions,
    acceptance: {
      autoAccept: limits,
      autoAcceptSigned: limits,
      autoAcceptWithoutFactor: limits,
      newDestinationHoldMs: 0,
    },
  });
  const { ticketId } = await confirmed(reais(100n));
  await services.turn();
  const accepted = await findWithdrawal(database, ticketId);
  assert(accepted?.status === 'AutoAccepted', 'the ticket is accepted');
  const context = { ...createContext(), decisions };
  const started = await startPayout(context, accepted);
  assert(started.ok, 'the payout is started');
  expect(await sentPayout(context, started.value, { reference: 'R9', operator: 'ana' })).toMatchObject({
    ok: true,
  });
  const at = accepted.createdAt;
  const sent = await findWithdrawal(database, ticketId);
  assert(sent?.status === 'Submitted', 'the bank has the payout');
  const transition = sealMove({ ...context, clock: () => at }, sent, 'Pending2Fa');
  await moveWithdrawal(database, { ticketId, from: ['Submitted'], to: 'Pending2Fa', transition });
  world.clock.now += hour;
  for (let turns = 0; turns < 3; turns += 1) await services.turn();
  expect(await findStatus(ticketId)).toBe('Expired');
  expect(world.engine.withdrawal(ticketId)?.state).toBe('held');
});
