/**
 * Every migration, in the order in which they run.
 *
 * Each release keeps its migrations in a folder of its own, and never edits them; new ones are added beside this file until
 * the next release.
 */
import { journal } from './0.1.0/001-journal.ts';
import { customers } from './0.1.0/010-customers.ts';
import { tickets } from './0.1.0/020-tickets.ts';
import { mail } from './0.1.0/030-mail.ts';
import { journalPartitions } from './0.1.0/040-journal-partitions.ts';
import { writerLease } from './0.1.0/050-writer-lease.ts';
import { candles } from './0.1.0/060-candles.ts';
import { orderTerms } from './0.1.0/070-order-terms.ts';
import { paymentPlans } from './0.1.0/080-payment-plans.ts';
import { bitcoinOutputs } from './0.1.0/081-bitcoin-outputs.ts';
import { destinations } from './0.1.0/084-destinations.ts';
import { acceptance } from './0.1.0/085-acceptance.ts';
import { operators } from './0.1.0/086-operators.ts';
import { bankEntries } from './0.1.0/087-bank-entries.ts';
import { reconciliation } from './0.1.0/088-reconciliation.ts';
import { sweeps } from './0.1.0/089-sweeps.ts';
import { stepsBefore } from './0.1.0/090-steps-before.ts';
import { changeAddresses } from './0.1.0/091-change-addresses.ts';
import { ticketIndexes } from './0.1.0/092-ticket-indexes.ts';
import { sessions } from './0.1.0/100-sessions.ts';
import { secondFactor } from './0.1.0/101-second-factor.ts';
import { apiKeys } from './0.1.0/102-api-keys.ts';
import { webhookEvents } from './0.1.0/103-webhook-events.ts';
import { levelRequests } from './0.1.0/104-level-requests.ts';
import { secondBackend } from './0.1.0/105-second-backend.ts';
import { auditChain } from './0.1.0/106-audit-chain.ts';
import { pendingPassword } from './0.1.0/107-pending-password.ts';
import { signedRequests } from './0.1.0/108-signed-requests.ts';
import { keyedRequests } from './0.1.0/109-keyed-requests.ts';
import { ticketComments } from './0.1.0/110-ticket-comments.ts';
import { laptopTables } from './111-laptop-tables.ts';
import { historyIndexes } from './112-history-indexes.ts';
import { depositsByTime } from './114-deposits-by-time.ts';
import { paymentApprovals } from './115-payment-approvals.ts';
import { withdrawalStatusMacs } from './116-withdrawal-status-macs.ts';
import { ownerFunctions } from './117-owner-functions.ts';
import { operatorKeys } from './118-operator-keys.ts';
import { bankDepositMacs } from './119-bank-deposit-macs.ts';
import { coldStorage } from './120-cold-storage.ts';
import { proposalMacs } from './121-proposal-macs.ts';
import { operatorFactors } from './122-operator-factors.ts';
import { operatorMacs } from './123-operator-macs.ts';
import { journalMacs } from './125-journal-macs.ts';
import { coldRefills } from './130-cold-refills.ts';
import { plannedMoves } from './133-planned-moves.ts';
import { passkeyRegistrations } from './137-passkey-registrations.ts';
import { withdrawalSignatures } from './138-withdrawal-signatures.ts';
import { hotBranches } from './140-hot-branches.ts';
import { carriedWallets } from './141-carried-wallets.ts';
import { userMacs } from './143-user-macs.ts';
import { watcherHalts } from './148-watcher-halts.ts';
import { operatorVersions } from './151-operator-versions.ts';
import { correctionMacs } from './152-correction-macs.ts';
import { credentialMacs } from './144-credential-macs.ts';
import { destinationMacs } from './161-destination-macs.ts';
import { credentialsChangedAt } from './162-credentials-changed-at.ts';
import { levelMacs } from './163-level-macs.ts';
import { houseWallets } from './165-house-wallets.ts';
import { bankEntryMacs } from './169-bank-entry-macs.ts';
import { passkeyRemovalMacs } from './170-passkey-removal-macs.ts';
import { houseKeys } from './180-house-keys.ts';
import { bitcoinHouse } from './181-bitcoin-house.ts';
import { heldDeposits } from './196-held-deposits.ts';
import { takenOutputs } from './197-taken-outputs.ts';
import { frozenAccounts } from './182-frozen-accounts.ts';
import { apiKeyNotional } from './183-api-key-notional.ts';
import { installation } from './184-installation.ts';
import { unverifiedUsers } from './185-unverified-users.ts';
import { untracedTransactions } from './186-untraced-transactions.ts';
import { bankStatements } from './189-bank-statements.ts';
import { movesByTime } from './187-moves-by-time.ts';
import { apiKeyUsage } from './190-api-key-usage.ts';
import { removedDocuments } from './191-removed-documents.ts';
import { sealedReceivers } from './192-sealed-receivers.ts';
import { keyedRequestHashes } from './193-keyed-request-hashes.ts';
import { depositTransitions } from './195-deposit-transitions.ts';
import { withdrawalTransitions } from './194-withdrawal-transitions.ts';
import { walletIdentities } from './201-wallet-identities.ts';

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
  historyIndexes,
  depositsByTime,
  paymentApprovals,
  withdrawalStatusMacs,
  ownerFunctions,
  operatorKeys,
  bankDepositMacs,
  coldStorage,
  proposalMacs,
  operatorFactors,
  operatorMacs,
  journalMacs,
  coldRefills,
  passkeyRegistrations,
  withdrawalSignatures,
  hotBranches,
  plannedMoves,
  carriedWallets,
  userMacs,
  watcherHalts,
  operatorVersions,
  correctionMacs,
  credentialMacs,
  destinationMacs,
  credentialsChangedAt,
  levelMacs,
  houseWallets,
  bankEntryMacs,
  passkeyRemovalMacs,
  houseKeys,
  installation,
  bitcoinHouse,
  unverifiedUsers,
  untracedTransactions,
  bankStatements,
  movesByTime,
  removedDocuments,
  frozenAccounts,
  apiKeyNotional,
  apiKeyUsage,
  heldDeposits,
  sealedReceivers,
  keyedRequestHashes,
  withdrawalTransitions,
  depositTransitions,
  takenOutputs,
  walletIdentities,
];
