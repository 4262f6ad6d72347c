/**
 * Checks each deposit that the journal credits: the watcher's own node must have it, at an address that our keys derive, with the
 * credited amount.
 */
import type { Command, CreditDeposit } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import type { ChainReceipt } from '@salar/services';
import { isInsideContract } from '@salar/services/ports/chain-client';
import { filterOwnAddresses } from './holdings.ts';
import type { WatchedNetwork } from './watched-network.ts';

const keyPattern = /^(?:evm|bitcoin|tron):(\d+):([^:]+):(.+)$/;
/** More requests to a node in one round would delay the comparison of the wallets. */
const checksAtOnce = 1_000;

type Pending = {
  readonly network: WatchedNetwork;
  readonly credit: CreditDeposit;
  readonly txId: string;
  readonly position: string;
};

export class CreditChecks {
  readonly #networks: ReadonlyMap<number, WatchedNetwork>;
  readonly #pending = new Map<string, Pending>();

  constructor(networks: readonly WatchedNetwork[]) {
    this.#networks = new Map(networks.map((network) => [network.chainId, network]));
  }

  /** Notes a command that the books accepted. Credits of banks, and corrections, are not checked one by one. */
  note(command: Command): void {
    if (command.type === 'ReverseDeposit') this.#pending.delete(command.key);
    if (command.type !== 'CreditDeposit') return;
    const [, chainId, txId, position] = keyPattern.exec(command.key) ?? [];
    const network = this.#networks.get(Number(chainId));
    if (network === undefined || txId === undefined || position === undefined) return;
    this.#pending.set(command.key, { network, credit: command, txId, position });
  }

  /**
   * Checks what was noted and not confirmed yet.
   *
   * @returns the credits that the node does not have, which may be late, by their keys
   * @throws ChainUnavailable
   */
  async findUnconfirmed(db: Queryable): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const [key, pending] of [...this.#pending].slice(0, checksAtOnce)) {
      const problem = await findProblem(db, pending);
      if (problem === null) this.#pending.delete(key);
      else found.set(key, problem);
    }
    return found;
  }
}

/** Returns what is wrong with a credit as a sentence; null when the node has it. */
async function findProblem(
  db: Queryable,
  { network, credit, txId, position }: Pending,
): Promise<string | null> {
  const receipt = await network.client.receipt(txId, { isUntraced: !isInsideContract({ position }) });
  const what = `deposit ${credit.ticketId} of ${credit.amount} units of product ${credit.productId}`;
  if (receipt === null)
    return `${what} was credited, and network ${network.chainId} has no transaction ${txId}`;
  const transfer = findTransfer(receipt, credit, position);
  if (transfer === undefined) return `${what} was credited, and transaction ${txId} did not bring it`;
  const [own] = await filterOwnAddresses(db, network, [transfer.to]);
  return own === undefined ? `${what} was credited, and its address is not ours` : null;
}

function findTransfer(
  receipt: ChainReceipt,
  { productId, amount }: CreditDeposit,
  position: string,
): ChainReceipt['transfers'][number] | undefined {
  if (!receipt.succeeded) return undefined;
  return receipt.transfers.find(
    (one) => one.position === position && one.productId === productId && one.amount === amount,
  );
}
