/** Lists the columns that the MAC of an API key covers: its owner, its secret, and what it may do, how much of it, and from where. */
import type { Queryable } from '@salar/store';
import { hasApiKeyMacs, listUnprovedApiKeys, writeApiKeyMac } from '@salar/store/tables/sign-in/api-keys';
import type { ApiKeyRow } from '@salar/store/tables/sign-in/api-keys';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { ProvableRow, RowMacs } from '../crypto/row-macs.ts';

export function toProvableKey(row: Omit<ApiKeyRow, 'lastUsedAt' | 'mac'>): ProvableRow {
  const { apiKey, userId, sealedSecret, permissions, addresses, signedRequestsOnly, createdAt } = row;
  // Keys whose owners chose no limit have the MACs of versions without the column.
  const notional = row.dailyNotional === null ? [] : ['daily notional', row.dailyNotional];
  const terms = [permissions, addresses, signedRequestsOnly];
  return {
    table: 'api_key',
    id: apiKey.slice(0, 8),
    columns: [apiKey, userId, sealedSecret, ...terms, createdAt, ...notional],
  };
}

/** Proves the API keys of a version without MACs. */
export function createApiKeyProofs(macs: RowMacs): ProvedTable {
  return {
    name: 'api_key',
    hasMacs: hasApiKeyMacs,
    async proveAll(tx: Queryable) {
      const rows = await listUnprovedApiKeys(tx);
      for (const row of rows) await writeApiKeyMac(tx, row.apiKey, macs.compute(toProvableKey(row)));
      return rows.length;
    },
  };
}
