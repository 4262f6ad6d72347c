/** When a run of the drill is over: no payment is in flight, none beyond it has room, and the wallets were compared. */
import { readTransaction } from '@salar/adapters/chain-tron/tron-transaction';
import type { SignerClient } from '@salar/adapters/signer/signer-client';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import type { TicketDatabase } from '@salar/store';
import { listPlannedAttempts } from '@salar/store/tables/chains/planned-payments';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { listAllWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ShiftedClock } from '../../clock/shifted-clock.ts';
import type { DrillChains } from './drill-chains.ts';
import { findFamily, networks } from './drill-networks.ts';
import { computePaid, countForCaps, families, isFinished, isWaiting } from './drill-payments.ts';

type RunEndOptions = {
  readonly database: TicketDatabase;
  readonly chains: DrillChains;
  readonly clock: ShiftedClock;
  readonly signer: SignerClient;
  /** Payments of each family. */
  readonly count: number;
};

export class RunEnd {
  readonly #options: RunEndOptions;
  /** By the clock of the drill; null while a payment may still be made. */
  finishedAt: number | null = null;

  constructor(options: RunEndOptions) {
    this.#options = options;
  }

  /** @throws when a ticket has ended without a payment, or waits for people */
  async isReached(): Promise<boolean> {
    const { database, clock } = this.#options;
    if (this.finishedAt === null) {
      if (!(await this.#isPaid(await listAllWithdrawals(database)))) return false;
      this.finishedAt = clock.now();
    }
    const since = this.finishedAt;
    const names: readonly string[] = Object.values(networks).map(({ name }) => name);
    const comparisons = (await listReconciliations(database)).filter(({ part }) => names.includes(part));
    const products = Object.values(networks).flatMap(({ assets }) => assets);
    return (
      comparisons.length === products.length &&
      comparisons.every(({ at, differentSince }) => at > since && differentSince === null)
    );
  }

  async #isPaid(rows: readonly WithdrawalRow[]): Promise<boolean> {
    const stopped = rows.find(({ status }) => status === 'Failed' || status === 'AdminProcessing');
    if (stopped !== undefined)
      throw new Error(`ticket ${stopped.ticketId} is ${stopped.status}: ${stopped.rejectReason ?? ''}`);
    if (rows.length < this.#options.count * families.length) return false;
    for (const row of rows)
      if (!isFinished(row) && !isWaiting(row) && !(await this.#hasExpired(row))) return false;
    try {
      return await this.#areCapsUsed(rows);
    } catch (error) {
      if (error instanceof SignerUnavailable) return false; // it was killed, or does not lead yet
      throw error;
    }
  }

  /** Returns true for a TRON ticket whose transfers can no longer be mined: the next one waits for the caps. */
  async #hasExpired({ ticketId, providerId, status }: WithdrawalRow): Promise<boolean> {
    const { database, chains } = this.#options;
    if (findFamily(providerId) !== 'tron' || status !== 'Submitted') return false;
    const attempts = await listPlannedAttempts(database, ticketId);
    return attempts.every(({ raw }) => readTransaction(raw).plan.expiration < chains.tronTime);
  }

  async #areCapsUsed(rows: readonly WithdrawalRow[]): Promise<boolean> {
    const { signer, count } = this.#options;
    for (const family of families) {
      const forms: number[] = [];
      for (const { ticketId, providerId } of rows)
        if (findFamily(providerId) === family) forms.push((await signer.listSigned(ticketId)).length);
      if (countForCaps(family, forms) < computePaid(count)) return false;
    }
    return true;
  }
}
