/** Reads from the watcher's own node what the wallets of a network hold. */
import type { ProductId } from '@salar/protocol';
import { isDepositIndex, listDepositBranches } from '@salar/services/deposits/deposit-branches';
import { bitcoinBranches } from '@salar/services/ports/chain-signer';
import { AddressBalances } from '@salar/services/reconciliation/address-balances';
import { AddressMovements } from '@salar/services/reconciliation/address-movements';
import type { AddressMovementsOptions } from '@salar/services/reconciliation/address-movements';
import { createBalanceReader } from '@salar/services/reconciliation/balance-reader';
import type { Queryable } from '@salar/store';
import { listUnspentOutputs } from '@salar/store/tables/chains/bitcoin-outputs';
import type { OutputRow } from '@salar/store/tables/chains/bitcoin-outputs';
import { findAddresses } from '@salar/store/tables/chains/deposit-addresses';
import type { WatchedNetwork } from './watched-network.ts';

/** The most addresses in one statement. */
const addressesAtOnce = 1_000;
/** Deposits of so many newest blocks are read again each time: a reorganisation may have changed them. */
const blocksAgain = 64;
/** The exchange's clock, which the times of moves are of, may be as far behind ours. */
const clockMarginMs = 10 * 60_000;

/** Reads what the wallets of a network hold. */
export interface WatchedHoldings {
  /**
   * Adds up what the wallets hold at a block, in minor units by product. A node of TRON has only newest balances: those of its
   * busiest wallets are read last, and may be of the next block.
   */
  read(db: Queryable, height: number): Promise<ReadonlyMap<ProductId, bigint>>;
  /** Forgets all earlier readings. */
  reset(): void;
}

/**
 * The exchange's tables say which addresses and outputs to look at; only those count that belong to our keys, and only with what the
 * node has of them. A row that is missing makes the sum smaller, one that is invented does not make it larger. Rows also say which
 * addresses have moved: who hides that from the tables is noticed within the hour.
 */
export function watchHoldings(network: WatchedNetwork, clock: () => number): WatchedHoldings {
  if (network.family === 'bitcoin')
    return { read: (db, height) => readOutputs(db, network, height), reset: () => undefined };
  return new AddressHoldings(network, clock);
}

type AddressNetwork = Exclude<WatchedNetwork, { readonly family: 'bitcoin' }>;

class AddressHoldings implements WatchedHoldings {
  readonly #network: AddressNetwork;
  readonly #clock: () => number;
  #balances: AddressBalances;
  #movements: AddressMovements;

  constructor(network: AddressNetwork, clock: () => number) {
    this.#network = network;
    this.#clock = clock;
    [this.#balances, this.#movements] = this.#start();
  }

  async read(db: Queryable, height: number): Promise<ReadonlyMap<ProductId, bigint>> {
    this.#movements.goBack(height - blocksAgain);
    await this.#movements.note(db, this.#balances, height);
    await this.#balances.refresh(height, this.#movements.busy);
    this.#movements.done();
    return new Map(this.#network.products.map((productId) => [productId, this.#balances.sum(productId)]));
  }

  reset(): void {
    [this.#balances, this.#movements] = this.#start();
  }

  #start(): [AddressBalances, AddressMovements] {
    const { client, products, houseAddresses, chainId, family } = this.#network;
    const clock = this.#clock;
    const balances = new AddressBalances({ reader: createBalanceReader(client), products, clock });
    for (const address of houseAddresses) balances.add(address);
    const filter: AddressMovementsOptions['filter'] = (db, addresses) =>
      filterOwnAddresses(db, this.#network, addresses);
    const movements = { chainId, family, houseAddresses, clock: () => clock() - clockMarginMs, filter };
    return [balances, new AddressMovements(movements)];
  }
}

/** Returns those of the given addresses that the extended public key derives. */
export async function filterOwnAddresses(
  db: Queryable,
  network: Pick<WatchedNetwork, 'family' | 'scheme' | 'wallet'>,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const own: string[] = [];
  for (let start = 0; start < addresses.length; start += addressesAtOnce) {
    const rows = await findAddresses(db, network.family, addresses.slice(start, start + addressesAtOnce));
    for (const { index, address } of rows) if (isDerived(network, index, address)) own.push(address);
  }
  return own;
}

/** Returns false for an index of no branch, too, which somebody has written into the row. */
function isDerived(
  { scheme, wallet }: Pick<WatchedNetwork, 'scheme' | 'wallet'>,
  index: number,
  address: string,
): boolean {
  return isDepositIndex(index, listDepositBranches(wallet).length) && scheme.derive(index) === address;
}

async function readOutputs(
  db: Queryable,
  network: WatchedNetwork & { readonly family: 'bitcoin' },
  height: number,
): Promise<ReadonlyMap<ProductId, bigint>> {
  const { client, chainId, coin, houseAddresses: walletAddresses } = network;
  let sum = 0n;
  for (const output of await listUnspentOutputs(db, { chainId, height, walletAddresses })) {
    if (!(await client.isUnspent(output))) continue;
    const receipt = await client.receipt(output.txId);
    const found = receipt?.transfers.find(({ position }) => position === String(output.vout));
    if (found !== undefined && isOwnOutput(network, output, found.to)) sum += found.amount;
  }
  return new Map(coin === null ? [] : [[coin, sum]]);
}

/** An output of the house pays one of its addresses. Change is below an account whose public key only the signer has, so its addresses cannot be derived here. */
function isOwnOutput(
  network: WatchedNetwork,
  { branch, index }: Pick<OutputRow, 'branch' | 'index'>,
  address: string,
): boolean {
  if (network.houseAddresses.includes(address)) return true;
  const isChange = branch === bitcoinBranches[1].change || branch === bitcoinBranches[2].change;
  return isChange || (branch === 0 && isDerived(network, index, address));
}
