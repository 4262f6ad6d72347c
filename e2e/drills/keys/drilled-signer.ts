/** A signer in a process of its own, in a folder as an administrator has it, with its commands. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import type { SignerConnection } from '@salar/adapters/signer/signer-connection';
import { prepareSignerFolder } from '@salar/laptop/signer/signer-folder';
import { findWallet, localCaps, localProviders } from '@salar/services';
import type { MoveRequest, SignRequest, SignerWallet } from '@salar/services';
import { productId } from '@salar/protocol';
import type { SignerSettingsFile } from '@salar/signer/service/signer-settings';
import { recoverTransactionAddress, parseTransaction } from 'viem';
import type { TransactionSerializedEIP1559 } from 'viem';
import { serverDir } from '../../support/server.ts';

export const ids = { eth: productId(2), usdt: productId(3), usdc: productId(4) };
/** Longer than a start takes on a machine with four times as much work as it has cores. */
const startMsMax = 60_000;
const program = join(serverDir, 'signer.js');

export class DrilledSigner {
  readonly folder: string;
  readonly #home: string;
  readonly #connection: SignerConnection;
  #process: ChildProcess | null = null;

  private constructor(home: string, connection: SignerConnection) {
    this.#home = home;
    this.folder = join(home, 'signer');
    this.#connection = connection;
  }

  /** Prepares a folder without a seed. @param coldAddress  cold storage of all EVM networks */
  static async prepare(coldAddress?: string): Promise<DrilledSigner> {
    const home = mkdtempSync(join(tmpdir(), 'salar-keys-drill-'));
    openTicketKeys(join(home, 'keys'));
    const networks = localProviders(ids).networks.map((network) =>
      network.family === 'evm' && coldAddress !== undefined ? { ...network, coldAddress } : network,
    );
    const installation = 'exchange.example';
    const prepared = { dataDir: home, networks, caps: localCaps(ids), installation, user: null };
    const { connection } = await prepareSignerFolder(prepared);
    return new DrilledSigner(home, connection);
  }

  get seedFile(): string {
    return join(this.folder, 'data', 'seed.json');
  }

  setKeyStores(keyStores: SignerSettingsFile['keyStores']): void {
    const path = join(this.folder, 'settings.json');
    const file = JSON.parse(readFileSync(path, 'utf8')) as SignerSettingsFile;
    writeFileSync(path, JSON.stringify({ ...file, keyStores }));
  }

  /** Copies the seed and its passphrase from another signer, as from a backup. */
  restoreFrom(other: DrilledSigner): void {
    cpSync(other.seedFile, this.seedFile);
    cpSync(join(other.folder, 'passphrase'), join(this.folder, 'passphrase'));
  }

  /** Runs a command of the program. @returns what it printed, or the reason why it ended */
  run(...words: readonly string[]): string {
    const settings = ['--settings', join(this.folder, 'settings.json')];
    const ended = spawnSync(process.execPath, [program, ...words, ...settings], { encoding: 'utf8' });
    return `${ended.stdout}${ended.stderr}`.trim();
  }

  /** @returns the wallets of EVM networks @throws with the signer's reason when it does not start */
  async start(): Promise<SignerWallet> {
    const settings = join(this.folder, 'settings.json');
    const child = spawn(process.execPath, [program, 'start', '--with-parent', '--settings', settings], {
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    this.#process = child;
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const client = new SignerClient(this.#connection);
    try {
      for (const until = Date.now() + startMsMax; Date.now() < until; await sleep(50)) {
        const wallets = await client.identity().catch(() => null);
        if (wallets !== null) return findWallet(wallets, 'evm');
        if (child.exitCode !== null) break;
      }
    } finally {
      client.close();
    }
    throw new Error(said.trim() || `the signer has not answered within ${startMsMax} ms`);
  }

  /** Returns the wallets of all families of the running signer. */
  async listWallets(): Promise<readonly SignerWallet[]> {
    const client = new SignerClient(this.#connection);
    return client.identity().finally(() => client.close());
  }

  /** Has the running signer sign a move. @returns its bytes, or the refusal */
  async sign(request: MoveRequest): Promise<string> {
    const client = new SignerClient(this.#connection);
    try {
      const signed = await client.move(request);
      return signed.ok ? signed.value.raw : signed.refusal;
    } finally {
      client.close();
    }
  }

  /** Has the running signer sign a move of an EVM network. @returns its sender and receiver, or the refusal */
  async move(request: MoveRequest): Promise<{ from: string; to: string } | string> {
    const signed = await this.sign(request);
    if (!signed.startsWith('0x')) return signed;
    const raw = signed as TransactionSerializedEIP1559;
    const from = await recoverTransactionAddress({ serializedTransaction: raw });
    return { from, to: parseTransaction(raw).to ?? '' };
  }

  /** Has the running signer sign a payment. @returns `signed`, or the refusal */
  async pay(request: SignRequest): Promise<string> {
    const client = new SignerClient(this.#connection);
    try {
      const signed = await client.sign(request);
      return signed.ok ? 'signed' : signed.refusal;
    } finally {
      client.close();
    }
  }

  /** Replaces the file with the keys of the tickets' MACs. */
  setTicketKeys(ring: string): void {
    writeFileSync(join(this.folder, 'ticket-mac.key'), ring, { mode: 0o600 });
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.#home, { recursive: true, force: true });
  }
}
