/** A second, independent source of a network: large deposits are credited only when it tells them, too (security rule D4). */
import type { TicketId } from '@salar/protocol';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { ChainUnavailable } from '../ports/chain-client.ts';
import type { ChainReader, ChainReceipt } from '../ports/chain-client.ts';
import type { TicketLog } from '../ports/ledger-port.ts';
import type { NetworkSettings } from '../tickets/networks.ts';

export type SecondSourceOptions = {
  readonly network: NetworkSettings;
  /** Of the second source. Null: there is none, and large deposits wait for nobody. */
  readonly client: ChainReader | null;
  readonly log: TicketLog;
};

export class SecondSource {
  readonly #options: SecondSourceOptions;
  #isChecked = false;
  /** Tickets whose wait was told already. */
  readonly #told = new Set<TicketId>();

  constructor(options: SecondSourceOptions) {
    this.#options = options;
  }

  /** True for a small deposit, and for one that the second source has in the same block with the same value. */
  async confirms(deposit: DepositRow): Promise<boolean> {
    const { network, client } = this.#options;
    const asset = network.assets.find((candidate) => candidate.productId === deposit.productId);
    if (client === null || asset?.largeDeposit === undefined || deposit.amount < asset.largeDeposit)
      return true;
    const receipt = await this.#receiptOf(client, deposit);
    if (receipt === null) {
      this.#tell(deposit, 'warn', 'a large deposit waits for the second source of its network');
      return false;
    }
    if (hasSameTransfer(receipt, deposit)) return true;
    this.#tell(deposit, 'error', 'ALERT: two sources tell a large deposit differently');
    return false;
  }

  /** Null as well while the second source is away: the deposit waits, and nothing else does. */
  async #receiptOf(client: ChainReader, deposit: DepositRow): Promise<ChainReceipt | null> {
    try {
      if (!this.#isChecked) await client.check();
      this.#isChecked = true;
      return await client.receipt(deposit.txId);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      return null;
    }
  }

  #tell({ ticketId, txId }: DepositRow, level: 'warn' | 'error', message: string): void {
    if (this.#told.has(ticketId)) return;
    this.#told.add(ticketId);
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
