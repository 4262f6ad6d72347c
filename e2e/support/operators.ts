/** Runs the operators' real command line against a running exchange. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, serverDir } from './server.ts';

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

/** Runs one command of the operators' command line, without a terminal. `as` is `name:secret`. */
export function runOperator(
  dataDir: string,
  as: string | null,
  args: readonly string[],
): Promise<OperatorOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(serverDir, 'operator.js'), ...args], {
      cwd: root,
      env: { ...process.env, SALAR_DATA_DIR: dataDir, SALAR_OPERATOR: as ?? '' },
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

/** Creates an operator and returns `name:secret`. The first one is an admin and needs no other operator. */
export async function addOperator(
  dataDir: string,
  as: string | null,
  name: string,
  role: string,
): Promise<string> {
  const { facts } = await runOperatorOrThrow(dataDir, as, ['operator', 'add', name, '--role', role]);
  return facts['SALAR_OPERATOR'] ?? '';
}
