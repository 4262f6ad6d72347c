/** Reads from the watcher's own node what the wallets of a network hold. */
import type { ProductId } from '@salar/protocol';
import { bitcoinBranches } from '@salar/services/ports/chain-signer';
import type { Queryable } from '@salar/store';
import { listUnspentOutputs } from '@salar/store/tables/chains/bitcoin-outputs';
import type { OutputRow } from '@salar/store/tables/chains/bitcoin-outputs';
import { findAddresses } from '@salar/store/tables/chains/deposit-addresses';
import { listUsedAddresses } from '@salar/store/tables/operators/reconciliation';
import type { WatchedNetwork } from './watched-network.ts';

/** Concurrent requests to a node. */
const requestsAtOnce = 25;
/** The most addresses in one statement. */
const addressesAtOnce = 1_000;

/**
 * Adds up what the wallets of a network hold at a block.
 *
 * The exchange's tables say which addresses and outputs to look at; only those count that belong to our keys, and only with what
 * the node has of them. A row that is missing makes the sum smaller, one that is invented does not make it larger.
 */
export async function readHoldings(
  db: Queryable,
  network: WatchedNetwork,
  height: number,
): Promise<ReadonlyMap<ProductId, bigint>> {
  if (network.family === 'bitcoin') return readOutputs(db, network, height);
  const addresses = [...new Set([...network.houseAddresses, ...(await listOwnAddresses(db, network))])];
  const sums = new Map<ProductId, bigint>();
  for (const productId of network.products) {
    let sum = 0n;
    for (let start = 0; start < addresses.length; start += requestsAtOnce) {
      const some = addresses.slice(start, start + requestsAtOnce);
      const balances = await Promise.all(
        some.map((address) => network.client.getBalance(productId, address, height)),
      );
      for (const balance of balances) sum += balance;
    }
    sums.set(productId, sum);
  }
  return sums;
}

/** Returns those of the given addresses that the extended public key derives. */
export async function filterOwnAddresses(
  db: Queryable,
  { family, scheme }: Pick<WatchedNetwork, 'family' | 'scheme'>,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const rows = await findAddresses(db, family, addresses);
  return rows.filter(({ index, address }) => scheme.derive(index) === address).map(({ address }) => address);
}

async function listOwnAddresses(db: Queryable, network: WatchedNetwork): Promise<readonly string[]> {
  const used = await listUsedAddresses(db, network.chainId);
  const own: string[] = [];
  for (let start = 0; start < used.length; start += addressesAtOnce)
    own.push(...(await filterOwnAddresses(db, network, used.slice(start, start + addressesAtOnce))));
  return own;
}

async function readOutputs(
  db: Queryable,
  network: WatchedNetwork & { readonly family: 'bitcoin' },
  height: number,
): Promise<ReadonlyMap<ProductId, bigint>> {
  const { client, chainId, coin } = network;
  let sum = 0n;
  for (const output of await listUnspentOutputs(db, { chainId, height })) {
    if (!(await client.isUnspent(output))) continue;
    const receipt = await client.receipt(output.txId);
    const found = receipt?.transfers.find(({ position }) => position === String(output.vout));
    if (found !== undefined && isOwnOutput(network, output, found.to)) sum += found.amount;
  }
  return new Map(coin === null ? [] : [[coin, sum]]);
}

/** An output of the house pays one of its addresses. Change is below an account whose public key only the signer has, so its addresses cannot be derived here. */
function isOwnOutput(
  { scheme, houseAddresses }: WatchedNetwork,
  { branch, index }: Pick<OutputRow, 'branch' | 'index'>,
  address: string,
): boolean {
  if (houseAddresses.includes(address)) return true;
  const isChange = branch === bitcoinBranches[1].change || branch === bitcoinBranches[2].change;
  return isChange || (branch === 0 && scheme.derive(index) === address);
}
