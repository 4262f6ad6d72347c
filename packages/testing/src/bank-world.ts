/**
 * A small exchange for tests of bank withdrawals: real services, engine and tables, no chain; only mails are
 * collected.
 *
 * The engine replaces the journal: what it has applied counts as durable, so services that are opened again find
 * the same books, as after a crash of the process.
 */
import { Engine } from '@salar/engine';
import { accountId, houseAccounts, millis, minor, productId, sequence, userId } from '@salar/protocol';
import type { AccountId, Command, OutcomeOf, ProductId, UserId } from '@salar/protocol';
import { bankProviders, prepareTicketServices } from '@salar/services';
import type { LedgerPort, Notification, TicketServices, OpenTicketServicesOptions } from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { createDecisions } from './decision-memory.ts';
import { generousAcceptance } from './generous-acceptance.ts';
import { createInstantPort } from './instant-port.ts';
import { testMacs } from './test-customers.ts';
import { noCodes } from './no-codes.ts';
import { trustedPrices } from './trusted-prices.ts';

export type BankCustomer = { readonly userId: UserId; readonly accountId: AccountId };

export const bankWorld = {
  /** The key of the MACs of tickets and their statuses. */
  ticketMacKey: new Uint8Array(32).fill(1),
  cop: productId(5),
  brl: productId(6),
  maria: { userId: userId(7), accountId: accountId(1001) },
  joao: { userId: userId(8), accountId: accountId(1002) },
  /** Level 0. */
  newcomer: { userId: userId(9), accountId: accountId(1003) },
} as const;

export type BankWorld = {
  readonly engine: Engine;
  readonly ledger: LedgerPort;
  readonly mails: { readonly to: string; readonly dedupKey: string; readonly notification: Notification }[];
  readonly clock: { now: number };
  /** Opens the services on the same data, as a start of the process would. */
  open(
    changes?: Partial<
      Pick<
        OpenTicketServicesOptions,
        | 'onStep'
        | 'database'
        | 'sequencer'
        | 'acceptance'
        | 'decisions'
        | 'macs'
        | 'log'
        | 'credentialChanges'
        | 'codes'
        | 'priceTrust'
      >
    >,
  ): Promise<TicketServices>;
  /** Returns an account's available amount of a product, in minor units. */
  available(customer: BankCustomer, product: ProductId): bigint;
};

/** Every customer has 10,000,000 COP and 10,000 BRL, and levels above 0 have no limits. */
export function openBankWorld(database: TicketDatabase): BankWorld {
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  const engine = new Engine();
  const apply = <C extends Command>(command: C): OutcomeOf<C> =>
    engine.apply(command, { sequence: sequence(engine.lastSequence + 1), at: millis(clock.now) });
  seed(apply);
  const ledger: LedgerPort = createInstantPort(engine, async (command) => apply(command));
  const mails: BankWorld['mails'] = [];
  return {
    engine,
    ledger,
    mails,
    clock,
    open: (changes) =>
      prepareTicketServices({
        database,
        sequencer: ledger,
        providers: bankProviders({ cop: bankWorld.cop, brl: bankWorld.brl }),
        notifier: {
          enqueue: async (_tx, { to, dedupKey, notification }) => {
            mails.push({ to, dedupKey, notification });
          },
        },
        customers: { findEmail: async (id) => `customer${id}@example.com` },
        credentialChanges: { readLast: async () => null },
        codes: noCodes,
        priceTrust: trustedPrices,
        acceptance: generousAcceptance,
        macs: testMacs,
        keys: { ticketMac: bankWorld.ticketMacKey, addressMac: new Uint8Array(32).fill(2) },
        decisions: createDecisions(() => clock.now),
        clock: () => clock.now,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
        ...changes,
      }),
    available({ accountId }, product) {
      const { total, held } = engine.position(accountId, product);
      return total - held;
    },
  };
}

function seed(apply: <C extends Command>(command: C) => OutcomeOf<C>): void {
  const products = [
    { id: bankWorld.cop, symbol: 'COP', price: 100n, amount: 10_000_000_00n },
    { id: bankWorld.brl, symbol: 'BRL', price: 75_000n, amount: 10_000_00n },
  ];
  for (const { id, symbol, price } of products) {
    apply({ type: 'DefineProduct', productId: id, symbol, name: symbol, kind: 'fiat', decimals: 2 });
    apply({ type: 'SetReferencePrice', productId: id, price: minor(price) });
  }
  apply({ type: 'DefineLevel', level: 0, dailyLimit: minor(0n), monthlyLimit: minor(0n) });
  apply({ type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null });
  for (const { accountId } of [bankWorld.maria, bankWorld.joao, bankWorld.newcomer]) {
    apply({ type: 'OpenAccount', accountId, kind: 'customer' });
    for (const { id, amount } of products)
      apply({
        type: 'TransferFunds',
        sourceAccountId: houseAccounts.operatorFunding,
        targetAccountId: accountId,
        productId: id,
        amount: minor(amount),
        key: `seed ${accountId} ${id}`,
      });
  }
  for (const { accountId } of [bankWorld.maria, bankWorld.joao])
    apply({ type: 'SetAccountLevel', accountId, level: 1 });
}
