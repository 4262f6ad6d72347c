/** Wires deposits and withdrawals: services for the gateway, workers for the chains. */
import { setTimeout as sleep } from 'node:timers/promises';
import { assert, assertNever } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listOpenMoveHashes } from '@salar/store/tables/chains/house-moves';
import { railPoint, writePoint } from '@salar/store/write-points';
import { DestinationService } from '../destinations/destination-service.ts';
import { BitcoinOutputs } from '../deposits/bitcoin-outputs.ts';
import { DepositAddresses } from '../deposits/deposit-addresses.ts';
import { DepositService } from '../deposits/deposit-service.ts';
import { ChainWatcher } from '../deposits/chain-watcher.ts';
import { creditDeposits, settleMissingDeposits } from '../deposits/credit-deposits.ts';
import { SecondSource } from '../deposits/second-source.ts';
import type { AddressScheme, BitcoinChain, ChainReader, EvmChain, TronChain } from '../ports/chain-client.ts';
import type { MoveSigner, Signer, SignerWallet } from '../ports/chain-signer.ts';
import type { Notifier } from '../ports/notifier.ts';
import { BitcoinPayments } from '../payments/bitcoin-payments.ts';
import { EvmPayments } from '../payments/evm-payments.ts';
import type { PaymentWork } from '../payments/payment-steps.ts';
import { TronPayments } from '../payments/tron-payments.ts';
import { reconcileBooks } from '../reconciliation/books-reconciler.ts';
import { addressHoldings, outputHoldings } from '../reconciliation/wallet-holdings.ts';
import { WalletReconciler } from '../reconciliation/wallet-reconciler.ts';
import type { HeldAt } from '../reconciliation/wallet-reconciler.ts';
import { HotWalletCap } from '../sweeps/hot-wallet-cap.ts';
import { EvmSweeps } from '../sweeps/evm-sweeps.ts';
import type { WalletMovesOptions } from '../sweeps/wallet-moves.ts';
import type { AcceptancePolicy } from '../withdrawals/acceptance.ts';
import { WithdrawalService } from '../withdrawals/withdrawal-service.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';
import { WithdrawalWorker } from '../withdrawals/withdrawal-worker.ts';
import type { CustomerDirectory, LedgerPort, TicketLog } from '../ports/ledger-port.ts';
import { Loop } from '../background/loop.ts';
import { TicketsNotReady } from '../tickets/chain-access.ts';
import type { ChainAccess, HouseWallet } from '../tickets/chain-access.ts';
import { bankChainId, toChainId } from '../tickets/networks.ts';
import type {
  BitcoinNetwork,
  ChainProvider,
  EvmNetwork,
  TicketProvider,
  TronNetwork,
} from '../tickets/networks.ts';

/** A network with its node, its address format, and the house's wallets on it. */
export type OpenNetwork = {
  readonly scheme: AddressScheme;
  readonly wallet: SignerWallet;
  /** A second, independent source that must confirm large deposits. */
  readonly secondSource?: ChainReader;
} & (
  | { readonly family: 'evm'; readonly settings: EvmNetwork; readonly client: EvmChain }
  | { readonly family: 'bitcoin'; readonly settings: BitcoinNetwork; readonly client: BitcoinChain }
  | { readonly family: 'tron'; readonly settings: TronNetwork; readonly client: TronChain }
);

/** The external parties that tickets need: chains to watch, and the signer process with its keys. */
export type ExternalParties = {
  readonly networks: readonly OpenNetwork[];
  readonly signer: Signer;
  /** Signs transfers between our own addresses; without it nothing is swept. */
  readonly moves?: MoveSigner;
};

export type PrepareTicketServicesOptions = {
  readonly database: Database;
  readonly sequencer: LedgerPort;
  readonly providers: readonly TicketProvider[];
  readonly notifier: Notifier;
  readonly customers: CustomerDirectory;
  /** Which withdrawals are accepted automatically, and which wait. */
  readonly acceptance: AcceptancePolicy;
  /** Secrets of 32 bytes: the ticket key is shared with the signer, the address key with no other process. */
  readonly keys: { readonly ticketMac: Uint8Array; readonly addressMac: Uint8Array };
  readonly clock: () => number;
  readonly log: TicketLog;
  /** Interval between two comparisons of wallets and books; a minute by default. */
  readonly reconcileEveryMs?: number;
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
  /** Starts watching and paying. The services work before it; tickets progress from here on, on networks once connected. */
  start(): void;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
  /** Runs one turn of everything, for tests, which do not wait for intervals. */
  turn(): Promise<void>;
};

/** How often tickets are checked when nothing wakes the worker. */
const ticketIntervalMs = 1000;
const reconcileEveryMsDefault = 60_000;
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
  const { database, sequencer: ledger, providers, keys, clock, log } = options;
  let chainAccess: ChainAccess | null = null;
  const getChainAccess = () => {
    if (chainAccess === null) throw new TicketsNotReady();
    return chainAccess;
  };
  const addresses = new DepositAddresses({ database, macKey: keys.addressMac, clock });
  const deposits = new DepositService({
    database,
    ledger,
    providers,
    chainAccess: getChainAccess,
    addresses,
  });

  const context: StepContext = {
    database,
    ledger,
    clock,
    log,
    ticketMacKey: keys.ticketMac,
    onStep: (step, ticketId) => {
      writePoint(`withdrawal.${step}`);
      options.onStep?.(step, ticketId);
    },
  };
  const { notifier, customers } = options;
  const destinations = new DestinationService({
    database,
    ledger,
    providers,
    chainAccess: getChainAccess,
    notifier,
    customers,
    clock,
  });
  const withdrawals = new WithdrawalService({
    ...context,
    ledger,
    policy: options.acceptance,
    providers,
    chainAccess: getChainAccess,
    destinations,
    notifier,
    customers,
    wake: () => ticketLoop.wake(),
  });
  let wallets: readonly HouseWallet[] = [];
  let works: readonly NetworkWork[] = [];
  let networkLoops: readonly Loop[] = [];
  const worker = new WithdrawalWorker({
    ...context,
    ledger,
    withdrawals,
    policy: options.acceptance,
    providers,
    notifier,
    customers,
    wakePayments: () => networkLoops.forEach((loop) => loop.wake()),
  });
  const ticketLoop = new Loop({
    name: 'withdrawals',
    intervalMs: ticketIntervalMs,
    log,
    work: () => worker.work(),
  });

  const booksLoop = new Loop({
    name: 'reconciliation of the books',
    intervalMs: options.reconcileEveryMs ?? reconcileEveryMsDefault,
    log,
    work: () => compareBooks(),
  });
  const products = [...new Set(providers.map((provider) => provider.productId))];
  const hotCap =
    options.hotCapPpm == null ? null : new HotWalletCap({ database, ledger, log, capPpm: options.hotCapPpm });
  /** Networks whose last turn was not completed: all of them at the start, later those with an unavailable node or database. */
  const behind = new Set(providers.map(toChainId).filter((chainId) => chainId !== bankChainId));
  const isBehind = (productId: ProductId) =>
    providers.some((provider) => provider.productId === productId && behind.has(toChainId(provider)));
  const compareBooks = async () => {
    const pause = () => sleep(lookAgainMs);
    await reconcileBooks({ database, ledger, products, clock, log, isBehind, pause });
    await hotCap?.work();
  };

  await worker.heal();
  let isStarted = false;
  return {
    deposits,
    withdrawals,
    destinations,
    wallets() {
      getChainAccess();
      return wallets;
    },
    connect(external) {
      assert(chainAccess === null, 'chains and signer are connected once');
      const { networks } = external;
      chainAccess = {
        schemes: new Map(networks.map((network) => [network.settings.chainId, network.scheme])),
        networks: networks.map((network) => network.settings),
        houseAddresses: new Set(networks.flatMap((network) => listHouseAddresses(network.wallet))),
      };
      wallets = networks.map(({ settings, wallet: { hotAddress, gasAddress } }) => ({
        network: settings.name,
        hotAddress,
        gasAddress,
      }));
      works = networks.map((network) =>
        trackBehind(createNetworkWork({ ...options, ...external }, context, network, addresses), behind),
      );
      networkLoops = works.map(({ name, pollMs, work }) => new Loop({ name, intervalMs: pollMs, log, work }));
      if (isStarted) for (const loop of networkLoops) loop.start();
    },
    start() {
      isStarted = true;
      for (const loop of [ticketLoop, booksLoop, ...networkLoops]) loop.start();
    },
    async stop() {
      isStarted = false;
      await Promise.all([ticketLoop, booksLoop, ...networkLoops].map((loop) => loop.stop()));
    },
    async turn() {
      await worker.work();
      for (const { work } of works) await work();
      await compareBooks();
    },
  };
}

type NetworkWork = {
  readonly chainId: number;
  readonly name: string;
  readonly pollMs: number;
  /** @returns true for a completed turn, false when there are more blocks to read first */
  readonly work: () => Promise<boolean>;
};

/** Adds the network to `behind` unless its last turn was completed. */
function trackBehind(network: NetworkWork, behind: Set<number>): NetworkWork {
  const { chainId } = network;
  return {
    ...network,
    async work() {
      let isCompleted = false;
      try {
        isCompleted = await network.work();
      } finally {
        if (isCompleted) behind.delete(chainId);
        else behind.add(chainId);
      }
      return isCompleted;
    },
  };
}

/** A network's turn: read blocks, credit confirmed deposits, then pay. Payments wait until the node has been checked. */
function createNetworkWork(
  options: OpenTicketServicesOptions,
  context: StepContext,
  network: OpenNetwork,
  addresses: DepositAddresses,
): NetworkWork {
  const { settings, client, scheme, wallet } = network;
  const { database, sequencer: ledger, clock, log } = options;
  const providers = options.providers
    .filter((provider) => provider.kind === 'chain')
    .filter((provider) => provider.chainId === settings.chainId);
  const shared = { database, network: settings, client, clock, log };
  const watcher = new ChainWatcher({
    ...shared,
    providers,
    scheme,
    addresses,
    houseAddresses: listHouseAddresses(wallet),
    ...(network.family === 'bitcoin' ? { follower: createOutputs(network) } : {}),
  });
  const payments = createPayments({ ...context, providers }, network, options.signer);
  const reconciler = new WalletReconciler({
    ...shared,
    ledger,
    heldAt: createHoldingsReader(database, network),
    movesInFlight: () => listOpenMoveHashes(database, settings.chainId),
    everyMs: options.reconcileEveryMs ?? reconcileEveryMsDefault,
  });
  const sweeps = createSweeps(options, network);
  const secondSource = new SecondSource({ network: settings, client: network.secondSource ?? null, log });
  let isChecked = false;
  const work = async () => {
    if (!isChecked) await client.check();
    isChecked = true;
    const read = await watcher.follow();
    await creditDeposits({ ...shared, ledger, secondSource }, read.height);
    if (!read.caughtUp) return false;
    await settleMissingDeposits({ ...shared, ledger, secondSource }, read.height);
    await payments.work(read.height);
    await sweeps?.work(read.height);
    await reconciler.work(read.height);
    return true;
  };
  return { chainId: settings.chainId, name: `chain ${settings.name}`, pollMs: settings.pollMs, work };
}

/** Creates the payments of a network: by nonce, by outputs, or by expiry. */
function createPayments(
  context: StepContext & { readonly providers: readonly ChainProvider[] },
  network: OpenNetwork,
  signer: Signer,
): PaymentWork {
  const { hotAddress } = network.wallet;
  switch (network.family) {
    case 'evm':
      return new EvmPayments({
        ...context,
        network: network.settings,
        client: network.client,
        signer,
        hotAddress,
      });
    case 'bitcoin':
      return new BitcoinPayments({
        ...context,
        onStep: (step, ticketId) => {
          context.onStep?.(step, ticketId);
          railPoint('bitcoin', step);
        },
        network: network.settings,
        client: network.client,
        signer,
        hotAddress,
      });
    case 'tron':
      return new TronPayments({
        ...context,
        network: network.settings,
        client: network.client,
        signer,
        hotAddress,
      });
    default:
      return assertNever(network);
  }
}

/** Creates the sweeps of a network; null where addresses are not emptied: Bitcoin pays out of them directly. */
function createSweeps(options: OpenTicketServicesOptions, network: OpenNetwork): EvmSweeps | null {
  const { database, sequencer: ledger, clock, log, moves, onMoveStep } = options;
  const { hotAddress, gasAddress } = network.wallet;
  if (network.family !== 'evm' || moves === undefined || gasAddress === null) return null;
  const { settings, client } = network;
  const shared = { database, ledger, clock, log, network: settings, client, hotAddress, gasAddress };
  return new EvmSweeps({
    ...shared,
    signer: moves,
    onStep: (step) => {
      writePoint(`move.${step}`);
      onMoveStep?.(step);
    },
  });
}

function createOutputs({ settings, wallet }: OpenNetwork): BitcoinOutputs {
  return new BitcoinOutputs({ chainId: settings.chainId, hotAddress: wallet.hotAddress });
}

function listHouseAddresses({ hotAddress, gasAddress }: SignerWallet): readonly string[] {
  return gasAddress === null ? [hotAddress] : [hotAddress, gasAddress];
}

function createHoldingsReader(database: Database, network: OpenNetwork): HeldAt {
  if (network.family === 'bitcoin') return outputHoldings({ database, client: network.client });
  const houseAddresses = listHouseAddresses(network.wallet);
  return addressHoldings({ database, client: network.client, houseAddresses });
}
