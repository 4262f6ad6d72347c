/** The only import of `@salar/laptop`, which adds what the local profile needs. Production does not load it. */
import type * as laptop from '@salar/laptop';
import type { SeedProduct as FundedProduct } from '@salar/laptop';
import type { Config } from '../settings/config.ts';
import type { SeedProduct } from '../seed/catalogue.ts';

export type { FaucetNetwork, LocalNetworks } from '@salar/laptop';
export type Laptop = typeof laptop;

/** Loads the laptop's parts in the local profile; null in production. */
export async function loadLaptop(profile: Config['profile']): Promise<Laptop | null> {
  return profile === 'local' ? import('@salar/laptop') : null;
}

/**
 * Fails to compile when the catalogue has a product that the laptop's seeds do not fund.
 *
 * @public only the compiler reads it
 */
export type EveryProductIsFunded = Assert<
  [Exclude<SeedProduct, FundedProduct>] extends [never] ? true : false
>;
type Assert<Truth extends true> = Truth;
