import type { Migration } from './index.ts';

/**
 * Usages of the daily limits of API keys, for the exchange that starts next. Written in steps, ahead of the orders. A key that was
 * deleted leaves its row until the day is over.
 */
export const apiKeyUsage: Migration = {
  id: '190-api-key-usage',
  sql: `
CREATE TABLE api_key_usage (
  api_key  text NOT NULL,
  -- Days since 1970, UTC.
  day      integer NOT NULL,
  notional numeric(40) NOT NULL CHECK (notional >= 0),
  PRIMARY KEY (api_key, day)
);
`,
};
