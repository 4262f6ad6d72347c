/**
 * Compares what a network's wallets hold on its node with the tickets, product by product.
 *
 * It runs in the network's own loop, after blocks were read and payments made, so nothing of this network moves meanwhile and
 * the comparison is exact: the same block on both sides. A difference that remains in the next turn freezes the product's
 * withdrawals (security rule R5), unless it may be a gift.
 */
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { readBlockHash } from '@salar/store/tables/chains/chain-cursors';
import {
  listWalletCorrections,
  computeExpectedOnChain,
  findKnownCosts,
  listPaymentsInFlight,
  saveReconciliation,
} from '@salar/store/tables/operators/reconciliation';
import type { MacKey } from '../crypto/mac-keys.ts';
import type { ChainReader } from '../ports/chain-client.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import { findCoin } from '../tickets/networks.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import { toMoveInFlight } from '../sweeps/moves-in-flight.ts';
import type { MoveInFlight } from '../sweeps/moves-in-flight.ts';
import { freezeProduct } from './freeze-product.ts';
import { submitCorrection } from './book-correction.ts';
import type { WalletComparisons } from './wallet-comparisons.ts';
import { addCorrection, isCorrectionProved } from './wallet-corrections.ts';

/** Reads what the wallets of a network hold of a product at a block, in minor units; null when the node is past that block. */
export type HeldAt = (productId: ProductId, height: number) => Promise<bigint | null>;

export type WalletReconcilerOptions = {
  readonly database: Database;
  readonly ticketMacKey: MacKey;
  readonly ledger: LedgerPort;
  readonly network: NetworkSettings;
  readonly client: ChainReader;
  readonly heldAt: HeldAt;
  /** Lists the house's transactions without a ticket whose cost is not booked yet, such as sweeps. */
  readonly movesInFlight: () => Promise<readonly MoveInFlight[]>;
  readonly everyMs: number;
  readonly comparisons: WalletComparisons;
  readonly clock: () => number;
  readonly log: Log;
};

export class WalletReconciler {
  readonly #options: WalletReconcilerOptions;
  #nextAt = 0;
  #areCorrectionsSubmitted = false;
  /** Differences found in the last turn, by product. */
  #doubts = new Map<ProductId, bigint>();
  /** Surpluses of a coin that were reported already. */
  readonly #gifts = new Map<ProductId, bigint>();

  constructor(options: WalletReconcilerOptions) {
    this.#options = options;
  }

  /** Compares when it is due. Call it with the watcher's cursor at `height`. */
  async work(height: number): Promise<void> {
    const { clock, everyMs, network } = this.#options;
    const isDoubtful = this.#doubts.size > 0;
    if (!isDoubtful && clock() < this.#nextAt) return;
    if (!(await this.#areCorrectionsProved())) return;
    await this.#submitCorrections();
    const differences = new Map<ProductId, bigint>();
    for (const { productId } of network.assets) {
      const difference = await this.#compare(productId, height);
      if (difference === null) return; // the chain changed meanwhile: the next turn compares again
      if (difference !== 0n) differences.set(productId, difference);
    }
    for (const [productId, difference] of differences) {
      if (this.#doubts.get(productId) === difference) await this.#report(productId, difference);
    }
    this.#nextAt = clock() + everyMs;
    this.#doubts = new Map(
      [...differences].filter(([productId, sum]) => this.#doubts.get(productId) !== sum),
    );
  }

  /** Returns found minus expected; null when the node has left the compared block. */
  async #compare(productId: ProductId, height: number): Promise<bigint | null> {
    const { database, network, heldAt, clock, comparisons } = this.#options;
    const { chainId } = network;
    const found = await heldAt(productId, height);
    if (found === null) return null;
    const onTickets = await computeExpectedOnChain(database, { chainId, productId, height });
    const expected = onTickets - (await this.#paidInFlight(productId, height));
    if (!(await this.#isStillAt(height))) return null;
    if (await this.#isFirst(productId)) {
      await this.#bookOpening(productId, found - expected, height);
      return 0n;
    }
    const comparison = { part: network.name, productId, expected, found };
    await saveReconciliation(database, { ...comparison, at: clock() });
    comparisons.note(comparison);
    return found - expected;
  }

  /** Adds up what unfinished payments and moves have taken from the wallets by the block. */
  async #paidInFlight(productId: ProductId, height: number): Promise<bigint> {
    const { database, client, network, movesInFlight } = this.#options;
    const payments = await listPaymentsInFlight(database, network.chainId);
    const moves = await movesInFlight();
    const isPlanned = network.family === 'bitcoin';
    const forms = [
      ...payments.map(({ hash, plan }) => toMoveInFlight({ hash, plan: isPlanned ? plan : null })),
      ...moves,
    ];
    const hashes = [...new Set(forms.map((form) => form.hash))];
    const booked = await findKnownCosts(database, network.chainId, hashes);
    const isCoin = findCoin(network) === productId;
    let sum = 0n;
    for (const hash of hashes) {
      const receipt = await client.receipt(hash, { isUntraced: true });
      if (receipt === null || receipt.height > height) continue;
      const payment = payments.find((candidate) => candidate.hash === hash);
      const form = forms.find((candidate) => candidate.hash === hash);
      if (isCoin && !booked.has(hash)) sum += form?.fee ?? receipt.networkFee;
      if (receipt.succeeded && payment?.productId === productId) sum += payment.net;
    }
    return sum;
  }

  /** Checks that the block at which the tickets were read is still the node's block at that height. */
  async #isStillAt(height: number): Promise<boolean> {
    const { database, client, network } = this.#options;
    const remembered = await readBlockHash(database, network.chainId, height);
    const block = remembered === null ? null : await client.block(height);
    return block !== null && block.hash === remembered;
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

  /**
   * Reports a difference. A coin that runs contracts can be sent to us in ways that no block shows, so a surplus of it is only
   * logged: otherwise anyone could stop withdrawals with the smallest unit. A shortfall always freezes the product.
   */
  async #report(productId: ProductId, difference: bigint): Promise<void> {
    const { network, ledger, log } = this.#options;
    const details = { productId, chainId: network.chainId, difference };
    const mayBeGift = difference > 0n && network.family !== 'bitcoin' && productId === findCoin(network);
    if (!mayBeGift) return freezeProduct(ledger, log, details, 'ALERT: the wallets differ from the tickets');
    if (this.#gifts.get(productId) === difference) return;
    this.#gifts.set(productId, difference);
    log.error(
      { ...details, difference: difference.toString() },
      'ALERT: the wallets hold more of the coin than the tickets',
    );
  }
}

const unprovedAlert = 'ALERT: a correction of the wallets was not written by the exchange';

function buildOpeningKey(chainId: number, productId: ProductId): string {
  return `opening:${chainId}:${productId}`;
}
