/** An exchange with a journal, a signer behind its TLS listener, and a watcher beside it, for tests of the watcher. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import { Quorum } from '@salar/approvals/quorum';
import { minor, userId } from '@salar/protocol';
import type { AccountId, ProductId } from '@salar/protocol';
import { Sequencer, SequencerUnavailable } from '@salar/sequencer';
import type { EvmNetwork, OpenTicketServicesOptions, WithdrawTicket } from '@salar/services';
import { WatcherHalts } from '@salar/services/reconciliation/watcher-halts';
import {
  FileCheckpointSigner,
  deriveCheckpointKey,
  formatCheckpointKey,
} from '@salar/signer/checkpoints/checkpoint-signer';
import { serveSigner } from '@salar/signer/service/signer-server';
import { Halts } from '@salar/signer/watch/halts';
import { WatcherRequests } from '@salar/signer/watch/watcher-requests';
import { listHalts } from '@salar/store/tables/operators/watcher-halts';
import { signAs, toApprovalPolicy } from '@salar/testing/keys/approvers';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { buildWorldSetup, openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { HDKey } from '@scure/bip32';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { openWatcher } from '../run-watcher.ts';
import type { OpenWatcher } from '../run-watcher.ts';
import { createWatcherKeys } from '../watcher-keys.ts';
import type { WatcherSettings } from '../watcher-settings.ts';

const mariaUser = userId(7);

export class WatchedExchange {
  readonly data: TestDatabase;
  readonly world: TicketWorld;
  readonly sequencer: Sequencer;
  readonly halts: Halts;
  readonly checkpoints: FileCheckpointSigner;
  readonly watcherHalts: WatcherHalts;
  readonly watcherLog: string[] = [];
  readonly signerAlerts: string[] = [];
  readonly exchangeAlerts: string[] = [];
  /** Milliseconds that the watcher's clock is ahead: passes its grace without waiting. */
  ahead = 0;
  readonly settings: WatcherSettings;
  readonly #wired: Partial<OpenTicketServicesOptions>;
  readonly #ends: (() => unknown)[];
  #watcher: OpenWatcher | null = null;

  private constructor(parts: Parts) {
    this.data = parts.data;
    this.world = parts.world;
    this.sequencer = parts.sequencer;
    this.halts = parts.halts;
    this.checkpoints = parts.checkpoints;
    this.settings = parts.settings;
    this.#wired = parts.wired;
    this.#ends = parts.ends;
    this.watcherHalts = new WatcherHalts({
      database: parts.data.database,
      ledger: parts.sequencer,
      key: parts.watcherKey,
      decisions: createDecisions(Date.now),
      clock: Date.now,
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (_, text) => this.exchangeAlerts.push(text),
      },
    });
    parts.onAlert.add((line) => this.signerAlerts.push(line));
  }

  static async open(change: (network: EvmNetwork) => EvmNetwork): Promise<WatchedExchange> {
    const dir = mkdtempSync(join(tmpdir(), 'salar-watched-'));
    const data = await openTestDatabase();
    const opened = await openTicketWorld(data.database, change);
    const sequencer = await Sequencer.open({
      database: data.database,
      snapshotEvery: 50,
      // A writer that finds rows of somebody else ends; the halt waits in its table for the next start.
      onFatal: () => undefined,
    });
    for (const command of buildWorldSetup()) await sequencer.submit(command);
    const watcherKey = await createWatcherKeys(join(dir, 'watcher'));
    const signerDir = join(dir, 'signer');
    const halts = new Halts(join(dir, 'signer'));
    const [identity, client, watching] = await Promise.all([
      openTlsIdentity(signerDir, 'signer'),
      openTlsIdentity(signerDir, 'exchange'),
      openTlsIdentity(join(dir, 'watcher'), 'watcher'),
    ]);
    const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
    const checkpoints = new FileCheckpointSigner({
      path: join(signerDir, 'checkpoints.jsonl'),
      root,
      clock: Date.now,
      onConflict: () => undefined,
    });
    const onAlert = new Set<(line: string) => void>();
    const alert = ({ event, subject }: { event: string; subject: string }) => {
      for (const write of onAlert) write(`${event} ${subject}`);
    };
    const requests = new WatcherRequests({
      halts,
      key: watcherKey,
      silentMinutes: 10,
      findCheckpoint: () => checkpoints.last,
      clock: Date.now,
      onAlert: alert,
    });
    const listen = { socket: join(dir, 'signer.sock') };
    const served = {
      identity: () => opened.signer.identity(),
      sign: (request: Parameters<typeof opened.signer.sign>[0]) => opened.signer.sign(request),
      listSigned: (ticketId: Parameters<typeof opened.signer.listSigned>[0]) =>
        opened.signer.listSigned(ticketId),
      verifyApproval: (request: Parameters<typeof opened.signer.verifyApproval>[0]) =>
        opened.signer.verifyApproval(request),
      move: (request: Parameters<typeof opened.moves.move>[0]) => opened.moves.move(request),
    };
    const server = await serveSigner(served, {
      listen,
      identity,
      clients: [client.certificate],
      watcher: { certificate: watching.certificate, requests },
      onAlert: alert,
    });
    const line = new SignerClient({
      endpoint: listen,
      signerCertificate: identity.certificate,
      identity: client,
    });
    const wired = {
      sequencer,
      signer: line,
      moves: line,
      approvals: line,
      reconcileEveryMs: 1e9,
      hotCapPpm: 500_000n,
    };
    await opened.reopen(wired);
    const settings: WatcherSettings = {
      database: asWatcher(data),
      networks: [opened.network.settings],
      wallets: await line.identity(),
      nodes: new Map([
        [opened.network.settings.chainId, { chainId: 1, url: opened.anvil.url, traces: 'trace' as const }],
      ]),
      dataDir: join(dir, 'watcher'),
      intervalMs: 1_000,
      graceMs: 30_000,
      balancesEveryMs: 0,
      signers: [{ endpoint: listen, signerCertificate: identity.certificate }],
      checkpointKey: formatCheckpointKey(deriveCheckpointKey(root)),
    };
    const ends = [
      () => opened.services.stop(),
      () => sequencer.close(),
      () => opened.close(),
      () => line.close(),
      () => server.close(),
      () => halts.close(),
      () => data.close(),
      () => rmSync(dir, { recursive: true, force: true }),
    ];
    return new WatchedExchange({
      data,
      world: opened,
      sequencer,
      halts,
      checkpoints,
      settings,
      wired,
      watcherKey,
      onAlert,
      ends,
    });
  }

  /** Lets the exchange compare in every turn, which moves to cold storage need. */
  async compareAlways(): Promise<void> {
    await this.world.reopen({ ...this.#wired, reconcileEveryMs: 0 });
  }

  /** One round of the watcher, and one look of the exchange for its halts, unless its writer has ended. */
  async round(): Promise<void> {
    this.#watcher ??= await openWatcher(this.settings, {
      clock: () => Date.now() + this.ahead,
      log: {
        info: () => undefined,
        warn: (_, text) => this.watcherLog.push(text),
        error: (_, text) => this.watcherLog.push(text),
      },
    });
    await this.#watcher.watcher.round();
    try {
      await this.watcherHalts.work();
    } catch (error) {
      if (!(error instanceof SequencerUnavailable)) throw error;
    }
  }

  /** Two rounds with the grace between them: what was no delay counts then. */
  async roundsWithGrace(): Promise<void> {
    await this.round();
    this.ahead += this.settings.graceMs;
    await this.round();
  }

  async restartWatcher(): Promise<void> {
    await this.#watcher?.close();
    this.#watcher = null;
  }

  /** Returns true when withdrawals of every product are frozen and the signer has a halt in force. */
  isHalted(): boolean {
    const frozen = this.sequencer.engine.products().every(({ halted }) => halted);
    return frozen && this.halts.list().length > 0;
  }

  /** Counts the halts that the exchange has not carried out, such as while its writer has ended. */
  async countWaitingHalts(): Promise<number> {
    const rows = await listHalts(this.data.database);
    return rows.filter(({ handledAt }) => handledAt === null).length;
  }

  /** Ends every halt as people do: approvers at the signer, operators at the exchange. */
  async lift(): Promise<void> {
    const { approvers } = this.world;
    const policy = toApprovalPolicy(approvers);
    const text = this.halts.formatLift() ?? '';
    const signatures = ['ana', 'carla'].map((name) => ({ name, signature: signAs(approvers, name, text) }));
    const lifted = await this.halts.lift(signatures, new Quorum(policy.required, policy.approvers));
    if (!lifted.ok) throw new Error(lifted.refusal);
    for (const { productId, halted } of this.sequencer.engine.products())
      if (halted) await this.sequencer.submit({ type: 'SetProductHalt', productId, halted: false });
  }

  async withdraw(
    productId: ProductId,
    amount: bigint,
    accountId: AccountId = world.maria,
  ): Promise<WithdrawTicket> {
    const { services, mails } = this.world;
    const receiver = privateKeyToAddress(generatePrivateKey());
    const made = await services.withdrawals.create({
      userId: mariaUser,
      accountId,
      productId,
      requestIp: '203.0.113.9',
      amount: minor(amount),
      templateType: 'ToExternalEthereumAddress',
      templateForm: JSON.stringify({ ExternalAddress: receiver, Comment: 'rent' }),
    });
    if (!made.ok) throw new Error(made.refusal);
    const mail = mails.find((one) => one.dedupKey === `withdrawal:${made.value.ticketId}`);
    if (mail?.notification.kind !== 'confirm_withdrawal') throw new Error('no mail was sent');
    await services.withdrawals.confirm({ userId: mariaUser, code: mail.notification.code });
    return made.value;
  }

  async close(): Promise<void> {
    await this.#watcher?.close();
    for (const end of this.#ends) await end();
  }
}

type Parts = Pick<WatchedExchange, 'data' | 'world' | 'sequencer' | 'halts' | 'checkpoints' | 'settings'> & {
  readonly wired: Partial<OpenTicketServicesOptions>;
  readonly watcherKey: string;
  readonly onAlert: Set<(line: string) => void>;
  readonly ends: (() => unknown)[];
};

/** Returns an address of the test's database with the privileges of the watcher's role. */
function asWatcher({ options: { socketDir = '', database = '' } }: TestDatabase): string {
  return `postgres:///${database}?host=${encodeURIComponent(socketDir)}&user=salar&options=-c%20role%3Dsalar_watcher`;
}
