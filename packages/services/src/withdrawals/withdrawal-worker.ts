/**
 * Moves tickets along without a request: decides about confirmed ones, leaves accepted ones above their level to operators, expires
 * unconfirmed ones, and completes what a crash interrupted. Payments are made by the payment workers.
 */
import { millis } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { listTicketsToDecide } from '@salar/store/tables/tickets/acceptance';
import { readNextWithdrawalDueAt } from '@salar/store/tables/tickets/withdrawal-due-times';
import { listExpiredWithdrawals, listOpenWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { decide } from './acceptance.ts';
import type { AcceptanceContext } from './acceptance.ts';
import { holdAboveLevel } from './level-holds.ts';
import { UnsignedChecks } from './signed-payments.ts';
import { releasingStates, toWithdrawalState, unpaidEnds } from './transitions.ts';
import type { WithdrawalService } from './withdrawal-service.ts';
import { checkNewest, move, reportUnproved } from './withdrawal-moves.ts';
import { checkStatus, guarded, release } from './withdrawal-steps.ts';

const ticketsPerTurn = 200;
/** Requests complete within this time; an older `New` ticket was interrupted by a crash or an outage. */
const newTicketGraceMs = 60_000;

export type WithdrawalWorkerOptions = AcceptanceContext & {
  readonly withdrawals: WithdrawalService;
  /** Called when tickets were accepted. */
  readonly wakePayments: () => void;
};

export class WithdrawalWorker {
  readonly #options: WithdrawalWorkerOptions;
  readonly #unsigned: UnsignedChecks;
  /** Unconfirmed tickets whose status nothing proves: each is reported once. */
  readonly #unproved = new Set<TicketId>();

  constructor(options: WithdrawalWorkerOptions) {
    this.#options = options;
    this.#unsigned = new UnsignedChecks(options);
  }

  /** Runs before the first request: every ticket of the former run is continued, however new. */
  async heal(): Promise<void> {
    await this.#finishNew(0);
    await this.#releaseEnded();
  }

  async work(): Promise<void> {
    await this.#finishNew(newTicketGraceMs);
    await this.#expire();
    await this.#releaseEnded();
    await this.#accept();
    await this.#holdAboveLevels();
  }

  /** Returns when the next ticket is due, by the clock; null when none waits for this worker. */
  nextDueAt(): Promise<number | null> {
    return readNextWithdrawalDueAt(this.#options.database, {
      newGraceMs: newTicketGraceMs,
      releasing: releasingStates,
    });
  }

  async #finishNew(graceMs: number): Promise<void> {
    const { database, withdrawals, clock, log, by } = this.#options;
    const rows = await listOpenWithdrawals(database, { statuses: ['New'], limit: ticketsPerTurn });
    for (const row of rows.filter((candidate) => candidate.createdAt <= millis(clock() - graceMs))) {
      const held = await guarded(this.#options, row, () => withdrawals.holdAndMail(row, by));
      log.info({ ticketId: row.ticketId, ok: held?.ok ?? false }, 'an interrupted withdrawal was continued');
    }
  }

  async #releaseEnded(): Promise<void> {
    const rows = await listOpenWithdrawals(this.#options.database, {
      statuses: releasingStates,
      limit: ticketsPerTurn,
    });
    for (const row of rows) await guarded(this.#options, row, () => this.#release(row));
  }

  /** Completes an end, also one that a crash interrupted. A forged end would return money that may have been paid. */
  async #release(row: WithdrawalRow): Promise<void> {
    if (!(await checkStatus(this.#options, row))) return;
    const isUnpaidEnd = unpaidEnds.includes(toWithdrawalState(row.status));
    if (isUnpaidEnd && !(await this.#unsigned.pass(row))) return;
    await release(this.#options, row.ticketId);
  }

  async #expire(): Promise<void> {
    const { database, clock, onStep } = this.#options;
    const rows = await listExpiredWithdrawals(database, { at: clock(), limit: ticketsPerTurn });
    for (const row of rows) {
      const { ticketId } = row;
      const checked = await checkNewest(this.#options, row);
      if (!checked.isProved) {
        if (!this.#unproved.has(ticketId)) reportUnproved(this.#options, checked.row);
        this.#unproved.add(ticketId);
        continue;
      }
      const moved = await move(this.#options, ticketId, 'Expired', { reason: 'not confirmed in time' });
      if (moved !== null) onStep?.('end_written', ticketId);
    }
  }

  async #accept(): Promise<void> {
    const { database, clock, onStep, wakePayments, log } = this.#options;
    let accepted = 0;
    for (const ticketId of await listTicketsToDecide(database, { at: clock(), limit: ticketsPerTurn })) {
      const decision = await guarded(this.#options, { ticketId }, () => decide(this.#options, ticketId));
      if (decision === null) continue;
      log.info({ ticketId, decision }, 'decided about a confirmed withdrawal');
      if (decision !== 'AutoAccepted') continue;
      accepted += 1;
      onStep?.('accepted', ticketId);
    }
    if (accepted > 0) wakePayments();
  }

  /** Follows the decisions: a level that falls while one is made does not find its ticket accepted yet. */
  async #holdAboveLevels(): Promise<void> {
    const held = await holdAboveLevel(this.#options, null);
    if (held > 0)
      this.#options.log.warn({ held }, 'accepted withdrawals above their level wait for operators');
  }
}
