/**
 * Looks again at transactions whose call trace or receipt the node did not return when their block was read.
 *
 * It runs in a loop of its own: a stranger decides how long the trace of his transaction takes. Each transaction is looked at on
 * its own, more and more seldom; those that were looked at least often come first, so that one which fails for ever does not hold
 * up others.
 */
import { computeBackoffMs } from '@salar/protocol/backoff';
import { lockCursor, readBlockHash } from '@salar/store/tables/chains/chain-cursors';
import {
  deleteUntraced,
  findOldestUntraced,
  listDueUntraced,
  lockUntraced,
  postponeUntraced,
} from '@salar/store/tables/chains/untraced-transactions';
import type { UntracedTransaction } from '@salar/store/tables/chains/untraced-transactions';
import type { TicketDatabase } from '@salar/store';
import { ChainUnavailable } from '../ports/chain-client.ts';
import type { ChainReader, ChainReceipt } from '../ports/chain-client.ts';
import { writeDepositTicket } from './deposit-tickets.ts';
import type { DepositTicketOptions } from './deposit-tickets.ts';
import { findIncoming } from './incoming-transfers.ts';
import type { AddressOwners } from './incoming-transfers.ts';

/** The most that are looked at in one turn. */
const looksPerTurn = 100;
/** The turn ends after this many failures in a row: the node itself may be the reason, so no transaction is postponed for it. */
const failuresMax = 5;
const backoff = { firstMs: 10_000, maxMs: 3_600_000 };
/** Once a transaction has waited for this long there is an alert, repeated at this interval. */
const alertAfterMs = 3_600_000;

export type UntracedOptions = DepositTicketOptions &
  AddressOwners & { readonly database: TicketDatabase; readonly client: ChainReader };

export class UntracedTransactions {
  readonly #options: UntracedOptions;
  #alertedAt = -Infinity;

  constructor(options: UntracedOptions) {
    this.#options = options;
  }

  async work(): Promise<void> {
    const { database, network, clock } = this.#options;
    const query = { chainId: network.chainId, now: clock(), limit: looksPerTurn };
    let failures = 0;
    for (const transaction of await listDueUntraced(database, query)) {
      const isRead = await this.#look(transaction);
      failures = isRead ? 0 : failures + 1;
      if (failures === failuresMax) break;
    }
    await this.#alert();
  }

  /** @returns false when the node did not return everything of the transaction */
  async #look({ txId, attempts }: UntracedTransaction): Promise<boolean> {
    const { client, network, database, clock } = this.#options;
    const receipt = await this.#readReceipt(txId);
    if (receipt !== null) {
      await this.#take(txId, receipt);
      return true;
    }
    await client.height(); // a node that does not answer at all says nothing about the transaction
    const nextAt = clock() + computeBackoffMs(backoff, attempts + 1);
    await postponeUntraced(database, { chainId: network.chainId, txId, nextAt });
    return false;
  }

  /**
   * Returns null when the node did not return everything, also when it says that the transaction is in no block: one that lags
   * behind says so, too. Those whose block has left the chain are deleted by the watcher.
   */
  async #readReceipt(txId: string): Promise<ChainReceipt | null> {
    try {
      const receipt = await this.#options.client.receipt(txId);
      return receipt?.untraced === undefined ? receipt : null;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return null;
    }
  }

  /**
   * Writes the tickets of the transfers inside the transaction, if the watcher has its block. The cursor is locked: the watcher
   * cannot leave the block meanwhile.
   */
  async #take(txId: string, receipt: ChainReceipt): Promise<void> {
    const { database, network } = this.#options;
    const { chainId } = network;
    await database.transaction(async (tx) => {
      const cursor = await lockCursor(tx, chainId);
      const noted = await lockUntraced(tx, { chainId, txId });
      if (cursor === null || noted === null) return; // its block was left, and is read again
      if (receipt.height > cursor.height) return;
      const remembered = await readBlockHash(tx, chainId, receipt.height);
      if (remembered !== null && remembered !== receipt.blockHash) return;
      const block = { height: receipt.height, hash: receipt.blockHash };
      // Those that were seen with the block keep their tickets.
      const transfers = receipt.succeeded ? receipt.transfers : [];
      for (const incoming of await findIncoming(this.#options, tx, transfers))
        await writeDepositTicket(this.#options, tx, block, incoming);
      await deleteUntraced(tx, { chainId, txId });
    });
  }

  async #alert(): Promise<void> {
    const { database, network, clock, log } = this.#options;
    const { chainId } = network;
    if (clock() - this.#alertedAt < alertAfterMs) return;
    const found = await findOldestUntraced(database, { chainId, before: clock() - alertAfterMs });
    if (found === null) return;
    this.#alertedAt = clock();
    log.error(
      { chainId, count: found.count, txId: found.oldest.txId, height: found.oldest.height },
      'ALERT: transactions could not be searched for transfers for an hour',
    );
  }
}
