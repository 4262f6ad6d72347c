import type { Migration } from './index.ts';

/** The most that a key may trade in a day, as its owner chose it; null where the exchange's default applies. The MAC of the row covers it. */
export const apiKeyNotional: Migration = {
  id: '183-api-key-notional',
  sql: `
ALTER TABLE api_key ADD COLUMN daily_notional numeric(40) CHECK (daily_notional > 0);
`,
};
