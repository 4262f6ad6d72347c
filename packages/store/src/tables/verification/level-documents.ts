/** Documents of level requests. The caller seals names and contents; lists never read contents. */
import { sql } from 'kysely';
import type { Millis } from '@salar/protocol';
import type { DocumentKind, DocumentType } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';

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

const selectDocuments = tables
  .selectFrom('level_document')
  .select([
    'document_id as documentId',
    'request_id as requestId',
    'kind',
    'name',
    'content_type as contentType',
    'size_bytes as sizeBytes',
    'issued_on as issuedOn',
  ]);

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

/** Returns a document with its sealed content and its digest; null when there is no such document. */
export async function findLevelDocument(
  on: Queryable,
  documentId: number,
): Promise<(LevelDocumentRow & { readonly digest: Buffer; readonly content: Buffer }) | null> {
  return runFirst(on, selectDocuments.select(['digest', 'content']).where('document_id', '=', documentId));
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
