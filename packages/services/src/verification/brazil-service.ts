/**
 * The check of customers in Brazil: takes the form, has the ramp provider check the person, and tells how that stands.
 *
 * The form is stored before the provider hears of it. Everything at the provider is done by `advance`, which looks how far
 * things are and takes the next step; it runs after a form, after a webhook, when a look is due, and after a crash. The
 * customer's account there is made once: the question is written down first, and who finds it without its answer looks the
 * account up. Status only follows what the provider says now, and Verified stays.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Millis, Result, UserId } from '@salar/protocol';
import type { BrazilForm, BrazilStatus } from '@salar/protocol/brazil/index';
import type { Database } from '@salar/store';
import {
  findBrazilValidationOwner,
  brazilValidationsDue,
  findBrazilValidation,
  lockBrazilForm,
  lockBrazilTaxId,
  lockBrazilTaxIdHolder,
  lockBrazilValidation,
  recordSubAccountRequest,
  releaseBrazilTaxId,
  scheduleBrazilValidation,
  writeBrazilAttempt,
  writeBrazilForm,
  writeBrazilState,
  writeSubAccount,
} from '@salar/store/tables/verification/brazil-validations';
import type { BrazilValidationRow } from '@salar/store/tables/verification/brazil-validations';
import type { User } from '@salar/store/tables/customers/users';
import { randomUUID } from 'node:crypto';
import type { UserDirectory } from '../accounts/user-directory.ts';
import { Loop } from '../background/loop.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { Log } from '../ports/log.ts';
import { RampRefused, RampUnavailable } from '../ports/ramp-provider.ts';
import type { RampAttempt, RampProvider, StartedAttempt } from '../ports/ramp-provider.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import { noOrigin } from '../ports/request-origin.ts';
import type { Origin } from '../ports/request-origin.ts';
import { BrazilSeals } from './brazil-seals.ts';

export type BrazilValidation = {
  readonly status: BrazilStatus;
  readonly attemptId: string | null;
  /** Where the customer goes on, and until when. */
  readonly hosted: { readonly url: string; readonly until: Millis } | null;
  /** The provider's words for the customer. */
  readonly comment: string | null;
  /** Another form may be sent. */
  readonly canRetry: boolean;
  readonly submittedAt: Millis;
  /** What was sent, while another one may be. */
  readonly form: BrazilForm | null;
};

/** In the order in which they are checked. */
export type BrazilRefusal = 'provider_missing' | 'retry_refused' | 'tax_id_taken';

export type BrazilServiceOptions = {
  readonly database: Database;
  readonly users: UserDirectory;
  readonly securityLog: SecurityLog;
  readonly box: SealedBox;
  /** null: nobody checks customers in Brazil here. */
  readonly ramp: RampProvider | null;
  /** Where the provider's form sends the customer back to. */
  readonly redirectUrl: string;
  /** A share token of our identity provider for a customer it has approved; null when it has none. */
  readonly shareToken?: (userId: UserId) => Promise<string | null>;
  readonly now: () => number;
  readonly log: Log;
};

/** How long the sender of a form waits for the provider's first answer. */
const answerWaitMs = 5_000;
/** So long an account that was asked for may still appear at the provider. */
const settleMs = 120_000;
const loopMs = 2_000;
const batchSize = 20;
const lookMsMin = 5_000;
const lookMsMax = 600_000;

export class BrazilService {
  readonly #options: BrazilServiceOptions;
  readonly #seals: BrazilSeals;
  readonly #loop: Loop;
  /** One step at a time for each customer. */
  readonly #running = new Map<UserId, Promise<void>>();

  constructor(options: BrazilServiceOptions) {
    this.#options = options;
    this.#seals = new BrazilSeals(options.box);
    this.#loop = new Loop({
      name: 'brazilian checks',
      intervalMs: loopMs,
      log: options.log,
      work: () => this.lookAtDue(),
    });
  }

  /** Null: nobody checks customers in Brazil here. */
  get provider(): { readonly isStandIn: boolean } | null {
    return this.#options.ramp;
  }

  start(): void {
    if (this.#options.ramp !== null) this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.allSettled(this.#running.values());
  }

  /** How a customer's check stands; null when they never sent the form. */
  async current(userId: UserId): Promise<BrazilValidation | null> {
    const row = await findBrazilValidation(this.#options.database, userId);
    return row ? this.#validationOf(row) : null;
  }

  /**
   * Takes a form and has the provider start its check. While one runs, and when the customer is verified, the same call
   * tells how it stands and changes nothing.
   */
  async submit(request: {
    readonly user: User;
    readonly form: BrazilForm;
    readonly origin: Origin;
  }): Promise<Result<BrazilValidation, BrazilRefusal>> {
    const { userId } = request.user;
    if (this.#options.ramp === null) return refuse('provider_missing');
    const kept = await this.#keep(request);
    if (!kept.ok) return kept;
    const step = this.advance(userId).catch((error: unknown) => this.#tellTrouble(userId, error));
    await Promise.race([step, resolveAfter(answerWaitMs)]);
    const current = await this.current(userId);
    if (current === null) throw new Error('a form that was just stored is not there');
    return accept(current);
  }

  async #keep(request: {
    readonly user: User;
    readonly form: BrazilForm;
    readonly origin: Origin;
  }): Promise<Result<null, BrazilRefusal>> {
    const { user, form, origin } = request;
    const { userId } = user;
    const taxIdKey = this.#seals.taxIdKey(form.taxIdNumber);
    return this.#options.database.transaction(async (tx) => {
      await lockBrazilForm(tx, userId);
      await lockBrazilTaxId(tx, taxIdKey);
      const row = await lockBrazilValidation(tx, userId);
      if (row && isUnderWay(row)) return accept(null);
      if (row && !row.canRetry) return refuse('retry_refused');
      const holder = await lockBrazilTaxIdHolder(tx, taxIdKey);
      if (holder && holder.userId !== userId) {
        if (isUnderWay(holder)) return refuse('tax_id_taken');
        await releaseBrazilTaxId(tx, holder.userId);
      }
      await writeBrazilForm(tx, {
        userId,
        taxIdKey,
        form: this.#seals.sealForm(userId, form),
        reference: `salar-${randomUUID()}`,
        at: this.#at(),
      });
      await this.#options.securityLog.record(tx, { user, action: 'brazil_form_sent', origin });
      return accept(null);
    });
  }

  /**
   * Takes the next steps of a customer's check, as far as they lead now.
   *
   * @throws RampUnavailable; the check is looked at again later
   */
  advance(userId: UserId): Promise<void> {
    const former = this.#running.get(userId) ?? Promise.resolve();
    const step = former
      .catch(() => undefined)
      .then(() => this.#advance(userId))
      .finally(() => {
        if (this.#running.get(userId) === step) this.#running.delete(userId);
      });
    this.#running.set(userId, step);
    return step;
  }

  /** The provider says that something of an account of theirs changed: what, is asked of the provider. */
  async changed(at: {
    readonly subAccountId: string | null;
    readonly attemptId: string | null;
  }): Promise<void> {
    const owner = await findBrazilValidationOwner(this.#options.database, at);
    if (owner === null) this.#options.log.warn({ ...at }, 'a change of an unknown check was told');
    else await this.advance(owner);
  }

  /** Looks at the checks that are due. */
  async lookAtDue(): Promise<void> {
    const due = await brazilValidationsDue(this.#options.database, { at: this.#at(), limit: batchSize });
    for (const userId of due) {
      await this.#scheduleNext(userId);
      await this.advance(userId).catch((error: unknown) => this.#tellTrouble(userId, error));
    }
  }

  async #advance(userId: UserId): Promise<void> {
    const { database, ramp } = this.#options;
    const row = await findBrazilValidation(database, userId);
    if (!row || ramp === null || row.status === 'verified') return;
    if (row.status !== 'processing' && row.subAccountId === null) return;
    try {
      const subAccountId = row.subAccountId ?? (await this.#openSubAccount(row, ramp));
      if (subAccountId === null) return;
      const attempts = await ramp.attempts(subAccountId);
      const told = attempts.find(isApproved) ?? attempts.find(({ attemptId }) => attemptId === row.attemptId);
      if (told) await this.#apply(userId, told);
      else if (row.status === 'processing') await this.#startAttempt(row, { subAccountId, attempts, ramp });
    } catch (error) {
      if (!(error instanceof RampRefused)) throw error;
      this.#options.log.error({ userId, err: error }, 'the ramp provider refused a check');
      await this.#end(row, 'rejected');
    }
  }

  /** @returns null while it may still appear */
  async #openSubAccount(row: BrazilValidationRow, ramp: RampProvider): Promise<string | null> {
    const { database } = this.#options;
    const { userId, reference, subAccountAskedAt } = row;
    if (subAccountAskedAt !== null) {
      const found = await ramp.findSubAccount(reference);
      if (found !== null) await writeSubAccount(database, userId, found);
      if (found !== null || this.#at() - subAccountAskedAt < settleMs) return found;
    }
    await recordSubAccountRequest(database, userId, this.#at());
    const made = await ramp.createSubAccount(reference);
    await writeSubAccount(database, userId, made);
    return made;
  }

  async #startAttempt(
    row: BrazilValidationRow,
    at: {
      readonly subAccountId: string;
      readonly attempts: readonly RampAttempt[];
      readonly ramp: RampProvider;
    },
  ): Promise<void> {
    const { userId } = row;
    // One whose answer was lost goes on by itself, unless it waits at a link that nobody has: that one expires.
    const lost = at.attempts.find((one) => one.status === 'processing' && !one.isWithCustomer);
    if (lost) return this.#apply(userId, lost, 'adopt');
    const started = (await this.#startShared(userId, at)) ?? (await this.#startHosted(at));
    await writeBrazilAttempt(this.#options.database, {
      userId,
      attemptId: started.attemptId,
      hostedUrl: started.hosted && this.#seals.sealUrl(userId, started.hosted.url),
      hostedUntil: started.hosted?.until ?? null,
    });
  }

  /** Null when the papers cannot be shared: the provider's own form asks for them then. */
  async #startShared(
    userId: UserId,
    { subAccountId, ramp }: { readonly subAccountId: string; readonly ramp: RampProvider },
  ): Promise<StartedAttempt | null> {
    const importToken = (await this.#options.shareToken?.(userId)) ?? null;
    if (importToken === null) return null;
    try {
      return await ramp.startShared({ subAccountId, importToken });
    } catch (error) {
      if (!(error instanceof RampRefused)) throw error;
      this.#options.log.warn({ userId, err: error }, 'papers could not be shared with the ramp provider');
      return null;
    }
  }

  #startHosted({
    subAccountId,
    ramp,
  }: {
    readonly subAccountId: string;
    readonly ramp: RampProvider;
  }): Promise<StartedAttempt> {
    return ramp.startHosted({ subAccountId, redirectUrl: this.#options.redirectUrl });
  }

  /** Takes over how an attempt stands. `adopt`: it becomes the attempt of the present form. */
  async #apply(userId: UserId, attempt: RampAttempt, adopt?: 'adopt'): Promise<void> {
    const user = await this.#options.users.get(userId);
    await this.#options.database.transaction(async (tx) => {
      const row = await lockBrazilValidation(tx, userId);
      if (!row || user === null || !mayApply(row, attempt, adopt === 'adopt')) return;
      await writeBrazilState(tx, {
        userId,
        attemptId: attempt.attemptId,
        status: attempt.status,
        comment: attempt.comment,
        canRetry: attempt.status === 'expired' || (attempt.status === 'rejected' && attempt.canRetry),
        asOf: attempt.updatedAt,
        isWithCustomer: attempt.isWithCustomer,
      });
      if (attempt.status === row.status) return;
      const detail = statuses[attempt.status];
      await this.#options.securityLog.record(tx, {
        user,
        action: 'review_applied',
        origin: noOrigin,
        object: 'Brazil',
        detail,
      });
    });
  }

  /** The provider will not have it like this; another form may be sent. */
  async #end(row: BrazilValidationRow, status: 'rejected'): Promise<void> {
    if (row.status !== 'processing') return;
    const { userId, attemptId } = row;
    await writeBrazilState(this.#options.database, {
      userId,
      attemptId,
      status,
      comment: null,
      canRetry: true,
      asOf: null,
      isWithCustomer: false,
    });
  }

  async #scheduleNext(userId: UserId): Promise<void> {
    const { database } = this.#options;
    const row = await findBrazilValidation(database, userId);
    if (!row) return;
    const age = this.#at() - row.submittedAt;
    const wait = Math.min(Math.max(Math.floor(age / 10), lookMsMin), lookMsMax);
    await scheduleBrazilValidation(database, userId, millis(this.#at() + wait));
  }

  #tellTrouble(userId: UserId, error: unknown): void {
    if (!(error instanceof RampUnavailable)) throw error;
    this.#options.log.warn({ userId, err: error }, 'a check in Brazil waits for the provider');
  }

  #validationOf(row: BrazilValidationRow): BrazilValidation {
    const { userId, hostedUrl, hostedUntil } = row;
    const hosted =
      hostedUrl === null || hostedUntil === null
        ? null
        : { url: this.#seals.openUrl(userId, hostedUrl), until: hostedUntil };
    return {
      status: statuses[row.status],
      attemptId: row.attemptId,
      hosted,
      comment: row.comment,
      canRetry: row.canRetry,
      submittedAt: row.submittedAt,
      form: row.canRetry ? this.#seals.openForm(userId, row.form) : null,
    };
  }

  #at(): Millis {
    return millis(this.#options.now());
  }
}

const statuses = {
  processing: 'Processing',
  verified: 'Verified',
  rejected: 'Rejected',
  expired: 'Expired',
} as const;

/** Under way or done: no other form is taken. */
function isUnderWay({ status }: BrazilValidationRow): boolean {
  return status === 'processing' || status === 'verified';
}

function isApproved({ status }: RampAttempt): boolean {
  return status === 'verified';
}

/** Verified stays; an older word, or one about an attempt of a former form, changes nothing unless it is the approval. */
function mayApply(row: BrazilValidationRow, attempt: RampAttempt, isAdopted: boolean): boolean {
  if (row.status === 'verified') return false;
  // Its tax number went to somebody else meanwhile.
  if (isApproved(attempt)) return row.hasTaxId;
  if (isAdopted) return row.attemptId === null;
  return attempt.attemptId === row.attemptId && (row.asOf === null || row.asOf <= attempt.updatedAt);
}

function resolveAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
