/** A second, independent source of a network: large deposits are credited only when it confirms them (security rule D4). */
import type { TicketId } from '@salar/protocol';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { ChainUnavailable } from '../ports/chain-client.ts';
import type { ChainReader, ChainReceipt } from '../ports/chain-client.ts';
import type { Log } from '../ports/log.ts';
import type { NetworkSettings } from '../tickets/networks.ts';

export type SecondSourceOptions = {
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
    const { network, client } = this.#options;
    const asset = network.assets.find((candidate) => candidate.productId === deposit.productId);
    if (client === null || asset?.largeDeposit === undefined || deposit.amount < asset.largeDeposit)
      return true;
    const receipt = await this.#findReceipt(client, deposit);
    if (receipt === null) {
      this.#reportOnce(deposit, 'warn', 'a large deposit waits for the second source of its network');
      return false;
    }
    if (hasSameTransfer(receipt, deposit)) return true;
    this.#reportOnce(deposit, 'error', 'ALERT: two sources report a large deposit differently');
    return false;
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
