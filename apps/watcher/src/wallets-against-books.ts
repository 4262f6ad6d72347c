/**
 * Compares what the wallets of all networks hold with what the books owe, product by product.
 *
 * The journal is read before and after the wallets. The books never owe less in between than the smaller of both, less what was
 * held or booked as a cost in between; payments that are in a block before they are settled are found by their transactions on
 * the watcher's own node. With nothing in flight the bound is what is owed, to the unit.
 */
import { houseAccounts } from '@salar/protocol';
import type { ProductId, TicketId } from '@salar/protocol';
import type { Engine } from '@salar/engine';
import { listMovesInFlight } from '@salar/services/sweeps/moves-in-flight';
import type { MoveInFlight } from '@salar/services/sweeps/moves-in-flight';
import type { Database } from '@salar/store';
import { findKnownCosts, listPaymentsInFlight } from '@salar/store/tables/operators/reconciliation';
import type { PaymentInFlight } from '@salar/store/tables/operators/reconciliation';
import { readHoldings } from './holdings.ts';
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
  const { db, networks, engine, readJournal } = comparison;
  const products = [...new Set(networks.flatMap((network) => network.products))];
  await readJournal();
  const before = readOwed(engine, products);
  const open = new Set<TicketId>();
  const held = new Map<ProductId, bigint>();
  const paid = new Map<ProductId, bigint>();
  for (const network of networks) {
    const first = await listInFlight(db, network, engine, open);
    const height = await network.client.height();
    addAll(held, await readHoldings(db, network, height));
    const second = await listInFlight(db, network, engine, open);
    addAll(paid, await readPaid(db, network, { first, second, height }));
  }
  await readJournal();
  const after = readOwed(engine, products);
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

/** Lists payments that the books had not settled at the first look, and moves of the house. */
async function listInFlight(
  db: Database,
  { family, chainId }: WatchedNetwork,
  engine: Engine,
  open: Set<TicketId>,
): Promise<InFlight> {
  const payments = await listPaymentsInFlight(db, chainId);
  for (const { ticketId } of payments) {
    const state = engine.withdrawal(ticketId)?.state;
    if (state === undefined || state === 'held') open.add(ticketId);
  }
  const moves = await listMovesInFlight(db, { family, chainId });
  return { payments: payments.filter(({ ticketId }) => open.has(ticketId)), moves };
}

/** Adds up what payments and moves in flight have taken from the wallets by the block, as the node reports them. */
async function readPaid(
  db: Database,
  { chainId, client, coin, houseAddresses }: WatchedNetwork,
  { first, second, height }: { first: InFlight; second: InFlight; height: number },
): Promise<Sums> {
  const payments = new Map([...first.payments, ...second.payments].map((one) => [one.hash, one]));
  const moves = [...first.moves, ...second.moves].map(({ hash }) => hash);
  const hashes = [...new Set([...payments.keys(), ...moves])];
  const booked = await findKnownCosts(db, chainId, hashes);
  const sums = new Map<ProductId, bigint>();
  for (const hash of hashes) {
    const receipt = await client.receipt(hash);
    if (receipt === null || receipt.height > height) continue;
    // The fee counts only when we sent the transaction; one that failed moved nothing, and shows no sender.
    const isOurs =
      client.family === 'bitcoin' ||
      !receipt.succeeded ||
      receipt.transfers.some(({ from }) => houseAddresses.includes(from) || !payments.has(hash));
    if (coin !== null && isOurs && !booked.has(hash)) add(sums, coin, receipt.networkFee);
    const payment = payments.get(hash);
    if (payment === undefined || !receipt.succeeded) continue;
    const left = receipt.transfers
      .filter(({ productId, to }) => productId === payment.productId && !houseAddresses.includes(to))
      .reduce((sum, { amount }) => sum + amount, 0n);
    add(sums, payment.productId, min(payment.net, left));
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
