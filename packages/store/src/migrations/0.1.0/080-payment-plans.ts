import type { Migration } from '../index.ts';

/** Payments on networks without nonces: how each was built is kept as text, for a replacement to begin from. */
export const paymentPlans: Migration = {
  id: '080-payment-plans',
  sql: `
ALTER TABLE payment ALTER COLUMN nonce DROP NOT NULL;
ALTER TABLE payment_attempt ALTER COLUMN fee_max DROP NOT NULL, ALTER COLUMN fee_priority DROP NOT NULL,
  ADD COLUMN plan text;
`,
};
