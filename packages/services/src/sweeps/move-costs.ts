/**
 * Books the network fees of moves between our own addresses and of refills from cold storage. The database names their transactions,
 * so a fee is booked only for a transaction that one of our addresses sent.
 */
import type { Database } from '@salar/store';
import { findOwnOutputs } from '@salar/store/tables/chains/cold-outputs';
import type { AddressOwners } from '../deposits/incoming-transfers.ts';
import { bookNetworkCost } from '../payments/payment-steps.ts';
import type { ChainReceipt } from '../ports/chain-client.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { NetworkSettings } from '../tickets/networks.ts';

export type MoveCostsOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly network: NetworkSettings;
  readonly clock: () => number;
  readonly log: Log;
} & AddressOwners;

export class MoveCosts {
  readonly #options: MoveCostsOptions;
  /** Transactions of others that were reported already. */
  readonly #reported = new Set<string>();

  constructor(options: MoveCostsOptions) {
    this.#options = options;
  }

  /** Books the fee of a final transaction. @returns false, with an alert, for one that is not ours: its move stays open */
  async book(txId: string, receipt: ChainReceipt): Promise<boolean> {
    if (await isOurTransaction(this.#options, receipt)) {
      await bookNetworkCost(this.#options, { txId, networkFee: receipt.networkFee });
      return true;
    }
    const { network, log } = this.#options;
    if (!this.#reported.has(txId))
      log.error({ chainId: network.chainId, txId, sender: receipt.sender }, strangerAlert);
    this.#reported.add(txId);
    return false;
  }
}

/** Returns true when one of our own addresses sent a transaction, or it spends one of our outputs. */
export async function isOurTransaction(
  {
    database,
    network,
    addresses,
    scheme,
    houseAddresses,
  }: Pick<MoveCostsOptions, 'database' | 'network' | keyof AddressOwners>,
  { sender, spends = [] }: ChainReceipt,
): Promise<boolean> {
  if (sender === undefined) return (await findOwnOutputs(database, network.chainId, spends)).length > 0;
  if (houseAddresses.includes(sender)) return true;
  return (await addresses.findOwners(database, scheme, [sender])).size > 0;
}

const strangerAlert =
  'ALERT: a move names a transaction that none of our addresses sent, and no fee is booked for it';
