/** The small exchange of `ticket-world.ts` with a private Bitcoin network: real node, real signer, real tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBitcoinWorld, regtestNetwork } from '@salar/laptop/bitcoin-regtest/testing/bitcoin-world';
import type { BitcoinWorld } from '@salar/laptop/bitcoin-regtest/testing/bitcoin-world';
import { bitcoinAddresses } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { BitcoinClient } from '@salar/adapters/chain-bitcoin/bitcoin-client';
import { buildPolicy } from '@salar/adapters/signer/signer-policy';
import type { DepositBranches } from '@salar/adapters/signer/signer-policy';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { openFamilies } from '@salar/signer/families/open-families';
import type { Seed } from '@salar/adapters/files/seed-file';
import { Moves } from '@salar/signer/moves/moves';
import type { KeyName, KeyStore } from '@salar/signer/keys/key-store';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { SignerKeys } from '@salar/signer/keys/signer-keys';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { SigningLog } from '@salar/signer/payments/signing-log';
import { TicketSigner } from '@salar/signer/payments/ticket-signer';
import type { Engine } from '@salar/engine';
import { assert, minor, productId, userId } from '@salar/protocol';
import type { AccountId, TicketId } from '@salar/protocol';
import { openTicketServices, findWallet } from '@salar/services';
import type {
  BitcoinNetwork,
  ChainProvider,
  LedgerPort,
  TicketServices,
  OpenTicketServicesOptions,
  SignerWallet,
} from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import { createDecisions } from './decision-memory.ts';
import { generousAcceptance } from './generous-acceptance.ts';
import { openTestKeys } from './keys/soft-token.ts';
import { testMacs } from './test-customers.ts';
import { createTestSeed } from './keys/test-seed.ts';
import { createCollectingNotifier, createCollectingLog, createSeededEngine, world } from './ticket-world.ts';
import type { TicketWorld } from './ticket-world.ts';
import { noCodes } from './no-codes.ts';
import { trustedPrices } from './trusted-prices.ts';

export const bitcoinProduct = productId(1);
const satoshiPerBitcoin = 10n ** 8n;

export type BitcoinExchange = {
  readonly engine: Engine;
  readonly ledger: LedgerPort;
  readonly network: BitcoinNetwork;
  readonly node: BitcoinWorld['node'];
  readonly client: BitcoinClient;
  /** The address of the node. */
  readonly nodeUrl: string;
  readonly signer: TicketSigner;
  /** The signer's moves as it was started last. */
  moves: Moves;
  /** The key of the MACs of tickets and their statuses. */
  readonly ticketMacKey: MacKey;
  /** With private keys. */
  readonly seed: Seed;
  /** The wallets of the signer as it was started last. */
  wallet: SignerWallet;
  readonly hotAddress: string;
  readonly mails: TicketWorld['mails'];
  readonly alerts: readonly string[];
  readonly clock: { now: number };
  services: TicketServices;
  /** Opens the services again on the same data, as the next start of the process would. */
  reopen(changes?: Partial<OpenTicketServicesOptions>): Promise<TicketServices>;
  /** Starts a signer with keys apart from its seed, other deposit addresses or another layout, and the exchange with it. */
  startSigner(
    apart: ReadonlyMap<KeyName, KeyStore>,
    changes?: { readonly depositBranches?: DepositBranches; readonly seed?: Seed },
  ): Promise<void>;
  /** Mines blocks and lets the workers process them. */
  pass(blocks: number): Promise<void>;
  getDepositAddress(account: AccountId): Promise<string>;
  /** Sends satoshi from an external wallet to each address; they are in one block on return. */
  pay(...payments: readonly { address: string; amount: bigint }[]): Promise<void>;
  /** Creates a withdrawal of maria's, and confirms it as she does by mail. */
  withdraw(amount: bigint, destination: string): Promise<TicketId>;
  /** Returns true unless the wallets differed from the tickets in the last comparison. */
  isBalanced(): Promise<boolean>;
  close(): Promise<void>;
};

/** Opens the exchange with empty wallets. @param change  changes the settings of the network @param seed  by default a random one */
export async function openBitcoinExchange(
  database: TicketDatabase,
  change: (network: BitcoinNetwork) => BitcoinNetwork = (network) => network,
  seed: Seed = createTestSeed(),
): Promise<BitcoinExchange> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-bitcoin-tickets-'));
  const chain = await openBitcoinWorld(join(dataDir, 'blocks'));
  const network = change(regtestNetwork(bitcoinProduct));
  const { alerts, log } = createCollectingLog();
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  const keysDir = join(dataDir, 'keys');
  const keys = openTicketKeys(keysDir);
  const seedKeys = new SeedKeys(seed, network.kind);
  const signerKeys = await openTestKeys(seedKeys, ['bitcoin/hot', 'bitcoin/house']);
  const claims = new ClaimStore(keysDir);
  const signing = { network, claims, ticketMacKey: keys.ticketMac, clock: () => clock.now };
  const { signer, moves, wallet } = await openSigner(signerKeys, signing);
  const client = new BitcoinClient({ url: chain.url, network });
  const scheme = bitcoinAddresses(wallet, network.kind);
  const { engine, ledger } = createSeededEngine(() => clock.now);
  await defineBitcoin(ledger);
  const mails: TicketWorld['mails'] = [];
  let options: OpenTicketServicesOptions = {
    database,
    sequencer: ledger,
    networks: [{ family: 'bitcoin', settings: network, client, scheme, wallet }],
    providers: [bitcoinProvider(network)],
    signer,
    moves,
    approvals: signer,
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
  const opened: BitcoinExchange = {
    engine,
    ledger,
    network,
    node: chain.node,
    client,
    nodeUrl: chain.url,
    signer,
    moves,
    ticketMacKey: keys.ticketMac,
    seed,
    wallet,
    hotAddress: wallet.hotAddress,
    mails,
    alerts,
    clock,
    services: await openTicketServices(options),
    async reopen(changes = {}) {
      await opened.services.stop();
      opened.services = await openTicketServices({ ...options, ...changes });
      return opened.services;
    },
    async startSigner(apart, { depositBranches, seed: renewed } = {}) {
      const present = renewed === undefined ? seedKeys : new SeedKeys(renewed, network.kind);
      const next = await openSigner(new SignerKeys(present, apart, { depositBranches }), signing);
      opened.moves = next.moves;
      opened.wallet = next.wallet;
      options = {
        ...options,
        networks: [
          {
            family: 'bitcoin',
            settings: network,
            client,
            scheme: bitcoinAddresses(next.wallet, network.kind),
            wallet: next.wallet,
          },
        ],
        signer: next.signer,
        moves: next.moves,
        approvals: next.signer,
      };
      await opened.reopen();
    },
    async pass(blocks) {
      if (blocks > 0) await chain.node.mine(blocks);
      await opened.services.turn();
    },
    async getDepositAddress(accountId) {
      const request = { accountId, productId: bitcoinProduct, generateNew: false };
      const answer = await opened.services.deposits.getAddress(request);
      assert(answer.ok, 'the account can get a deposit address');
      return answer.value.address;
    },
    async pay(...payments) {
      for (const { address, amount } of payments) await chain.node.pay(address, amount);
      await chain.node.mine(1);
    },
    async withdraw(amount, destination) {
      const { withdrawals } = opened.services;
      const answer = await withdrawals.create({
        userId: userId(7),
        accountId: world.maria,
        productId: bitcoinProduct,
        amount: minor(amount),
        templateType: 'ToExternalBitcoinAddress',
        templateForm: JSON.stringify({ ExternalAddress: destination }),
        requestIp: null,
      });
      assert(answer.ok, 'the withdrawal is accepted');
      const { ticketId } = answer.value;
      const notification = mails.find(({ dedupKey }) => dedupKey === `withdrawal:${ticketId}`)?.notification;
      assert(notification?.kind === 'confirm_withdrawal', 'a mail was sent');
      await withdrawals.confirm({ userId: userId(7), code: notification.code });
      return ticketId;
    },
    async isBalanced() {
      const rows = await listReconciliations(database);
      return rows.every(({ found, expected }) => found === expected);
    },
    async close() {
      await opened.services.stop();
      await chain.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return opened;
}

/** Opens the signer with its keys, as its start does. */
async function openSigner(
  keys: SignerKeys,
  {
    network,
    claims,
    ticketMacKey,
    clock,
  }: {
    readonly network: BitcoinNetwork;
    readonly claims: ClaimStore;
    readonly ticketMacKey: MacKey;
    readonly clock: () => number;
  },
): Promise<{ signer: TicketSigner; moves: Moves; wallet: SignerWallet }> {
  const { networks } = buildPolicy({ networks: [network], caps: [] });
  const families = await openFamilies(keys, networks);
  const signer = new TicketSigner({
    families,
    networks,
    caps: [
      {
        chainId: network.chainId,
        productId: bitcoinProduct,
        perTransaction: minor(20n * satoshiPerBitcoin),
        perHour: minor(1_000n * satoshiPerBitcoin),
        perDay: minor(4_000n * satoshiPerBitcoin),
      },
    ],
    approvals: null,
    ticketMacKey,
    log: new SigningLog(claims),
    clock,
  });
  const moves = new Moves({ keys, families, networks, claims, tickets: signer, clock });
  return { signer, moves, wallet: findWallet(await signer.identity(), 'bitcoin') };
}

async function defineBitcoin(ledger: LedgerPort): Promise<void> {
  await ledger.submit({
    type: 'DefineProduct',
    productId: bitcoinProduct,
    symbol: 'BTC',
    name: 'Bitcoin',
    kind: 'crypto',
    decimals: 8,
  });
  const price = minor(40_000_000_000n);
  await ledger.submit({ type: 'SetReferencePrice', productId: bitcoinProduct, price });
}

function bitcoinProvider({ chainId, displayName, confirmations }: BitcoinNetwork): ChainProvider {
  return {
    kind: 'chain',
    chainId,
    providerId: 6,
    name: 'BTC_LOCAL_BITCOIN',
    displayName,
    productId: bitcoinProduct,
    depositTemplate: 'WSAccountProvider_Bitcoin',
    withdrawTemplate: 'ToExternalBitcoinAddress',
    depositMin: minor(10_000n),
    withdrawFee: minor(10_000n),
    withdrawMin: minor(50_000n),
    confirmations,
  };
}
