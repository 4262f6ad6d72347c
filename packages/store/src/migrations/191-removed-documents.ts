import type { Migration } from './index.ts';

/** Documents whose time is over lose their name and content; the row says what was there and when it was removed. */
export const removedDocuments: Migration = {
  id: '191-removed-documents',
  sql: `
ALTER TABLE level_document
  ALTER COLUMN name DROP NOT NULL,
  ALTER COLUMN content DROP NOT NULL,
  ADD COLUMN removed_at bigint,
  ADD CONSTRAINT level_document_removed
    CHECK ((removed_at IS NULL) = (content IS NOT NULL) AND (removed_at IS NULL) = (name IS NOT NULL));
CREATE INDEX level_request_decided ON level_request (decided_at) WHERE status = 'Approved';
`,
};
