import type { EvmChain, TronChain } from '../ports/chain-client.ts';
import type { BalanceReader } from './address-balances.ts';

/** Reads balances in one request for many addresses where the network has one, at a block where its nodes have old balances. */
export function createBalanceReader(client: EvmChain | TronChain): BalanceReader {
  if (client.family === 'tron')
    return {
      read: (productId, addresses) => client.getBalances(productId, addresses),
      head: () => client.height(),
      readsAtOnce: 1, // each makes 25 requests at once
    };
  return {
    read: (productId, addresses, height) => client.getBalances(productId, addresses, height),
    head: null,
    readsAtOnce: 4,
  };
}
