/** Finds the deposit addresses that are due to be swept. */
import type { Queryable } from '@salar/store';
import { listUnsweptAddresses } from '@salar/store/tables/chains/house-moves';
import type { UnsweptAddress } from '@salar/store/tables/chains/house-moves';
import { listCompromisedIndexes } from '../deposits/deposit-branches.ts';
import type { EvmNetwork, NetworkAsset, TronNetwork } from '../tickets/networks.ts';

/** The most addresses of one asset in one turn. */
const addressesPerTurn = 20;
/** Of exposed ones a thief may have emptied many, which are looked at again with each block. */
const exposedPerTurn = 500;

/** Others may have the key of an exposed address, so it is swept whatever it holds. */
export type SweptAddress = UnsweptAddress & { readonly isExposed: boolean };

/** Returns exposed addresses first, then those with at least the asset's `sweepMin`. */
export async function findUnswept(
  { database, network }: { readonly database: Queryable; readonly network: EvmNetwork | TronNetwork },
  { productId, sweepMin }: NetworkAsset,
): Promise<readonly SweptAddress[]> {
  const { chainId, family } = network;
  const of = { chainId, family, productId };
  const ranges = listCompromisedIndexes(network);
  const exposed =
    ranges.length === 0
      ? []
      : await listUnsweptAddresses(database, { ...of, min: 1n, limit: exposedPerTurn, exposed: ranges });
  const due =
    sweepMin === undefined
      ? []
      : await listUnsweptAddresses(database, {
          ...of,
          min: sweepMin,
          limit: addressesPerTurn,
          except: ranges,
        });
  return [
    ...exposed.map((found) => ({ ...found, isExposed: true })),
    ...due.map((found) => ({ ...found, isExposed: false })),
  ];
}
