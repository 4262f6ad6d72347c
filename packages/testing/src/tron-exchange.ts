/** The small exchange of `ticket-world.ts` with a TRON network: a node that behaves as documented, real signer, real tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tronAddresses } from '@salar/adapters/chain-tron/tron-addresses';
import { TronClient } from '@salar/adapters/chain-tron/tron-client';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import type { Seed } from '@salar/adapters/files/seed-file';
import { buildPolicy } from '@salar/adapters/signer/signer-policy';
import type { DepositBranches } from '@salar/adapters/signer/signer-policy';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { openFamilies } from '@salar/signer/families/open-families';
import type { KeyName, KeyStore } from '@salar/signer/keys/key-store';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { SignerKeys } from '@salar/signer/keys/signer-keys';
import { Moves } from '@salar/signer/moves/moves';
import { SigningLog } from '@salar/signer/payments/signing-log';
import { TicketSigner } from '@salar/signer/payments/ticket-signer';
import type { Engine } from '@salar/engine';
import { assert, houseAccounts, minor, productId } from '@salar/protocol';
import type { AccountId, ProductId } from '@salar/protocol';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import { findWallet, openTicketServices } from '@salar/services';
import type {
  ChainProvider,
  LedgerPort,
  OpenTicketServicesOptions,
  SignerWallet,
  TicketServices,
  TronNetwork,
} from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { createDecisions } from './decision-memory.ts';
import { generousAcceptance } from './generous-acceptance.ts';
import { createCollectingLog, createCollectingNotifier, createSeededEngine, world } from './ticket-world.ts';
import type { TicketWorld } from './ticket-world.ts';
import { testMacs } from './test-customers.ts';
import { createTestSeed } from './keys/test-seed.ts';
import { TronNode } from './chains/tron-node.ts';
import { noCodes } from './no-codes.ts';
import { trustedPrices } from './trusted-prices.ts';

export const trx = productId(8);
const { usdt } = world.ids;
export const tronUsdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const coin = 1_000_000n;
const blockMs = 3_000;
/** Blocks of the node's own before the exchange starts. */
const blocksBefore = 21;

export type TronExchange = {
  readonly engine: Engine;
  readonly ledger: LedgerPort;
  readonly node: TronNode;
  readonly client: TronClient;
  readonly network: TronNetwork;
  readonly alerts: readonly string[];
  readonly mails: TicketWorld['mails'];
  readonly clock: { now: number };
  /** That of the first signer. */
  readonly seed: Seed;
  /** The wallets of the signer as it was started last. */
  wallet: SignerWallet & { readonly gasAddress: string };
  moves: Moves;
  services: TicketServices;
  /** Opens the services again on the same data, as the next start of the process would. */
  reopen(changes?: Partial<OpenTicketServicesOptions>): Promise<TicketServices>;
  /** Starts a signer with a seed, keys apart from it or other deposit addresses, and the exchange with it. */
  startSigner(
    seed: Seed,
    apart?: ReadonlyMap<KeyName, KeyStore>,
    depositBranches?: DepositBranches,
  ): Promise<void>;
  /** Mines blocks one by one and lets the workers process each. */
  pass(blocks: number): Promise<void>;
  /** Advances the final chain past this time with empty blocks: what waits is lost. */
  passTime(ms: number): void;
  getDepositAddress(account: AccountId): Promise<string>;
  /** Sends from outside; it is in the next block. */
  pay(to: string, contract: string | null, amount: bigint): Promise<void>;
  /** Returns what the ledger has in the wallets. */
  custody(product: ProductId): bigint;
  /** Returns the products whose wallets differ from the tickets by the last comparison. */
  listDifferences(): Promise<readonly ProductId[]>;
  close(): Promise<void>;
};

/**
 * Opens the exchange with empty wallets.
 *
 * @param options.change  changes the settings of the network
 */
export async function openTronExchange(
  database: TicketDatabase,
  options: {
    readonly change?: (network: TronNetwork) => TronNetwork;
    readonly now?: number;
  } = {},
): Promise<TronExchange> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-tron-tickets-'));
  const network = (options.change ?? ((same: TronNetwork) => same))(tronNetwork);
  const clock = { now: options.now ?? Date.UTC(2026, 0, 5, 12) };
  const now = () => clock.now;
  const node = await TronNode.open({
    chainId: network.chainId,
    contracts: new Map([[tronUsdt, 6]]),
    startAt: clock.now - blocksBefore * blockMs,
  });
  const { alerts, log } = createCollectingLog();
  const keys = openTicketKeys(dataDir);
  const claims = new ClaimStore(dataDir);
  const client = new TronClient({ url: node.url, network });
  const { engine, ledger } = createSeededEngine(now);
  await defineTron(ledger);
  const mails: TicketWorld['mails'] = [];
  const decisions = createDecisions(now);
  const shared = { network, claims, ticketMacKey: keys.ticketMac, clock: now };
  const seed = createTestSeed();
  let current = await openSigner(seed, shared);
  let changes: Partial<OpenTicketServicesOptions> = {};
  const open = () => {
    const { signer, moves, wallet } = current;
    return openTicketServices({
      database,
      sequencer: ledger,
      networks: [{ family: 'tron', settings: network, client, scheme: tronAddresses(wallet), wallet }],
      providers: [createProvider(trx, 'TRX_TRON', 41), createProvider(usdt, 'USDT_TRON', 40)],
      signer,
      moves,
      approvals: signer,
      notifier: createCollectingNotifier(mails),
      customers: { findEmail: async (userId) => `customer${userId}@example.com` },
      credentialChanges: { readLast: async () => null },
      codes: noCodes,
      priceTrust: trustedPrices,
      macs: testMacs,
      acceptance: generousAcceptance,
      keys,
      decisions,
      clock: now,
      log,
      reconcileEveryMs: 0,
      ...changes,
    });
  };
  const opened: TronExchange = {
    engine,
    ledger,
    node,
    client,
    network,
    alerts,
    mails,
    clock,
    seed,
    wallet: current.wallet,
    moves: current.moves,
    services: await open(),
    async reopen(more = {}) {
      await opened.services.stop();
      changes = { ...changes, ...more };
      opened.services = await open();
      return opened.services;
    },
    async startSigner(other, apart, depositBranches) {
      current = await openSigner(other, { ...shared, apart, depositBranches });
      opened.wallet = current.wallet;
      opened.moves = current.moves;
      await opened.reopen();
    },
    async pass(blocks) {
      for (let block = 0; block < blocks; block += 1) {
        node.mine(1);
        clock.now += blockMs;
        await opened.services.turn();
      }
    },
    passTime(ms) {
      clock.now += ms;
      node.dropWaiting();
      node.pause(ms);
      node.mine(blocksBefore);
    },
    async getDepositAddress(accountId) {
      const request = { accountId, productId: usdt, generateNew: false };
      const answer = await opened.services.deposits.getAddress(request);
      assert(answer.ok, 'the account can get a deposit address');
      return answer.value.address;
    },
    async pay(to, contract, amount) {
      await node.pay({ to, contract, amount });
    },
    custody: (product) => 0n - engine.position(houseAccounts.custody, product).total,
    async listDifferences() {
      const rows = await listReconciliations(database);
      return rows.filter(({ found, expected }) => found !== expected).map((row) => row.productId);
    },
    async close() {
      await opened.services.stop();
      await node.close();
      await claims.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return opened;
}

/** Opens the signer with a seed, as its start does. */
async function openSigner(
  seed: Seed,
  options: {
    readonly network: TronNetwork;
    readonly claims: ClaimStore;
    readonly ticketMacKey: MacKey;
    readonly clock: () => number;
    readonly apart?: ReadonlyMap<KeyName, KeyStore> | undefined;
    readonly depositBranches?: DepositBranches | undefined;
  },
): Promise<{ signer: TicketSigner; moves: Moves; wallet: TronExchange['wallet'] }> {
  const { network, claims, ticketMacKey, clock, apart, depositBranches } = options;
  const keys = new SignerKeys(new SeedKeys(seed, 'regtest'), apart, { depositBranches });
  const { networks } = buildPolicy({ networks: [network], caps: [] });
  const families = await openFamilies(keys, networks);
  const signer = new TicketSigner({
    families,
    networks,
    caps: [trx, usdt].map((product) => ({
      chainId: network.chainId,
      productId: product,
      perTransaction: minor(500_000n * coin),
      perHour: minor(2_000_000n * coin),
      perDay: minor(8_000_000n * coin),
    })),
    approvals: null,
    ticketMacKey,
    log: new SigningLog(claims),
    clock,
  });
  const moves = new Moves({ keys, families, networks, claims, tickets: signer, clock });
  const { gasAddress, ...wallet } = findWallet(await signer.identity(), 'tron');
  assert(gasAddress !== null, 'a TRON network has a gas wallet');
  return { signer, moves, wallet: { ...wallet, gasAddress } };
}

const tronNetwork: TronNetwork = {
  family: 'tron',
  chainId: 3_448_148_188,
  name: 'tron',
  displayName: 'TRON',
  assets: [
    { productId: trx, contract: null, decimals: 6, sweepMin: 10n * coin },
    { productId: usdt, contract: tronUsdt, decimals: 6, sweepMin: 10n * coin },
  ],
  confirmations: 3,
  reorgGraceBlocks: 6,
  stuckBlocks: 6,
  paymentFees: { perHour: 4_000n * coin, perDay: 16_000n * coin },
  startHeight: 0,
  pollMs: 100,
  feeLimit: 40n * coin,
  sweeps: {
    gasWalletMin: 50n * coin,
    gasWalletMax: 200n * coin,
    perMove: 40n * coin,
    perHour: 2_000n * coin,
  },
};

function createProvider(product: ProductId, name: string, providerId: number): ChainProvider {
  return {
    kind: 'chain',
    chainId: tronNetwork.chainId,
    providerId,
    name,
    displayName: tronNetwork.displayName,
    productId: product,
    depositTemplate: 'WSAccountProvider_Tron',
    withdrawTemplate: 'ToExternalTronAddress',
    depositMin: minor(coin),
    withdrawFee: minor(2n * coin),
    withdrawMin: minor(5n * coin),
    confirmations: tronNetwork.confirmations,
  };
}

async function defineTron(ledger: LedgerPort): Promise<void> {
  const product = { productId: trx, symbol: 'TRX', name: 'TRON', kind: 'crypto', decimals: 6 } as const;
  await ledger.submit({ type: 'DefineProduct', ...product });
  await ledger.submit({ type: 'SetReferencePrice', productId: trx, price: minor(50_000n) });
}
