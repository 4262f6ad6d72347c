/**
 * Verification: opens the identity provider's widget for a customer, and turns the provider's reports into levels.
 *
 * Reports arrive in any order and more than once. Each is stored under its id before it takes effect, once; after a crash in
 * between it is applied at start. The provider's newest state of a level decides: an approval raises it, and when the provider no
 * longer vouches for the identity, the level falls. Operators give and take levels the same way, and their word is stronger.
 */
import { assert, accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import { companyLevels } from '@salar/protocol/level-requests';
import type { Database } from '@salar/store';
import { markReviewApplied } from '@salar/store/tables/verification/reviews';
import type { ReviewRecord } from '@salar/store/tables/verification/reviews';
import { writeConfig } from '@salar/store/tables/customers/user-config';
import type { User } from '@salar/store/tables/customers/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { AccountOpener } from '../accounts/account-opener.ts';
import type { EngineReader } from '../ports/engine-port.ts';
import type {
  IdentityProvider,
  IdentityToken,
  IdentityTokenRefusal,
  ReviewEvent,
  ReviewStatus,
} from '../ports/identity-provider.ts';
import type { Log } from '../ports/log.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import { noOrigin } from '../ports/request-origin.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import { KeyedMutex } from '../background/keyed-mutex.ts';
import { configKeysMax } from '../accounts/user-config-rules.ts';
import type { WithdrawalCalls } from '../withdrawals/withdrawal-service.ts';
import { noIdentityAlert } from './account-levels.ts';
import type { AccountLevels } from './account-levels.ts';
import { healDecisions } from './heal-decisions.ts';
import type { LevelDecisionRecord } from './heal-decisions.ts';
import { identityLevel, levelMax, getLevelName } from './levels.ts';
import { ReviewRecords } from './review-records.ts';
import {
  createOperatorEvent,
  endsApproval,
  findCurrent,
  findDecided,
  findReported,
  findTaken,
  isByOperator,
  isFall,
  isRepeated,
  listReports,
} from './review-rules.ts';

/** Listed in the order in which they are checked. */
export type TokenRefusal =
  | 'level_unknown'
  | 'level_reached'
  | 'level_too_early'
  | 'companies_only'
  | 'level_rejected'
  | IdentityTokenRefusal;
export type ReviewRefusal = 'user_unknown' | 'level_unknown';

/** How long the widget may be open with one token, in seconds (product spec, section 9). */
const tokenTtlMaxSeconds = 600;

type VerificationServiceOptions = {
  readonly database: Database;
  readonly sequencer: EngineReader;
  readonly levels: AccountLevels;
  readonly users: UserDirectory;
  readonly opener: Pick<AccountOpener, 'open'>;
  readonly identity: IdentityProvider;
  readonly securityLog: SecurityLog;
  readonly macs: RowMacs;
  readonly decisions: LevelDecisionRecord;
  /** Leaves withdrawals that a lower level does not allow to operators. */
  readonly withdrawals: Pick<WithdrawalCalls, 'holdAboveLevel'>;
  readonly now: () => number;
  readonly log: Log;
};

export class VerificationService {
  readonly #options: VerificationServiceOptions;
  readonly #records: ReviewRecords;
  readonly #mutex = new KeyedMutex<UserId>();

  constructor(options: VerificationServiceOptions) {
    this.#options = options;
    this.#records = new ReviewRecords(options.macs);
  }

  /** Creates a token for the provider's widget. The customer comes from the session, never from the request. */
  async createToken(request: {
    readonly user: User;
    readonly level: number;
    readonly ttlSeconds: number;
  }): Promise<Result<IdentityToken, TokenRefusal>> {
    const { user, level } = request;
    if (!Number.isInteger(level) || level < 1 || level > levelMax) return refuse('level_unknown');
    const current = await this.#findReached(user);
    if (current >= level) return refuse('level_reached');
    if (current < level - 1) return refuse('level_too_early');
    if (companyLevels.includes(level) && user.accountType !== 'Legal entity') return refuse('companies_only');
    const rows = await this.#records.list(this.#options.database, user.userId);
    const review = findCurrent(rows.filter((row) => row.level === level));
    if (review?.status === 'rejected' || this.#isTaken(user.userId, rows, level))
      return refuse('level_rejected');
    const ttlSeconds = Math.min(Math.max(request.ttlSeconds, 60), tokenTtlMaxSeconds);
    return this.#options.identity.createToken({ userId: user.userId, email: user.email, level, ttlSeconds });
  }

  /** Applies one report of the provider. The same event id again changes nothing. */
  async applyReview(event: ReviewEvent): Promise<Result<null, ReviewRefusal>> {
    assert(!isByOperator(event), 'a report of the provider has no event id of operators');
    if (!Number.isInteger(event.level) || event.level < 1 || event.level > levelMax)
      return refuse('level_unknown');
    const user = await this.#options.users.get(event.userId);
    if (!user) return refuse('user_unknown');
    await this.#mutex.run(event.userId, async () => {
      for (const report of listReports(event)) await this.#applyReport(report, user);
    });
    return accept(null);
  }

  /**
   * Gives a level by a decision of operators, also one that was taken or fell. A repeat changes nothing.
   *
   * @returns false when the customer has no identity, which the level needs: nothing was done
   */
  grant(user: User, level: number): Promise<boolean> {
    const { decisions } = this.#options;
    return this.#mutex.run(user.userId, async () => {
      const reached = await this.#findReached(user);
      if (level > identityLevel && reached < identityLevel) return false;
      decisions.recordLevelGiven(user.userId, level);
      if (reached < level) await this.#decide(user, level, 'approved');
      return true;
    });
  }

  /** Takes a level and all above it by a decision of operators, until operators give it back. A repeat changes nothing. */
  async take(user: User, level: number): Promise<void> {
    const { decisions } = this.#options;
    await this.#mutex.run(user.userId, async () => {
      decisions.recordLevelTaken(user.userId, level);
      if ((await this.#findReached(user)) >= level) await this.#decide(user, level, 'rejected');
    });
  }

  /** Lists the current review of each level, lowest first. */
  async reviews(userId: UserId): Promise<readonly ReviewRecord[]> {
    const rows = await this.#records.list(this.#options.database, userId);
    const levels = [...new Set(rows.map(({ level }) => level))];
    return levels.flatMap((level) => findCurrent(rows.filter((row) => row.level === level)) ?? []);
  }

  /** Returns true when the identity of a customer was proved, and is not any more. */
  async hasFallen(user: User): Promise<boolean> {
    if ((await this.#findReached(user)) >= 1) return false;
    const all = await this.#records.list(this.#options.database, user.userId);
    const rows = all.filter(({ level }) => level === 1);
    return findCurrent(rows)?.status !== 'approved' && rows.some(({ status }) => status === 'approved');
  }

  /** Applies reviews that a crash interrupted. Runs at the start and periodically. @returns how many */
  async heal(): Promise<number> {
    const { database, users } = this.#options;
    return healDecisions('reviews', this.#options, {
      list: () => this.#records.listUnapplied(database),
      decidedAt: ({ receivedAt }) => receivedAt,
      apply: async (review) => {
        const user = await users.get(review.userId);
        assert(user !== null, 'a stored review belongs to a user');
        await this.#mutex.run(user.userId, () => this.#applyState(review, user));
      },
      drop: ({ eventId }) => markReviewApplied(database, eventId),
    });
  }

  async #applyReport(event: ReviewEvent, user: User): Promise<void> {
    const { database, now } = this.#options;
    const receivedAt = millis(now());
    const report = { ...event, asOf: event.asOf ?? receivedAt, receivedAt };
    const rows = await this.#listLevel(user, event.level);
    const newest = findReported(rows);
    if (newest !== null && isRepeated(newest, report) && !isFall(newest, rows, await this.#findReached(user)))
      await database.transaction((tx) => this.#records.confirm(tx, newest.eventId, report.asOf));
    else await this.#storeAndApply(report, user);
  }

  #decide(user: User, level: number, status: 'approved' | 'rejected'): Promise<void> {
    const at = millis(this.#options.now());
    const { userId } = user;
    const decision = { eventId: createOperatorEvent(), userId, level, status, comment: null };
    return this.#storeAndApply({ ...decision, asOf: at, receivedAt: at }, user);
  }

  async #storeAndApply(report: Parameters<ReviewRecords['store']>[1], user: User): Promise<void> {
    const review = await this.#options.database.transaction((tx) => this.#records.store(tx, report));
    if (review?.isApplied === false) await this.#applyState(review, user);
  }

  /** One at a time for each customer. */
  async #applyState(review: ReviewRecord, user: User): Promise<void> {
    const { database, opener } = this.#options;
    const all = await this.#records.list(database, user.userId);
    const rows = all.filter(({ level }) => level === review.level);
    if (rows.find(({ eventId }) => eventId === review.eventId)?.isApplied !== false) return; // by a report or at the start
    const newest = isByOperator(review) ? findDecided(rows) : findReported(rows);
    if (newest?.eventId !== review.eventId) {
      // A later one has replaced it.
      await markReviewApplied(database, review.eventId);
      return;
    }
    if (!user.isAccountOpen) await opener.open(user);
    const reached = await this.#findReached(user);
    const isFallen = isFall(review, rows, reached) || (reached < review.level && endsApproval(review, rows));
    if (isFallen) await this.#lower(review, user);
    if (review.status === 'approved') await this.#raise(review, user, all);
    await this.#storeState(review, user, isFallen);
  }

  async #raise(
    review: ReviewRecord,
    { userId, accountId }: User,
    all: readonly ReviewRecord[],
  ): Promise<void> {
    const { level } = review;
    const { levels, log } = this.#options;
    const about = { userId, verificationLevel: level };
    if (!isByOperator(review) && this.#isTaken(userId, all, level))
      log.error(about, 'ALERT: the identity provider approves a level that operators took');
    else if (!(await levels.raise(accountId, level))) log.error(about, noIdentityAlert);
  }

  /** Lowers the level first: from then on the ledger takes no withdrawal, and no payment begins. */
  async #lower({ level, status }: ReviewRecord, { userId, accountId }: User): Promise<void> {
    const { levels, withdrawals, log } = this.#options;
    await levels.lower(accountId, level - 1);
    const held = await withdrawals.holdAboveLevel(accountId);
    log.error(
      { userId, verificationLevel: level, status, held },
      'ALERT: a customer lost a level, and withdrawals above it are held',
    );
  }

  async #storeState(review: ReviewRecord, user: User, isFallen: boolean): Promise<void> {
    const status = review.status as ReviewStatus;
    const isReached = (await this.#findReached(user)) >= review.level;
    const state = isReached ? 'pass' : configStates[status];
    const isDecision = decisions.has(status) && (isReached || status !== 'approved'); // an approval that raised nothing is not announced
    await this.#options.database.transaction(async (tx) => {
      if (!(await markReviewApplied(tx, review.eventId))) return;
      // One key beyond the customer's own hundred, so that this write cannot be refused.
      await writeConfig(tx, user.userId, [{ key: 'levelIncreaseStatus', value: state }], configKeysMax + 1);
      await this.#options.securityLog.record(tx, {
        user,
        action: isFallen ? 'level_lost' : isDecision ? 'level_decided' : 'review_applied',
        origin: noOrigin,
        object: getLevelName(review.level),
        detail: isFallen ? describeLoss(review) : status,
      });
    });
    this.#options.log.info(
      { userId: user.userId, level: review.level, status },
      'a verification review was applied',
    );
  }

  /** Returns true for a level that operators took, by its row or by the record outside the database: the provider does not give it back. */
  #isTaken(userId: UserId, all: readonly ReviewRecord[], level: number): boolean {
    const taken = [this.#options.decisions.levelTaken(userId), findTaken(all)];
    return taken.some((lowest) => lowest !== null && lowest <= level);
  }

  async #listLevel({ userId }: User, level: number): Promise<readonly ReviewRecord[]> {
    const rows = await this.#records.list(this.#options.database, userId);
    return rows.filter((row) => row.level === level);
  }

  #findReached({ accountId }: User): Promise<number> {
    return this.#options.sequencer.read((view) => view.account(accountId)?.level ?? 0);
  }
}

/** Returns why a level was lost, as customers read it in their activity. */
function describeLoss(review: ReviewRecord): string {
  if (isByOperator(review)) return 'operator';
  return review.status === 'init' ? 'expired' : review.status;
}

/** Final decisions, of which customers are notified by mail. */
const decisions: ReadonlySet<ReviewStatus> = new Set<ReviewStatus>(['approved', 'retry', 'rejected']);

/** The wire's states of a review whose level is not reached, stored under `levelIncreaseStatus`; empty before anything was sent. */
const configStates: Readonly<Record<ReviewStatus, string>> = {
  init: '',
  pending: 'underReview',
  approved: 'underReview', // a level that operators took, or that lacks the identity
  retry: 'fail',
  rejected: 'fail',
};
