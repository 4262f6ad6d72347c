/** The database and the data directory of version 0.1 that `make-fixture.ts` made, as files of this folder. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { SavedPasskey } from '@salar/exchange/tests/support/software-passkey';
import type { Queryable } from '@salar/store';
import type { ExportedKey } from '../../support/api-key-client.ts';
import type { TestCustomer } from '../../support/customers.ts';

export const fixtureDir = join(import.meta.dirname, 'version-0.1');
export const files = {
  database: 'database.sql.br',
  dataDir: 'data-dir.tgz',
  expected: 'expected.json',
} as const;

/** The site of the fixture's passkey. */
export const publicUrl = 'http://localhost:8080';

type Row = Readonly<Record<string, string>>;
export type SavedCustomer = Omit<TestCustomer, 'api'> & {
  readonly balances: Row;
  readonly openOrders: readonly Row[];
};

/** Describes what the fixture has, for the comparison after the step. */
export type Expected = {
  readonly commit: string;
  readonly madeAt: string;
  readonly ana: SavedCustomer & { readonly apiKey: ExportedKey; readonly passkey: SavedPasskey };
  readonly bruno: SavedCustomer & { readonly totpSecret: string; readonly destination: string };
  /** `name:secret` of two admins. */
  readonly operators: readonly [string, string];
  /** Withdrawals by what they were when version 0.1 ended. */
  readonly withdrawals: Readonly<
    Record<WithdrawalName, { readonly owner: 'ana' | 'bruno'; readonly requestCode: string }>
  >;
};
export type WithdrawalName =
  | 'paid'
  | 'paidBitcoin'
  | 'unconfirmed'
  | 'autoAccepted'
  | 'adminProcessing'
  | 'accepted'
  | 'payoutWaiting'
  | 'payoutStarted'
  | 'payoutSent'
  | 'systemProcessing';

export function readExpected(): Expected {
  return JSON.parse(readFileSync(join(fixtureDir, files.expected), 'utf8')) as Expected;
}

/** Unpacks the data directory, which has no database yet. */
export function unpackDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-carry-over-'));
  mkdirSync(dataDir, { recursive: true });
  const tar = spawnSync('tar', ['-xzf', join(fixtureDir, files.dataDir), '-C', dataDir]);
  if (tar.status !== 0) throw new Error(`tar: ${tar.stderr.toString()}`);
  return dataDir;
}

/** Restores the dump into an empty database, with the login that will own the tables. */
export async function restoreDatabase(on: Queryable): Promise<void> {
  const text = brotliDecompressSync(readFileSync(join(fixtureDir, files.database))).toString('utf8');
  await on.query(`SET check_function_bodies = false;\n${text}`); // functions name tables that follow
}
