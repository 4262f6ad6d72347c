/**
 * Takes tickets along by itself: accepts confirmed ones, ends those nobody confirmed, and heals what a crash left half
 * done. Paying is the payment workers' part.
 */
import { millis } from '@salar/protocol';
import { expiredWithdrawals, openWithdrawals } from '@salar/store/tables/withdrawals';
import { chainIdOf } from '../tickets/networks.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import { releasingStates } from './transitions.ts';
import type { ChainWithdrawalDesk } from './withdrawal-desk.ts';
import { endAndRelease, factsOf, guarded, move, providerOf, release } from './withdrawal-steps.ts';
import type { StepContext } from './withdrawal-steps.ts';

const ticketsPerTurn = 200;
/** A request still answers within this time; a `New` ticket older than it was left by a crash or an outage. */
const newTicketGraceMs = 60_000;

export type WithdrawalWorkerOptions = StepContext & {
  readonly desk: ChainWithdrawalDesk;
  readonly providers: readonly TicketProvider[];
  /** Called when tickets were accepted. */
  readonly wakePayments: () => void;
};

export class WithdrawalWorker {
  readonly #options: WithdrawalWorkerOptions;

  constructor(options: WithdrawalWorkerOptions) {
    this.#options = options;
  }

  /** Before the first request: every ticket of the former run is taken up, however young. */
  async heal(): Promise<void> {
    await this.#finishNew(0);
    await this.#releaseEnded();
  }

  async work(): Promise<void> {
    await this.#finishNew(newTicketGraceMs);
    await this.#releaseEnded();
    await this.#expire();
    await this.#accept();
  }

  async #finishNew(graceMs: number): Promise<void> {
    const { database, desk, clock, log } = this.#options;
    const rows = await openWithdrawals(database, { statuses: ['New'], limit: ticketsPerTurn });
    for (const row of rows.filter((candidate) => candidate.createdAt <= millis(clock() - graceMs))) {
      const held = await guarded(this.#options, row, () => desk.holdAndAsk(row));
      log.info(
        { ticketId: row.ticketId, ok: held?.ok ?? false },
        'an interrupted withdrawal was taken up again',
      );
    }
  }

  async #releaseEnded(): Promise<void> {
    const rows = await openWithdrawals(this.#options.database, {
      statuses: releasingStates,
      limit: ticketsPerTurn,
    });
    for (const row of rows) await guarded(this.#options, row, () => release(this.#options, row.ticketId));
  }

  async #expire(): Promise<void> {
    const { database, clock } = this.#options;
    const rows = await expiredWithdrawals(database, { at: clock(), limit: ticketsPerTurn });
    for (const row of rows)
      await endAndRelease(this.#options, row.ticketId, 'Expired', 'not confirmed in time');
  }

  async #accept(): Promise<void> {
    const { database, providers, onStep, wakePayments, log } = this.#options;
    const rows = await openWithdrawals(database, { statuses: ['Confirmed2Fa'], limit: ticketsPerTurn });
    let accepted = 0;
    for (const row of rows) {
      const moved = await guarded(this.#options, row, () => {
        factsOf(this.#options, row, chainIdOf(providerOf(providers, row)));
        return move(this.#options, row.ticketId, 'AutoAccepted');
      });
      if (moved === null) continue;
      accepted += 1;
      log.info({ ticketId: row.ticketId }, 'withdrawal accepted');
      onStep?.('accepted', row.ticketId);
    }
    if (accepted > 0) wakePayments();
  }
}
