/**
 * Sends refills of a Bitcoin network that the owners of cold storage have signed, and follows them to finality. What they bring
 * is in the table of our outputs from its first block on; here the fee is booked.
 */
import type { Database } from '@salar/store';
import { findOpenColdRefill, moveColdRefill } from '@salar/store/tables/chains/cold-refills';
import type { ColdRefillRow, ColdRefillStatus } from '@salar/store/tables/chains/cold-refills';
import { bookNetworkCost } from '../payments/payment-steps.ts';
import type { BitcoinChain } from '../ports/chain-client.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { BitcoinNetwork } from '../tickets/networks.ts';

export type BitcoinColdRefillsOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly network: BitcoinNetwork;
  readonly client: BitcoinChain;
  readonly coldStorage: ColdStorage;
  readonly clock: () => number;
  readonly log: Log;
};

export class BitcoinColdRefills {
  readonly #options: BitcoinColdRefillsOptions;

  constructor(options: BitcoinColdRefillsOptions) {
    this.#options = options;
  }

  /** Continues the open refill: sends it until it is in a block, and ends it when it is final. */
  async work(height: number): Promise<void> {
    const { database, network, client, log } = this.#options;
    const refill = await findOpenColdRefill(database, network.chainId);
    if (refill === null || refill.status === 'Prepared' || refill.authorisation === null) return;
    const { hash, raw, networkFee } = readSignedRefill(refill.authorisation);
    const receipt = await client.receipt(hash);
    if (receipt === null) return this.#send(refill, raw);
    if (refill.status === 'Signed') await this.#setStatus(refill, 'Sent');
    if (height - receipt.height + 1 < network.confirmations) return;
    await bookNetworkCost(this.#options, { txId: hash, networkFee });
    await this.#setStatus({ ...refill, status: 'Sent' }, 'Final');
    log.info({ refillId: refill.refillId, txId: hash }, 'a refill from cold storage is final');
  }

  async #send(refill: ColdRefillRow, raw: string): Promise<void> {
    const { client, coldStorage, log } = this.#options;
    const { refillId, prepared } = refill;
    if (!(await coldStorage.isOpen(prepared))) {
      if ((await client.receipt(readSignedRefill(refill.authorisation ?? '').hash)) !== null) return; // mined just now
      log.error({ refillId }, 'ALERT: the outputs of a refill were spent by another transaction');
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
export type SignedRefill = { readonly hash: string; readonly raw: string; readonly networkFee: bigint };

/** Writes what `authorise` of a cold storage on a Bitcoin network returns. */
export function writeSignedRefill({ hash, raw, networkFee }: SignedRefill): string {
  return JSON.stringify({ hash, raw, networkFee: networkFee.toString() });
}

export function readSignedRefill(text: string): SignedRefill {
  const { hash, raw, networkFee } = JSON.parse(text) as Omit<SignedRefill, 'networkFee'> & {
    readonly networkFee: string;
  };
  return { hash, raw, networkFee: BigInt(networkFee) };
}
