/** Wires deposits and withdrawals: services for the gateway, workers for the chains. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProductId } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import { writePoint } from '@salar/store/write-points';
import type { CredentialChanges } from '../accounts/credential-changes.ts';
import { Loop } from '../background/loop.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import { DepositAddresses } from '../deposits/deposit-addresses.ts';
import { HeldDepositMails } from '../deposits/held-deposit-mails.ts';
import type { AddressRecord } from '../deposits/deposit-addresses.ts';
import { DepositService } from '../deposits/deposit-service.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import { DestinationRecords } from '../destinations/destination-records.ts';
import { DestinationService } from '../destinations/destination-service.ts';
import type { DecisionRecord } from '../operator/decision-record.ts';
import { PasskeyRegistrar } from '../passkeys/passkey-registrar.ts';
import type { CustomerDirectory } from '../ports/customer-directory.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { ApprovalVerifier, PaymentRecord } from '../ports/chain-signer.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { Log } from '../ports/log.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { PriceTrust } from '../ports/price-trust.ts';
import { reconcileBooks } from '../reconciliation/books-reconciler.ts';
import { WalletComparisons } from '../reconciliation/wallet-comparisons.ts';
import { HotWalletCap } from '../sweeps/hot-wallet-cap.ts';
import { HouseShares } from '../sweeps/house-shares.ts';
import type { WalletMovesOptions } from '../sweeps/wallet-moves.ts';
import type { PaymentCodeContext } from '../second-factor/payment-code.ts';
import { describeWorker } from '../tickets/actors.ts';
import type { ChainAccess, HouseWallet } from '../tickets/chain-access.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import type { AcceptancePolicy } from '../withdrawals/acceptance.ts';
import { SignedWithdrawals } from '../withdrawals/signed-withdrawals.ts';
import type { SigningRules } from '../withdrawals/signed-withdrawals.ts';
import { createListSigned } from '../withdrawals/signed-payments.ts';
import type { ListSigned } from '../withdrawals/signed-payments.ts';
import { WithdrawalService } from '../withdrawals/withdrawal-service.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';
import { WithdrawalWorker } from '../withdrawals/withdrawal-worker.ts';
import { NetworkLoops } from './network-loops.ts';
import type { NetworkWorkOptions } from './network-work.ts';
import type { ExternalParties } from './open-network.ts';

export type PrepareTicketServicesOptions = {
  readonly database: TicketDatabase;
  readonly sequencer: LedgerPort;
  readonly providers: readonly TicketProvider[];
  readonly notifier: Notifier;
  readonly customers: CustomerDirectory;
  /** When customers changed what they sign in with: withdrawals wait after that. */
  readonly credentialChanges: Pick<CredentialChanges, 'readLast'>;
  /** Checks the codes of customers with a second factor. */
  readonly codes: PaymentCodeContext['codes'];
  /** Which products have a price that may decide without an operator. */
  readonly priceTrust: PriceTrust;
  /** Which withdrawals are accepted automatically, and which wait. */
  readonly acceptance: AcceptancePolicy;
  /** Where customers sign withdrawals with passkeys, and what that raises; null or missing: nowhere. */
  readonly signing?: SigningRules | null;
  /** Prove the rows of saved destinations. */
  readonly macs: RowMacs;
  /** Secrets: the ticket key is shared with the signer, the address key with no other process. */
  readonly keys: { readonly ticketMac: MacKey; readonly addressMac: MacKey };
  /** Which bank payouts were started and which addresses were used: outside the database. */
  readonly decisions: Pick<DecisionRecord, 'payoutStartedAt'> & AddressRecord;
  readonly clock: () => number;
  readonly log: Log;
  /** Interval between two comparisons of wallets and books; a minute by default. */
  readonly reconcileEveryMs?: number;
  /** The products of a network are frozen when no comparison of it has succeeded for this time; 15 minutes by default. */
  readonly reconcileLateMs?: number;
  /** The most that hot wallets may hold of what is owed to customers, in millionths; null or missing: no limit. */
  readonly hotCapPpm?: bigint | null;
  readonly onStep?: StepContext['onStep'];
  readonly onMoveStep?: WalletMovesOptions['onStep'];
};
export type OpenTicketServicesOptions = PrepareTicketServicesOptions & ExternalParties;

export type TicketServices = {
  readonly deposits: DepositService;
  readonly withdrawals: WithdrawalService;
  readonly destinations: DestinationService;
  /** Returns the house's own addresses. @throws TicketsNotReady until chains and signer are up */
  wallets(): readonly HouseWallet[];
  readonly houseShares: HouseShares;
  /** Verifies approvals of payments. @throws TicketsNotReady until chains and signer are up */
  approvals(): ApprovalVerifier;
  /** Returns the cold storage of each network that has one. @throws TicketsNotReady until chains and signer are up */
  coldStorages(): ReadonlyMap<number, ColdStorage>;
  /** The last comparisons of the wallets. */
  readonly comparisons: WalletComparisons;
  /** Lists the signed payments of a ticket. @throws TicketsNotReady until chains and signer are up; SignerUnavailable */
  readonly listSigned: ListSigned;
  /** The withdrawals that customers sign; null where the signer accepts no such signatures. */
  readonly signedWithdrawals: StepContext['signedWithdrawals'];
  /** Passes customers' passkeys on to the signer; call it when one was added or removed. */
  onPasskeysChanged(): void;
  /** Starts watching and paying. The services work before it; tickets progress from here on, on networks once connected. */
  start(): void;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
  /** Runs one turn of everything, for tests, which do not wait for intervals. */
  turn(): Promise<void>;
};

/** The shortest delay between two rounds over the tickets that no confirmed ticket requested. */
const ticketIntervalMs = 1000;
const reconcileEveryMsDefault = 60_000;
const reconcileLateMsDefault = 15 * 60_000;
/** Delay between two looks for passkeys that no change announced. */
const passkeysIntervalMs = 30_000;
/** Delay between two looks at rows that follow the ledger. */
const lookAgainMs = 300;

/** Services that work on the ledger already and wait for the chains and the signer. */
export type PreparedTicketServices = TicketServices & {
  /** Connects the external parties, once. Until then whatever needs them throws `TicketsNotReady`. */
  connect(chainAccess: ExternalParties): void;
};

/**
 * Opens the services and completes what a crash interrupted: half-done requests, holds of ended tickets.
 *
 * Unavailable nodes do not prevent it from opening: their networks are retried by their own loops.
 */
export async function openTicketServices(options: OpenTicketServicesOptions): Promise<TicketServices> {
  const services = await prepareTicketServices(options);
  services.connect(options);
  return services;
}

/** Opens what needs only the ledger: histories, terms, confirmations and cancels work from here on. */
export async function prepareTicketServices(
  options: PrepareTicketServicesOptions,
): Promise<PreparedTicketServices> {
  const { providers, keys, log } = options;
  const reconcileEveryMs = options.reconcileEveryMs ?? reconcileEveryMsDefault;
  // The loops are created with the context, and connected to the signer later.
  const context = createStepContext(options, () => networks.record());
  const { database, ledger, clock } = context;
  const addresses = new DepositAddresses({
    database,
    macKey: keys.addressMac,
    decisions: options.decisions,
    clock,
    log,
  });
  const { hotCapPpm } = options;
  const houseShares = new HouseShares(ledger);
  const comparisons = new WalletComparisons();
  const hotWallets =
    hotCapPpm == null ? null : new HotWalletCap({ comparisons, ledger, houseShares, log, capPpm: hotCapPpm });
  const networks: NetworkLoops = new NetworkLoops({
    ...options,
    context,
    addresses,
    reconcileEveryMs,
    reconcileLateMs: options.reconcileLateMs ?? reconcileLateMsDefault,
    comparisons,
    hotWallets,
    houseShares,
    heldDepositMails: new HeldDepositMails({
      ...options,
      findProduct: (productId) => options.sequencer.undurable.product(productId),
    }),
  });
  const chainAccess = () => networks.access();
  const deposits = new DepositService({ database, ledger, providers, chainAccess, addresses });
  const wakePayments = () => networks.wake();
  const { destinations, withdrawals, worker, loop } = createWithdrawals({
    ...options,
    context,
    chainAccess,
    wakePayments,
  });
  const { signing } = options;
  const registrar =
    signing == null
      ? null
      : new PasskeyRegistrar({ database, registry: () => networks.passkeys(), macs: signing.macs, log });
  const passkeysLoop = new Loop({
    name: 'passkeys for the signer',
    intervalMs: passkeysIntervalMs,
    log,
    work: async () => registrar?.work(),
  });
  const compareBooks = createBooksComparison(options, networks, hotWallets);
  const booksLoop = new Loop({
    name: 'reconciliation of the books',
    intervalMs: reconcileEveryMs,
    log,
    work: compareBooks,
  });
  await worker.heal();
  return {
    deposits,
    withdrawals,
    destinations,
    wallets: () => networks.wallets(),
    houseShares,
    approvals: () => networks.approvals(),
    coldStorages: () => networks.coldStorages(),
    comparisons,
    listSigned: context.listSigned,
    signedWithdrawals: context.signedWithdrawals,
    onPasskeysChanged: () => passkeysLoop.wake(),
    connect(external) {
      networks.connect(external);
      passkeysLoop.wake();
    },
    start() {
      for (const one of [loop, booksLoop, passkeysLoop, networks]) one.start();
    },
    async stop() {
      await Promise.all([loop, booksLoop, passkeysLoop, networks].map((one) => one.stop()));
    },
    async turn() {
      await registrar?.work();
      await worker.work();
      try {
        await networks.turn();
      } finally {
        await compareBooks();
      }
    },
  };
}

/** Returns what every step of a withdrawal needs. Each step can be interrupted by the fault injection. */
function createStepContext(
  {
    database,
    sequencer: ledger,
    providers,
    keys,
    decisions,
    clock,
    log,
    onStep,
    signing,
  }: PrepareTicketServicesOptions,
  record: () => PaymentRecord,
): NetworkWorkOptions['context'] {
  return {
    listSigned: createListSigned(providers, record, decisions, (ticketId) =>
      ledger.read((view) => view.withdrawal(ticketId)?.productId),
    ),
    signedWithdrawals:
      signing == null ? null : new SignedWithdrawals({ database, ledger, rules: signing, clock }),
    database,
    ledger,
    clock,
    log,
    ticketMacKey: keys.ticketMac,
    providers,
    onStep: (step, ticketId) => {
      writePoint(`withdrawal.${step}`);
      onStep?.(step, ticketId);
    },
  };
}

/** Builds withdrawals, their saved destinations, and the worker that continues them in its loop. */
function createWithdrawals({
  context,
  acceptance: policy,
  priceTrust,
  providers,
  notifier,
  customers,
  credentialChanges,
  codes,
  macs,
  chainAccess,
  wakePayments,
}: Pick<
  PrepareTicketServicesOptions,
  | 'acceptance'
  | 'priceTrust'
  | 'providers'
  | 'notifier'
  | 'customers'
  | 'credentialChanges'
  | 'codes'
  | 'macs'
> & {
  readonly context: NetworkWorkOptions['context'];
  readonly chainAccess: () => ChainAccess;
  readonly wakePayments: () => void;
}) {
  const records = new DestinationRecords({ macs, seals: context.database.seals });
  const people = { notifier, customers, credentialChanges, codes };
  const shared = { ...context, ...people, policy, priceTrust, providers, savedDestinations: records };
  const destinations = new DestinationService({ ...shared, records, chainAccess });
  const withdrawals = new WithdrawalService({
    ...shared,
    chainAccess,
    destinations,
    wake: () => loop.wake(),
  });
  const by = describeWorker('withdrawals');
  const worker = new WithdrawalWorker({ ...shared, withdrawals, wakePayments, by });
  const loop: Loop = new Loop({
    name: 'withdrawals',
    intervalMs: ticketIntervalMs,
    log: context.log,
    work: () => worker.work(),
    due: { next: () => worker.nextDueAt(), now: context.clock },
  });
  // The hold of a ticket that ended is released, should the request that ended it have failed after that.
  context.database.follow((change) => {
    if (change.table === 'withdrawal') loop.wakeWithinInterval();
  });
  return { destinations, withdrawals, worker, loop };
}

/** Returns the comparison of the books with the ledger, followed by the check of the hot wallets' cap. */
function createBooksComparison(
  { database, sequencer: ledger, providers, keys, clock, log }: PrepareTicketServicesOptions,
  networks: NetworkLoops,
  hotWallets: HotWalletCap | null,
): () => Promise<void> {
  const ticketMacKey = keys.ticketMac;
  const isBehind = (productId: ProductId) => networks.isBehind(productId);
  const pause = () => sleep(lookAgainMs);
  return async () => {
    await reconcileBooks({ database, ledger, ticketMacKey, providers, clock, log, isBehind, pause });
    await hotWallets?.work();
  };
}
