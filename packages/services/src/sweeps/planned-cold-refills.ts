/**
 * Sends refills that the owners of cold storage have signed and that pay their own fees, as on Bitcoin and TRON networks, and
 * follows them to finality. The wallets have what they bring from its first block on; here the fee is booked.
 */
import type { Database } from '@salar/store';
import { findOpenColdRefill, moveColdRefill } from '@salar/store/tables/chains/cold-refills';
import type { ColdRefillRow, ColdRefillStatus } from '@salar/store/tables/chains/cold-refills';
import type { AddressOwners } from '../deposits/incoming-transfers.ts';
import type { ChainReader } from '../ports/chain-client.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import { MoveCosts } from './move-costs.ts';

export type PlannedColdRefillsOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly network: NetworkSettings;
  readonly client: Pick<ChainReader, 'receipt' | 'broadcast'>;
  readonly coldStorage: ColdStorage;
  readonly clock: () => number;
  readonly log: Log;
} & AddressOwners;

export class PlannedColdRefills {
  readonly #options: PlannedColdRefillsOptions;
  readonly #costs: MoveCosts;

  constructor(options: PlannedColdRefillsOptions) {
    this.#options = options;
    this.#costs = new MoveCosts(options);
  }

  /** Continues the open refill: sends it until it is in a block, and ends it when it is final. */
  async work(height: number): Promise<void> {
    const { database, network, client, log } = this.#options;
    const refill = await findOpenColdRefill(database, network.chainId);
    if (refill === null || refill.status === 'Prepared' || refill.authorisation === null) return;
    const { hash, raw } = readSignedRefill(refill.authorisation);
    const receipt = await client.receipt(hash);
    if (receipt === null) return this.#send(refill, raw);
    if (refill.status === 'Signed') await this.#setStatus(refill, 'Sent');
    if (height - receipt.height + 1 < network.confirmations) return;
    if (!(await this.#costs.book(hash, receipt))) return;
    await this.#setStatus({ ...refill, status: 'Sent' }, receipt.succeeded ? 'Final' : 'Failed');
    const details = { refillId: refill.refillId, txId: hash };
    if (receipt.succeeded) log.info(details, 'a refill from cold storage is final');
    else log.error(details, 'ALERT: a refill from cold storage was reverted by the network');
  }

  async #send(refill: ColdRefillRow, raw: string): Promise<void> {
    const { client, coldStorage, log } = this.#options;
    const { refillId, prepared } = refill;
    if (!(await coldStorage.isOpen(prepared))) {
      if ((await client.receipt(readSignedRefill(refill.authorisation ?? '').hash)) !== null) return; // mined just now
      log.error(
        { refillId },
        'ALERT: a refill can no longer be mined: its outputs were spent, or it has expired',
      );
      await this.#setStatus(refill, 'Failed');
      return;
    }
    const answer = await client.broadcast(raw);
    if (answer.kind === 'refused') log.warn({ refillId, reason: answer.reason }, 'the node refused a refill');
    else if (refill.status === 'Signed') await this.#setStatus(refill, 'Sent');
  }

  async #setStatus({ refillId, status: from }: ColdRefillRow, to: ColdRefillStatus): Promise<void> {
    const { database, clock } = this.#options;
    await moveColdRefill(database, { refillId, from, to }, clock());
  }
}

/** A transaction that needs nothing but to be sent. */
export type SignedRefill = {
  readonly hash: string;
  readonly raw: string;
  /** Minor units of the coin; null when the network's receipt has them. */
  readonly networkFee: bigint | null;
};

/** Writes what `authorise` of a cold storage on these networks returns. */
export function writeSignedRefill({ hash, raw, networkFee }: SignedRefill): string {
  return JSON.stringify({ hash, raw, networkFee: networkFee?.toString() ?? null });
}

export function readSignedRefill(text: string): SignedRefill {
  const { hash, raw, networkFee } = JSON.parse(text) as Omit<SignedRefill, 'networkFee'> & {
    readonly networkFee: string | null;
  };
  return { hash, raw, networkFee: networkFee === null ? null : BigInt(networkFee) };
}
