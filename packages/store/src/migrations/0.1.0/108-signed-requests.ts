import type { Migration } from '../index.ts';

/** Keys whose owner requires a signature for each request. */
export const signedRequests: Migration = {
  id: '108-signed-requests',
  sql: `
ALTER TABLE api_key ADD COLUMN signed_requests_only boolean NOT NULL DEFAULT false;
`,
};
