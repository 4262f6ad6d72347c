/** Documents of level requests. The caller seals names and contents; lists never read contents. */
import { sql } from 'kysely';
import { millis } from '@salar/protocol';
import type { Millis } from '@salar/protocol';
import type { DocumentKind, DocumentType } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';
import { countRows, matchAny, run, runFirst, tables } from '../query.ts';

export type LevelDocumentRow = {
  readonly documentId: number;
  readonly requestId: number;
  readonly kind: DocumentKind;
  /** Sealed. */
  readonly name: Buffer;
  readonly contentType: DocumentType;
  readonly sizeBytes: number;
  /** `2026-03-05`; null for kinds without an age limit. */
  readonly issuedOn: string | null;
};
export type NewLevelDocument = LevelDocumentRow & {
  readonly digest: Buffer;
  /** Sealed. */
  readonly content: Buffer;
  readonly createdAt: Millis;
};

const columns = [
  'document_id as documentId',
  'request_id as requestId',
  'kind',
  'content_type as contentType',
  'size_bytes as sizeBytes',
  'issued_on as issuedOn',
] as const;
/** Documents that have not been removed. */
const selectDocuments = tables
  .selectFrom('level_document')
  .select([...columns, (eb) => sql<Buffer>`${eb.ref('name')}`.as('name')])
  .where('removed_at', 'is', null);

/** Takes the number of a document that is about to be written: it is part of the sealing context. */
export async function takeDocumentNumber(on: Queryable): Promise<number> {
  const row = await runFirst(
    on,
    tables.selectNoFrom(sql<number>`nextval('level_document_number')`.as('number')),
  );
  if (row === null) throw new Error('a sequence returns a number');
  return row.number;
}

/** Returns documents of a request in their order of arrival. */
export async function listLevelDocuments(
  on: Queryable,
  requestId: number,
): Promise<readonly LevelDocumentRow[]> {
  return run(on, selectDocuments.where('request_id', '=', requestId).orderBy('document_id'));
}

/** Returns the document with the same bytes and kind, if the request has it already. */
export async function findSameDocument(
  on: Queryable,
  { requestId, kind, digest }: { requestId: number; kind: DocumentKind; digest: Buffer },
): Promise<LevelDocumentRow | null> {
  return runFirst(
    on,
    selectDocuments.where('request_id', '=', requestId).where('kind', '=', kind).where('digest', '=', digest),
  );
}

export async function insertLevelDocument(tx: Queryable, document: NewLevelDocument): Promise<void> {
  await run(
    tx,
    tables.insertInto('level_document').values({
      document_id: document.documentId,
      request_id: document.requestId,
      kind: document.kind,
      name: document.name,
      content_type: document.contentType,
      size_bytes: document.sizeBytes,
      digest: document.digest,
      issued_on: document.issuedOn,
      content: document.content,
      created_at: document.createdAt,
    }),
  );
}

export async function setIssueDay(tx: Queryable, documentId: number, issuedOn: string | null): Promise<void> {
  await run(
    tx,
    tables.updateTable('level_document').set({ issued_on: issuedOn }).where('document_id', '=', documentId),
  );
}

export type StoredDocument = Omit<LevelDocumentRow, 'name'> & {
  readonly digest: Buffer;
  /** Sealed; null after it was removed. */
  readonly content: Buffer | null;
  readonly removedAt: Millis | null;
};

/** Returns a document with its sealed content and its digest; null when there is no such document. */
export async function findLevelDocument(on: Queryable, documentId: number): Promise<StoredDocument | null> {
  return runFirst(
    on,
    tables
      .selectFrom('level_document')
      .select([...columns, 'digest', 'content', 'removed_at as removedAt'])
      .where('document_id', '=', documentId),
  );
}

/** Returns documents of a request that were removed, in their order of arrival. */
export async function listRemovedDocuments(
  on: Queryable,
  requestId: number,
): Promise<readonly (Omit<LevelDocumentRow, 'name'> & { readonly removedAt: Millis | null })[]> {
  return run(
    on,
    tables
      .selectFrom('level_document')
      .select([...columns, 'removed_at as removedAt'])
      .where('request_id', '=', requestId)
      .where('removed_at', 'is not', null)
      .orderBy('document_id'),
  );
}

/** Which documents are kept: those of approved requests, and those of requests that led to nothing. */
export type DocumentTimes = {
  /** Approved before: name and content are removed, and the row remains. */
  readonly approvedBefore: number;
  /** Neither submitted nor approved, and unchanged since: deleted. */
  readonly unusedBefore: number;
};

const requestsAtOnce = 100;

/** Removes documents whose time is over, of some requests. @returns how many documents */
export async function removeOldDocuments(
  tx: Queryable,
  { approvedBefore, unusedBefore }: DocumentTimes,
  at: Millis,
): Promise<{ readonly removed: number; readonly deleted: number }> {
  // The lock keeps a request as it is: nobody submits one whose documents are deleted.
  const approved = await run(
    tx,
    tables
      .selectFrom('level_request as r')
      .select('r.request_id as requestId')
      .where('r.status', '=', 'Approved')
      .where('r.decided_at', '<', millis(approvedBefore))
      .where(
        sql<boolean>`EXISTS (SELECT 1 FROM level_document d WHERE d.request_id = r.request_id AND d.removed_at IS NULL)`,
      )
      .orderBy('r.request_id')
      .limit(requestsAtOnce)
      .forUpdate('r')
      .skipLocked(),
  );
  const unused = await run(
    tx,
    tables
      .selectFrom('level_request as r')
      .select('r.request_id as requestId')
      .where('r.status', 'in', ['Draft', 'Returned', 'Rejected'])
      .where(sql<boolean>`greatest(r.created_at, r.submitted_at, r.decided_at) < ${unusedBefore}`)
      .where(
        sql<boolean>`(SELECT max(d.created_at) FROM level_document d WHERE d.request_id = r.request_id) < ${unusedBefore}`,
      )
      .orderBy('r.request_id')
      .limit(requestsAtOnce)
      .forUpdate('r')
      .skipLocked(),
  );
  const removed = await countRows(
    tx,
    tables
      .updateTable('level_document')
      .set({ name: null, content: null, removed_at: at })
      .where('request_id', '=', matchAny(approved.map(({ requestId }) => requestId)))
      .where('removed_at', 'is', null)
      .returning('document_id'),
  );
  const deleted = await countRows(
    tx,
    tables
      .deleteFrom('level_document')
      .where('request_id', '=', matchAny(unused.map(({ requestId }) => requestId)))
      .returning('document_id'),
  );
  return { removed, deleted };
}

/** Returns the request of a document; null when there is no such document. */
export async function findRequestOfDocument(on: Queryable, documentId: number): Promise<number | null> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('level_document')
      .select('request_id as requestId')
      .where('document_id', '=', documentId),
  );
  return row?.requestId ?? null;
}

/** Returns false when the request has no such document. */
export async function deleteLevelDocument(
  tx: Queryable,
  { requestId, documentId }: { readonly requestId: number; readonly documentId: number },
): Promise<boolean> {
  const deleted = await countRows(
    tx,
    tables
      .deleteFrom('level_document')
      .where('request_id', '=', requestId)
      .where('document_id', '=', documentId)
      .returning('document_id'),
  );
  return deleted === 1;
}
