/**
 * Verification: opens the identity provider's widget for a customer, and turns what the provider reports into levels.
 *
 * Reports arrive in any order and more than once. Each is stored under its id before it acts, and acts once; a crash in
 * between is healed at start by acting again. A level only ever rises here.
 */
import { assert, accept, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { insertAudit } from '@salar/store/tables/audit';
import { markReviewApplied, newestReview, reviewsNotApplied, storeReview } from '@salar/store/tables/reviews';
import type { ReviewRecord } from '@salar/store/tables/reviews';
import { writeConfig } from '@salar/store/tables/user-config';
import type { User } from '@salar/store/tables/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { AccountOpener } from '../accounts/account-opener.ts';
import type { ExchangeDoor } from '../ports/exchange-door.ts';
import type { IdentityProvider, ReviewEvent, ReviewStatus } from '../ports/identity-provider.ts';
import type { Log } from '../ports/log.ts';
import { configKeysMax } from '../user-config/config-rules.ts';
import { levelMax } from './levels.ts';

export type TokenRefusal = 'level_unknown' | 'level_reached' | 'level_not_offered' | 'provider_unavailable';
export type ReviewRefusal = 'user_unknown' | 'level_unknown';

/** How long the widget may be open with one token, in seconds (product spec, section 9). */
export const tokenTtlMaxSeconds = 600;

export class VerificationService {
  readonly #database: Database;
  readonly #sequencer: ExchangeDoor;
  readonly #users: UserDirectory;
  readonly #opener: AccountOpener;
  readonly #identity: IdentityProvider;
  readonly #now: () => number;
  readonly #log: Log;

  constructor(options: {
    readonly database: Database;
    readonly sequencer: ExchangeDoor;
    readonly users: UserDirectory;
    readonly opener: AccountOpener;
    readonly identity: IdentityProvider;
    readonly now: () => number;
    readonly log: Log;
  }) {
    this.#database = options.database;
    this.#sequencer = options.sequencer;
    this.#users = options.users;
    this.#opener = options.opener;
    this.#identity = options.identity;
    this.#now = options.now;
    this.#log = options.log;
  }

  /** A token for the provider's widget. Who it is for comes from the session, never from the request. */
  async createToken(request: {
    readonly user: User;
    readonly level: number;
    readonly ttlSeconds: number;
  }): Promise<Result<{ readonly token: string; readonly widgetUrl?: string }, TokenRefusal>> {
    const { user, level } = request;
    if (!Number.isInteger(level) || level < 1 || level > levelMax) return refuse('level_unknown');
    const current = this.#sequencer.engine.account(user.accountId)?.level ?? 0;
    if (current >= level) return refuse('level_reached');
    const ttlSeconds = Math.min(Math.max(request.ttlSeconds, 60), tokenTtlMaxSeconds);
    return this.#identity.createToken({ userId: user.userId, email: user.email, level, ttlSeconds });
  }

  /** Takes one report of the provider. The same event id again changes nothing. */
  async applyReview(event: ReviewEvent): Promise<Result<null, ReviewRefusal>> {
    if (!Number.isInteger(event.level) || event.level < 1 || event.level > levelMax)
      return refuse('level_unknown');
    const user = await this.#users.get(event.userId);
    if (!user) return refuse('user_unknown');
    const review = await storeReview(this.#database, { ...fieldsOf(event), receivedAt: millis(this.#now()) });
    if (!review.isApplied) await this.#act(review, user);
    return accept(null);
  }

  /** What the provider said last about a customer; null when it never said anything. */
  async latest(userId: UserId): Promise<ReviewRecord | null> {
    return newestReview(this.#database, userId);
  }

  /** Acts on reports that a crash cut off. Run once at start. Gives how many. */
  async heal(): Promise<number> {
    const reviews = await reviewsNotApplied(this.#database);
    for (const review of reviews) {
      const user = await this.#users.get(review.userId);
      assert(user !== null, 'a stored review belongs to a user');
      await this.#act(review, user);
    }
    return reviews.length;
  }

  async #act(review: ReviewRecord, user: User): Promise<void> {
    if (!user.isAccountOpen) await this.#opener.open(user);
    const { accountId, userId } = user;
    const level = this.#sequencer.engine.account(accountId)?.level ?? 0;
    if (review.status === 'approved' && level < review.level) {
      const outcome = await this.#sequencer.submit({
        type: 'SetAccountLevel',
        accountId,
        level: review.level,
      });
      assert(outcome.ok, 'an open account takes a level that is defined');
    }
    const reached = this.#sequencer.engine.account(accountId)?.level ?? 0;
    const state = reached >= review.level ? 'pass' : configStates[review.status as ReviewStatus];
    const at = millis(this.#now());
    await this.#database.transaction(async (tx) => {
      // One key beyond the customer's own hundred, so that this write cannot be refused.
      await writeConfig(tx, userId, [{ key: 'levelIncreaseStatus', value: state }], configKeysMax + 1);
      await insertAudit(tx, {
        at,
        userId,
        requestIp: null,
        action: 'review_applied',
        object: review.eventId,
        detail: `level ${review.level} ${review.status}`,
      });
      await markReviewApplied(tx, review.eventId);
    });
    this.#log.info(
      { userId, level: review.level, status: review.status },
      'a verification review was applied',
    );
  }
}

/** The family's words for the state of a review, kept under `levelIncreaseStatus`. */
const configStates: Readonly<Record<ReviewStatus, string>> = {
  init: 'underReview',
  pending: 'underReview',
  approved: 'pass',
  retry: 'fail',
  rejected: 'fail',
};

function fieldsOf({ eventId, userId, level, status, comment }: ReviewEvent) {
  return { eventId, userId, level, status, comment };
}
