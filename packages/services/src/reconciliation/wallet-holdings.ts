/** Reads what the wallets of a network hold, from its node. */
import type { Database } from '@salar/store';
import { listUsedAddresses } from '@salar/store/tables/operators/reconciliation';
import { listUnspentOutputs } from '@salar/store/tables/chains/bitcoin-outputs';
import type { BitcoinChain, EvmChain, TronChain } from '../ports/chain-client.ts';
import type { HeldAt } from './wallet-reconciler.ts';

/** Concurrent requests to a node. */
const requestsAtOnce = 25;

/** Adds up our unspent outputs, each confirmed by the node, which has only the state at its newest block. */
export function outputHoldings(options: {
  readonly database: Database;
  readonly client: BitcoinChain;
}): HeldAt {
  const { database, client } = options;
  return async (_productId, height) => {
    let sum = 0n;
    for (const output of await listUnspentOutputs(database, { chainId: client.chainId, height }))
      if (await client.isUnspent(output)) sum += output.amount;
    return (await client.height()) === height ? sum : null;
  };
}

/** Adds up the house's wallets and every deposit address that was ever used. */
export function addressHoldings(options: {
  readonly database: Database;
  readonly client: EvmChain | TronChain;
  readonly houseAddresses: readonly string[];
}): HeldAt {
  const { database, client, houseAddresses } = options;
  return async (productId, height) => {
    const used = await listUsedAddresses(database, client.chainId);
    const addresses = [...new Set([...houseAddresses, ...used])];
    let sum = 0n;
    for (let start = 0; start < addresses.length; start += requestsAtOnce) {
      const some = addresses.slice(start, start + requestsAtOnce);
      const balances = await Promise.all(
        some.map((address) => client.getBalance(productId, address, height)),
      );
      for (const balance of balances) sum += balance;
    }
    return sum;
  };
}
