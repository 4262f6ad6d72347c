/**
 * The books that the cluster starts with: those of version 0.1, carried over into production as docs/guides/from-0.1.md says, so
 * that there are customers with money.
 */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import { Database } from '@salar/store';
import { restoreDatabase, unpackDataDir } from '../drills/carry-over/fixture.ts';
import { decide, runProgram } from '../drills/carry-over/programs.ts';
import { readEnvironmentFile } from './cluster-files.ts';
import type { Cluster } from './cluster.ts';
import { runCommand } from './host.ts';

/** Creates logins, tables and customers in the empty cluster, and the keys of the exchanges. */
export async function fillBooks(cluster: Cluster, dir: string): Promise<void> {
  const primary = (await cluster.findPrimary()).host;
  const psql = ['psql', '-v', 'ON_ERROR_STOP=1', '-h', join(primary.dir, 'postgres'), '-U', 'postgres'];
  const script = ['-q', '-f', join(primary.configDir, 'roles.sql'), 'postgres'];
  runCommand('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', ...psql, ...script]);

  const former = unpackDataDir();
  await writeKeys(cluster, dir, former);
  rmSync(former, { recursive: true, force: true });

  const [{ host }] = cluster.machines as readonly [Cluster['machines'][number]];
  const migration = readFileSync(join(host.configDir, 'migration-database-url'), 'utf8').trim();
  const owner = new Database({ connectionString: migration, poolSize: 1 });
  try {
    await restoreDatabase(owner);
    // The books are of the local profile, whose own tables are empty in production.
    await owner.query(
      'TRUNCATE local_mail, identity_sandbox_token, identity_sandbox_document, identity_sandbox_application',
    );
  } finally {
    await owner.close();
  }
  const migrated = runProgram('migrate', { SALAR_MIGRATION_DATABASE_URL: migration });
  if (migrated.status !== 0) throw new Error(`npm run migrate: ${migrated.output}`);
  const [, decided] = decide(readEnvironmentFile(join(host.configDir, 'exchange.env')), 'Ana Ruiz, owner');
  if (decided.status !== 0) throw new Error(`npm run carry-over: ${decided.output}`);
}

/** Compares the books with the journal. @returns what differs; null when nothing does */
export function verifyBooks(cluster: Cluster): string | null {
  const [{ host }] = cluster.machines as readonly [Cluster['machines'][number]];
  const env = { DATABASE_URL_FILE: join(host.configDir, 'verify-database-url') };
  const { status, output } = runProgram('verify', env);
  return status === 0 ? null : output;
}

/** Writes the secrets of all exchanges, with one `keys/` that they share, and a signer that is not there. */
async function writeKeys(cluster: Cluster, dir: string, former: string): Promise<void> {
  const keys = join(dir, 'keys');
  mkdirSync(keys, { mode: 0o700 });
  for (const name of ['ticket-mac.key', 'address-mac.key']) {
    copyFileSync(join(former, 'keys', name), join(keys, name));
    chmodSync(join(keys, name), 0o600);
  }
  for (const { host } of cluster.machines) {
    const write = (name: string, text: string) =>
      writeFileSync(join(host.configDir, name), text, { mode: 0o600 });
    for (const name of ['password-pepper.key', 'sealing.key'])
      write(name, readFileSync(join(former, 'keys', name), 'utf8'));
    write('smtp-url', 'smtps://user:password@127.0.0.1:1');
    await openTlsIdentity(host.configDir, 'signer');
    const endpoint = { socket: join(host.configDir, 'signer.sock') };
    write('signer.json', JSON.stringify({ endpoint, signerCertificate: 'signer.crt', identity: 'exchange' }));
    symlinkSync(keys, join(host.dir, 'data/keys'));
  }
}
