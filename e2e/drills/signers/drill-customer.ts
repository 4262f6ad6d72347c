/** The customer of the drill, who withdraws to one receiver after another and confirms each by the mailed code. */
import { setTimeout as sleep } from 'node:timers/promises';
import { assert, houseAccounts, minor } from '@salar/protocol';
import type { Command, TicketId } from '@salar/protocol';
import type { Sequencer } from '@salar/sequencer';
import type { TicketServices } from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { listAllWithdrawals, listOpenWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { products } from '../custody/drill-policy.ts';
import { paidProducts, providers, trx } from './drill-networks.ts';
import { computeReceiver, customer, families, nets, withdrawFee } from './drill-payments.ts';
import type { Family } from './drill-payments.ts';
import type { MailFile } from './mail-file.ts';

const pauseMs = 50;
const openStates = [
  'Confirmed2Fa',
  'AutoAccepted',
  'Accepted',
  'SystemProcessing',
  'Submitted',
  'Confirmed',
] as const;

/** Returns what the customer has at the start, of the product that is paid on a network. */
function computeFunds(family: Family, count: number): bigint {
  return (nets[family] + withdrawFee) * BigInt(count);
}

/** Defines products and the customer, who gets what the withdrawals need from the operator's money; once. */
export async function openBooks(sequencer: Sequencer, count: number): Promise<void> {
  if (sequencer.engine.account(customer.accountId) !== undefined) return;
  const define = (id: typeof trx, symbol: string, decimals: number): readonly Command[] => [
    { type: 'DefineProduct', productId: id, symbol, name: symbol, kind: 'crypto', decimals },
    { type: 'SetReferencePrice', productId: id, price: minor(1_000_000n) },
  ];
  const commands: readonly Command[] = [
    ...define(products.btc, 'BTC', 8),
    ...define(products.eth, 'ETH', 18),
    ...define(products.usdt, 'USDT', 6),
    ...define(trx, 'TRX', 6),
    { type: 'DefineLevel', level: 0, dailyLimit: minor(0n), monthlyLimit: minor(0n) },
    { type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null },
    { type: 'OpenAccount', accountId: customer.accountId, kind: 'customer' },
    { type: 'SetAccountLevel', accountId: customer.accountId, level: 1 },
    ...families.map((family): Command => ({
      type: 'TransferFunds',
      sourceAccountId: houseAccounts.operatorFunding,
      targetAccountId: customer.accountId,
      productId: paidProducts[family],
      amount: minor(computeFunds(family, count)),
      key: `drill:${family}`,
    })),
  ];
  for (const command of commands) {
    const outcome = await sequencer.submit(command);
    assert(outcome.ok, `${command.type} is accepted`);
  }
}

export class DrillCustomer {
  readonly #database: TicketDatabase;
  readonly #withdrawals: Pick<TicketServices['withdrawals'], 'create' | 'confirm'>;
  readonly #mails: MailFile;
  readonly #openMax: number;
  /** Families of which the signers have refused a payment beyond the caps. */
  readonly #capped: ReadonlySet<Family>;
  /** The family of each ticket. */
  readonly #tickets: Map<TicketId, Family>;

  constructor(options: {
    readonly database: TicketDatabase;
    readonly withdrawals: Pick<TicketServices['withdrawals'], 'create' | 'confirm'>;
    readonly mails: MailFile;
    readonly openMax: number;
    readonly capped: ReadonlySet<Family>;
    readonly tickets: Map<TicketId, Family>;
  }) {
    this.#database = options.database;
    this.#withdrawals = options.withdrawals;
    this.#mails = options.mails;
    this.#openMax = options.openMax;
    this.#capped = options.capped;
    this.#tickets = options.tickets;
  }

  /** Withdraws `count` times on each family, a few at a time; what a former process did is not done again. */
  async withdrawAll(count: number): Promise<void> {
    const rows = await listAllWithdrawals(this.#database);
    const states = new Map(rows.map(({ destination, status }) => [destination, status]));
    await Promise.all(
      families.map(async (family) => {
        for (let place = 0; place < count; place += 1) {
          const state = states.get(computeReceiver(family, place));
          if (state === undefined || state === 'Pending2Fa') await this.#withdraw(family, place);
        }
      }),
    );
  }

  async #withdraw(family: Family, place: number): Promise<void> {
    while (!this.#capped.has(family) && (await this.#isBusy(family))) await sleep(pauseMs);
    const created = await this.#withdrawals.create({
      userId: customer.userId,
      accountId: customer.accountId,
      productId: paidProducts[family],
      providerId: families.indexOf(family) + 1,
      amount: minor(nets[family] + withdrawFee),
      templateForm: JSON.stringify({ ExternalAddress: computeReceiver(family, place), Comment: '' }),
      requestKey: `${family} ${place}`,
      requestIp: null,
    });
    if (!created.ok) throw new Error(`withdrawal ${place} of ${family}: ${created.refusal}`);
    this.#tickets.set(created.value.ticketId, family);
    const code = this.#mails.findCode(created.value.ticketId);
    const confirmed = await this.#withdrawals.confirm({ userId: customer.userId, code });
    if (!confirmed.ok) throw new Error(`confirmation ${place} of ${family}: ${confirmed.refusal}`);
  }

  async #isBusy(family: Family): Promise<boolean> {
    const { providerId } = providers[families.indexOf(family)] ?? { providerId: 0 };
    const filter = { statuses: openStates, providerIds: [providerId], limit: this.#openMax };
    return (await listOpenWithdrawals(this.#database, filter)).length === this.#openMax;
  }
}
