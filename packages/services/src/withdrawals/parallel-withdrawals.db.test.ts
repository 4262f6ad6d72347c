/** Hundreds of concurrent requests for one balance, through the service, the writer and PostgreSQL. */
import { houseAccounts, minor } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { Sequencer } from '@salar/sequencer';
import { listAllWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { bankWorld, openBankWorld } from '@salar/testing/bank-world';
import type { BankWorld } from '@salar/testing/bank-world';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { Dice, createSeededRandom } from '@salar/testing/seeded-random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TicketServices } from '../compose/open-ticket-services.ts';
import type { WithdrawTicket } from '../tickets/ticket-types.ts';

const { brl, maria } = bankWorld;
const parallel = 200;
const balance = 10_000_00n;

let store: TestDatabase;
let sequencer: Sequencer;
let world: BankWorld;
let services: TicketServices;
beforeAll(async () => {
  store = await openTestDatabase();
  sequencer = await Sequencer.open({
    database: store.database,
    onFatal: (error) => {
      throw error;
    },
  });
  const opening: readonly Command[] = [
    { type: 'DefineProduct', productId: brl, symbol: 'BRL', name: 'Real', kind: 'fiat', decimals: 2 },
    { type: 'SetReferencePrice', productId: brl, price: minor(75_000n) },
    { type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null },
    { type: 'OpenAccount', accountId: maria.accountId, kind: 'customer' },
    { type: 'SetAccountLevel', accountId: maria.accountId, level: 1 },
    {
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: maria.accountId,
      productId: brl,
      amount: minor(balance),
      key: 'opening',
    },
  ];
  for (const command of opening) expect(await sequencer.submit<Command>(command)).toMatchObject({ ok: true });
  world = openBankWorld(store.database);
  services = await world.open({ sequencer });
});
afterAll(async () => {
  await services?.stop();
  await sequencer?.close();
  await store?.close();
});

const position = () => sequencer.engine.position(maria.accountId, brl);
const findCode = ({ ticketId }: WithdrawTicket): string => {
  const mail = world.mails.find((one) => one.dedupKey === `withdrawal:${ticketId}`)?.notification;
  return mail?.kind === 'confirm_withdrawal' ? mail.code : '';
};

test(`of ${parallel} withdrawals of one balance as many are accepted as it covers, again and again`, async () => {
  const dice = new Dice(createSeededRandom(3));
  for (let round = 0; round < 5; round += 1) {
    const amounts = Array.from({ length: parallel }, () => minor(BigInt(dice.int(5_00, 400_00))));
    const answers = await Promise.all(
      amounts.map((amount) =>
        services.withdrawals.create({
          ...maria,
          productId: brl,
          amount,
          templateForm: JSON.stringify({ PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-25' }),
          requestIp: null,
        }),
      ),
    );
    const taken = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal]));
    const total = taken.reduce((sum, { amount }) => sum + amount, 0n);
    expect(new Set(refused)).toEqual(new Set(['insufficient_funds']));
    expect(position()).toEqual({ total: balance, held: total });
    const open = (await listAllWithdrawals(store.database)).filter((row) => !row.moneyDone);
    expect(open.map((row) => row.status)).toEqual(taken.map(() => 'Pending2Fa'));
    expect(open.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total);

    // Each is cancelled twice, and confirmed, all at once: in any order, the money is released once.
    await Promise.all(
      taken.flatMap((ticket) => [
        services.withdrawals.cancel({ accountId: maria.accountId, requestCode: ticket.requestCode }),
        services.withdrawals.confirm({ userId: maria.userId, code: findCode(ticket) }),
        services.withdrawals.cancel({ accountId: maria.accountId, requestCode: ticket.requestCode }),
      ]),
    );
    expect(position()).toEqual({ total: balance, held: 0n });
  }
  const rows = await listAllWithdrawals(store.database);
  expect(new Set(rows.map((row) => [row.status, row.moneyDone].join()))).toEqual(
    new Set(['UserCanceled,true']),
  );
  sequencer.engine.checkInvariants();
});
