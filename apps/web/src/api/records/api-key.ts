import type { RowOf } from '../request.ts';

export type ApiKey = {
  readonly apiKey: string;
  readonly permissions: readonly string[];
  /** Addresses and networks, separated by commas; blank allows any address. */
  readonly ipWhiteList: string;
};

export function readApiKey(row: RowOf<'GetUserAPIKeys'>): ApiKey {
  return {
    apiKey: row.text('APIKey'),
    permissions: row.texts('Permissions'),
    ipWhiteList: row.textOr('IpWhiteList', ''),
  };
}
