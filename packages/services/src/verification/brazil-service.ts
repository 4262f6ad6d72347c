/**
 * Verification of customers in Brazil: takes the form, has the ramp provider verify the person, and reports the status.
 *
 * The form is stored before the provider is called. All calls to the provider are made by `advance`, which reads the current
 * state and takes the next step; it runs after a form, after a webhook, when a check is due, and after a crash. The customer's
 * account there is created once: the request is recorded first, and when its answer is missing the account is looked up. The
 * status always follows the provider's current state, and Verified is final.
 */
import { accept, millis, refuse } from '@salar/protocol';
import type { Millis, Result, UserId } from '@salar/protocol';
import type { BrazilForm, BrazilStatus } from '@salar/protocol/brazil';
import type { Database } from '@salar/store';
import {
  findBrazilValidationOwner,
  listDueBrazilValidations,
  findBrazilValidation,
  lockBrazilForm,
  lockBrazilTaxId,
  lockBrazilTaxIdHolder,
  lockBrazilValidation,
  readNextBrazilCheckAt,
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
import { KeyedMutex } from '../background/keyed-mutex.ts';
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
  /** Where the customer continues, and until when. */
  readonly hosted: { readonly url: string; readonly until: Millis } | null;
  /** The provider's comment for the customer. */
  readonly comment: string | null;
  /** True when another form may be sent. */
  readonly canRetry: boolean;
  readonly submittedAt: Millis;
  /** The last form, while another one may be sent. */
  readonly form: BrazilForm | null;
};

/** Listed in the order in which they are checked. */
export type BrazilRefusal = 'provider_missing' | 'retry_refused' | 'tax_id_taken';

export type BrazilServiceOptions = {
  readonly database: Database;
  readonly users: UserDirectory;
  readonly securityLog: SecurityLog;
  readonly box: SealedBox;
  /** Null when customers in Brazil are not verified here. */
  readonly ramp: RampProvider | null;
  /** The address to which the provider's form sends the customer back. */
  readonly redirectUrl: string;
  /** Requests a share token of our identity provider for a customer that it has approved; null when it has none. */
  readonly shareToken?: (userId: UserId) => Promise<string | null>;
  readonly now: () => number;
  readonly log: Log;
};

/** How long the sender of a form waits for the provider's first answer. */
const answerWaitMs = 5_000;
/** How long a requested account may still appear at the provider. */
const settleMs = 120_000;
/** The shortest delay between two rounds of checks that no new form requested. */
const roundMs = 2_000;
const batchSize = 20;
const checkMsMin = 5_000;
const checkMsMax = 600_000;

export class BrazilService {
  readonly #options: BrazilServiceOptions;
  readonly #seals: BrazilSeals;
  readonly #loop: Loop;
  /** Runs one step at a time for each customer. */
  readonly #mutex = new KeyedMutex<UserId>();

  constructor(options: BrazilServiceOptions) {
    this.#options = options;
    this.#seals = new BrazilSeals(options.box);
    this.#loop = new Loop({
      name: 'brazilian checks',
      intervalMs: roundMs,
      log: options.log,
      work: () => this.lookAtDue(),
      due: { next: () => readNextBrazilCheckAt(options.database), now: options.now },
    });
  }

  /** Null when customers in Brazil are not verified here. */
  get provider(): { readonly isStandIn: boolean } | null {
    return this.#options.ramp;
  }

  start(): void {
    if (this.#options.ramp !== null) this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    await this.#mutex.waitUntilIdle();
  }

  /** Returns the current state of a customer's verification; null when the form was never sent. */
  async current(userId: UserId): Promise<BrazilValidation | null> {
    const row = await findBrazilValidation(this.#options.database, userId);
    return row ? this.#toValidation(row) : null;
  }

  /**
   * Takes a form and has the provider start its verification. While one runs, and when the customer is verified, the call
   * returns the current state and changes nothing.
   */
  async submit(request: {
    readonly user: User;
    readonly form: BrazilForm;
    readonly origin: Origin;
  }): Promise<Result<BrazilValidation, BrazilRefusal>> {
    const { userId } = request.user;
    if (this.#options.ramp === null) return refuse('provider_missing');
    const stored = await this.#storeForm(request);
    if (!stored.ok) return stored;
    const step = this.advance(userId).catch((error: unknown) => this.#logUnavailable(userId, error));
    await Promise.race([step, resolveAfter(answerWaitMs)]);
    const current = await this.current(userId);
    if (current === null) throw new Error('the stored form is missing');
    return accept(current);
  }

  async #storeForm(request: {
    readonly user: User;
    readonly form: BrazilForm;
    readonly origin: Origin;
  }): Promise<Result<null, BrazilRefusal>> {
    const { user, form, origin } = request;
    const { userId } = user;
    const taxIdKeys = this.#seals.taxIdKeys(form.taxIdNumber);
    const [taxIdKey] = taxIdKeys;
    return this.#options.database.transaction(async (tx) => {
      await lockBrazilForm(tx, userId);
      await lockBrazilTaxId(tx, taxIdKey);
      const row = await lockBrazilValidation(tx, userId);
      if (row && isUnderWay(row)) return accept(null);
      if (row && !row.canRetry) return refuse('retry_refused');
      const holder = await lockBrazilTaxIdHolder(tx, taxIdKeys);
      if (holder && holder.userId !== userId) {
        if (isUnderWay(holder)) return refuse('tax_id_taken');
        await releaseBrazilTaxId(tx, holder.userId);
      }
      await writeBrazilForm(tx, {
        userId,
        taxIdKey,
        form: this.#seals.sealForm(userId, form),
        reference: `salar-${randomUUID()}`,
        at: this.#readTime(),
      });
      tx.afterCommit(() => this.#loop.wakeWithinInterval());
      await this.#options.securityLog.record(tx, { user, action: 'brazil_form_sent', origin });
      return accept(null);
    });
  }

  /**
   * Takes the next steps of a customer's verification, as far as possible now.
   *
   * @throws RampUnavailable; the verification is checked again later
   */
  advance(userId: UserId): Promise<void> {
    return this.#mutex.run(userId, () => this.#advance(userId));
  }

  /** Handles a provider's notice that something changed in an account: reads the current state from the provider. */
  async changed(at: {
    readonly subAccountId: string | null;
    readonly attemptId: string | null;
  }): Promise<void> {
    const owner = await findBrazilValidationOwner(this.#options.database, at);
    if (owner === null) this.#options.log.warn({ ...at }, 'webhook for an unknown verification');
    else await this.advance(owner);
  }

  /** Checks the verifications that are due. */
  async lookAtDue(): Promise<void> {
    const due = await listDueBrazilValidations(this.#options.database, {
      at: this.#readTime(),
      limit: batchSize,
    });
    for (const userId of due) {
      await this.#scheduleNext(userId);
      await this.advance(userId).catch((error: unknown) => this.#logUnavailable(userId, error));
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
      const reported =
        attempts.find(isApproved) ?? attempts.find(({ attemptId }) => attemptId === row.attemptId);
      if (reported) await this.#apply(userId, reported);
      else if (row.status === 'processing') await this.#startAttempt(row, { subAccountId, attempts, ramp });
    } catch (error) {
      if (!(error instanceof RampRefused)) throw error;
      this.#options.log.error({ userId, err: error }, 'the ramp provider refused a verification');
      await this.#end(row, 'rejected');
    }
  }

  /** @returns null while the account may still appear */
  async #openSubAccount(row: BrazilValidationRow, ramp: RampProvider): Promise<string | null> {
    const { database } = this.#options;
    const { userId, reference, subAccountRequestedAt: subAccountAskedAt } = row;
    if (subAccountAskedAt !== null) {
      const found = await ramp.findSubAccount(reference);
      if (found !== null) await writeSubAccount(database, userId, found);
      if (found !== null || this.#readTime() - subAccountAskedAt < settleMs) return found;
    }
    await recordSubAccountRequest(database, userId, this.#readTime());
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
    // An attempt whose answer was lost continues, unless it waits at a link that nobody has: that one expires.
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

  /** Returns null when the documents cannot be shared: the provider's own form requests them then. */
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
      this.#options.log.warn({ userId, err: error }, 'failed to share documents with the ramp provider');
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

  /** Stores the state of an attempt. `adopt`: it becomes the attempt of the present form. */
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

  /** Ends the verification after a refusal by the provider; another form may be sent. */
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
    const age = this.#readTime() - row.submittedAt;
    const wait = Math.min(Math.max(Math.floor(age / 10), checkMsMin), checkMsMax);
    await scheduleBrazilValidation(database, userId, millis(this.#readTime() + wait));
  }

  #logUnavailable(userId: UserId, error: unknown): void {
    if (!(error instanceof RampUnavailable)) throw error;
    this.#options.log.warn({ userId, err: error }, 'a verification in Brazil waits for the provider');
  }

  #toValidation(row: BrazilValidationRow): BrazilValidation {
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

  #readTime(): Millis {
    return millis(this.#options.now());
  }
}

const statuses = {
  processing: 'Processing',
  verified: 'Verified',
  rejected: 'Rejected',
  expired: 'Expired',
} as const;

/** Returns true when the verification is running or done: no other form is accepted. */
function isUnderWay({ status }: BrazilValidationRow): boolean {
  return status === 'processing' || status === 'verified';
}

function isApproved({ status }: RampAttempt): boolean {
  return status === 'verified';
}

/** Verified is final; an older state, or one of a former form's attempt, changes nothing unless it is the approval. */
function mayApply(row: BrazilValidationRow, attempt: RampAttempt, isAdopted: boolean): boolean {
  if (row.status === 'verified') return false;
  // Its tax number belongs to another customer by now.
  if (isApproved(attempt)) return row.hasTaxId;
  if (isAdopted) return row.attemptId === null;
  return attempt.attemptId === row.attemptId && (row.asOf === null || row.asOf <= attempt.updatedAt);
}

function resolveAfter(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
