/**
 * Remembers decisions outside the database: who writes rows can put a former one back, with the MAC of that time, and it
 * contradicts this record.
 */
import { ticketId } from '@salar/protocol';
import type { TicketId, UserId } from '@salar/protocol';
import type { DecisionState, DecisionStore } from '../ports/decision-store.ts';
import { findTakenAfterGrant } from '../verification/review-rules.ts';

/** A proposal expires within a day; a decided one is remembered longer than it could be approved or performed again. */
const decidedTtlMs = 48 * 60 * 60_000;

/** The record before the first decision. */
export const noDecisions: DecisionState = {
  operators: null,
  proposals: {},
  payouts: {},
  addresses: {},
  halts: null,
  levelsApplied: {},
  levelsTaken: {},
};

/** Reviews of identities, and requests for levels. */
export type LevelDecisionKind = 'reviews' | 'requests';

type DecisionRecordOptions = { readonly store: DecisionStore; readonly clock: () => number };

export class DecisionRecord {
  readonly #options: DecisionRecordOptions;
  #state: DecisionState;

  /** @throws when the stored record cannot be read */
  constructor(options: DecisionRecordOptions) {
    this.#options = options;
    this.#state = options.store.load() ?? noDecisions;
  }

  /** False before the exchange has given its operators versions. */
  get hasVersions(): boolean {
    return this.#state.operators !== null;
  }

  /** True when there was ever an operator. */
  get hasOperators(): boolean {
    return Object.keys(this.#state.operators ?? {}).length > 0;
  }

  /** Returns the version of an operator's newest row; 0 when there was none. */
  operatorVersion(name: string): number {
    return this.#state.operators?.[name] ?? 0;
  }

  /** Records the versions of operators' rows; a lower one than before changes nothing. */
  recordOperators(versions: Readonly<Record<string, number>>): void {
    const newer = Object.entries(versions).filter(([name, version]) => version > this.operatorVersion(name));
    if (newer.length === 0 && this.hasVersions) return;
    this.#save({ operators: { ...this.#state.operators, ...Object.fromEntries(newer) } });
  }

  /** Returns true when a proposal was performed or declined. */
  isDecided(proposalId: number): boolean {
    return Object.hasOwn(this.#state.proposals, proposalId);
  }

  recordDecided(proposalId: number): void {
    const now = this.#options.clock();
    const recent = Object.entries(this.#state.proposals).filter(([, at]) => at > now - decidedTtlMs);
    this.#save({ proposals: { ...Object.fromEntries(recent), [proposalId]: now } });
  }

  /** Returns when a bank payout was started; null when it was not, or has ended. */
  payoutStartedAt(ticket: TicketId): number | null {
    return this.#state.payouts[ticket] ?? null;
  }

  /** Lists the bank payouts that were started and have not ended. */
  payouts(): readonly TicketId[] {
    return Object.keys(this.#state.payouts).map((text) => ticketId(Number(text)));
  }

  /** Records that an operator started a payout: from now on the bank may have it, whatever the ticket's row says. */
  recordPayout(ticket: TicketId): void {
    if (this.payoutStartedAt(ticket) !== null) return;
    this.#save({ payouts: { ...this.#state.payouts, [ticket]: this.#options.clock() } });
  }

  /** Forgets a payout whose money was returned or spent in the ledger, which does neither a second time. */
  forgetPayout(ticket: TicketId): void {
    if (this.payoutStartedAt(ticket) === null) return;
    const { [ticket]: _, ...payouts } = this.#state.payouts;
    this.#save({ payouts });
  }

  /** Returns the highest index of the deposit addresses of a family that were shown; 0 before the first. */
  newestAddress(family: string): number {
    return this.#state.addresses[family] ?? 0;
  }

  recordAddress(family: string, index: number): void {
    if (index <= this.newestAddress(family)) return;
    this.#save({ addresses: { ...this.#state.addresses, [family]: index } });
  }

  /** False before the exchange has recorded which halts of the watcher it has carried out. */
  get hasHalts(): boolean {
    return this.#state.halts !== null;
  }

  /** Returns true when a halt of the watcher was carried out, whatever its row says. */
  isHaltCarriedOut(identity: string): boolean {
    return Object.hasOwn(this.#state.halts ?? {}, identity);
  }

  /** Records halts that were carried out. */
  recordHalts(identities: readonly string[]): void {
    const now = this.#options.clock();
    const added = Object.fromEntries(identities.map((identity) => [identity, now]));
    this.#save({ halts: { ...this.#state.halts, ...added } });
  }

  /** Returns until when all decisions of a kind were applied; 0 before the first. */
  levelsAppliedUntil(kind: LevelDecisionKind): number {
    return this.#state.levelsApplied[kind] ?? 0;
  }

  recordLevelsApplied(kind: LevelDecisionKind, until: number): void {
    if (until <= this.levelsAppliedUntil(kind)) return;
    this.#save({ levelsApplied: { ...this.#state.levelsApplied, [kind]: until } });
  }

  /** Returns the lowest level that operators took from a customer; null when they took none, or gave all back. */
  levelTaken(userId: UserId): number | null {
    return this.#state.levelsTaken[userId] ?? null;
  }

  recordLevelTaken(userId: UserId, level: number): void {
    if (level >= (this.levelTaken(userId) ?? Infinity)) return;
    this.#save({ levelsTaken: { ...this.#state.levelsTaken, [userId]: level } });
  }

  /** Records that operators gave a customer this level; what they took above it stays taken. */
  recordLevelGiven(userId: UserId, level: number): void {
    const before = this.levelTaken(userId);
    const taken = findTakenAfterGrant(before, level);
    if (taken === before) return;
    const { [userId]: _, ...others } = this.#state.levelsTaken;
    this.#save({ levelsTaken: taken === null ? others : { ...others, [userId]: taken } });
  }

  #save(changes: Partial<DecisionState>): void {
    const state = { ...this.#state, ...changes };
    this.#options.store.save(state);
    this.#state = state;
  }
}
