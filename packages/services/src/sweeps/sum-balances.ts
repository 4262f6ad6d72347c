import type { ProductId } from '@salar/protocol';
import type { EvmChain, TronChain } from '../ports/chain-client.ts';

/** Adds up what the house's wallets hold: the present one, and the one before a change of its key. */
export async function sumBalances(
  client: Pick<EvmChain | TronChain, 'getBalance'>,
  productId: ProductId,
  addresses: readonly (string | undefined)[],
): Promise<bigint> {
  let sum = 0n;
  for (const address of new Set(addresses))
    if (address !== undefined) sum += await client.getBalance(productId, address);
  return sum;
}
