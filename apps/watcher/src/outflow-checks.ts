/**
 * Checks each command that lowers what the wallets must hold: the watcher's own node must have the payment, the fee, or no longer the
 * deposit. A transaction explains one withdrawal.
 */
import { join } from 'node:path';
import { LineFile } from '@salar/adapters/files/line-file';
import type { Engine } from '@salar/engine';
import { houseAccounts } from '@salar/protocol';
import type { Command, ProductId, TicketId, TransferFunds } from '@salar/protocol';
import type { ChainReceipt } from '@salar/services';
import { isInsideContract } from '@salar/services/ports/chain-client';
import type { Queryable } from '@salar/store';
import { listAttemptHashes } from '@salar/store/tables/operators/reconciliation';
import { filterOwnAddresses } from './holdings.ts';
import type { WatchedNetwork } from './watched-network.ts';

const costPattern = /^cost:(\d+):(.+)$/;
const depositPattern = /^(?:evm|bitcoin|tron):(\d+):([^:]+):(.+)$/;
/** More requests to a node in one round would delay the comparison of the wallets. */
const checksAtOnce = 1_000;

/** Returns what is wrong as a sentence; null when the node explains it. */
type Check = (db: Queryable) => Promise<string | null>;

export class OutflowChecks {
  readonly #networks: ReadonlyMap<number, WatchedNetwork>;
  readonly #products: ReadonlySet<ProductId>;
  readonly #pending = new Map<string, Check>();
  /** The transfers that have explained a withdrawal, with its ticket: also before a restart. */
  readonly #explained = new Map<string, TicketId>();
  readonly #file: LineFile;

  constructor(networks: readonly WatchedNetwork[], dataDir: string) {
    this.#networks = new Map(networks.map((network) => [network.chainId, network]));
    this.#products = new Set(networks.flatMap(({ products }) => products));
    this.#file = new LineFile(join(dataDir, 'explained-payments.txt'), (line) => {
      const [transfer = '', ticket] = line.split(' ');
      this.#explained.set(transfer, Number(ticket) as TicketId);
    });
  }

  /** Notes a command that the books accepted. Products that are at banks are not checked. */
  note(command: Command, engine: Engine): void {
    if (command.type === 'SettleWithdrawal') this.#notePayment(command.ticketId, engine);
    if (command.type === 'ReverseDeposit') this.#noteReversal(command.key);
    if (command.type === 'TransferFunds' && command.targetAccountId === houseAccounts.custody)
      if (this.#products.has(command.productId))
        this.#pending.set(command.key, (db) => this.#findCostProblem(db, command));
  }

  /**
   * Checks what was noted and not explained yet.
   *
   * @returns what the node does not have, which may be late, by key
   * @throws ChainUnavailable
   */
  async findUnexplained(db: Queryable): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const [key, check] of [...this.#pending].slice(0, checksAtOnce)) {
      const problem = await check(db);
      if (problem === null) this.#pending.delete(key);
      else found.set(key, problem);
    }
    return found;
  }

  close(): void {
    this.#file.close();
  }

  #notePayment(ticketId: TicketId, engine: Engine): void {
    const withdrawal = engine.withdrawal(ticketId);
    if (withdrawal === undefined || !this.#products.has(withdrawal.productId)) return;
    const { productId, amount, fee } = withdrawal;
    const payment = { ticketId, productId, net: amount - fee };
    this.#pending.set(`withdrawal:${ticketId}`, (db) => this.#findPaymentProblem(db, payment));
  }

  #noteReversal(key: string): void {
    const [, chainId, txId = '', position = ''] = depositPattern.exec(key) ?? [];
    const network = this.#networks.get(Number(chainId));
    if (network === undefined) return;
    this.#pending.set(`reversal:${key}`, async () => {
      const receipt = await network.client.receipt(txId, { isUntraced: !isInsideContract({ position }) });
      if (receipt?.untraced !== undefined)
        return `deposit ${key} was reversed, and network ${network.chainId} cannot trace its transaction`;
      const isThere = receipt?.transfers.some((transfer) => transfer.position === position) ?? false;
      return isThere ? `deposit ${key} was reversed, and network ${network.chainId} still has it` : null;
    });
  }

  async #findPaymentProblem(
    db: Queryable,
    { ticketId, productId, net }: { ticketId: TicketId; productId: ProductId; net: bigint },
  ): Promise<string | null> {
    for (const { chainId, hash } of await listAttemptHashes(db, ticketId)) {
      const network = this.#networks.get(chainId);
      const receipt = (await network?.client.receipt(hash, { isUntraced: true })) ?? null;
      if (network === undefined || receipt === null) continue;
      const paid = listPaid(network, receipt).find((one) => one.productId === productId && one.left === net);
      const transfer = `${chainId}:${hash}:${paid?.position}`;
      if (paid === undefined || (this.#explained.get(transfer) ?? ticketId) !== ticketId) continue;
      if (!this.#explained.has(transfer)) this.#file.append(`${transfer} ${ticketId}`);
      this.#explained.set(transfer, ticketId);
      return null;
    }
    return `withdrawal ${ticketId} of ${net} units of product ${productId} is settled, and none of our transactions paid it`;
  }

  async #findCostProblem(db: Queryable, { key, productId, amount }: TransferFunds): Promise<string | null> {
    const what = `${amount} units of product ${productId} are booked as spent (${key})`;
    const [, chainId, txId] = costPattern.exec(key) ?? [];
    const network = this.#networks.get(Number(chainId));
    if (network === undefined || txId === undefined || productId !== network.coin)
      return `${what}, and no transaction explains it`;
    const receipt = await network.client.receipt(txId, { isUntraced: true });
    if (receipt === null) return `${what}, and network ${network.chainId} has no such transaction`;
    if (!(await isOurTransaction(db, network, receipt))) return `${what}, and the transaction is not ours`;
    return amount > receipt.networkFee ? `${what}, and its fee is ${receipt.networkFee}` : null;
  }
}

/** Lists what a transaction took from our wallets. Transactions of Bitcoin show no sender: only their outputs are compared. */
export function listPaid(
  { family, houseAddresses }: Pick<WatchedNetwork, 'family' | 'houseAddresses'>,
  { succeeded, transfers }: ChainReceipt,
): readonly { readonly productId: ProductId; readonly position: string; readonly left: bigint }[] {
  if (!succeeded) return [];
  const isOurs = (address: string) => houseAddresses.includes(address);
  return transfers
    .filter(({ from, to }) => (family === 'bitcoin' || isOurs(from)) && !isOurs(to))
    .map(({ productId, position, amount, sent }) => ({ productId, position, left: sent ?? amount }));
}

/** Returns true when one of our addresses paid the fee. Bitcoin does not show it: there every transaction counts as ours. */
export async function isOurTransaction(
  db: Queryable,
  network: WatchedNetwork,
  { sender }: ChainReceipt,
): Promise<boolean> {
  if (network.family === 'bitcoin') return true;
  if (sender === undefined) return false;
  if (network.houseAddresses.includes(sender)) return true;
  return (await filterOwnAddresses(db, network, [sender])).length > 0;
}
