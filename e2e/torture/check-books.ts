/**
 * Checks after the faults that everything acknowledged exists once, that the money arrived, and that all books agree.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningPostgres } from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import type { DatabaseOptions } from '@salar/store';
import { listBankEntries } from '@salar/store/tables/operators/bank-entries';
import type { BankEntryRow } from '@salar/store/tables/operators/bank-entries';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { parseUnits } from 'viem';
import { ChainProof } from './chain-proof.ts';
import { pause } from './customers.ts';
import type { Load } from './load.ts';
import type { Withdrawal } from './ledger.ts';
import { rails } from './rails.ts';
import type { Rail } from './rails.ts';

const settleTimeoutMs = 180_000;
const agreementTimeoutMs = 90_000;
const entriesMax = 1_000_000;
const finalStates = new Set([
  'FullyProcessed',
  'Rejected',
  'Failed',
  'Expired',
  'UserCanceled',
  'AdminCanceled',
]);

type Ticket = {
  readonly RequestCode: string;
  readonly TicketNumber: string;
  readonly AccountProviderId: string;
  readonly Amount: string;
  readonly FeeAmt: string;
  readonly Status: string;
};
type DepositRow = Ticket & { readonly DepositInfo: string };
type WithdrawalRow = Ticket & { readonly WithdrawTransactionDetails: string };
type Tickets = { readonly deposits: readonly DepositRow[]; readonly withdrawals: readonly WithdrawalRow[] };

/** @returns one sentence for each fault; empty when the books are right */
export async function checkBooks(load: Load, dataDir: string, own?: DatabaseOptions): Promise<string[]> {
  const proof = await ChainProof.of(load.customers.url);
  const tickets = await settledTickets(load, proof);
  await load.office.stop();
  const entries = await withDatabase(own ?? dataDir, (database) =>
    listBankEntries(database, { providerId: null, limit: entriesMax }),
  );
  const everybody = tickets.map((_, i) => i);
  console.log(payments(tickets));
  return [
    ...load.ledger.faults.map((fault) => `an answer that must not be: ${fault}`),
    ...everybody.flatMap((i) => unsettled(i, tickets)),
    ...(await Promise.all(everybody.map((i) => depositsWrong(load, proof, i, tickets)))).flat(),
    ...(await depositsUnbacked(proof, entries, tickets)),
    ...withdrawalsWrong(load, tickets),
    ...(await paymentsWrong(load, proof, tickets)),
    ...payoutsWrong(entries, tickets),
    ...(await Promise.all(everybody.map((i) => ordersWrong(load, i)))).flat(),
    ...(await Promise.all(everybody.map((i) => holdsWrong(load, i)))).flat(),
  ];
}

/** Checks the exchange after a fresh start: comparisons, halts, the operators' audit log, alerts. */
export async function checkHouse(
  load: Load,
  dataDir: string,
  { since, own }: { readonly since: number; readonly own?: DatabaseOptions },
): Promise<string[]> {
  const products = await load.customers.list<{ Product: string; WithdrawEnabled: boolean }>(
    0,
    'GetProducts',
    {},
  );
  const moved = new Set(rails.map(({ product }) => product));
  const record = await load.office.run('audit check');
  return [
    ...(await findReconciliationFaults(own ?? dataDir, since)),
    ...products
      .filter((one) => moved.has(one.Product) && !one.WithdrawEnabled)
      .map((one) => `withdrawals of ${one.Product} are halted`),
    ...(record.ok ? [] : [`the record of operators is not whole: ${record.text}`]),
    ...alertsIn(dataDir),
  ];
}

/** Returns all tickets, as soon as none is pending and every expected deposit has arrived. */
async function settledTickets(load: Load, proof: ChainProof): Promise<readonly Tickets[]> {
  const deadline = Date.now() + settleTimeoutMs;
  const everybody = Array.from({ length: load.customers.count }, (_, i) => i);
  for (;;) {
    const tickets = await Promise.all(everybody.map((i) => listTickets(load, i)));
    const missing = await Promise.all(everybody.map((i) => depositsWrong(load, proof, i, tickets)));
    const isDone = everybody.every((i) => unsettled(i, tickets).length + (missing[i] ?? []).length === 0);
    if (isDone || Date.now() > deadline) return tickets;
    await pause(500);
  }
}

async function listTickets({ customers }: Load, i: number): Promise<Tickets> {
  return {
    deposits: await allPages<DepositRow>((page) => customers.list(i, 'GetDepositTickets', page)),
    withdrawals: await allPages<WithdrawalRow>((page) => customers.list(i, 'GetWithdrawTickets', page)),
  };
}

async function allPages<T>(read: (page: object) => Promise<T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for (const Limit = 1000; ;) {
    const page = await read({ OperatorId: 1, StartIndex: all.length, Limit });
    all.push(...page);
    if (page.length < Limit) return all;
  }
}

function unsettled(i: number, tickets: readonly Tickets[]): string[] {
  const { deposits = [], withdrawals = [] } = tickets[i] ?? {};
  return [
    ...deposits.filter((one) => one.Status !== 'FullyProcessed' && one.Status !== 'Failed'),
    ...withdrawals.filter((one) => !finalStates.has(one.Status)),
  ].map(
    (one) => `ticket ${one.TicketNumber} (${findRail(one).provider}) of customer ${i} stays ${one.Status}`,
  );
}

/** Returns deposits that do not exist exactly once. A deposit that a reorganisation removed may be missing. */
async function depositsWrong(
  load: Load,
  proof: ChainProof,
  i: number,
  tickets: readonly Tickets[],
): Promise<string[]> {
  const rows = tickets[i]?.deposits ?? [];
  const wrong: string[] = [];
  for (const deposit of load.ledger.deposits.filter((one) => one.customer === i)) {
    const { rail, amount, reference, to } = deposit;
    const times = rows.filter((row) => findRail(row) === rail && parseTicketAmount(row) === amount).length;
    if (times > 1) wrong.push(`the deposit ${rail.provider} ${amount} is there ${times} times`);
    if (times > 0 || reference === null) continue;
    const isThere = rail.kind === 'bank' || (await proof.broughtBy(rail, reference, to)) > 0n;
    if (isThere) wrong.push(`the acknowledged deposit ${rail.provider} ${amount} is missing`);
  }
  return wrong;
}

/**
 * Checks that each credited deposit is a separate transaction on its chain, or a separate line of the bank's statement.
 */
async function depositsUnbacked(
  proof: ChainProof,
  entries: readonly BankEntryRow[],
  tickets: readonly Tickets[],
): Promise<string[]> {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const row of tickets.flatMap(({ deposits }) => deposits)) {
    const rail = findRail(row);
    const { TXId, ToAddress } = JSON.parse(row.DepositInfo) as { TXId: string; ToAddress: string };
    if (seen.has(`${rail.network} ${TXId}`)) wrong.push(`${rail.provider} ${TXId} is credited twice`);
    seen.add(`${rail.network} ${TXId}`);
    const brought =
      rail.kind === 'chain'
        ? await proof.broughtBy(rail, TXId, ToAddress)
        : addUp(entries.filter((entry) => String(entry.ticketId) === row.TicketNumber));
    const credited = row.Status === 'FullyProcessed' ? parseTicketAmount(row) : 0n;
    if (brought !== credited)
      wrong.push(`${rail.provider} ${TXId} brought ${brought}, credited is ${credited} (${row.Status})`);
  }
  return wrong;
}

/** Checks that each request has one ticket, with the result that its customer received. */
function withdrawalsWrong(load: Load, tickets: readonly Tickets[]): string[] {
  return load.ledger.withdrawals.flatMap((withdrawal) => {
    const { requestCode, mark, amount } = withdrawal;
    const found = ticketsTo(withdrawal, tickets);
    if (requestCode === null)
      return found.length === 0 ? [] : [`the refused withdrawal to ${mark} is there ${found.length} times`];
    const [row] = found;
    if (found.length !== 1 || row === undefined)
      return [`the withdrawal ${requestCode} to ${mark} is there ${found.length} times`];
    if (row.RequestCode !== requestCode)
      return [`the withdrawal to ${mark} is ${row.RequestCode}, not ${requestCode}`];
    if (parseTicketAmount(row) !== amount)
      return [`the withdrawal ${requestCode} is of ${row.Amount}, not ${amount}`];
    return endsFor(load, withdrawal, row).includes(row.Status)
      ? []
      : [
          `the withdrawal ${row.TicketNumber} (${JSON.stringify({ ...withdrawal, rail: findRail(row).provider, amount: row.Amount })}) ended as ${row.Status}`,
        ];
  });
}

function endsFor(load: Load, { isConfirmed, cancel }: Withdrawal, row: Ticket): readonly string[] {
  if (cancel === 'done' || !isConfirmed) return ['UserCanceled'];
  const paid = load.office.returned.has(row.TicketNumber) ? ['FullyProcessed', 'Failed'] : ['FullyProcessed'];
  return cancel === 'asked' ? [...paid, 'UserCanceled'] : paid;
}

/** Checks that receivers have exactly the promised amount, and unpaid receivers have nothing. */
async function paymentsWrong(load: Load, proof: ChainProof, tickets: readonly Tickets[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const withdrawal of load.ledger.withdrawals) {
    if (withdrawal.rail.kind !== 'chain') continue;
    const [row] = ticketsTo(withdrawal, tickets);
    const promised = row?.Status === 'FullyProcessed' ? computeNet(row) : 0n;
    const held = await proof.heldBy(withdrawal.rail, withdrawal.mark);
    if (held !== promised)
      wrong.push(
        `the receiver of ${row?.TicketNumber} (${withdrawal.rail.provider}) holds ${held}, not ${promised}`,
      );
  }
  return wrong;
}

/**
 * Checks that a completed payout is one line of the statement, a returned one two, and one that was never sent none.
 */
function payoutsWrong(entries: readonly BankEntryRow[], tickets: readonly Tickets[]): string[] {
  const rows = tickets
    .flatMap(({ withdrawals }) => withdrawals)
    .filter((row) => findRail(row).kind === 'bank');
  return rows.flatMap((row) => {
    const own = entries.filter((entry) => String(entry.ticketId) === row.TicketNumber);
    const kinds = own
      .map((entry) => entry.kind)
      .reverse()
      .join();
    const isRight =
      row.Status === 'FullyProcessed'
        ? kinds === 'payout' && addUp(own) === -computeNet(row)
        : (kinds === '' || (row.Status === 'Failed' && kinds === 'payout,return')) && addUp(own) === 0n;
    return isRight ? [] : [`payout ${row.TicketNumber} is ${row.Status}, and its statement says: ${kinds}`];
  });
}

async function ordersWrong(load: Load, i: number): Promise<string[]> {
  const orderIds = new Map<number, string>();
  const known = new Set<string>();
  const wrong: string[] = [];
  for (let StartIndex = 0, isMore = true; isMore; StartIndex += 1000) {
    const page = await load.customers.list<{ OrderId: string; ClientOrderId: string }>(i, 'GetOrders', {
      StartIndex,
      Limit: 1000,
    });
    for (const { OrderId, ClientOrderId } of page) {
      if (known.has(OrderId)) wrong.push(`customer ${i} sees order ${OrderId} twice`);
      if (orderIds.has(Number(ClientOrderId)))
        wrong.push(`order ${ClientOrderId} of customer ${i} was placed twice`);
      known.add(OrderId);
      orderIds.set(Number(ClientOrderId), OrderId);
    }
    isMore = page.length === 1000;
  }
  const lost = load.ledger.orders.filter(
    (one) => one.customer === i && orderIds.get(one.clientOrderId) !== one.orderId,
  );
  if (lost.length > 0)
    wrong.push(`${lost.length} acknowledged orders of customer ${i} are missing, first ${lost[0]?.orderId}`);
  return wrong;
}

/** Checks that no funds are held without an open order or ticket. */
async function holdsWrong({ customers }: Load, i: number): Promise<string[]> {
  await customers.callWithRetry(i, 'CancelAllOrders', {});
  const rows = await customers.list<{ ProductSymbol: string; Hold: string }>(i, 'GetAccountPositions', {});
  return rows
    .filter((row) => Number(row.Hold) !== 0)
    .map((row) => `${row.Hold} ${row.ProductSymbol} of customer ${i} are held for nothing`);
}

/** Checks that every comparison was repeated after `since` and that none differs. */
export async function findReconciliationFaults(
  at: string | DatabaseOptions,
  since: number,
): Promise<string[]> {
  return withDatabase(at, async (database) => {
    const deadline = Date.now() + agreementTimeoutMs;
    for (;;) {
      const rows = await listReconciliations(database);
      const wrong = rows.flatMap((row) => {
        const what = `product ${row.productId} of ${row.part}`;
        if (row.at < since) return [`${what} was not compared any more`];
        return row.found === row.expected ? [] : [`${what}: found ${row.found}, expected ${row.expected}`];
      });
      if (wrong.length === 0) console.log(`${rows.length} comparisons agree to the last unit`);
      if (wrong.length === 0 || Date.now() > deadline) return wrong;
      await pause(500);
    }
  });
}

function alertsIn(dataDir: string): string[] {
  const folder = join(dataDir, 'logs');
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes('ALERT') || line.includes('"level":60'))
    .map((line) => `the log says: ${line.slice(0, 300)}`);
}

/** @param at  the data directory of the embedded PostgreSQL, or where another one is */
async function withDatabase<T>(
  at: string | DatabaseOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const place = typeof at === 'string' ? await findRunningPostgres(at) : at;
  if (place === null) throw new Error('PostgreSQL runs when the books are checked');
  const database = new Database({ ...place, poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function payments(tickets: readonly Tickets[]): string {
  const paid = tickets
    .flatMap(({ withdrawals }) => withdrawals)
    .filter((one) => one.Status === 'FullyProcessed');
  const counts = rails.map(
    (rail) => `${paid.filter((one) => findRail(one) === rail).length} ${rail.provider}`,
  );
  return `paid: ${paid.length} withdrawals (${counts.join(', ')})`;
}

function ticketsTo({ customer, mark }: Withdrawal, tickets: readonly Tickets[]): readonly WithdrawalRow[] {
  const rows = tickets[customer]?.withdrawals ?? [];
  return rows.filter((row) => row.WithdrawTransactionDetails.includes(mark));
}

function findRail({ AccountProviderId }: Ticket): Rail {
  const rail = rails.find(({ providerId }) => String(providerId) === AccountProviderId);
  if (rail === undefined) throw new Error(`there is no rail for provider ${AccountProviderId}`);
  return rail;
}

function parseTicketAmount(row: Ticket): bigint {
  return parseUnits(row.Amount, findRail(row).decimals);
}

function computeNet(row: Ticket): bigint {
  return parseTicketAmount(row) - parseUnits(row.FeeAmt, findRail(row).decimals);
}

function addUp(entries: readonly BankEntryRow[]): bigint {
  return entries.reduce((sum, entry) => sum + entry.amount, 0n);
}
