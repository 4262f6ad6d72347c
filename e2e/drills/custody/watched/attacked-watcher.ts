/** A real watcher in a process of its own beside the attacked exchange, with its own login, its own record and its right at the signer. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunningPostgres } from '@salar/adapters/postgres-embedded';
import { toApprovalPolicy } from '@salar/testing/keys/approvers';
import { serverDir } from '../../../support/server.ts';
import { localChains } from '../../../torture/local-chains.ts';
import { listProcesses } from '../../../torture/processes.ts';
import { present } from '../database/customer-acts.ts';
import { approvers } from '../drill-policy.ts';

const waitMsMax = 60_000;
const pollMs = 50;
const halted = 'ALERT: halted: ';

export class AttackedWatcher {
  /** The sentences of its halts. */
  readonly halts: string[] = [];
  readonly #dataDir: string;
  readonly #folder: string;
  readonly #key: string;
  readonly #lines: string[] = [];
  #process: ChildProcess | null = null;

  /** Creates its keys, and the approvers without whom a signer takes no watcher. The exchange has not been started yet. */
  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, 'watcher');
    mkdirSync(this.#folder);
    writeFileSync(join(dataDir, 'approvers.json'), JSON.stringify(toApprovalPolicy(approvers)));
    writeFileSync(this.#settings, JSON.stringify({ dataDir: 'data' }));
    const made = spawnSync(
      process.execPath,
      [join(serverDir, 'watcher.js'), 'init', '--settings', this.#settings],
      {
        encoding: 'utf8',
      },
    );
    if (made.status !== 0) throw new Error(`the watcher cannot be prepared: ${made.stderr}`);
    this.#key = present(made.stdout.trim().split(' ').at(-1));
  }

  /** Names the key with which the exchange verifies its halts. */
  get env(): Readonly<Record<string, string>> {
    return { SALAR_WATCHER_KEY: this.#key };
  }

  get #settings(): string {
    return join(this.#folder, 'settings.json');
  }

  /** Starts it beside an exchange that runs. @param url  where the exchange names the nodes of its networks */
  async start(url: string): Promise<void> {
    this.#register();
    await this.#writeSettings(url);
    const child = spawn(
      process.execPath,
      [join(serverDir, 'watcher.js'), 'start', '--settings', this.#settings],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.#process = child;
    createInterface({ input: child.stderr }).on('line', (line) => {
      this.#lines.push(line);
      if (line.startsWith(halted)) this.halts.push(line.slice(halted.length));
    });
  }

  /** Waits until it has compared everything once. */
  async compared(): Promise<void> {
    await this.#until(() => existsSync(join(this.#folder, 'data', 'journal-ends.jsonl')));
  }

  /** Waits until it halts for a reason. @returns the sentence */
  async notice(reason: RegExp): Promise<string> {
    const find = () => this.halts.find((sentence) => reason.test(sentence));
    await this.#until(() => find() !== undefined);
    return present(find());
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Registers it at the signer of the local profile, which starts again with the changed settings. */
  #register(): void {
    const signer = join(this.#dataDir, 'signer');
    const path = join(signer, 'settings.json');
    const settings = JSON.parse(readFileSync(path, 'utf8')) as object;
    copyFileSync(join(this.#folder, 'data', 'watcher.crt'), join(signer, 'watcher.crt'));
    const watcher = { certificate: 'watcher.crt', key: this.#key, silentMinutes: 10 };
    writeFileSync(path, JSON.stringify({ ...settings, watcher }));
    const running = listProcesses(this.#dataDir).find(({ kind }) => kind === 'signer');
    process.kill(present(running).pid, 'SIGKILL');
  }

  async #writeSettings(url: string): Promise<void> {
    const signer = join(this.#dataDir, 'signer');
    const { listen } = JSON.parse(readFileSync(join(signer, 'settings.json'), 'utf8')) as { listen: object };
    const { socketDir = '', database = '', user = '' } = present(await findRunningPostgres(this.#dataDir));
    const wallets = spawnSync(
      process.execPath,
      [join(serverDir, 'signer.js'), 'wallets', '--settings', join(signer, 'settings.json')],
      { encoding: 'utf8' },
    );
    if (wallets.status !== 0) throw new Error(`the signer does not print its wallets: ${wallets.stderr}`);
    writeFileSync(join(this.#folder, 'wallets.json'), wallets.stdout);
    const [checkpoint = ''] = readFileSync(join(signer, 'data', 'checkpoints.jsonl'), 'utf8').split('\n');
    const settings = {
      database: `postgres:///${database}?host=${encodeURIComponent(socketDir)}&user=${user}&options=-c%20role%3Dsalar_watcher`,
      policy: join(signer, 'policy.json'),
      wallets: 'wallets.json',
      nodes: (await localChains(url)).map(({ chainId, rpcUrl }) => ({ chainId, url: rpcUrl })),
      dataDir: 'data',
      intervalSeconds: 0.5,
      graceSeconds: 1,
      balancesMinutes: 0,
      signers: [{ endpoint: listen, signerCertificate: join(signer, 'data', 'signer.crt') }],
      checkpointKey: (JSON.parse(checkpoint) as { key: string }).key,
    };
    writeFileSync(this.#settings, JSON.stringify(settings));
  }

  async #until(isTrue: () => boolean): Promise<void> {
    const deadline = Date.now() + waitMsMax;
    while (!isTrue()) {
      if (Date.now() > deadline)
        throw new Error(`not in time, the watcher wrote:\n${this.#lines.slice(-20).join('\n')}`);
      await sleep(pollMs);
    }
  }
}
