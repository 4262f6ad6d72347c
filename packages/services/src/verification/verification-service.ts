/**
 * Verification: opens the identity provider's widget for a customer, and turns the provider's reports into levels.
 *
 * Reports arrive in any order and more than once. Each is stored under its id before it takes effect, once; after a crash in
 * between it is applied at start. The provider's newest state of a level decides, and a level only ever rises here.
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
import { configKeysMax } from '../accounts/user-config-rules.ts';
import type { LevelRaiser } from './level-raiser.ts';
import { levelMax, getLevelName } from './levels.ts';
import { ReviewRecords } from './review-records.ts';

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
  readonly raiser: LevelRaiser;
  readonly users: UserDirectory;
  readonly opener: AccountOpener;
  readonly identity: IdentityProvider;
  readonly securityLog: SecurityLog;
  readonly macs: RowMacs;
  readonly now: () => number;
  readonly log: Log;
};

export class VerificationService {
  readonly #options: VerificationServiceOptions;
  readonly #records: ReviewRecords;

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
    const current = await this.#options.sequencer.read((view) => view.account(user.accountId)?.level ?? 0);
    if (current >= level) return refuse('level_reached');
    if (current < level - 1) return refuse('level_too_early');
    if (companyLevels.includes(level) && user.accountType !== 'Legal entity') return refuse('companies_only');
    const review = await this.#records.findNewest(this.#options.database, user.userId, level);
    if (review?.status === 'rejected') return refuse('level_rejected');
    const ttlSeconds = Math.min(Math.max(request.ttlSeconds, 60), tokenTtlMaxSeconds);
    return this.#options.identity.createToken({ userId: user.userId, email: user.email, level, ttlSeconds });
  }

  /** Applies one report of the provider. The same event id again changes nothing. */
  async applyReview(event: ReviewEvent): Promise<Result<null, ReviewRefusal>> {
    if (!Number.isInteger(event.level) || event.level < 1 || event.level > levelMax)
      return refuse('level_unknown');
    const user = await this.#options.users.get(event.userId);
    if (!user) return refuse('user_unknown');
    const receivedAt = millis(this.#options.now());
    const report = { ...event, asOf: event.asOf ?? receivedAt, receivedAt };
    const { database } = this.#options;
    const newest = await this.#records.findNewest(database, event.userId, event.level);
    if (newest !== null && isRepeated(newest, report)) {
      await database.transaction((tx) => this.#records.confirm(tx, newest.eventId, report.asOf));
      return accept(null);
    }
    const review = await database.transaction((tx) => this.#records.store(tx, report));
    if (review?.isApplied === false) await this.#applyState(review, user);
    return accept(null);
  }

  /** Lists the provider's current state for each level that it has reported, lowest first. */
  async reviews(userId: UserId): Promise<readonly ReviewRecord[]> {
    return this.#records.listNewest(this.#options.database, userId);
  }

  /** Applies reports that a crash interrupted. Run once at start. @returns how many */
  async heal(): Promise<number> {
    const reviews = await this.#records.listUnapplied(this.#options.database);
    for (const review of reviews) {
      const user = await this.#options.users.get(review.userId);
      assert(user !== null, 'a stored review belongs to a user');
      await this.#applyState(review, user);
    }
    return reviews.length;
  }

  async #applyState(review: ReviewRecord, user: User): Promise<void> {
    const newest = await this.#records.findNewest(this.#options.database, user.userId, review.level);
    if (newest?.eventId !== review.eventId) {
      // A later report has replaced it.
      await markReviewApplied(this.#options.database, review.eventId);
      return;
    }
    if (!user.isAccountOpen) await this.#options.opener.open(user);
    if (review.status === 'approved') await this.#options.raiser.raise(user.accountId, review.level);
    await this.#storeState(review, user);
    this.#options.log.info(
      { userId: user.userId, level: review.level, status: review.status },
      'a verification review was applied',
    );
  }

  async #storeState(review: ReviewRecord, user: User): Promise<void> {
    const reached = await this.#options.sequencer.read((view) => view.account(user.accountId)?.level ?? 0);
    const status = review.status as ReviewStatus;
    const state = reached >= review.level ? 'pass' : configStates[status];
    await this.#options.database.transaction(async (tx) => {
      // A call and a worker may apply one review at once.
      if (!(await markReviewApplied(tx, review.eventId))) return;
      // One key beyond the customer's own hundred, so that this write cannot be refused.
      await writeConfig(tx, user.userId, [{ key: 'levelIncreaseStatus', value: state }], configKeysMax + 1);
      await this.#options.securityLog.record(tx, {
        user,
        action: decisions.has(status) ? 'level_decided' : 'review_applied',
        origin: noOrigin,
        object: getLevelName(review.level),
        detail: status,
      });
    });
  }
}

/** Final decisions, of which customers are notified by mail. */
const decisions: ReadonlySet<ReviewStatus> = new Set<ReviewStatus>(['approved', 'retry', 'rejected']);

/** The wire's states of a review, stored under `levelIncreaseStatus`; empty before anything was sent. */
const configStates: Readonly<Record<ReviewStatus, string>> = {
  init: '',
  pending: 'underReview',
  approved: 'pass',
  retry: 'fail',
  rejected: 'fail',
};

/** Returns true for a later report of a state that is applied already. */
function isRepeated(
  newest: ReviewRecord,
  report: Pick<ReviewRecord, 'status' | 'comment' | 'asOf'>,
): boolean {
  const { isApplied, status, comment, asOf } = newest;
  return isApplied && status === report.status && comment === report.comment && asOf <= report.asOf;
}
