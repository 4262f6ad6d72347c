/**
 * Replaces the identity provider on a laptop: its widget collects what a real one collects, and a reviewer on the
 * local pages decides. It never runs in production.
 *
 * Every change of an application is reported to the exchange with an id of its own until the exchange has accepted
 * it, so neither a crash nor a repeat loses or doubles a decision.
 */
import { createHash, randomBytes } from 'node:crypto';
import { accept, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import {
  approveOutright,
  decideApplication,
  listDocumentKinds,
  findApplication,
  findIdentityToken,
  insertIdentityToken,
  markReported,
  openApplication,
  listPendingApplications,
  readDocument,
  storeDocument,
  submitApplication,
  listUnreportedApplications,
} from './application-table.ts';
import type { Application, DocumentKind } from './application-table.ts';
import type { SealedBox } from '@salar/services/crypto/sealed-box';
import type {
  IdentityProvider,
  IdentityToken,
  IdentityTokenRefusal,
  IdentityTokenRequest,
  ReviewEvent,
  ReviewStatus,
} from '@salar/services/ports/identity-provider';
import type { Log } from '@salar/services/ports/log';
import { readDetails } from './applicant-details.ts';
import type { ApplicantDetails } from './applicant-details.ts';
import { detectImageType } from './image-type.ts';

export type IdentitySandboxOptions = {
  readonly database: Database;
  readonly box: SealedBox;
  /** Path of the widget's page, on our own origin. */
  readonly widgetPath: string;
  /** An automatic reviewer approves submitted applications after a moment. */
  readonly autoReview: boolean;
  readonly now?: () => number;
  readonly log: Log;
};

export type Applicant = {
  readonly applicationId: number;
  readonly userId: UserId;
  readonly level: number;
  readonly status: Application['status'];
  readonly comment: string | null;
  readonly documents: readonly DocumentKind[];
};
export type PendingReview = Applicant & {
  readonly details: ApplicantDetails | null;
  readonly submittedAt: number | null;
};

export type SubmitRefusal = 'token_invalid' | 'details_malformed' | 'document_missing' | 'already_submitted';
export type UploadRefusal = 'token_invalid' | 'already_submitted' | 'image_refused';

/** Levels this provider checks; higher ones are decided by an operator. */
const levelsOffered: readonly number[] = [1, 2, 3, 4];
const imageBytesMax = 8_388_608;
const autoReviewDelayMs = 3_000;
const lookMs = 500;
const pageMax = 100;

export class IdentitySandbox implements IdentityProvider {
  readonly #options: IdentitySandboxOptions;
  readonly #now: () => number;
  #report: ((event: ReviewEvent) => Promise<void>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #isStopped = true;

  constructor(options: IdentitySandboxOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Starts reporting changes, including those of a former run, and the automatic reviewer if it is on. */
  start(report: (event: ReviewEvent) => Promise<void>): void {
    this.#report = report;
    this.#isStopped = false;
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  async createToken(request: IdentityTokenRequest): Promise<Result<IdentityToken, IdentityTokenRefusal>> {
    if (!levelsOffered.includes(request.level)) return refuse('level_not_offered');
    const token = randomBytes(32).toString('base64url');
    const at = this.#now();
    await insertIdentityToken(this.#options.database, {
      tokenHash: hashToken(token),
      userId: request.userId,
      level: request.level,
      expiresAt: at + request.ttlSeconds * 1000,
      at,
    });
    return accept({ token, provider: 'sandbox', widgetUrl: `${this.#options.widgetPath}?token=${token}` });
  }

  /** Returns the application of a token, created if missing; null when the token is unknown or expired. */
  async findApplicant(token: string): Promise<Applicant | null> {
    const application = await this.#findApplication(token);
    return application && this.#applicant(application);
  }

  /** Stores a picture, sealed. JPEG, PNG or WebP by its own bytes, whatever its name. */
  async upload(token: string, kind: DocumentKind, image: Buffer): Promise<Result<null, UploadRefusal>> {
    const application = await this.#findApplication(token);
    if (!application) return refuse('token_invalid');
    if (!isOpen(application)) return refuse('already_submitted');
    const contentType = image.length <= imageBytesMax ? detectImageType(image) : null;
    if (contentType === null) return refuse('image_refused');
    const { applicationId } = application;
    const sealed = this.#options.box.seal(image, documentPlace(applicationId, kind));
    await storeDocument(this.#options.database, { applicationId, kind, contentType, sealed });
    return accept(null);
  }

  /** Submits the application to the reviewer. */
  async submit(token: string, form: unknown): Promise<Result<Applicant, SubmitRefusal>> {
    const application = await this.#findApplication(token);
    if (!application) return refuse('token_invalid');
    if (!isOpen(application)) return refuse('already_submitted');
    const details = readDetails(form);
    if (!details) return refuse('details_malformed');
    const { applicationId } = application;
    if ((await listDocumentKinds(this.#options.database, applicationId)).length < 2)
      return refuse('document_missing');
    const sealed = this.#options.box.seal(Buffer.from(JSON.stringify(details)), detailsPlace(applicationId));
    const submitted = await submitApplication(this.#options.database, applicationId, sealed, this.#now());
    if (!submitted) return refuse('already_submitted');
    await this.#reportChange(submitted);
    return accept(await this.#applicant(submitted));
  }

  /** Returns applications that wait for the reviewer, oldest first. */
  async pending(): Promise<readonly PendingReview[]> {
    const applications = await listPendingApplications(this.#options.database, pageMax);
    return Promise.all(
      applications.map(async (application) => ({
        ...(await this.#applicant(application)),
        details: this.#openDetails(application),
        submittedAt: application.submittedAt,
      })),
    );
  }

  /** Returns a picture for the reviewer. */
  async document(
    applicationId: number,
    kind: DocumentKind,
  ): Promise<{ readonly contentType: string; readonly image: Buffer } | null> {
    const document = await readDocument(this.#options.database, applicationId, kind);
    if (!document) return null;
    const image = this.#options.box.open(document.sealed, documentPlace(applicationId, kind));
    return { contentType: document.contentType, image };
  }

  /** Decides a waiting application as the reviewer. */
  async decide(decision: {
    readonly applicationId: number;
    readonly status: 'approved' | 'retry' | 'rejected';
    readonly comment: string | null;
  }): Promise<Result<null, 'application_unknown' | 'not_pending'>> {
    const { database } = this.#options;
    if (!(await findApplication(database, decision.applicationId))) return refuse('application_unknown');
    const decided = await decideApplication(database, { ...decision, at: this.#now() });
    if (!decided) return refuse('not_pending');
    await this.#reportChange(decided);
    return accept(null);
  }

  /** Approves a level and those below as the reviewer without documents: for tests and for trying things out. Repeating it is fine. */
  async approve(userId: UserId, level: number): Promise<Result<null, 'level_not_offered'>> {
    if (!levelsOffered.includes(level)) return refuse('level_not_offered');
    for (const one of levelsOffered.filter((offered) => offered <= level)) {
      const approved = await approveOutright(this.#options.database, userId, one, this.#now());
      if (approved) await this.#reportChange(approved);
    }
    return accept(null);
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#working = this.#reportChanges()
        .catch((error: unknown) =>
          this.#options.log.warn({ error }, 'reviews wait and are reported in the next round'),
        )
        .finally(() => this.#schedule(lookMs));
    }, delayMs);
  }

  async #reportChanges(): Promise<void> {
    const { autoReview, database } = this.#options;
    for (const application of await listUnreportedApplications(database, pageMax))
      await this.#reportChange(application);
    if (!autoReview) return;
    const ripe = this.#now() - autoReviewDelayMs;
    for (const { applicationId, submittedAt } of await listPendingApplications(database, pageMax))
      if (submittedAt !== null && submittedAt <= ripe)
        await this.decide({ applicationId, status: 'approved', comment: null });
  }

  async #reportChange(application: Application): Promise<void> {
    const { applicationId, revision, userId, level, status, comment } = application;
    if (!this.#report || status === 'draft') return;
    const asOf = application.decidedAt ?? application.submittedAt;
    await this.#report({
      eventId: `sandbox-${applicationId}-${revision}`,
      userId,
      level,
      status: status satisfies ReviewStatus,
      comment,
      ...(asOf !== null && { asOf }),
    });
    await markReported(this.#options.database, applicationId, revision);
  }

  async #findApplication(token: string): Promise<Application | null> {
    const { database } = this.#options;
    const owner = await findIdentityToken(database, hashToken(token), this.#now());
    return owner && openApplication(database, owner.userId, owner.level);
  }

  async #applicant(application: Application): Promise<Applicant> {
    const { applicationId, userId, level, status, comment } = application;
    const documents = await listDocumentKinds(this.#options.database, applicationId);
    return { applicationId, userId, level, status, comment, documents };
  }

  #openDetails({ applicationId, sealedDetails }: Application): ApplicantDetails | null {
    if (!sealedDetails) return null;
    return readDetails(
      JSON.parse(this.#options.box.open(sealedDetails, detailsPlace(applicationId)).toString()),
    );
  }
}

function isOpen({ status }: Application): boolean {
  return status === 'draft' || status === 'retry';
}

function detailsPlace(applicationId: number): string {
  return `identity_sandbox_application/${applicationId}/details`;
}

function documentPlace(applicationId: number, kind: DocumentKind): string {
  return `identity_sandbox_document/${applicationId}/${kind}`;
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
