import type { RowOf } from '../request.ts';

export type ApiKey = {
  readonly apiKey: string;
  readonly permissions: readonly string[];
  /** Addresses and networks, separated by commas; blank allows any address. */
  readonly ipWhiteList: string;
  /** The most that it trades in a day, as plain decimal text; null for no limit. */
  readonly dailyNotional: string | null;
};

export function readApiKey(row: RowOf<'GetUserAPIKeys'>): ApiKey {
  return {
    apiKey: row.text('APIKey'),
    permissions: row.texts('Permissions'),
    ipWhiteList: row.textOr('IpWhiteList', ''),
    dailyNotional: row.decimalOr('DailyNotional', '') || null,
  };
}
