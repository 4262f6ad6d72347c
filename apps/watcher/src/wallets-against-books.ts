/**
 * Compares what the wallets of all networks hold with what the books owe, product by product.
 *
 * The journal is read before and after the wallets. The books never owe less in between than the smaller of both, less what was
 * held or booked as a cost in between; payments that are in a block before they are settled are found by their transactions on
 * the watcher's own node, and count only up to what the books hold for them. With nothing in flight the bound is what is owed, to the unit.
 */
import { houseAccounts } from '@salar/protocol';
import type { ProductId, TicketId } from '@salar/protocol';
import type { Engine, WithdrawalView } from '@salar/engine';
import { listMovesInFlight } from '@salar/services/sweeps/moves-in-flight';
import type { MoveInFlight } from '@salar/services/sweeps/moves-in-flight';
import type { Database } from '@salar/store';
import { findKnownCosts, listPaymentsInFlight } from '@salar/store/tables/operators/reconciliation';
import type { PaymentInFlight } from '@salar/store/tables/operators/reconciliation';
import type { WatchedHoldings } from './holdings.ts';
import { isOurTransaction, listPaid } from './outflow-checks.ts';
import type { WatchedNetwork } from './watched-network.ts';

export type Shortage = {
  readonly productId: ProductId;
  readonly held: bigint;
  readonly owed: bigint;
  readonly inFlight: bigint;
  /** The amount that the wallets lack. */
  readonly missing: bigint;
};

export type WalletComparison = {
  readonly db: Database;
  readonly networks: readonly WatchedNetwork[];
  readonly holdingsOf: (network: WatchedNetwork) => WatchedHoldings;
  readonly engine: Engine;
  /** Applies the new rows of the journal to the engine. */
  readonly readJournal: () => Promise<void>;
};

type Sums = ReadonlyMap<ProductId, bigint>;
type InFlight = { readonly payments: readonly PaymentInFlight[]; readonly moves: readonly MoveInFlight[] };

/**
 * Compares once.
 *
 * @returns the products of which the wallets hold less than the books owe
 * @throws ChainUnavailable
 */
export async function findShortages(comparison: WalletComparison): Promise<readonly Shortage[]> {
  const { db, networks, engine, readJournal, holdingsOf } = comparison;
  const products = [...new Set(networks.flatMap((network) => network.products))];
  await readJournal();
  const before = readOwed(engine, products);
  const open = new Map<TicketId, WithdrawalView>();
  const held = new Map<ProductId, bigint>();
  const looks: (InFlight & { readonly network: WatchedNetwork; readonly height: number })[] = [];
  for (const network of networks) {
    const first = await listInFlight(db, network, engine, open);
    const height = await network.client.height();
    addAll(held, await holdingsOf(network).read(db, height));
    const second = await listInFlight(db, network, engine, open);
    const payments = [...first.payments, ...second.payments];
    looks.push({ network, height, payments, moves: [...first.moves, ...second.moves] });
  }
  await readJournal();
  const after = readOwed(engine, products);
  const paid = new Map<ProductId, bigint>();
  for (const { network, height, payments, moves } of looks) {
    addOpen(engine, payments, open); // tickets whose hold was read only now
    addAll(paid, await readPaid(db, network, { payments, moves, height }, open));
  }
  return products.flatMap((productId) => {
    const owed = min(get(before, productId), get(after, productId));
    const [inWallets, inFlight] = [get(held, productId), get(paid, productId)];
    const missing = owed - inFlight - inWallets;
    return missing > 0n ? [{ productId, held: inWallets, owed, inFlight, missing }] : [];
  });
}

/** Custody is negative by what arrived and was not paid out: what is owed to customers and to the house. */
function readOwed(engine: Engine, products: readonly ProductId[]): Sums {
  return new Map(
    products.map((productId) => [productId, 0n - engine.position(houseAccounts.custody, productId).total]),
  );
}

/** Lists signed forms of payments and moves, and notes which payments are open. */
async function listInFlight(
  db: Database,
  { family, chainId }: WatchedNetwork,
  engine: Engine,
  open: Map<TicketId, WithdrawalView>,
): Promise<InFlight> {
  const payments = await listPaymentsInFlight(db, chainId);
  addOpen(engine, payments, open);
  return { payments, moves: await listMovesInFlight(db, { family, chainId }) };
}

/** Notes the payments that the books hold money for and have not settled: rows alone explain nothing. */
function addOpen(
  engine: Engine,
  payments: readonly PaymentInFlight[],
  open: Map<TicketId, WithdrawalView>,
): void {
  for (const { ticketId } of payments) {
    const withdrawal = engine.withdrawal(ticketId);
    if (withdrawal?.state === 'held') open.set(ticketId, withdrawal);
  }
}

/** Adds up what payments and moves in flight have taken from the wallets by the block, as the node reports them. */
async function readPaid(
  db: Database,
  network: WatchedNetwork,
  { payments, moves, height }: InFlight & { readonly height: number },
  open: ReadonlyMap<TicketId, WithdrawalView>,
): Promise<Sums> {
  const tickets = new Map(payments.map(({ hash, ticketId }) => [hash, ticketId]));
  const hashes = [...new Set([...tickets.keys(), ...moves.map(({ hash }) => hash)])];
  const booked = await findKnownCosts(db, network.chainId, hashes);
  const paid = new Map<TicketId, bigint>();
  const sums = new Map<ProductId, bigint>();
  for (const hash of hashes) {
    const ticketId = tickets.get(hash);
    const payment = ticketId === undefined ? undefined : open.get(ticketId);
    if (ticketId !== undefined && payment === undefined) continue;
    const receipt = await network.client.receipt(hash, { isUntraced: true });
    if (receipt === null || receipt.height > height) continue;
    if (network.coin !== null && !booked.has(hash) && (await isOurTransaction(db, network, receipt)))
      add(sums, network.coin, receipt.networkFee);
    if (payment === undefined) continue;
    const left = listPaid(network, receipt)
      .filter(({ productId }) => productId === payment.productId)
      .reduce((sum, transfer) => sum + transfer.left, 0n);
    const net = payment.amount - payment.fee;
    const before = paid.get(payment.ticketId) ?? 0n;
    const counted = min(net - before, left); // the forms of a ticket pay it once
    paid.set(payment.ticketId, before + counted);
    add(sums, payment.productId, counted);
  }
  return sums;
}

function addAll(to: Map<ProductId, bigint>, from: Sums): void {
  for (const [productId, amount] of from) add(to, productId, amount);
}

function add(to: Map<ProductId, bigint>, productId: ProductId, amount: bigint): void {
  to.set(productId, get(to, productId) + amount);
}

function get(sums: Sums, productId: ProductId): bigint {
  return sums.get(productId) ?? 0n;
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
