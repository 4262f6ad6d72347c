/**
 * A second, independent source of a network: large deposits are credited only when it confirms them (security rule D4).
 *
 * What adds up within an hour is large, too: otherwise a node that invents a chain could split what it invents.
 */
import type { TicketId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { sumDepositsOfHour } from '@salar/store/tables/tickets/deposits';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { ChainUnavailable } from '../ports/chain-client.ts';
import type { ChainReader, ChainReceipt } from '../ports/chain-client.ts';
import type { Log } from '../ports/log.ts';
import type { NetworkSettings } from '../tickets/networks.ts';

/** All accounts together may be credited this many times `largeDeposit` of a product within an hour without it. */
const accountsTogether = 10n;

export type SecondSourceOptions = {
  readonly database: Database;
  readonly network: NetworkSettings;
  /** The client of the second source; null without one, and large deposits do not wait. */
  readonly client: ChainReader | null;
  readonly log: Log;
};

export class SecondSource {
  readonly #options: SecondSourceOptions;
  #isChecked = false;
  /** Tickets whose wait was logged already. */
  readonly #reported = new Set<TicketId>();

  constructor(options: SecondSourceOptions) {
    this.#options = options;
  }

  /** Returns true for a small deposit, and for one that the second source has in the same block with the same value. */
  async confirms(deposit: DepositRow): Promise<boolean> {
    const { client } = this.#options;
    if (client === null || !(await this.#isLarge(deposit))) return true;
    const receipt = await this.#findReceipt(client, deposit);
    if (receipt === null) {
      this.#reportOnce(deposit, 'warn', 'a large deposit waits for the second source of its network');
      return false;
    }
    if (hasSameTransfer(receipt, deposit)) return true;
    this.#reportOnce(deposit, 'error', 'ALERT: two sources report a large deposit differently');
    return false;
  }

  /** Compares the deposit, the small deposits of its account within the hour, and those of all accounts with their limits. */
  async #isLarge(deposit: DepositRow): Promise<boolean> {
    const { database, network } = this.#options;
    const asset = network.assets.find((candidate) => candidate.productId === deposit.productId);
    const limit = asset?.largeDeposit;
    if (limit === undefined) return false;
    if (deposit.amount >= limit) return true;
    const { ofAccount, ofAll } = await sumDepositsOfHour(database, deposit, limit);
    return ofAccount >= limit || ofAll >= accountsTogether * limit;
  }

  /** Returns null also while the second source is unavailable: only this deposit waits. */
  async #findReceipt(client: ChainReader, deposit: DepositRow): Promise<ChainReceipt | null> {
    try {
      if (!this.#isChecked) await client.check();
      this.#isChecked = true;
      return await client.receipt(deposit.txId);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return null;
    }
  }

  #reportOnce({ ticketId, txId }: DepositRow, level: 'warn' | 'error', message: string): void {
    if (this.#reported.has(ticketId)) return;
    this.#reported.add(ticketId);
    this.#options.log[level]({ ticketId, txId }, message);
  }
}

function hasSameTransfer(receipt: ChainReceipt, deposit: DepositRow): boolean {
  return (
    receipt.succeeded &&
    receipt.blockHash === deposit.blockHash &&
    receipt.transfers.some(
      (transfer) =>
        transfer.position === deposit.position &&
        transfer.to === deposit.toAddress &&
        transfer.productId === deposit.productId &&
        transfer.amount === deposit.amount,
    )
  );
}
