/**
 * A small exchange for tests of tickets: real local chain, real signer, real engine, real tables; only mails are
 * collected.
 *
 * The engine replaces the journal: what it has applied counts as durable, so a test that stops the services halfway
 * and opens them again finds the same books, as after a crash of the process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EvmClient } from '@salar/adapters/chain-evm/evm-client';
import { evmAddresses } from '@salar/adapters/chain-evm/evm-addresses';
import { startAnvil } from '@salar/laptop/anvil/start-anvil';
import type { RunningAnvil } from '@salar/laptop/anvil/start-anvil';
import { EvmMoves } from '@salar/signer/moves/evm-moves';
import { MoveLog } from '@salar/signer/moves/move-log';
import { openFamilies } from '@salar/signer/families/open-families';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { PasskeyRecord } from '@salar/signer/passkeys/passkey-record';
import { WithdrawalSignatures } from '@salar/signer/passkeys/withdrawal-signatures';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { SigningLog } from '@salar/signer/payments/signing-log';
import { TicketSigner } from '@salar/signer/payments/ticket-signer';
import { Engine } from '@salar/engine';
import { accountId, assert, millis, minor, productId, sequence } from '@salar/protocol';
import type { AccountId, Command, OutcomeOf, ProductId } from '@salar/protocol';
import { toChainId, localCaps, localProviders, openTicketServices, findWallet } from '@salar/services';
import type {
  EvmNetwork,
  LedgerPort,
  Notification,
  Notifier,
  OpenNetwork,
  TicketServices,
  OpenTicketServicesOptions,
} from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import type { TicketDatabase } from '@salar/store';
import { createDecisions } from './decision-memory.ts';
import { generousAcceptance } from './generous-acceptance.ts';
import { createApprovers, testInstallation, toApprovalPolicy } from './keys/approvers.ts';
import type { Approvers } from './keys/approvers.ts';
import { createInstantPort } from './instant-port.ts';
import { openTestKeys } from './keys/soft-token.ts';
import { testMacs } from './test-customers.ts';
import { createTestSeed } from './keys/test-seed.ts';
import { noCodes } from './no-codes.ts';
import { trustedPrices } from './trusted-prices.ts';

export const world = {
  ids: { eth: productId(2), usdt: productId(3), usdc: productId(4) },
  cop: productId(5),
  maria: accountId(1001),
  joao: accountId(1002),
  /** Level 0. */
  newcomer: accountId(1003),
  /** The exchange's address in the browser, where passkeys are valid. */
  site: 'https://exchange.example',
} as const;

export type TicketWorld = {
  readonly engine: Engine;
  readonly ledger: LedgerPort;
  readonly anvil: RunningAnvil;
  readonly client: EvmClient;
  readonly network: OpenNetwork & { readonly family: 'evm' };
  readonly hotAddress: string;
  readonly gasAddress: string;
  readonly xpub: string;
  readonly mails: { readonly to: string; readonly dedupKey: string; readonly notification: Notification }[];
  readonly log: { readonly alerts: string[] };
  clock: { now: number };
  services: TicketServices;
  readonly signer: TicketSigner;
  /** The key of the MACs of tickets and their statuses. */
  readonly ticketMacKey: MacKey;
  /** The people who approve payments, two for each. */
  readonly approvers: Approvers;
  readonly moves: EvmMoves;
  /** The signer's record of customers' passkeys; one counts after a day. */
  readonly passkeys: PasskeyRecord;
  /** Opens the services again on the same data, as the next start of the process would. */
  reopen(changes?: Partial<OpenTicketServicesOptions>): Promise<TicketServices>;
  /** Mines a block and lets the workers process it. */
  pass(blocks: number): Promise<void>;
  /** Returns the deposit address of an account. */
  getDepositAddress(account: AccountId): Promise<string>;
  available(account: AccountId, product: ProductId): bigint;
  close(): Promise<void>;
};

/** @param change settings of the network that differ from the laptop's; nothing is swept by default */
export async function openTicketWorld(
  database: TicketDatabase,
  change: (network: EvmNetwork) => EvmNetwork = (network) => ({ ...network, sweeps: null }),
): Promise<TicketWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-tickets-'));
  const table = localProviders(world.ids);
  const first = table.networks.find((candidate) => candidate.family === 'evm');
  assert(first !== undefined, 'there is a first local network');
  const network = change(first);
  const { alerts, log } = createCollectingLog();
  const anvil = await startAnvil({
    name: network.name,
    chainId: network.chainId,
    port: 0,
    stateFile: join(dataDir, 'chain', 'state.gz'),
    blockTimeSeconds: 3600, // blocks are mined when a test requests them
    log,
  });
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  const keysDir = join(dataDir, 'keys');
  const keys = openTicketKeys(keysDir);
  const seed = createTestSeed();
  const signerKeys = await openTestKeys(new SeedKeys(seed, 'regtest'), ['evm/hot', 'evm/gas', 'evm/house']);
  const claims = new ClaimStore(keysDir);
  const moves = new EvmMoves({
    keys: signerKeys,
    networks: [network],
    log: new MoveLog(claims),
    clock: () => clock.now,
  });
  const approvers = createApprovers(['ana', 'carla', 'diego']);
  const caps = localCaps(world.ids);
  const passkeyPolicy = { site: world.site, ageHours: 24, registrationsPerDay: 100 };
  const passkeys = new PasskeyRecord({
    claims,
    policy: passkeyPolicy,
    clock: () => clock.now,
    onRegistered: () => undefined,
  });
  const signer = new TicketSigner({
    families: await openFamilies(signerKeys, [network]),
    networks: [network],
    caps,
    approvals: { ...toApprovalPolicy(approvers), installation: testInstallation },
    signatures: new WithdrawalSignatures({
      record: passkeys,
      policy: passkeyPolicy,
      clock: () => clock.now,
    }),
    ticketMacKey: keys.ticketMac,
    log: new SigningLog(claims),
    clock: () => clock.now,
  });
  const wallet = findWallet(await signer.identity(), 'evm');
  const { xpub, hotAddress } = wallet;
  const client = new EvmClient({ url: anvil.url, network });
  const open = { family: 'evm', settings: network, client, scheme: evmAddresses(wallet), wallet } as const;
  const { engine, ledger } = createSeededEngine(() => clock.now);
  const mails: TicketWorld['mails'] = [];
  const options: OpenTicketServicesOptions = {
    database,
    sequencer: ledger,
    networks: [open],
    providers: table.providers.filter((provider) => toChainId(provider) === network.chainId),
    signer,
    approvals: signer,
    moves,
    passkeys,
    signing: { site: world.site, caps, macs: testMacs },
    notifier: createCollectingNotifier(mails),
    customers: { findEmail: async (userId) => `customer${userId}@example.com` },
    credentialChanges: { readLast: async () => null },
    codes: noCodes,
    priceTrust: trustedPrices,
    acceptance: generousAcceptance,
    macs: testMacs,
    keys,
    decisions: createDecisions(() => clock.now),
    clock: () => clock.now,
    log,
  };
  const opened: TicketWorld = {
    engine,
    ledger,
    anvil,
    client,
    network: open,
    hotAddress,
    gasAddress: wallet.gasAddress ?? '',
    xpub,
    mails,
    clock,
    signer,
    ticketMacKey: keys.ticketMac,
    approvers,
    moves,
    passkeys,
    log: { alerts },
    services: await openTicketServices(options),
    async reopen(changes = {}) {
      await opened.services.stop();
      opened.services = await openTicketServices({ ...options, ...changes });
      return opened.services;
    },
    async pass(blocks) {
      await anvil.mine(blocks);
      await opened.services.turn();
    },
    async getDepositAddress(account) {
      const answer = await opened.services.deposits.getAddress({
        accountId: account,
        productId: world.ids.usdt,
        generateNew: false,
      });
      assert(answer.ok, 'the account can get a deposit address');
      return answer.value.address;
    },
    available(account, product) {
      const { total, held } = engine.position(account, product);
      return total - held;
    },
    async close() {
      await opened.services.stop();
      await anvil.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return opened;
}

export function createSeededEngine(now: () => number): { engine: Engine; ledger: LedgerPort } {
  const engine = new Engine();
  const apply = <C extends Command>(command: C): OutcomeOf<C> =>
    engine.apply(command, { sequence: sequence(engine.lastSequence + 1), at: millis(now()) });
  for (const command of buildWorldSetup()) apply(command);
  return { engine, ledger: createInstantPort(engine, async (command) => apply(command)) };
}

/** Builds the commands that define products, levels and customers. */
export function buildWorldSetup(): readonly Command[] {
  const define = (
    id: ProductId,
    symbol: string,
    kind: 'crypto' | 'fiat',
    decimals: number,
    price: bigint,
  ): readonly Command[] => [
    { type: 'DefineProduct', productId: id, symbol, name: symbol, kind, decimals },
    { type: 'SetReferencePrice', productId: id, price: minor(price) },
  ];
  return [
    ...define(world.ids.eth, 'ETH', 'crypto', 18, 1_500_000_000n),
    ...define(world.ids.usdt, 'USDT', 'crypto', 6, 400_000n),
    ...define(world.ids.usdc, 'USDC', 'crypto', 6, 400_000n),
    ...define(world.cop, 'COP', 'fiat', 2, 100n),
    { type: 'DefineLevel', level: 0, dailyLimit: minor(0n), monthlyLimit: minor(0n) },
    { type: 'DefineLevel', level: 1, dailyLimit: null, monthlyLimit: null },
    ...[world.maria, world.joao, world.newcomer].map((accountId): Command => ({
      type: 'OpenAccount',
      accountId,
      kind: 'customer',
    })),
    ...[world.maria, world.joao].map((accountId): Command => ({
      type: 'SetAccountLevel',
      accountId,
      level: 1,
    })),
  ];
}

export function createCollectingNotifier(mails: TicketWorld['mails']): Notifier {
  return {
    async enqueue(_tx, { to, dedupKey, notification }) {
      mails.push({ to, dedupKey, notification });
    },
  };
}

export function createCollectingLog(): { alerts: string[]; log: Log } {
  const alerts: string[] = [];
  return {
    alerts,
    log: { info: () => undefined, warn: () => undefined, error: (_details, message) => alerts.push(message) },
  };
}
