/**
 * Compares what a network's wallets hold on its node with the tickets, product by product.
 *
 * It runs beside the network's turns. One view of the database has the tickets and the block up to which they were read, and the
 * node's balances are those of that block, so the comparison is exact although blocks, credits and payments go on. A difference that
 * remains when everything was read once more freezes the product's withdrawals (security rule R5), unless it may be a gift. So does a
 * comparison that does not succeed for a while: a theft would go unnoticed. Nothing is owed for a deposit to an exposed address before
 * it is credited, so that one may be missing: otherwise a thief with its key could freeze withdrawals.
 */
import type { ProductId } from '@salar/protocol';
import { withFrozenView } from '@salar/store';
import type { Database, Queryable } from '@salar/store';
import { readBlockHash, readCursor } from '@salar/store/tables/chains/chain-cursors';
import type { ChainPoint } from '@salar/store/tables/chains/chain-cursors';
import {
  listWalletCorrections,
  computeAtRisk,
  computeExpectedOnChain,
  findKnownCosts,
  listPaymentsInFlight,
  saveReconciliation,
} from '@salar/store/tables/operators/reconciliation';
import type { PaymentInFlight } from '@salar/store/tables/operators/reconciliation';
import type { MacKey } from '../crypto/mac-keys.ts';
import { listCompromisedIndexes } from '../deposits/deposit-branches.ts';
import type { AddressOwners } from '../deposits/incoming-transfers.ts';
import type { ChainReader } from '../ports/chain-client.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import { findCoin } from '../tickets/networks.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import { isOurTransaction } from '../sweeps/move-costs.ts';
import { listMovesInFlight, toMoveInFlight } from '../sweeps/moves-in-flight.ts';
import type { MoveInFlight } from '../sweeps/moves-in-flight.ts';
import { freezeProduct } from './freeze-product.ts';
import { submitCorrection } from './book-correction.ts';
import type { WalletComparisons } from './wallet-comparisons.ts';
import { addCorrection, isCorrectionProved } from './wallet-corrections.ts';
import type { Holdings } from './wallet-holdings.ts';

/** Thieves may take the gas of as many hours before the coin is frozen. */
const gasHours = 24n;

export type WalletReconcilerOptions = AddressOwners & {
  readonly database: Database;
  readonly ticketMacKey: MacKey;
  readonly ledger: LedgerPort;
  readonly network: NetworkSettings;
  readonly client: ChainReader;
  readonly holdings: Holdings;
  /** Returns false until a turn has completed what a crash may have left half done. */
  readonly isReady: () => boolean;
  readonly everyMs: number;
  /** After as many milliseconds without a comparison that succeeded, the products are frozen. */
  readonly lateMs: number;
  readonly comparisons: WalletComparisons;
  readonly clock: () => number;
  readonly log: Log;
};

/** The tickets and what is being paid, at one block. */
type Look = {
  readonly at: ChainPoint;
  readonly onTickets: ReadonlyMap<ProductId, bigint>;
  /** How much of it may be missing, at addresses whose private keys others may have. */
  readonly atRisk: ReadonlyMap<ProductId, bigint>;
  readonly payments: readonly PaymentInFlight[];
  readonly forms: readonly MoveInFlight[];
  /** Transactions whose cost is in the tickets already. */
  readonly booked: ReadonlySet<string>;
};

export class WalletReconciler {
  readonly #options: WalletReconcilerOptions;
  #nextAt = 0;
  /** When the first comparison after the last good one failed; null while they succeed. */
  #failingSince: number | null = null;
  #areCorrectionsSubmitted = false;
  /** Differences found in the last turn, by product. */
  #doubts = new Map<ProductId, bigint>();
  /** Surpluses of a coin that were reported already. */
  readonly #gifts = new Map<ProductId, bigint>();

  constructor(options: WalletReconcilerOptions) {
    this.#options = options;
  }

  /** Compares when it is due. */
  async work(): Promise<void> {
    const { clock } = this.#options;
    if (this.#doubts.size === 0 && clock() < this.#nextAt) return;
    let isCompared = false;
    try {
      isCompared = this.#options.isReady() && (await this.#compareAll());
    } finally {
      if (isCompared) this.#failingSince = null;
      else await this.#freezeIfLate();
    }
  }

  /** @returns false when the node has left the block meanwhile, or the corrections are not the exchange's own */
  async #compareAll(): Promise<boolean> {
    const { clock, everyMs, network, holdings } = this.#options;
    if (!(await this.#areCorrectionsProved())) return true; // its products are frozen
    await this.#submitCorrections();
    const look = await withFrozenView(this.#options.database, (view) => this.#look(view));
    const held = look === null ? null : await holdings.read(look.at);
    if (look === null || held === null) return false;
    const paid = await this.#sumPaidInFlight(look);
    if (!(await this.#isStillAt(look.at))) return false;
    const differences = new Map<ProductId, bigint>();
    for (const { productId } of network.assets) {
      const most = (look.onTickets.get(productId) ?? 0n) - (paid.get(productId) ?? 0n);
      const found = held.get(productId) ?? 0n;
      const expected = limit(found, most - (look.atRisk.get(productId) ?? 0n), most);
      const difference = await this.#compare({ productId, expected, found }, look.at);
      if (difference !== 0n && !this.#isReportedGift(productId, difference))
        differences.set(productId, difference);
    }
    for (const [productId, difference] of differences) {
      if (this.#doubts.get(productId) === difference) await this.#report(productId, difference);
    }
    this.#nextAt = clock() + everyMs;
    this.#doubts = new Map(
      [...differences].filter(([productId, sum]) => this.#doubts.get(productId) !== sum),
    );
    if (this.#doubts.size > 0) holdings.reset(); // readings of before decide about no difference
    return true;
  }

  /** Reads the tickets and the watcher's block; null before it has read one. */
  async #look(view: Queryable): Promise<Look | null> {
    const { network, holdings } = this.#options;
    const { chainId, family } = network;
    const at = await readCursor(view, chainId);
    if (at === null || at.hash === '') return null;
    await holdings.note(view, at);
    const onTickets = new Map<ProductId, bigint>();
    const atRisk = new Map<ProductId, bigint>();
    const exposed = listCompromisedIndexes(network);
    for (const { productId } of network.assets) {
      // Bitcoin's outputs are each looked at, whatever their size; of other networks only addresses that are used.
      const of = { chainId, productId, height: at.height, isDustCounted: family === 'bitcoin' };
      onTickets.set(productId, await computeExpectedOnChain(view, of));
      const gasMax = productId === findCoin(network) ? computeGasMax(network) : 0n;
      atRisk.set(productId, await computeAtRisk(view, { ...of, family, exposed, gasMax }));
    }
    const payments = await listPaymentsInFlight(view, chainId);
    const forms = [
      ...payments.map(({ hash, plan }) => toMoveInFlight({ hash, plan: family === 'bitcoin' ? plan : null })),
      ...(await listMovesInFlight(view, network)),
    ];
    const booked = await findKnownCosts(
      view,
      chainId,
      forms.map(({ hash }) => hash),
    );
    return { at, onTickets, atRisk, payments, forms, booked };
  }

  /** Stores a comparison, and returns found minus expected. */
  async #compare(
    { productId, expected, found }: { productId: ProductId; expected: bigint; found: bigint },
    { height }: ChainPoint,
  ): Promise<bigint> {
    const { database, network, clock, comparisons } = this.#options;
    if (await this.#isFirst(productId)) {
      await this.#bookOpening(productId, found - expected, height);
      return 0n;
    }
    const comparison = { part: network.name, productId, expected, found };
    await saveReconciliation(database, { ...comparison, at: clock() });
    comparisons.note(comparison);
    return found - expected;
  }

  /**
   * Adds up what unfinished payments and moves have taken from the wallets by the block. The database names their transactions, so
   * those of strangers are left out: they took nothing, and what they cost would hide a theft.
   */
  async #sumPaidInFlight({ at, payments, forms, booked }: Look): Promise<ReadonlyMap<ProductId, bigint>> {
    const { client, network } = this.#options;
    const coin = findCoin(network);
    const sums = new Map<ProductId, bigint>();
    const add = (productId: ProductId, amount: bigint) =>
      sums.set(productId, (sums.get(productId) ?? 0n) + amount);
    for (const hash of new Set(forms.map((form) => form.hash))) {
      const receipt = await client.receipt(hash, { isUntraced: true });
      if (receipt === null || receipt.height > at.height) continue;
      if (!(await isOurTransaction(this.#options, receipt))) continue;
      const payment = payments.find((candidate) => candidate.hash === hash);
      const form = forms.find((candidate) => candidate.hash === hash);
      if (coin !== null && !booked.has(hash)) add(coin, form?.fee ?? receipt.networkFee);
      if (receipt.succeeded && payment !== undefined) add(payment.productId, payment.net);
    }
    return sums;
  }

  /** Checks that the block at which the tickets were read is still the node's block at that height. */
  async #isStillAt({ height, hash }: ChainPoint): Promise<boolean> {
    const { database, client, network } = this.#options;
    const remembered = await readBlockHash(database, network.chainId, height);
    const block = remembered === hash ? await client.block(height) : null;
    return block !== null && block.hash === hash;
  }

  /** Freezes the products that were compared before, once no comparison has succeeded for too long. */
  async #freezeIfLate(): Promise<void> {
    const { clock, lateMs, network, ledger, log } = this.#options;
    this.#failingSince ??= clock();
    if (clock() - this.#failingSince < lateMs) return;
    const { chainId } = network;
    // An operator who resumes a product has as much time again.
    this.#failingSince = clock();
    log.error({ chainId, minutes: lateMs / 60_000 }, lateAlert);
    for (const { productId } of network.assets)
      if (!(await this.#isFirst(productId)))
        await freezeProduct(ledger, log, { productId, chainId, difference: 0n }, lateAlert);
  }

  async #isFirst(productId: ProductId): Promise<boolean> {
    const { database, network } = this.#options;
    const corrections = await listWalletCorrections(database, network.chainId);
    return !corrections.some((correction) => correction.key === buildOpeningKey(network.chainId, productId));
  }

  /** Books what the wallets held before the first comparison as the operator's own money. */
  async #bookOpening(productId: ProductId, surplus: bigint, height: number): Promise<void> {
    const { network, log } = this.#options;
    const { chainId } = network;
    const amount = surplus > 0n ? surplus : 0n;
    const key = buildOpeningKey(chainId, productId);
    const reason = 'held before the first comparison';
    const correction = await addCorrection(this.#options, { key, chainId, productId, amount, reason });
    await submitCorrection(this.#options.ledger, correction);
    log.info({ chainId, productId, amount, height }, 'wallets and ledger are compared from now on');
  }

  /** Freezes the products of corrections that somebody else wrote: with them, the comparison would not find a theft. */
  async #areCorrectionsProved(): Promise<boolean> {
    const { database, ledger, network, log } = this.#options;
    const corrections = await listWalletCorrections(database, network.chainId);
    const unproved = corrections.filter((correction) => !isCorrectionProved(this.#options, correction));
    for (const { productId, chainId, amount } of unproved)
      await freezeProduct(ledger, log, { productId, chainId, difference: amount }, unprovedAlert);
    return unproved.length === 0;
  }

  /** Submits all corrections once per run: a crash may have come between a row and its command. */
  async #submitCorrections(): Promise<void> {
    if (this.#areCorrectionsSubmitted) return;
    const { database, network } = this.#options;
    for (const correction of await listWalletCorrections(database, network.chainId))
      await submitCorrection(this.#options.ledger, correction);
    this.#areCorrectionsSubmitted = true;
  }

  #mayBeGift(productId: ProductId, difference: bigint): boolean {
    const { network } = this.#options;
    return difference > 0n && network.family !== 'bitcoin' && productId === findCoin(network);
  }

  #isReportedGift(productId: ProductId, difference: bigint): boolean {
    return this.#mayBeGift(productId, difference) && this.#gifts.get(productId) === difference;
  }

  /**
   * Reports a difference. A coin that runs contracts can be sent to us in ways that no block shows, so a surplus of it is only
   * logged: otherwise anyone could stop withdrawals with the smallest unit. A shortfall always freezes the product.
   */
  async #report(productId: ProductId, difference: bigint): Promise<void> {
    const { network, ledger, log } = this.#options;
    const details = { productId, chainId: network.chainId, difference };
    if (!this.#mayBeGift(productId, difference))
      return freezeProduct(ledger, log, details, 'ALERT: the wallets differ from the tickets');
    this.#gifts.set(productId, difference);
    log.error(
      { ...details, difference: difference.toString() },
      'ALERT: the wallets hold more of the coin than the tickets',
    );
  }
}

const lateAlert = 'ALERT: the wallets were not compared with the tickets for too long';
const unprovedAlert = 'ALERT: a correction of the wallets was not written by the exchange';

/** Returns the most gas that may be missing at exposed addresses: more of it is found as any other theft. */
function computeGasMax(network: NetworkSettings): bigint {
  return network.family === 'bitcoin' ? 0n : (network.sweeps?.perHour ?? 0n) * gasHours;
}

/** Returns the nearest number to `value` from `least` to `most`. */
function limit(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least;
  return value > most ? most : value;
}

function buildOpeningKey(chainId: number, productId: ProductId): string {
  return `opening:${chainId}:${productId}`;
}
