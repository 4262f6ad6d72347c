/** The chain data of ticket services, available once chains and signer are up. */
import type { AddressScheme } from '../ports/chain-client.ts';
import type { NetworkSettings } from './networks.ts';

/** The house's own addresses on a network. */
export type HouseWallet = {
  readonly network: string;
  readonly hotAddress: string;
  /** Null where nothing is swept. */
  readonly gasAddress: string | null;
  /** Absent where the house's own money is in the hot wallet. */
  readonly houseAddress?: string;
};

export type ChainAccess = {
  /** By chain id. */
  readonly schemes: ReadonlyMap<number, AddressScheme>;
  readonly networks: readonly NetworkSettings[];
  /** The house's own addresses, hot, gas and house, on any network. */
  readonly houseAddresses: ReadonlySet<string>;
};

/** Thrown while chains and signer are being started: nothing was done, callers may retry. */
export class TicketsNotReady extends Error {
  override readonly name = 'TicketsNotReady';
  readonly retryAfterMs = 1000;

  constructor() {
    super('deposits and withdrawals open in a moment: chains and signer are being started');
  }
}
