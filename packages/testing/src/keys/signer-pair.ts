/** Two real signers, set up with the commands of docs/signer.md, each in a process that can be killed. */
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import { formatPolicy } from '@salar/adapters/signer/signer-policy';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import type { ClaimHead, PairState } from '@salar/signer/claims/claim-store';
import type { SignerSettingsFile } from '@salar/signer/service/signer-settings';

export type SignerName = 'first' | 'second';
type NodeOptions = { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };
const names = ['first', 'second'] as const;

/** Ends a process at once, and waits until it has. */
export async function killNow(child: ChildProcess | null): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Where SoftHSM finds the tokens of this process, once `openSoftToken` has created one. */
function softHsm(): NodeJS.ProcessEnv {
  const { SOFTHSM2_CONF } = process.env;
  return SOFTHSM2_CONF === undefined ? {} : { SOFTHSM2_CONF };
}

export class SignerPair {
  readonly #folder: string;
  /** The built program of the signer. */
  readonly #program: string;
  readonly #processes: Record<SignerName, ChildProcess | null> = { first: null, second: null };
  /** Options and environment of Node for both signers. */
  readonly #node: NodeOptions;
  readonly alerts: string[] = [];

  private constructor(folder: string, program: string, node: NodeOptions) {
    this.#folder = folder;
    this.#program = program;
    this.#node = node;
  }

  /**
   * Creates both signers, and `signer.json` with which the exchange connects to them.
   *
   * @param options.program  the built program, `signer.js`
   * @param options.keyStores  wallets whose keys are not derived from the seed; they are created
   * @param options.node  options and environment of Node for the signers, such as another clock
   */
  static async create(options: {
    readonly folder: string;
    readonly program: string;
    readonly policy: SignerPolicy;
    readonly ticketMacKey: Buffer;
    readonly keyStores?: SignerSettingsFile['keyStores'];
    readonly node?: NodeOptions;
  }): Promise<SignerPair> {
    const { folder, program, policy, ticketMacKey, keyStores = {}, node = { args: [], env: {} } } = options;
    const pair = new SignerPair(folder, program, node);
    const exchange = await openTlsIdentity(folder, 'exchange');
    for (const name of names) {
      mkdirSync(pair.#path(name, 'data'), { recursive: true, mode: 0o700 });
      const write = (file: string, text: string) =>
        writeFileSync(pair.#path(name, file), text, { mode: 0o600 });
      write('policy.json', formatPolicy(policy));
      write('passphrase', 'a passphrase for this drill only');
      write('ticket-mac.key', ticketMacKey.toString('hex'));
      write('exchange.crt', exchange.certificate);
      const other = name === 'first' ? 'second' : 'first';
      const endpoint = { socket: pair.#path(other, 'signer.sock') };
      const settings = {
        installation: 'exchange.example',
        listen: { socket: 'signer.sock' },
        clients: ['exchange.crt'],
        dataDir: 'data',
        policy: 'policy.json',
        ticketMacKey: 'ticket-mac.key',
        passphrase: 'passphrase',
        peer: { endpoint, certificate: 'peer.crt', leads: name === 'first' },
        keyStores,
      };
      write('settings.json', JSON.stringify(settings));
    }
    pair.run('first', 'init');
    copyFileSync(pair.#path('first', 'data/seed.json'), pair.#path('second', 'data/seed.json'));
    pair.run('second', 'certificate');
    for (const wallet of Object.keys(keyStores)) pair.run('first', 'init-key', wallet);
    copyFileSync(pair.#path('first', 'data/signer.crt'), pair.#path('second', 'peer.crt'));
    copyFileSync(pair.#path('second', 'data/signer.crt'), pair.#path('first', 'peer.crt'));
    const address = (name: SignerName) => ({
      endpoint: { socket: pair.#path(name, 'signer.sock') },
      signerCertificate: pair.#path(name, 'data/signer.crt'),
    });
    const connection = { ...address('first'), identity: 'exchange', second: address('second') };
    writeFileSync(join(folder, 'signer.json'), JSON.stringify(connection));
    return pair;
  }

  /** Runs a command of the signer's administrator. @returns what it printed */
  run(name: SignerName, ...command: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [this.#program, ...command, '--settings', this.#path(name, 'settings.json')],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`signer ${command.join(' ')}: ${stderr}`);
    return stdout.trim();
  }

  launch(name: SignerName): void {
    const args = ['start', '--with-parent', '--settings', this.#path(name, 'settings.json')];
    const child = spawn(process.execPath, [...this.#node.args, this.#program, ...args], {
      env: { PATH: process.env['PATH'] ?? '', ...softHsm(), ...this.#node.env },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    createInterface({ input: child.stderr }).on('line', (line) => this.alerts.push(`${name}: ${line}`));
    this.#processes[name] = child;
  }

  kill(name: SignerName): Promise<void> {
    return killNow(this.#processes[name]);
  }

  async end(): Promise<void> {
    for (const name of names) await this.kill(name);
  }

  /** Reads a signer's record, as its own process left it. */
  async read(name: SignerName): Promise<{ readonly state: PairState | null; readonly head: ClaimHead }> {
    const store = new ClaimStore(this.#path(name, 'data'));
    const answer = { state: store.pair, head: store.head };
    await store.close();
    return answer;
  }

  /** Returns the leader of the latest term. */
  async findLeader(): Promise<{ readonly name: SignerName; readonly state: PairState }> {
    for (;;) {
      const states = await Promise.all(
        names.map(async (name) => ({ name, state: (await this.read(name)).state })),
      );
      const leading = states.flatMap(({ name, state }) => (state?.leads === true ? [{ name, state }] : []));
      const [latest] = leading.sort((a, b) => b.state.term - a.state.term);
      if (latest !== undefined) return latest;
      await sleep(50); // neither has started yet
    }
  }

  #path(name: SignerName, file: string): string {
    return join(this.#folder, name, file);
  }
}
