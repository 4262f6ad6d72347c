/** Customers' applications to the sandbox identity provider. The caller seals details and pictures. */
import { userId } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store/database';

type ApplicationStatus = 'draft' | 'pending' | 'approved' | 'retry' | 'rejected';
export type DocumentKind = 'document' | 'selfie';

export type Application = {
  readonly applicationId: number;
  readonly userId: UserId;
  readonly level: number;
  readonly status: ApplicationStatus;
  readonly sealedDetails: Buffer | null;
  readonly comment: string | null;
  /** Counts its changes, so that each report has an id of its own. */
  readonly revision: number;
  readonly submittedAt: number | null;
  readonly decidedAt: number | null;
};
type Row = Omit<Application, 'userId'> & { userId: number };
const columns = `application_id AS "applicationId", user_id AS "userId", level, status, sealed_details AS "sealedDetails",
  comment, revision, submitted_at AS "submittedAt", decided_at AS "decidedAt"`;

export async function insertIdentityToken(
  on: Queryable,
  token: {
    readonly tokenHash: Buffer;
    readonly userId: UserId;
    readonly level: number;
    readonly expiresAt: number;
    readonly at: number;
  },
): Promise<void> {
  await on.query('DELETE FROM identity_sandbox_token WHERE expires_at < $1', [token.at]);
  await on.query(
    'INSERT INTO identity_sandbox_token (token_hash, user_id, level, expires_at) VALUES ($1, $2, $3, $4)',
    [token.tokenHash, token.userId, token.level, token.expiresAt],
  );
}

/** Returns the user of a token; null when it is unknown or expired. */
export async function findIdentityToken(
  on: Queryable,
  tokenHash: Buffer,
  at: number,
): Promise<{ readonly userId: UserId; readonly level: number } | null> {
  const rows = await on.query<{ user_id: number; level: number }>(
    'SELECT user_id, level FROM identity_sandbox_token WHERE token_hash = $1 AND expires_at > $2',
    [tokenHash, at],
  );
  const row = rows[0];
  return row ? { userId: userId(row.user_id), level: row.level } : null;
}

/** Returns the customer's application for a level; creates the draft when it is missing. */
export async function openApplication(on: Queryable, id: UserId, level: number): Promise<Application> {
  await on.query(
    `INSERT INTO identity_sandbox_application (user_id, level, status) VALUES ($1, $2, 'draft')
     ON CONFLICT (user_id, level) DO NOTHING`,
    [id, level],
  );
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM identity_sandbox_application WHERE user_id = $1 AND level = $2`,
    [id, level],
  );
  const [row] = rows;
  if (!row) throw new Error('an inserted application was not returned');
  return toApplication(row);
}

export async function findApplication(on: Queryable, applicationId: number): Promise<Application | null> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM identity_sandbox_application WHERE application_id = $1`,
    [applicationId],
  );
  return rows[0] ? toApplication(rows[0]) : null;
}

export async function storeDocument(
  on: Queryable,
  document: {
    readonly applicationId: number;
    readonly kind: DocumentKind;
    readonly contentType: string;
    readonly sealed: Buffer;
  },
): Promise<void> {
  await on.query(
    `INSERT INTO identity_sandbox_document (application_id, kind, content_type, sealed) VALUES ($1, $2, $3, $4)
     ON CONFLICT (application_id, kind) DO UPDATE SET content_type = excluded.content_type, sealed = excluded.sealed`,
    [document.applicationId, document.kind, document.contentType, document.sealed],
  );
}

export async function readDocument(
  on: Queryable,
  applicationId: number,
  kind: DocumentKind,
): Promise<{ readonly contentType: string; readonly sealed: Buffer } | null> {
  const rows = await on.query<{ contentType: string; sealed: Buffer }>(
    `SELECT content_type AS "contentType", sealed FROM identity_sandbox_document WHERE application_id = $1 AND kind = $2`,
    [applicationId, kind],
  );
  return rows[0] ?? null;
}

export async function listDocumentKinds(
  on: Queryable,
  applicationId: number,
): Promise<readonly DocumentKind[]> {
  const rows = await on.query<{ kind: DocumentKind }>(
    'SELECT kind FROM identity_sandbox_document WHERE application_id = $1 ORDER BY kind',
    [applicationId],
  );
  return rows.map((row) => row.kind);
}

/** Submits a draft, or one that was sent back, to the reviewer. Returns null when it is neither. */
export async function submitApplication(
  on: Queryable,
  applicationId: number,
  sealedDetails: Buffer,
  at: number,
): Promise<Application | null> {
  const rows = await on.query<Row>(
    `UPDATE identity_sandbox_application
     SET status = 'pending', sealed_details = $2, submitted_at = $3, comment = NULL, decided_at = NULL,
         revision = revision + 1, is_reported = false
     WHERE application_id = $1 AND status IN ('draft', 'retry') RETURNING ${columns}`,
    [applicationId, sealedDetails, at],
  );
  return rows[0] ? toApplication(rows[0]) : null;
}

/** Writes the reviewer's decision. Returns null when the application does not wait for one. */
export async function decideApplication(
  on: Queryable,
  decision: {
    readonly applicationId: number;
    readonly status: 'approved' | 'retry' | 'rejected';
    readonly comment: string | null;
    readonly at: number;
  },
): Promise<Application | null> {
  const rows = await on.query<Row>(
    `UPDATE identity_sandbox_application
     SET status = $2, comment = $3, decided_at = $4, revision = revision + 1, is_reported = false
     WHERE application_id = $1 AND status = 'pending' RETURNING ${columns}`,
    [decision.applicationId, decision.status, decision.comment, decision.at],
  );
  return rows[0] ? toApplication(rows[0]) : null;
}

/** Approves a level without an application. Returns null when it is approved already. */
export async function approveOutright(
  on: Queryable,
  id: UserId,
  level: number,
  at: number,
): Promise<Application | null> {
  const rows = await on.query<Row>(
    `INSERT INTO identity_sandbox_application (user_id, level, status, decided_at, revision, is_reported)
     VALUES ($1, $2, 'approved', $3, 1, false)
     ON CONFLICT (user_id, level) DO UPDATE
       SET status = 'approved', comment = NULL, decided_at = $3,
           revision = identity_sandbox_application.revision + 1, is_reported = false
       WHERE identity_sandbox_application.status <> 'approved'
     RETURNING ${columns}`,
    [id, level, at],
  );
  return rows[0] ? toApplication(rows[0]) : null;
}

/** Returns applications that wait for the reviewer, oldest first. */
export async function listPendingApplications(on: Queryable, limit: number): Promise<readonly Application[]> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM identity_sandbox_application WHERE status = 'pending' ORDER BY submitted_at LIMIT $1`,
    [limit],
  );
  return rows.map(toApplication);
}

/** Returns changes that are not yet reported to the exchange, oldest first. */
export async function listUnreportedApplications(
  on: Queryable,
  limit: number,
): Promise<readonly Application[]> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM identity_sandbox_application WHERE NOT is_reported ORDER BY application_id LIMIT $1`,
    [limit],
  );
  return rows.map(toApplication);
}

/** Marks a change as reported, unless there was another one meanwhile. */
export async function markReported(on: Queryable, applicationId: number, revision: number): Promise<void> {
  await on.query(
    'UPDATE identity_sandbox_application SET is_reported = true WHERE application_id = $1 AND revision = $2',
    [applicationId, revision],
  );
}

function toApplication(row: Row): Application {
  return { ...row, userId: userId(row.userId) };
}
