/**
 * Requests for levels 2 to 4: the customer fills in a form, adds documents and submits; an operator decides.
 *
 * A request is changed only under its row's lock, so concurrent uploads, removals and submits follow one another. An approval
 * is stored first and raises the level after it; a crash or an outage in between is healed later.
 */
import { accept, assert, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import {
  companyLevels,
  getDaysMax,
  documentFileBytesMax,
  listDocumentKinds,
  editableStatuses,
  isIssueDayAccepted,
  isRequestLevel,
  findMissingFunds,
  requestBytesMax,
  requestFilesMax,
  requestStatuses,
  requestTransitions,
} from '@salar/protocol/level-requests';
import type {
  AccountKind,
  DocumentKind,
  DocumentType,
  FundsDraft,
  FundsField,
  RequestStatus,
} from '@salar/protocol/level-requests';
import type { Database, Queryable } from '@salar/store';
import {
  deleteLevelDocument,
  listLevelDocuments,
  listRemovedDocuments,
  insertLevelDocument,
  findLevelDocument,
  findRequestOfDocument,
  findSameDocument,
  setIssueDay,
  takeDocumentNumber,
} from '@salar/store/tables/verification/level-documents';
import type { LevelDocumentRow } from '@salar/store/tables/verification/level-documents';
import { markLevelApplied, writeLevelFunds } from '@salar/store/tables/verification/level-requests';
import type { LevelRequestRow } from '@salar/store/tables/verification/level-requests';
import type { User } from '@salar/store/tables/customers/users';
import type { UserDirectory } from '../accounts/user-directory.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { EngineReader } from '../ports/engine-port.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import { noOrigin } from '../ports/request-origin.ts';
import type { Log } from '../ports/log.ts';
import type { Origin } from '../ports/request-origin.ts';
import { copyDocument } from './document-copies.ts';
import type { DocumentCopy } from './document-copies.ts';
import { detectDocumentType } from './document-content.ts';
import type { LevelForms } from './level-cards.ts';
import { noIdentityAlert } from './account-levels.ts';
import type { AccountLevels } from './account-levels.ts';
import { healDecisions } from './heal-decisions.ts';
import type { LevelDecisionRecord } from './heal-decisions.ts';
import { LevelRecords } from './level-records.ts';
import { documentDigest, LevelSeals } from './level-request-seals.ts';
import { getLevelName } from './levels.ts';

/** Reasons why a customer has no request for a level, in the order in which they are checked. */
export type LevelRefusal =
  'level_unknown' | 'external_form' | 'level_one_first' | 'companies_only' | 'level_reached';
export type SubmitRefusal =
  LevelRefusal | 'not_editable' | 'documents_missing' | 'documents_old' | 'funds_missing';
export type DocumentRefusal =
  | LevelRefusal
  | 'not_editable'
  | 'kind_not_asked'
  | 'issue_day_needed'
  | 'document_old'
  | 'file_empty'
  | 'file_too_large'
  | 'type_not_taken'
  | 'too_many_files'
  | 'request_too_large';
export type RemoveRefusal = 'document_unknown' | 'not_editable';

export type LevelDocument = Omit<LevelDocumentRow, 'name' | 'requestId'> & { readonly name: string };
export type LevelRequest = {
  readonly level: number;
  readonly status: RequestStatus;
  /** The operator's comment for the customer. */
  readonly comment: string | null;
  readonly funds: FundsDraft;
  readonly documents: readonly LevelDocument[];
  readonly kinds: readonly DocumentKind[];
  readonly missingDocuments: readonly DocumentKind[];
  readonly missingFunds: readonly FundsField[];
};
/** A request as operators see it. */
export type LevelRequestEntry = LevelRequest & {
  readonly row: LevelRequestRow;
  readonly user: User;
  readonly removed: Awaited<ReturnType<typeof listRemovedDocuments>>;
};

export type NewDocument = {
  readonly user: User;
  readonly level: number;
  readonly kind: DocumentKind;
  readonly name: string;
  /** `2026-03-05`; required for kinds with a maximum age. */
  readonly issuedOn: string | null;
  readonly content: Buffer;
};

export type Decision = {
  readonly requestId: number;
  readonly to: 'Approved' | 'Returned' | 'Rejected';
  readonly comment: string | null;
  readonly by: string;
};

const listMax = 200;
const takenAlert = 'ALERT: a level that operators took since would be given again by an approved request';

type LevelRequestsOptions = {
  readonly database: Database;
  readonly sequencer: EngineReader;
  readonly levels: AccountLevels;
  readonly users: Pick<UserDirectory, 'get' | 'refresh' | 'records'>;
  readonly securityLog: SecurityLog;
  readonly box: SealedBox;
  readonly macs: RowMacs;
  readonly decisions: LevelDecisionRecord;
  readonly forms: LevelForms;
  readonly now: () => number;
  readonly log: Log;
};

export class LevelRequests {
  readonly #options: LevelRequestsOptions;
  readonly #seals: LevelSeals;
  readonly #records: LevelRecords;
  readonly forms: LevelForms;

  constructor(options: LevelRequestsOptions) {
    this.#options = options;
    this.#seals = new LevelSeals(options.box);
    this.#records = new LevelRecords(options.macs);
    this.forms = options.forms;
  }

  /** Returns a customer's request for a level; an empty draft before the first one. A decided request is shown for ever. */
  async get(user: User, level: number): Promise<Result<LevelRequest, LevelRefusal>> {
    const row = isRequestLevel(level)
      ? await this.#records.find(this.#options.database, user.userId, level)
      : null;
    if (row !== null) return accept(await this.#toRequest(this.#options.database, row, user));
    const refusal = await this.#checkLevel(user, level);
    return refusal === null ? accept(createEmptyRequest(user, level)) : refuse(refusal);
  }

  /** Lists the requests of a customer's levels. */
  async listStatuses(userId: UserId): Promise<readonly LevelRequestRow[]> {
    return this.#records.list(this.#options.database, userId);
  }

  /** Stores the form as it is so far; missing fields are empty. */
  async save(
    user: User,
    level: number,
    funds: FundsDraft,
  ): Promise<Result<null, LevelRefusal | 'not_editable'>> {
    return this.#change(user, level, async (tx, { requestId }) => {
      await writeLevelFunds(tx, requestId, this.#seals.sealFunds(requestId, funds));
      return accept(null);
    });
  }

  /** Submits the request to the operators when nothing is missing. */
  async submit(user: User, level: number, origin: Origin): Promise<Result<null, SubmitRefusal>> {
    return this.#change<null, SubmitRefusal>(user, level, async (tx, row) => {
      const request = await this.#toRequest(tx, row, user);
      if (request.missingDocuments.length > 0) return refuse('documents_missing');
      if (request.documents.some((document) => this.#isOld(document))) return refuse('documents_old');
      if (request.missingFunds.length > 0) return refuse('funds_missing');
      await this.#records.submit(tx, row, millis(this.#options.now()));
      await this.#options.securityLog.record(tx, {
        user,
        action: 'level_requested',
        origin,
        object: getLevelName(level),
      });
      return accept(null);
    });
  }

  /** Adds a file. The same file again returns the existing document, so that the call may be repeated. */
  async addDocument(document: NewDocument): Promise<Result<LevelDocument, DocumentRefusal>> {
    const { user, level, kind, content, issuedOn } = document;
    const refusal = (await this.#checkLevel(user, level)) ?? this.#checkFile(document);
    const contentType = detectDocumentType(content);
    if (refusal !== null) return refuse(refusal);
    if (contentType === null) return refuse('type_not_taken');
    return this.#change<LevelDocument, DocumentRefusal>(user, level, async (tx, { requestId }) => {
      const digest = documentDigest(requestId, content);
      const same = await findSameDocument(tx, { requestId, kind, digest });
      if (same !== null) {
        await setIssueDay(tx, same.documentId, issuedOn);
        return accept({ ...this.#toDocument(same), issuedOn });
      }
      const sizes = (await listLevelDocuments(tx, requestId)).map(({ sizeBytes }) => sizeBytes);
      if (sizes.length >= requestFilesMax) return refuse('too_many_files');
      const size = sizes.reduce((total, bytes) => total + bytes, content.length);
      if (size > requestBytesMax) return refuse('request_too_large');
      return accept(await this.#storeDocument(tx, { ...document, requestId, contentType, digest }));
    });
  }

  /** Removes a file. Another customer's document counts as unknown. */
  async removeDocument(user: User, documentId: number): Promise<Result<null, RemoveRefusal>> {
    const requestId = await findRequestOfDocument(this.#options.database, documentId);
    const found = requestId === null ? null : await this.#records.findById(this.#options.database, requestId);
    if (found === null || found.userId !== user.userId) return refuse('document_unknown');
    return this.#options.database.transaction<Result<null, RemoveRefusal>>(async (tx) => {
      const row = await this.#records.open(tx, {
        userId: user.userId,
        level: found.level,
        at: millis(this.#options.now()),
      });
      if (row === null || !editableStatuses.includes(row.status)) return refuse('not_editable');
      const isRemoved = await deleteLevelDocument(tx, { requestId: row.requestId, documentId });
      return isRemoved ? accept(null) : refuse('document_unknown');
    });
  }

  /** Lists requests of one status, the longest waiting first, at most 200. */
  async list(status: RequestStatus): Promise<readonly { row: LevelRequestRow; user: User }[]> {
    const rows = await this.#records.listByStatus(this.#options.database, { status, limit: listMax });
    return Promise.all(rows.map(async (row) => ({ row, user: await this.#findUser(row) })));
  }

  /** Finds a request for operators; null for an unknown number. */
  async findEntry(requestId: number): Promise<LevelRequestEntry | null> {
    const row = await this.#records.findById(this.#options.database, requestId);
    if (row === null) return null;
    const user = await this.#findUser(row);
    const removed = await listRemovedDocuments(this.#options.database, requestId);
    return { ...(await this.#toRequest(this.#options.database, row, user)), row, user, removed };
  }

  /**
   * Opens a document for an operator: a copy that starts nothing. Null for an unknown number, and for one that somebody
   * moved to another request.
   */
  async document(
    documentId: number,
  ): Promise<(DocumentCopy & { readonly contentType: DocumentType }) | null> {
    const row = await findLevelDocument(this.#options.database, documentId);
    if (row === null) return null;
    const { contentType } = row;
    if (row.content === null)
      return { contentType, ok: false, problem: 'its time was over, and its content was removed' };
    const content = this.#seals.openContent(documentId, row.content);
    if (!documentDigest(row.requestId, content).equals(row.digest)) {
      this.#options.log.error({ documentId }, 'ALERT: a document was moved in the database, and is refused');
      return null;
    }
    return { contentType, ...(await copyDocument(row.contentType, content)) };
  }

  /** Decides a submitted request, once. @returns false when its status does not allow the decision */
  async decide({ requestId, to, comment, by }: Decision): Promise<boolean> {
    const from = requestStatuses.filter((status) => requestTransitions[status].includes(to));
    const at = millis(this.#options.now());
    if (to === 'Approved') await this.#giveBack(requestId, from);
    const decided = await this.#options.database.transaction(async (tx) => {
      const row = await this.#records.decide(tx, { requestId, from, to, comment, by, at });
      if (row !== null && to !== 'Approved') await this.#recordDecision(tx, row);
      return row;
    });
    if (decided?.status === 'Approved') await this.#apply(decided);
    return decided !== null;
  }

  /** Sets whether a customer is a person or a company; the documents of that kind are required from then on. */
  async setAccountType({ userId }: User, type: AccountKind): Promise<void> {
    const { database, users } = this.#options;
    await database.transaction((tx) => users.records.writeAccountType(tx, userId, type));
    await users.refresh(userId);
  }

  /** Raises accounts to approved levels that a crash or an outage withheld. Runs at the start and periodically. @returns how many */
  async heal(): Promise<number> {
    return healDecisions('requests', this.#options, {
      list: () => this.#records.listUnapplied(this.#options.database),
      decidedAt: (row) => row.decidedAt ?? millis(0),
      apply: (row) => this.#apply(row),
      drop: (row) => markLevelApplied(this.#options.database, row.requestId),
    });
  }

  /** An approval gives back a level that operators took before. It is recorded first, so that what they take later counts. */
  async #giveBack(requestId: number, from: readonly RequestStatus[]): Promise<void> {
    const { database, decisions } = this.#options;
    const row = await this.#records.findById(database, requestId);
    if (row !== null && from.includes(row.status)) decisions.recordLevelGiven(row.userId, row.level);
  }

  async #apply(row: LevelRequestRow): Promise<void> {
    const { database, decisions, levels, log } = this.#options;
    const { requestId, userId, level } = row;
    const { accountId } = await this.#findUser(row);
    const isTaken = (decisions.levelTaken(userId) ?? Infinity) <= level;
    const isRaised = !isTaken && (await levels.raise(accountId, level));
    if (!isRaised) log.error({ requestId }, isTaken ? takenAlert : noIdentityAlert);
    await database.transaction(async (tx) => {
      if ((await markLevelApplied(tx, row.requestId)) && isRaised) await this.#recordDecision(tx, row);
    });
  }

  async #recordDecision(tx: Queryable, row: LevelRequestRow): Promise<void> {
    await this.#options.securityLog.record(tx, {
      user: await this.#findUser(row),
      action: 'level_decided',
      origin: noOrigin,
      object: getLevelName(row.level),
      detail: row.status,
    });
  }

  /** Changes an editable request under its lock; creates the draft if it does not exist. */
  async #change<T, R extends string>(
    user: User,
    level: number,
    work: (tx: Queryable, row: LevelRequestRow) => Promise<Result<T, R>>,
  ): Promise<Result<T, R | LevelRefusal | 'not_editable'>> {
    const refusal = await this.#checkLevel(user, level);
    if (refusal !== null) return refuse(refusal);
    return this.#options.database.transaction<Result<T, R | 'not_editable'>>(async (tx) => {
      const request = { userId: user.userId, level, at: millis(this.#options.now()) };
      const row = await this.#records.open(tx, request);
      return row !== null && editableStatuses.includes(row.status) ? work(tx, row) : refuse('not_editable');
    });
  }

  async #checkLevel(user: User, level: number): Promise<LevelRefusal | null> {
    if (!isRequestLevel(level)) return 'level_unknown';
    if (this.forms[level] !== undefined) return 'external_form';
    const current = await this.#options.sequencer.read((view) => view.account(user.accountId)?.level ?? 0);
    if (current < 1) return 'level_one_first';
    if (companyLevels.includes(level) && user.accountType !== 'Legal entity') return 'companies_only';
    return current >= level ? 'level_reached' : null;
  }

  #checkFile({ user, kind, issuedOn, content }: NewDocument): DocumentRefusal | null {
    if (!listDocumentKinds(user.accountType).includes(kind)) return 'kind_not_asked';
    if (getDaysMax(kind) !== null && issuedOn === null) return 'issue_day_needed';
    if (issuedOn !== null && !isIssueDayAccepted(kind, issuedOn, this.#options.now())) return 'document_old';
    if (content.length === 0) return 'file_empty';
    return content.length > documentFileBytesMax ? 'file_too_large' : null;
  }

  async #storeDocument(
    tx: Queryable,
    document: NewDocument & { requestId: number; contentType: DocumentType; digest: Buffer },
  ): Promise<LevelDocument> {
    const { requestId, kind, contentType, digest, content, name, issuedOn } = document;
    const documentId = await takeDocumentNumber(tx);
    const row = { documentId, kind, contentType, sizeBytes: content.length, issuedOn };
    await insertLevelDocument(tx, {
      ...row,
      requestId,
      digest,
      name: this.#seals.sealName(documentId, name),
      content: this.#seals.sealContent(documentId, content),
      createdAt: millis(this.#options.now()),
    });
    return { ...row, name };
  }

  async #toRequest(on: Queryable, row: LevelRequestRow, user: User): Promise<LevelRequest> {
    const funds = this.#seals.openFunds(row.requestId, row.funds);
    const documents = (await listLevelDocuments(on, row.requestId)).map((one) => this.#toDocument(one));
    const kinds = listDocumentKinds(user.accountType);
    return {
      level: row.level,
      status: row.status,
      comment: row.comment,
      funds,
      documents,
      kinds,
      // Those of an approved request are removed one day, and nothing is missing then.
      missingDocuments: (row.status === 'Approved' ? [] : kinds).filter(
        (kind) => !documents.some((document) => document.kind === kind),
      ),
      missingFunds: findMissingFunds(funds),
    };
  }

  #toDocument({ documentId, kind, name, contentType, sizeBytes, issuedOn }: LevelDocumentRow): LevelDocument {
    return {
      documentId,
      kind,
      name: this.#seals.openName(documentId, name),
      contentType,
      sizeBytes,
      issuedOn,
    };
  }

  #isOld({ kind, issuedOn }: LevelDocument): boolean {
    return issuedOn !== null && !isIssueDayAccepted(kind, issuedOn, this.#options.now());
  }

  async #findUser({ userId }: LevelRequestRow): Promise<User> {
    const user = await this.#options.users.get(userId);
    assert(user !== null, 'a request belongs to a user');
    return user;
  }
}

function createEmptyRequest(user: User, level: number): LevelRequest {
  const kinds = listDocumentKinds(user.accountType);
  const nothing = { funds: {}, documents: [], comment: null };
  return {
    level,
    status: 'Draft',
    ...nothing,
    kinds,
    missingDocuments: kinds,
    missingFunds: findMissingFunds({}),
  };
}
