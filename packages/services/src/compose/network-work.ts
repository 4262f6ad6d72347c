/** Builds the work on one network: deposits, payments, sweeps and reconciliation, whatever its family. */
import { assertNever } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listOpenMoveHashes } from '@salar/store/tables/chains/house-moves';
import { railPoint, writePoint } from '@salar/store/write-points';
import { BitcoinOutputs } from '../deposits/bitcoin-outputs.ts';
import { ChainWatcher } from '../deposits/chain-watcher.ts';
import { creditDeposits, settleMissingDeposits } from '../deposits/credit-deposits.ts';
import type { DepositAddresses } from '../deposits/deposit-addresses.ts';
import { SecondSource } from '../deposits/second-source.ts';
import { BitcoinPayments } from '../payments/bitcoin-payments.ts';
import { EvmPayments } from '../payments/evm-payments.ts';
import type { PaymentWork } from '../payments/payment-steps.ts';
import { TronPayments } from '../payments/tron-payments.ts';
import type { Signer } from '../ports/chain-signer.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import { addressHoldings, outputHoldings } from '../reconciliation/wallet-holdings.ts';
import { WalletReconciler } from '../reconciliation/wallet-reconciler.ts';
import type { HeldAt } from '../reconciliation/wallet-reconciler.ts';
import type { HotWalletCap } from '../sweeps/hot-wallet-cap.ts';
import { EvmSweeps } from '../sweeps/evm-sweeps.ts';
import type { WalletMovesOptions } from '../sweeps/wallet-moves.ts';
import type { ChainProvider, TicketProvider } from '../tickets/networks.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';
import { listHouseAddresses } from './open-network.ts';
import type { ExternalParties, OpenNetwork } from './open-network.ts';

export type NetworkWork = {
  readonly chainId: number;
  readonly name: string;
  readonly pollMs: number;
  /** @returns true for a completed turn, false when there are more blocks to read first */
  readonly work: () => Promise<boolean>;
};

export type NetworkWorkOptions = {
  /** Dependencies of the steps of a withdrawal, and the whole ledger. */
  readonly context: StepContext & { readonly ledger: LedgerPort };
  readonly providers: readonly TicketProvider[];
  readonly addresses: DepositAddresses;
  /** Interval between two comparisons of wallets and books. */
  readonly reconcileEveryMs: number;
  readonly onMoveStep?: WalletMovesOptions['onStep'];
  /** Null when the hot wallets have no share that is watched. */
  readonly hotWallets: HotWalletCap | null;
};

/** Creates a network's turn: read blocks, credit confirmed deposits, then pay. Payments wait until the node has been checked. */
export function createNetworkWork(
  options: NetworkWorkOptions &
    Pick<ExternalParties, 'signer' | 'moves'> & { readonly coldStorage: ColdStorage | null },
  network: OpenNetwork,
): NetworkWork {
  const { settings, client, scheme } = network;
  const { context, addresses, reconcileEveryMs } = options;
  const { database, ledger, clock, log } = context;
  const providers = options.providers
    .filter((provider) => provider.kind === 'chain')
    .filter((provider) => provider.chainId === settings.chainId);
  const shared = { database, network: settings, client, clock, log };
  const owners = { scheme, addresses, houseAddresses: listHouseAddresses(network) };
  const watcher = new ChainWatcher({
    ...shared,
    ...owners,
    providers,
    ...(network.family === 'bitcoin' ? { hook: createOutputs(network) } : {}),
  });
  const payments = createPayments({ ...context, providers }, network, options.signer);
  const reconciler = new WalletReconciler({
    ...shared,
    ledger,
    ticketMacKey: options.context.ticketMacKey,
    heldAt: createHoldingsReader(database, network),
    movesInFlight: () => listOpenMoveHashes(database, settings.chainId),
    everyMs: reconcileEveryMs,
  });
  const sweeps = createSweeps(options, network);
  const secondSource = new SecondSource({ ...shared, client: network.secondSource ?? null });
  const crediting = { ...shared, ...owners, providers, ledger, secondSource };
  let isChecked = false;
  const work = async () => {
    if (!isChecked) await client.check();
    isChecked = true;
    const read = await watcher.follow();
    await creditDeposits(crediting, read.height);
    if (!read.caughtUp) return false;
    await settleMissingDeposits(crediting, read.height);
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

/** Creates the sweeps of a network; null where addresses are not emptied: Bitcoin pays out of them directly. */
function createSweeps(
  {
    context,
    moves,
    onMoveStep,
    hotWallets,
    coldStorage,
  }: NetworkWorkOptions & Pick<ExternalParties, 'moves'> & { readonly coldStorage: ColdStorage | null },
  network: OpenNetwork,
): EvmSweeps | null {
  const { database, ledger, clock, log } = context;
  const { hotAddress, gasAddress } = network.wallet;
  if (network.family !== 'evm' || moves === undefined || gasAddress === null) return null;
  const { settings, client } = network;
  const shared = {
    database,
    ledger,
    clock,
    log,
    network: settings,
    client,
    hotAddress,
    gasAddress,
    hotWallets,
    coldStorage,
  };
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
  return new BitcoinOutputs({ chainId: settings.chainId, wallet });
}

function createHoldingsReader(database: Database, network: OpenNetwork): HeldAt {
  if (network.family === 'bitcoin') return outputHoldings({ database, client: network.client });
  const houseAddresses = listHouseAddresses(network);
  return addressHoldings({ database, client: network.client, houseAddresses });
}
