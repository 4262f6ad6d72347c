/** A real signer in a process of its own, as the local profile prepares it, whose alerts are collected. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import type { RunAs } from '@salar/adapters/postgres-embedded/run-as';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import type { SignerConnection } from '@salar/adapters/signer/signer-connection';
import { formatPolicy } from '@salar/adapters/signer/signer-policy';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { prepareSignerFolder } from '@salar/laptop/signer/signer-folder';
import type { MacKey } from '@salar/services/crypto/mac-keys';
import { ShiftedClock } from '../../clock/shifted-clock.ts';
import { serverDir } from '../../support/server.ts';
import { installation, policy } from './drill-policy.ts';

/** Under root the signer and the attacker are users of their own, as in production. */
const signerUser: RunAs = { uid: 65_533, gid: 65_533 };
const startMsMax = 60_000;
/** An alert is written before the answer; this is how long its line may need through the pipe. */
const alertMsMax = 10_000;

export class AttackedSigner {
  readonly dataDir: string;
  readonly folder: string;
  readonly connection: SignerConnection;
  readonly ticketMacKey: MacKey;
  /** The signer's own. */
  readonly clock: ShiftedClock;
  /** Every line that the signer wrote to its standard error. */
  readonly lines: string[] = [];
  readonly #user: RunAs | null;
  readonly #settings: string;
  #process: ChildProcess | null = null;

  private constructor(fields: {
    dataDir: string;
    connection: SignerConnection;
    ticketMacKey: MacKey;
    user: RunAs | null;
    settings: string;
  }) {
    this.dataDir = fields.dataDir;
    this.folder = join(fields.dataDir, 'signer');
    this.connection = fields.connection;
    this.ticketMacKey = fields.ticketMacKey;
    this.clock = new ShiftedClock(fields.dataDir);
    this.#user = fields.user;
    this.#settings = fields.settings;
  }

  /** @param options  the exchange whose secrets it gets, and another policy, for a signer of the attacker's own */
  static async start(
    options: { readonly secretsOf?: AttackedSigner; readonly policy?: SignerPolicy } = {},
  ): Promise<AttackedSigner> {
    const user = process.getuid?.() === 0 ? signerUser : null;
    const dataDir = mkdtempSync(join(tmpdir(), 'salar-custody-'));
    chmodSync(dataDir, 0o755); // another user may enter; what is inside protects itself
    if (options.secretsOf !== undefined) {
      const file = join('keys', 'ticket-mac.key');
      mkdirSync(join(dataDir, 'keys'));
      copyFileSync(join(options.secretsOf.dataDir, file), join(dataDir, file));
    }
    const { ticketMac } = openTicketKeys(join(dataDir, 'keys'));
    const { settings, connection } = await prepareSignerFolder({
      dataDir,
      networks: [],
      caps: [],
      installation,
      user,
    });
    const signer = new AttackedSigner({ dataDir, connection, ticketMacKey: ticketMac, user, settings });
    signer.writePolicyFile(options.policy ?? policy);
    const made = spawnSync(process.execPath, [join(serverDir, 'signer.js'), 'init', '--settings', settings], {
      ...user,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(`the signer cannot be prepared: ${made.stderr}`);
    await signer.launch();
    return signer;
  }

  /** Writes the file that an administrator writes before the first start. */
  writePolicyFile(content: SignerPolicy): void {
    const path = join(this.folder, 'policy.json');
    writeFileSync(path, formatPolicy(content), { mode: 0o600 });
    if (this.#user !== null) chownSync(path, this.#user.uid, this.#user.gid);
  }

  async launch(): Promise<void> {
    const child = spawn(
      process.execPath,
      [
        ...this.clock.args,
        join(serverDir, 'signer.js'),
        'start',
        '--with-parent',
        '--settings',
        this.#settings,
      ],
      {
        ...this.#user,
        env: { PATH: process.env['PATH'] ?? '', ...this.clock.env },
        stdio: ['pipe', 'ignore', 'pipe'],
      },
    );
    this.#process = child;
    createInterface({ input: child.stderr }).on('line', (line) => this.lines.push(line));
    const client = new SignerClient(this.connection);
    const until = Date.now() + startMsMax;
    for (;;) {
      const wallets = await client.identity().catch(() => null);
      if (wallets !== null) break;
      if (Date.now() > until) throw new Error(`the signer does not start: ${this.lines.join(' ')}`);
      await sleep(50);
    }
    client.close();
  }

  /** Lets time pass for the signer, by a restart. */
  async pass(ms: number): Promise<void> {
    await this.kill();
    this.clock.setAhead(this.clock.ahead + ms);
    await this.launch();
  }

  /** Starts the program, which is expected to end at once. @returns what it says */
  runOnce(): string {
    const args = [join(serverDir, 'signer.js'), 'start', '--settings', this.#settings];
    return spawnSync(process.execPath, args, { ...this.#user, encoding: 'utf8', timeout: startMsMax }).stderr;
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Waits for an alert with a text among the lines from `since` on. @returns false when there is none in time */
  async hasAlerted(text: string, since: number): Promise<boolean> {
    const until = Date.now() + alertMsMax;
    const isWritten = () =>
      this.lines.slice(since).some((line) => line.startsWith('ALERT: ') && line.includes(text));
    while (!isWritten() && Date.now() < until) await sleep(10);
    return isWritten();
  }
}
