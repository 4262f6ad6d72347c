import { fenced } from './0.1.0/085-acceptance.ts';
import type { Migration } from './index.ts';

/** Transactions of blocks already read whose call trace the node did not return: they are looked at again. */
export const untracedTransactions: Migration = {
  id: '186-untraced-transactions',
  sql: `
CREATE TABLE untraced_transaction (
  chain_id bigint NOT NULL,
  tx_id    text NOT NULL,
  height   bigint NOT NULL,
  seen_at  bigint NOT NULL,
  attempts int NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_at  bigint NOT NULL,
  PRIMARY KEY (chain_id, tx_id)
);
CREATE INDEX untraced_transaction_due ON untraced_transaction (chain_id, next_at);
${fenced('untraced_transaction')}
`,
};
