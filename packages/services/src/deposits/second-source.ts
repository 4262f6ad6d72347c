/**
 * The second, independent node of a network: every deposit is credited only when both nodes have it (security rule D4), and the
 * money of a payment is returned, or sent once more, only when both nodes say that it was not made.
 *
 * While the second node is unreachable, deposits wait. After half an hour small ones are credited on the word of the first node
 * alone, with an alert; large ones continue to wait. What adds up within an hour is large, too: otherwise a node that invents
 * a chain could split what it invents.
 */
import { isDeepStrictEqual } from 'node:util';
import type { TicketId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { sumDepositsOfHour } from '@salar/store/tables/tickets/deposits';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { ChainUnavailable, isInsideContract } from '../ports/chain-client.ts';
import type { ChainReader, ChainReceipt, ReceiptQuery } from '../ports/chain-client.ts';
import type { Log } from '../ports/log.ts';
import type { NetworkSettings } from '../tickets/networks.ts';

/** All accounts together may be credited this many times `largeDeposit` of a product within an hour without it. */
const accountsTogether = 10n;
/** Small deposits wait this long for a second node that is unreachable. */
export const smallDepositsWaitMs = 30 * 60_000;
/** An unreachable node gets no request for this long, so that deposits behind one another do not each wait for its time limit. */
export const secondNodePauseMs = 10_000;

export type SecondSourceOptions = {
  readonly database: Database;
  readonly network: NetworkSettings;
  /** The client of the second node; null without one, and deposits are decided by the first alone. */
  readonly client: ChainReader | null;
  readonly clock: () => number;
  readonly log: Log;
};

/** The second node's answer about a transaction; `unreachable` when it gave none that can be used. */
type Found =
  | { readonly kind: 'receipt'; readonly receipt: ChainReceipt }
  | { readonly kind: 'none'; readonly height: number }
  | { readonly kind: 'unreachable' };

export class SecondSource {
  readonly #options: SecondSourceOptions;
  #isChecked = false;
  /** Since when every request has failed; null while the node answers. */
  #unreachableSince: number | null = null;
  #retryAt = 0;
  #isAloneReported = false;
  /** Tickets whose wait was logged already, with the message. */
  readonly #reported = new Map<TicketId, string>();

  constructor(options: SecondSourceOptions) {
    this.#options = options;
  }

  /** Returns true for a deposit that the second node has in the same block with the same value. */
  async confirms(deposit: DepositRow): Promise<boolean> {
    const { client } = this.#options;
    if (client === null) return true;
    const found = await this.#find(client, deposit.txId, { isUntraced: !isInsideContract(deposit) });
    if (found.kind === 'unreachable') return this.#isCreditedAlone(deposit);
    if (found.kind === 'receipt' && hasSameTransfer(found.receipt, deposit)) {
      this.#reported.delete(deposit.ticketId);
      return true;
    }
    if (found.kind === 'receipt' && found.receipt.untraced !== undefined)
      this.#reportOnce(deposit, 'error', 'ALERT: the second node of the network cannot trace a deposit');
    else if (found.kind === 'receipt')
      this.#reportOnce(deposit, 'error', 'ALERT: two nodes report a deposit differently');
    else if (found.height < newestNeeded(deposit))
      this.#reportOnce(deposit, 'warn', 'a deposit waits for the second node of its network');
    else this.#reportOnce(deposit, 'error', 'ALERT: the second node of the network does not have a deposit');
    return false;
  }

  /**
   * Returns true when the second node, too, has one of our transactions in this block, without the payment that it should have
   * made: only then may its money be returned. While a second node is unreachable, nothing is decided.
   */
  async hasFailed(
    txId: string,
    { blockHash }: ChainReceipt,
    isPaid: (receipt: ChainReceipt) => boolean,
  ): Promise<boolean> {
    const { client } = this.#options;
    if (client === null) return true;
    const found = await this.#find(client, txId, { isUntraced: true });
    return found.kind === 'receipt' && found.receipt.blockHash === blockHash && !isPaid(found.receipt);
  }

  /**
   * Returns true when the second node, too, has a transaction in this block, with the same transfers and the same fee. While it is
   * unreachable, nothing is decided.
   */
  async hasSame(txId: string, receipt: ChainReceipt): Promise<boolean> {
    const { client } = this.#options;
    if (client === null) return true;
    const found = await this.#find(client, txId, { isUntraced: true });
    return found.kind === 'receipt' && isDeepStrictEqual(toCompared(found.receipt), toCompared(receipt));
  }

  /** Returns true when the second node, too, has reached this height and has none of the transactions in a block. */
  async lacksAll(txIds: readonly string[], height: number): Promise<boolean> {
    const { client } = this.#options;
    if (client === null) return true;
    for (const txId of txIds) {
      const found = await this.#find(client, txId, { isUntraced: true });
      if (found.kind !== 'none' || found.height < height) return false;
    }
    return true;
  }

  async #find(client: ChainReader, txId: string, query: ReceiptQuery): Promise<Found> {
    const now = this.#options.clock();
    if (now < this.#retryAt) return { kind: 'unreachable' };
    try {
      if (!this.#isChecked) await client.check();
      this.#isChecked = true;
      const receipt = await client.receipt(txId, query);
      const found: Found =
        receipt === null ? { kind: 'none', height: await client.height() } : { kind: 'receipt', receipt };
      this.#unreachableSince = null;
      this.#isAloneReported = false;
      return found;
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
      if (this.#unreachableSince === null)
        this.#options.log.warn(
          { chainId: client.chainId, reason: error.message },
          'the second node of a network is unreachable: its deposits wait',
        );
      this.#unreachableSince ??= now;
      this.#retryAt = now + secondNodePauseMs;
      return { kind: 'unreachable' };
    }
  }

  /** Returns true for a small deposit once the second node has been unreachable for long. */
  async #isCreditedAlone(deposit: DepositRow): Promise<boolean> {
    const { clock, network, log } = this.#options;
    const since = this.#unreachableSince;
    if (since === null || clock() - since < smallDepositsWaitMs || (await this.#isLarge(deposit)))
      return false;
    if (!this.#isAloneReported)
      log.error(
        { chainId: network.chainId },
        'ALERT: the second node of a network is unreachable: small deposits are credited without it',
      );
    this.#isAloneReported = true;
    return true;
  }

  /** Compares the deposit, the small deposits of its account within the hour, and those of all accounts with their limits. */
  async #isLarge(deposit: DepositRow): Promise<boolean> {
    const { database, network } = this.#options;
    const asset = network.assets.find((candidate) => candidate.productId === deposit.productId);
    const limit = asset?.largeDeposit;
    if (limit === undefined) return true;
    if (deposit.amount >= limit) return true;
    const { ofAccount, ofAll } = await sumDepositsOfHour(database, deposit, limit);
    return ofAccount >= limit || ofAll >= accountsTogether * limit;
  }

  #reportOnce({ ticketId, txId }: DepositRow, level: 'warn' | 'error', message: string): void {
    if (this.#reported.get(ticketId) === message) return;
    this.#reported.set(ticketId, message);
    this.#options.log[level]({ ticketId, txId }, message);
  }
}

function toCompared({ succeeded, blockHash, sender, spends, networkFee, transfers }: ChainReceipt) {
  return { succeeded, blockHash, sender, spends, networkFee, transfers };
}

/** Returns the height at which the first node counted enough confirmations. */
function newestNeeded({ blockHeight, confirmationsNeeded }: DepositRow): number {
  return (blockHeight ?? 0) + confirmationsNeeded - 1;
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
