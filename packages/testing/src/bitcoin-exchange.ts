/** The small exchange of `ticket-world.ts` with a private Bitcoin network: real node, real signer, real tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBitcoinWorld, regtestNetwork } from '@salar/laptop/bitcoin-regtest/testing/bitcoin-world';
import type { BitcoinWorld } from '@salar/laptop/bitcoin-regtest/testing/bitcoin-world';
import { bitcoinAddresses } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { BitcoinClient } from '@salar/adapters/chain-bitcoin/bitcoin-client';
import { buildPolicy } from '@salar/adapters/signer/signer-policy';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { openFamilies } from '@salar/signer/families/open-families';
import type { Seed } from '@salar/adapters/files/seed-file';
import { Moves } from '@salar/signer/moves/moves';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { SigningLog } from '@salar/signer/payments/signing-log';
import { TicketSigner } from '@salar/signer/payments/ticket-signer';
import type { Engine } from '@salar/engine';
import { assert, minor, productId } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { openTicketServices, findWallet } from '@salar/services';
import type {
  BitcoinNetwork,
  ChainProvider,
  LedgerPort,
  TicketServices,
  OpenTicketServicesOptions,
} from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { createDecisions } from './decision-memory.ts';
import { generousAcceptance } from './generous-acceptance.ts';
import { openTestKeys } from './soft-token.ts';
import { testMacs } from './test-customers.ts';
import { createTestSeed } from './test-seed.ts';
import { createCollectingNotifier, createCollectingLog, createSeededEngine } from './ticket-world.ts';
import type { TicketWorld } from './ticket-world.ts';

export const bitcoinProduct = productId(1);
const satoshiPerBitcoin = 10n ** 8n;

export type BitcoinExchange = {
  readonly engine: Engine;
  readonly ledger: LedgerPort;
  readonly network: BitcoinNetwork;
  readonly node: BitcoinWorld['node'];
  readonly client: BitcoinClient;
  readonly signer: TicketSigner;
  readonly moves: Moves;
  /** The key of the MACs of tickets and their statuses. */
  readonly ticketMacKey: MacKey;
  /** With private keys: what a thief of the seed would have. */
  readonly root: Seed['root'];
  readonly hotAddress: string;
  readonly mails: TicketWorld['mails'];
  readonly alerts: readonly string[];
  readonly clock: { now: number };
  services: TicketServices;
  /** Opens the services again on the same data, as the next start of the process would. */
  reopen(changes?: Partial<OpenTicketServicesOptions>): Promise<TicketServices>;
  /** Mines blocks and lets the workers process them. */
  pass(blocks: number): Promise<void>;
  getDepositAddress(account: AccountId): Promise<string>;
  /** Sends satoshi from an external wallet to each address; they are in one block on return. */
  pay(...payments: readonly { address: string; amount: bigint }[]): Promise<void>;
  close(): Promise<void>;
};

/** Opens the exchange with empty wallets. @param change  changes the settings of the network */
export async function openBitcoinExchange(
  database: TicketDatabase,
  change: (network: BitcoinNetwork) => BitcoinNetwork = (network) => network,
): Promise<BitcoinExchange> {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-bitcoin-tickets-'));
  const world = await openBitcoinWorld(join(dataDir, 'blocks'));
  const network = change(regtestNetwork(bitcoinProduct));
  const { alerts, log } = createCollectingLog();
  const clock = { now: Date.UTC(2026, 0, 5, 12) };
  const keysDir = join(dataDir, 'keys');
  const keys = openTicketKeys(keysDir);
  const seed = createTestSeed();
  const signerKeys = await openTestKeys(new SeedKeys(seed, network.kind), ['bitcoin/hot']);
  const { networks } = buildPolicy({ networks: [network], caps: [] });
  const families = await openFamilies(signerKeys, networks);
  const claims = new ClaimStore(keysDir);
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
    ticketMacKey: keys.ticketMac,
    log: new SigningLog(claims),
    clock: () => clock.now,
  });
  const moves = new Moves({
    keys: signerKeys,
    families,
    networks,
    claims,
    tickets: signer,
    clock: () => clock.now,
  });
  const wallet = findWallet(await signer.identity(), 'bitcoin');
  const client = new BitcoinClient({ url: world.url, network });
  const scheme = bitcoinAddresses(wallet.xpub, network.kind);
  const { engine, ledger } = createSeededEngine(() => clock.now);
  await defineBitcoin(ledger);
  const mails: TicketWorld['mails'] = [];
  const options: OpenTicketServicesOptions = {
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
    node: world.node,
    client,
    signer,
    moves,
    ticketMacKey: keys.ticketMac,
    root: seed.root,
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
    async pass(blocks) {
      if (blocks > 0) await world.node.mine(blocks);
      await opened.services.turn();
    },
    async getDepositAddress(accountId) {
      const request = { accountId, productId: bitcoinProduct, generateNew: false };
      const answer = await opened.services.deposits.getAddress(request);
      assert(answer.ok, 'the account can get a deposit address');
      return answer.value.address;
    },
    async pay(...payments) {
      for (const { address, amount } of payments) await world.node.pay(address, amount);
      await world.node.mine(1);
    },
    async close() {
      await opened.services.stop();
      await world.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return opened;
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
