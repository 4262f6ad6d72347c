/** Runs the operators' real command line against a running exchange. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, serverDir } from './server.ts';

export const testPassphrase = 'correct horse battery';

export type OperatorOutcome = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

export type OperatorAnswer = {
  readonly text: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, string>>[];
};

/** Runs one command of the operators' command line, without a terminal. `as` is `name:key file` of `addOperator`. */
export function runOperator(
  dataDir: string,
  as: string | null,
  args: readonly string[],
): Promise<OperatorOutcome> {
  const [name = '', ...rest] = (as ?? '').split(':');
  const key = rest.join(':');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(serverDir, 'operator.js'), ...args], {
      cwd: root,
      env: {
        ...process.env,
        SALAR_DATA_DIR: dataDir,
        SALAR_OPERATOR: name,
        SALAR_OPERATOR_KEY: key,
        SALAR_OPERATOR_PASSPHRASE_FILE: `${key}.passphrase`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
  });
}

/** Runs one command without confirmation and returns its result. @throws with the output when it was refused */
export async function runOperatorOrThrow(
  dataDir: string,
  as: string | null,
  args: readonly string[],
): Promise<OperatorAnswer> {
  const { status, stdout, stderr } = await runOperator(dataDir, as, [...args, '--yes', '--json']);
  if (status !== 0) throw new Error(`operator ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  const answer = JSON.parse(stdout) as Pick<OperatorAnswer, 'text'> & Partial<OperatorAnswer>;
  return { facts: {}, rows: [], ...answer };
}

/** Runs one command that needs two operators: the first one proposes it, the second one approves. */
export async function runOperatorsOrThrow(
  dataDir: string,
  [first, second]: readonly [string, string],
  args: readonly string[],
): Promise<OperatorAnswer> {
  const { facts } = await runOperatorOrThrow(dataDir, first, args);
  return runOperatorOrThrow(dataDir, second, ['approve', facts['proposal'] ?? '']);
}

/** Creates an operator with a key file and returns `name:key file`. The first one is an admin and needs no other operator. */
export async function addOperator(
  dataDir: string,
  as: string | null,
  name: string,
  role: string,
): Promise<string> {
  const key = await createKey(name);
  await runOperatorOrThrow(dataDir, as, ['operator', 'add', name, '--role', role, '--key', `${key}.pub`]);
  return `${name}:${key}`;
}

/** Creates a key file as an operator does, and returns its path. */
export async function createKey(name: string): Promise<string> {
  const key = join(mkdtempSync(join(tmpdir(), 'salar-operator-')), `${name}.key`);
  writeFileSync(`${key}.passphrase`, testPassphrase);
  const { status, stderr } = await runOperator('', `${name}:${key}`, ['operator', 'keygen', key]);
  if (status !== 0) throw new Error(`operator keygen ended with ${status}: ${stderr}`);
  return key;
}
