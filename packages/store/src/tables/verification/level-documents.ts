/** Documents of level requests. The caller seals names and contents; lists never read contents. */
import type { Millis } from '@salar/protocol';
import type { DocumentKind, DocumentType } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';

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

const columns = `document_id AS "documentId", request_id AS "requestId", kind, name, content_type AS "contentType",
  size_bytes AS "sizeBytes", issued_on AS "issuedOn"`;

/** Takes the number of a document that is about to be written: it is part of the sealing context. */
export async function takeDocumentNumber(on: Queryable): Promise<number> {
  const rows = await on.query<{ number: number }>(`SELECT nextval('level_document_number') AS number`);
  const [row] = rows;
  if (!row) throw new Error('a sequence returns a number');
  return row.number;
}

/** Returns documents of a request in their order of arrival. */
export async function listLevelDocuments(
  on: Queryable,
  requestId: number,
): Promise<readonly LevelDocumentRow[]> {
  return on.query<LevelDocumentRow>(
    `SELECT ${columns} FROM level_document WHERE request_id = $1 ORDER BY document_id`,
    [requestId],
  );
}

/** Returns the document with the same bytes and kind, if the request has it already. */
export async function findSameDocument(
  on: Queryable,
  { requestId, kind, digest }: { requestId: number; kind: DocumentKind; digest: Buffer },
): Promise<LevelDocumentRow | null> {
  const rows = await on.query<LevelDocumentRow>(
    `SELECT ${columns} FROM level_document WHERE request_id = $1 AND kind = $2 AND digest = $3`,
    [requestId, kind, digest],
  );
  return rows[0] ?? null;
}

export async function insertLevelDocument(tx: Queryable, document: NewLevelDocument): Promise<void> {
  const { documentId, requestId, kind, name, contentType, sizeBytes } = document;
  await tx.query(
    `INSERT INTO level_document (document_id, request_id, kind, name, content_type, size_bytes, digest, issued_on,
       content, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      documentId,
      requestId,
      kind,
      name,
      contentType,
      sizeBytes,
      document.digest,
      document.issuedOn,
      document.content,
      document.createdAt,
    ],
  );
}

export async function setIssueDay(tx: Queryable, documentId: number, issuedOn: string | null): Promise<void> {
  await tx.query('UPDATE level_document SET issued_on = $2 WHERE document_id = $1', [documentId, issuedOn]);
}

/** Returns a document with its sealed content; null when there is no such document. */
export async function findLevelDocument(
  on: Queryable,
  documentId: number,
): Promise<(LevelDocumentRow & { readonly content: Buffer }) | null> {
  const rows = await on.query<LevelDocumentRow & { content: Buffer }>(
    `SELECT ${columns}, content FROM level_document WHERE document_id = $1`,
    [documentId],
  );
  return rows[0] ?? null;
}

/** Returns the request of a document; null when there is no such document. */
export async function findRequestOfDocument(on: Queryable, documentId: number): Promise<number | null> {
  const rows = await on.query<{ requestId: number }>(
    'SELECT request_id AS "requestId" FROM level_document WHERE document_id = $1',
    [documentId],
  );
  return rows[0]?.requestId ?? null;
}

/** Returns false when the request has no such document. */
export async function deleteLevelDocument(
  tx: Queryable,
  { requestId, documentId }: { readonly requestId: number; readonly documentId: number },
): Promise<boolean> {
  const rows = await tx.query(
    'DELETE FROM level_document WHERE request_id = $1 AND document_id = $2 RETURNING 1',
    [requestId, documentId],
  );
  return rows.length === 1;
}
