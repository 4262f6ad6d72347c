/** Puts money in and out together: desks for the gateway, workers for the chains. */
import type { Database } from '@salar/store';
import { DepositAddresses } from '../deposits/deposit-addresses.ts';
import { ChainDepositDesk } from '../deposits/deposit-desk.ts';
import { ChainWatcher } from '../deposits/chain-watcher.ts';
import { creditDeposits, settleMissingDeposits } from '../deposits/credit-deposits.ts';
import type { AddressScheme, ChainClient } from '../ports/chain-client.ts';
import type { Signer } from '../ports/chain-signer.ts';
import type { Notifier } from '../ports/notifier.ts';
import { PaymentWorker } from '../withdrawals/payment-worker.ts';
import { ChainWithdrawalDesk } from '../withdrawals/withdrawal-desk.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';
import { WithdrawalWorker } from '../withdrawals/withdrawal-worker.ts';
import type { CustomerDirectory, LedgerDoor, TicketLog } from './ledger-door.ts';
import { Loop } from './loop.ts';
import type { ChainProvider, NetworkSettings } from './networks.ts';
import type { DepositDesk, WithdrawalDesk } from './ticket-services.ts';

/** One network with its node and its way of writing addresses. */
export type OpenNetwork = {
  readonly settings: NetworkSettings;
  readonly client: ChainClient;
  readonly scheme: AddressScheme;
};

export type TicketDesksOptions = {
  readonly database: Database;
  readonly sequencer: LedgerDoor;
  readonly networks: readonly OpenNetwork[];
  readonly providers: readonly ChainProvider[];
  readonly signer: Signer;
  /** The hot wallet, as the signer told it. */
  readonly hotAddress: string;
  readonly notifier: Notifier;
  readonly customers: CustomerDirectory;
  /** Secrets of 32 bytes: the ticket key is shared with the signer, the address key with nobody. */
  readonly keys: { readonly ticketMac: Uint8Array; readonly addressMac: Uint8Array };
  readonly clock: () => number;
  readonly log: TicketLog;
  readonly onStep?: StepContext['onStep'];
};

export type TicketDesks = {
  readonly deposits: DepositDesk;
  readonly withdrawals: WithdrawalDesk;
  /** Starts watching and paying. The desks answer before; tickets move from here on. */
  start(): void;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
  /** One turn of everything, by hand: for tests, which do not wait for intervals. */
  turn(): Promise<void>;
};

/** How often tickets are looked at when nobody has woken the worker. */
const ticketIntervalMs = 1000;

/**
 * Opens the desks and heals what a crash left half done: interrupted requests, holds of ended tickets.
 *
 * Nodes that are away do not keep it from opening: their networks are tried again by their own loops.
 */
export async function openTicketDesks(options: TicketDesksOptions): Promise<TicketDesks> {
  const { database, sequencer: ledger, networks, providers, keys, clock, log, hotAddress } = options;
  const schemes = new Map(networks.map((network) => [network.settings.chainId, network.scheme]));
  const addresses = new DepositAddresses({ database, macKey: keys.addressMac, clock });
  const deposits = new ChainDepositDesk({ database, ledger, providers, schemes, addresses });

  const context: StepContext = {
    database,
    ledger,
    clock,
    log,
    ticketMacKey: keys.ticketMac,
    ...(options.onStep === undefined ? {} : { onStep: options.onStep }),
  };
  const withdrawals = new ChainWithdrawalDesk({
    ...context,
    providers,
    networks: networks.map((network) => network.settings),
    schemes,
    hotAddress,
    notifier: options.notifier,
    customers: options.customers,
    wake: () => ticketLoop.wake(),
  });
  const works = networks.map((network) => networkWork(options, context, network, addresses));
  const networkLoops = works.map(
    ({ name, pollMs, work }) => new Loop({ name, intervalMs: pollMs, log, work }),
  );
  const worker = new WithdrawalWorker({
    ...context,
    desk: withdrawals,
    providers,
    wakePayments: () => networkLoops.forEach((loop) => loop.wake()),
  });
  const ticketLoop = new Loop({
    name: 'withdrawals',
    intervalMs: ticketIntervalMs,
    log,
    work: () => worker.work(),
  });

  await worker.heal();
  return {
    deposits,
    withdrawals,
    start() {
      for (const loop of [ticketLoop, ...networkLoops]) loop.start();
    },
    async stop() {
      await Promise.all([ticketLoop, ...networkLoops].map((loop) => loop.stop()));
    },
    async turn() {
      await worker.work();
      for (const { work } of works) await work();
    },
  };
}

/** A network's turn: read blocks, credit what is ripe, then pay. Payments wait for a node that has been checked. */
function networkWork(
  options: TicketDesksOptions,
  context: StepContext,
  { settings, client, scheme }: OpenNetwork,
  addresses: DepositAddresses,
): { name: string; pollMs: number; work: () => Promise<void> } {
  const { database, sequencer: ledger, clock, log, hotAddress, signer } = options;
  const providers = options.providers.filter((provider) => provider.chainId === settings.chainId);
  const shared = { database, network: settings, client, clock, log };
  const watcher = new ChainWatcher({ ...shared, providers, scheme, addresses, hotAddress });
  const payments = new PaymentWorker({
    ...context,
    network: settings,
    providers,
    client,
    signer,
    hotAddress,
  });
  let isChecked = false;
  const work = async () => {
    if (!isChecked) await client.check();
    isChecked = true;
    const read = await watcher.follow();
    await creditDeposits({ ...shared, ledger }, read.height);
    if (!read.caughtUp) return;
    await settleMissingDeposits({ ...shared, ledger }, read.height);
    await payments.work();
  };
  return { name: `chain ${settings.name}`, pollMs: settings.pollMs, work };
}
