import type { Migration } from './index.ts';

/** The wallets of this exchange: a fingerprint of the key of each family's deposit addresses, written once and never changed. */
export const walletIdentities: Migration = {
  id: '201-wallet-identities',
  sql: `
CREATE TABLE wallet_identity (
  family text PRIMARY KEY CHECK (family IN ('evm', 'bitcoin', 'tron')),
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  created_at bigint NOT NULL
);
`,
};
