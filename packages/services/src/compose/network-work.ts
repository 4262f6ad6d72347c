/** Builds the work on one network: deposits, payments, sweeps and reconciliation, whatever its family. */
import { assertNever } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { hasOtherSender } from '@salar/store/tables/chains/planned-payments';
import { railPoint, writePoint } from '@salar/store/write-points';
import type { AddressOwners } from '../deposits/incoming-transfers.ts';
import { BitcoinOutputs } from '../deposits/bitcoin-outputs.ts';
import { ChainWatcher } from '../deposits/chain-watcher.ts';
import { creditDeposits, settleMissingDeposits } from '../deposits/credit-deposits.ts';
import type { DepositAddresses } from '../deposits/deposit-addresses.ts';
import { ExposedDeposits } from '../deposits/exposed-deposits.ts';
import type { HeldDepositMails } from '../deposits/held-deposit-mails.ts';
import { SecondSource } from '../deposits/second-source.ts';
import { SweepProofs } from '../deposits/sweep-proofs.ts';
import { UntracedTransactions } from '../deposits/untraced-transactions.ts';
import { BitcoinPayments } from '../payments/bitcoin-payments.ts';
import { EvmPayments } from '../payments/evm-payments.ts';
import type { PaymentWork } from '../payments/payment-steps.ts';
import { TronPayments } from '../payments/tron-payments.ts';
import { listHotAddresses } from '../ports/chain-signer.ts';
import type { Signer } from '../ports/chain-signer.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import { AddressHoldings, OutputHoldings } from '../reconciliation/wallet-holdings.ts';
import type { Holdings } from '../reconciliation/wallet-holdings.ts';
import type { WalletComparisons } from '../reconciliation/wallet-comparisons.ts';
import { WalletReconciler } from '../reconciliation/wallet-reconciler.ts';
import type { HotWalletCap } from '../sweeps/hot-wallet-cap.ts';
import { BitcoinNetworkMoves } from '../sweeps/bitcoin-network-moves.ts';
import { EvmSweeps } from '../sweeps/evm-sweeps.ts';
import type { HouseMoves } from '../sweeps/house-moves.ts';
import type { HouseShares } from '../sweeps/house-shares.ts';
import { TronSweeps } from '../sweeps/tron-sweeps.ts';
import type { WalletMovesOptions } from '../sweeps/wallet-moves.ts';
import { findCoin } from '../tickets/networks.ts';
import type { ChainProvider, TicketProvider } from '../tickets/networks.ts';
import type { ActingContext, StepContext } from '../withdrawals/withdrawal-steps.ts';
import { describeWorker } from '../tickets/actors.ts';
import { listColdAddresses, listHouseAddresses } from './open-network.ts';
import type { ExternalParties, OpenNetwork } from './open-network.ts';

export type NetworkWork = {
  readonly chainId: number;
  readonly name: string;
  readonly pollMs: number;
  /** @returns true for a completed turn, false when there are more blocks to read first */
  readonly work: () => Promise<boolean>;
  /** Work beside the turns, each in a loop of its own: it may take long, and holds up no credit and no payment. */
  readonly aside: readonly AsideWork[];
};
type AsideWork = {
  readonly name: string;
  readonly intervalMs: number;
  readonly work: () => Promise<unknown>;
};

/** Delay between two looks for transactions to trace again. */
const untracedIntervalMs = 5_000;

export type NetworkWorkOptions = {
  /** Dependencies of the steps of a withdrawal, and the whole ledger. */
  readonly context: StepContext & { readonly ledger: LedgerPort };
  readonly providers: readonly TicketProvider[];
  readonly addresses: DepositAddresses;
  /** Interval between two comparisons of wallets and books. */
  readonly reconcileEveryMs: number;
  /** The products of a network are frozen when no comparison of it has succeeded for this time. */
  readonly reconcileLateMs: number;
  readonly comparisons: WalletComparisons;
  readonly heldDepositMails: HeldDepositMails;
  readonly onMoveStep?: WalletMovesOptions['onStep'];
  /** Null when the hot wallets have no share that is watched. */
  readonly hotWallets: HotWalletCap | null;
  readonly houseShares: HouseShares;
};

/** Creates a network's turn: read blocks, credit confirmed deposits, then pay. Payments wait until the node has been checked. */
export function createNetworkWork(
  options: NetworkWorkOptions &
    Pick<ExternalParties, 'signer' | 'moves'> & { readonly coldStorage: ColdStorage | null },
  network: OpenNetwork,
): NetworkWork {
  const { settings, client, scheme } = network;
  const { context, addresses, reconcileEveryMs, reconcileLateMs } = options;
  let isCompleted = false;
  const { database, ledger, clock, log } = context;
  const providers = options.providers
    .filter((provider) => provider.kind === 'chain')
    .filter((provider) => provider.chainId === settings.chainId);
  const { ticketMacKey } = context;
  const by = describeWorker(`deposits of ${settings.name}`);
  const shared = { database, network: settings, client, clock, log, ticketMacKey, by };
  const owners = { scheme, addresses, houseAddresses: listHouseAddresses(network) };
  const outputs = network.family === 'bitcoin' ? createOutputs(network, log) : null;
  const watcher = new ChainWatcher({
    ...shared,
    ...owners,
    providers,
    ...(outputs === null ? {} : { hook: outputs }),
  });
  const secondSource = new SecondSource({ ...shared, client: network.secondSource ?? null });
  const payments = createPayments(
    { ...context, providers, secondSource, by: describeWorker(`payments of ${settings.name}`) },
    network,
    options.signer,
  );
  const reconciler = new WalletReconciler({
    ...shared,
    ...owners,
    ledger,
    holdings: createHoldings(network, clock),
    isReady: () => isCompleted,
    everyMs: reconcileEveryMs,
    lateMs: reconcileLateMs,
    comparisons: options.comparisons,
  });
  const moves = createMoves(options, network, owners);
  const { heldDepositMails: mails } = options;
  const proofs = new SweepProofs({
    ...shared,
    secondSource,
    hotAddresses: listHotAddresses(network.wallet),
  });
  const exposed = new ExposedDeposits({ ...shared, ledger, mails, proofs });
  const waiting = new Set<TicketId>();
  const crediting = { ...shared, ...owners, providers, ledger, secondSource, exposed, waiting };
  const untraced = new UntracedTransactions({ ...shared, ...owners, providers });
  const canPay = createSenderCheck(context, network);
  let isChecked = false;
  const work = async () => {
    if (!isChecked) {
      await client.check();
      await outputs?.place(database);
    }
    isChecked = true;
    const read = await watcher.follow();
    await creditDeposits(crediting, read.height);
    if (!read.caughtUp) return false;
    await settleMissingDeposits(crediting, read.height);
    if (await canPay()) {
      await payments.work(read.height);
      await moves?.work(read.height);
    }
    isCompleted = true;
    return true;
  };
  const name = `chain ${settings.name}`;
  const comparison = {
    name: `${name}, comparison`,
    intervalMs: settings.pollMs,
    work: () => reconciler.work(),
  };
  const traces = { name: `${name}, traces`, intervalMs: untracedIntervalMs, work: () => untraced.work() };
  const aside = network.family === 'bitcoin' ? [comparison] : [traces, comparison];
  return { chainId: settings.chainId, name, pollMs: settings.pollMs, work, aside };
}

/**
 * Creates the check before payments, once the keys of a wallet were replaced: what the former hot wallet has signed must end
 * with its own nonces and outputs, before its money is taken from it.
 */
function createSenderCheck(
  { database, log }: StepContext,
  { settings: { chainId }, wallet }: OpenNetwork,
): () => Promise<boolean> {
  let isAlerted = false;
  return async () => {
    if (wallet.former === undefined) return true;
    if (!(await hasOtherSender(database, { chainId, sender: wallet.hotAddress }))) return true;
    if (!isAlerted)
      log.error(
        { chainId, former: wallet.former.hotAddress },
        'ALERT: payments of the former hot wallet are open: start the signer with its former keys until they have ended',
      );
    isAlerted = true;
    return false;
  };
}

/** Creates the payments of a network: by nonce, by outputs, or by expiry. */
function createPayments(
  context: Omit<ActingContext, 'providers'> & {
    readonly providers: readonly ChainProvider[];
    readonly secondSource: SecondSource;
  },
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
        wallet: network.wallet,
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

/** Creates the moves of a network between our own addresses; null where there are none. */
function createMoves(
  options: NetworkWorkOptions & Pick<ExternalParties, 'moves'> & { readonly coldStorage: ColdStorage | null },
  network: OpenNetwork,
  owners: AddressOwners,
): HouseMoves | null {
  const { context, moves, onMoveStep, hotWallets, houseShares, coldStorage } = options;
  const { database, ledger, clock, log } = context;
  const { hotAddress, gasAddress } = network.wallet;
  if (moves === undefined) return null;
  const onStep: WalletMovesOptions['onStep'] = (step) => {
    writePoint(`move.${step}`);
    onMoveStep?.(step);
  };
  const shared = { database, ledger, clock, log, hotAddress, signer: moves, onStep, ...owners };
  if (network.family === 'evm' && gasAddress !== null)
    return new EvmSweeps({
      ...shared,
      network: network.settings,
      client: network.client,
      gasAddress,
      wallet: network.wallet,
      hotWallets,
      houseShares,
      coldStorage,
    });
  if (network.family === 'tron' && gasAddress !== null)
    return new TronSweeps({
      ...shared,
      network: network.settings,
      client: network.client,
      wallet: { ...network.wallet, gasAddress },
      hotWallets,
      houseShares,
      coldStorage,
    });
  if (network.family !== 'bitcoin') return null;
  const { settings, client, wallet } = network;
  return new BitcoinNetworkMoves({
    ...shared,
    network: settings,
    wallet,
    client,
    hotWallets,
    houseShares,
    coldStorage,
  });
}

function createOutputs({ settings, wallet }: OpenNetwork, log: Log): BitcoinOutputs {
  return new BitcoinOutputs({
    chainId: settings.chainId,
    wallet,
    log,
    coldAddresses: listColdAddresses(settings),
  });
}

/** Creates the readings of what a network's wallets hold. */
export function createHoldings(network: OpenNetwork, clock: () => number): Holdings {
  const houseAddresses = listHouseAddresses(network);
  if (network.family === 'bitcoin')
    return new OutputHoldings(network.client, findCoin(network.settings), houseAddresses);
  const products = network.settings.assets.map(({ productId }) => productId);
  return new AddressHoldings({ client: network.client, products, houseAddresses, clock });
}
