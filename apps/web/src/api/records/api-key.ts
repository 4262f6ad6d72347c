import type { WireRow } from '../wire/wire-row.ts';
import { readTexts } from '../wire/wire-row.ts';

export type ApiKey = {
  readonly apiKey: string;
  readonly permissions: readonly string[];
  /** Addresses and networks with commas between them; blank stands for any address. */
  readonly ipWhiteList: string;
};

export function readApiKey(row: WireRow): ApiKey {
  return {
    apiKey: row.text('APIKey'),
    permissions: readTexts(row.value('Permissions')),
    ipWhiteList: row.textOr('IpWhiteList', ''),
  };
}
