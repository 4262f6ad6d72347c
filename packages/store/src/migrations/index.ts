/** Every migration, in the order in which they run. A migration that has landed is never edited. */
import { journal } from './001-journal.ts';
import { customers } from './010-customers.ts';
import { tickets } from './020-tickets.ts';
import { mail } from './030-mail.ts';
import { journalPartitions } from './040-journal-partitions.ts';
import { writerLease } from './050-writer-lease.ts';
import { candles } from './060-candles.ts';
import { orderTerms } from './070-order-terms.ts';
import { paymentPlans } from './080-payment-plans.ts';
import { bitcoinOutputs } from './081-bitcoin-outputs.ts';
import { destinations } from './084-destinations.ts';
import { acceptance } from './085-acceptance.ts';
import { operators } from './086-operators.ts';
import { bankEntries } from './087-bank-entries.ts';
import { reconciliation } from './088-reconciliation.ts';
import { sweeps } from './089-sweeps.ts';
import { stepsBefore } from './090-steps-before.ts';
import { changeAddresses } from './091-change-addresses.ts';
import { ticketIndexes } from './092-ticket-indexes.ts';
import { sessions } from './100-sessions.ts';
import { secondFactor } from './101-second-factor.ts';
import { apiKeys } from './102-api-keys.ts';
import { webhookEvents } from './103-webhook-events.ts';
import { levelRequests } from './104-level-requests.ts';
import { secondBackend } from './105-second-backend.ts';
import { auditChain } from './106-audit-chain.ts';
import { pendingPassword } from './107-pending-password.ts';
import { signedRequests } from './108-signed-requests.ts';
import { keyedRequests } from './109-keyed-requests.ts';
import { ticketComments } from './110-ticket-comments.ts';
import { laptopTables } from './111-laptop-tables.ts';

export type Migration = { readonly id: string; readonly sql: string };

export const migrations: readonly Migration[] = [
  journal,
  customers,
  tickets,
  mail,
  journalPartitions,
  writerLease,
  candles,
  orderTerms,
  paymentPlans,
  bitcoinOutputs,
  destinations,
  acceptance,
  operators,
  bankEntries,
  reconciliation,
  sweeps,
  stepsBefore,
  changeAddresses,
  ticketIndexes,
  sessions,
  secondFactor,
  apiKeys,
  webhookEvents,
  levelRequests,
  secondBackend,
  auditChain,
  pendingPassword,
  signedRequests,
  keyedRequests,
  ticketComments,
  laptopTables,
];
