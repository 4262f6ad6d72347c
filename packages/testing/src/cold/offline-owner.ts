/** An owner of cold storage with the real offline program, in a network namespace without a network where the machine allows it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert } from '@salar/protocol';

const program = join(import.meta.dirname, '../../../../dist/server/cold-signer.js');
/** In each question of the program. */
const questionPart = ', type ';

let isIsolated: boolean | null = null;

/** Returns true when the program runs in a network namespace of its own, in which there is no network. */
export function runsWithoutNetwork(): boolean {
  isIsolated ??= spawnSync('unshare', ['-n', 'true']).status === 0;
  return isIsolated;
}

/** Lists the network interfaces that are up where the offline program runs, as Node.js sees them. */
export function listOfflineInterfaces(): string {
  const [command, ...args] = wrap([
    process.execPath,
    '-e',
    'console.log(Object.keys(os.networkInterfaces()).join() || "none")',
  ]);
  return spawnSync(command, args, { encoding: 'utf8' }).stdout.trim();
}

export class OfflineOwner {
  readonly name: string;
  /** The address that is an owner of a Safe. */
  readonly address: string;
  /** The key of a descriptor on test networks, with its origin. */
  readonly descriptorKey: string;
  /** The address that is a key of a TRON account. */
  readonly tronAddress: string;
  readonly #key: string;
  readonly #passphrase: string;

  private constructor(
    name: string,
    keys: { address: string; descriptorKey: string; tronAddress: string },
    files: { key: string; passphrase: string },
  ) {
    this.name = name;
    this.address = keys.address;
    this.descriptorKey = keys.descriptorKey;
    this.tronAddress = keys.tronAddress;
    this.#key = files.key;
    this.#passphrase = files.passphrase;
  }

  /** Creates the owner's key with the program. */
  static async create(name: string): Promise<OfflineOwner> {
    const folder = mkdtempSync(join(tmpdir(), `salar-owner-${name}-`));
    const files = { key: join(folder, 'key.json'), passphrase: join(folder, 'passphrase') };
    writeFileSync(files.passphrase, `the passphrase that only ${name} knows\n`);
    const shown = await run(['key', 'new', files.key, '--passphrase-file', files.passphrase], null);
    const [address] = /0x[0-9a-fA-F]{40}/.exec(shown.output) ?? [];
    const [descriptorKey] = /\[\S+\]tpub\S+/.exec(shown.output) ?? [];
    const [tronAddress] = /\bT[1-9A-HJ-NP-Za-km-z]{33}\b/.exec(shown.output) ?? [];
    assert(
      address !== undefined && descriptorKey !== undefined && tronAddress !== undefined,
      `the program shows the public parts of the key of ${name}: ${shown.output}${shown.problem}`,
    );
    return new OfflineOwner(name, { address, descriptorKey, tronAddress }, files);
  }

  /** Shows a refill. */
  async show(file: string, settings: string): Promise<string> {
    return (await run(['show', file, '--settings', settings], null)).output;
  }

  /**
   * Signs a refill, typing the amount that the owner expects, whatever the program wants.
   *
   * @returns what the program shows, and what it reports when it signs nothing
   */
  sign(file: string, settings: string, amount: string): Promise<{ output: string; problem: string }> {
    const key = ['--key', this.#key, '--passphrase-file', this.#passphrase];
    return run(['sign', file, '--settings', settings, ...key], amount);
  }
}

function wrap(command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  return runsWithoutNetwork() ? ['unshare', '-n', ...command] : command;
}

/** Runs the program to its end. */
function run(args: readonly string[], amount: string | null): Promise<{ output: string; problem: string }> {
  const [command, ...rest] = wrap([process.execPath, program, ...args]);
  const child = spawn(command, rest, { stdio: 'pipe' });
  let output = '';
  let problem = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => {
    problem += bytes.toString();
    if (amount !== null && bytes.toString().includes(questionPart)) child.stdin.write(`${amount}\n`);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve({ output, problem }));
  });
}
