/** Runs the programs of this version beside the exchange, or without it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createKey } from '../../support/operators.ts';
import { root, serverDir } from '../../support/server.ts';

type Env = Readonly<Record<string, string>>;
export type ProgramOutcome = { readonly status: number | null; readonly output: string };

export function runProgram(name: string, env: Env, args: readonly string[] = []): ProgramOutcome {
  const run = spawnSync(process.execPath, [join(serverDir, `${name}.js`), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  return { status: run.status, output: `${run.stdout.toString()}${run.stderr.toString()}` };
}

/** Shows what is carried over, and decides to trust it. @returns both outputs */
export function decide(env: Env, by: string): readonly [ProgramOutcome, ProgramOutcome] {
  const shown = runProgram('carry-over', env);
  const [, digest = ''] = /^digest ([0-9a-f]{64})$/m.exec(shown.output) ?? [];
  return [shown, runProgram('carry-over', env, ['--digest', digest, '--by', by])];
}

/** Registers a key for an operator of version 0.1. @returns `name:key file` for `runOperator` */
export async function registerKey(dataDir: string, nameAndSecret: string): Promise<string> {
  const [name = ''] = nameAndSecret.split(':');
  const key = await createKey(name);
  const env = { SALAR_DATA_DIR: dataDir, SALAR_OPERATOR: nameAndSecret };
  const args = ['operator', 'rotate', name, '--key', `${key}.pub`, '--yes', '--json'];
  const { status, output } = runProgram('operator', env, args);
  if (status !== 0) throw new Error(`${name} cannot register a key: ${output}`);
  return `${name}:${key}`;
}
