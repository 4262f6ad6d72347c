/** Writes the files of the three machines from the templates of `deploy/cluster`, with its own programs. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/server.ts';
import { runCommand } from './host.ts';

export const hostNames = ['db1', 'db2', 'db3'] as const;
export const publicPort = 8443;
const network = '10.77.0';
const templates = join(root, 'deploy/cluster');

/** The address of the machine with this index. */
export function getAddress(index: number): string {
  return `${network}.${11 + index}`;
}

/** The address of the program that tests. */
export const testerAddress = `${network}.1`;

/** The folder with the files of a machine, as `/etc/salar-cluster` has them. */
export function findConfigDir(dir: string, host: string): string {
  return join(dir, 'files', host);
}

/** Renders the templates for three machines with random passwords, and makes their certificates. */
export function writeClusterFiles(dir: string): void {
  const valuesFile = join(dir, 'cluster.env');
  const files = join(dir, 'files');
  const perHost = hostNames.flatMap((name, index) => [
    `HOST${index + 1}=${name}`,
    `ADDRESS${index + 1}=${getAddress(index)}`,
  ]);
  const passwords = ['REPLICATION', 'REWIND', 'OWNER', 'EXCHANGE', 'VERIFY'].map(
    (name) => `${name}_PASSWORD=${randomBytes(24).toString('hex')}`,
  );
  const values = [
    ...perHost,
    ...passwords,
    'DATABASE_HOST=db.salar.internal',
    `CONFIG_DIR=${files}/__HOST__`,
    `POSTGRES_DIR=${dir}/__HOST__/postgres`,
    'POSTGRES_BIN=/usr/lib/postgresql/15/bin',
    `ETCD_DIR=${dir}/__HOST__/etcd`,
    `DATA_DIR=${dir}/__HOST__/data`,
    'PUBLIC_HOST=exchange.example',
    `PUBLIC_PORT=${publicPort}`,
    `SITE_CERTIFICATE=${files}/__HOST__/site.pem`,
  ];
  writeFileSync(valuesFile, `${values.join('\n')}\n`, { mode: 0o600 });
  runCommand('sh', [join(templates, 'certificates.sh'), valuesFile, files]);
  runCommand(process.execPath, [join(templates, 'render.mjs'), valuesFile, files]);
  chmodSync(files, 0o755);
  for (const host of hostNames) installFiles(dir, host);
}

/** The authority of the certificates, for programs that verify them. */
export function findAuthority(dir: string): string {
  return join(dir, 'files/ca.crt');
}

/** Gives files and folders to the users of the services, as README.md of the templates says. */
function installFiles(dir: string, host: string): void {
  const config = findConfigDir(dir, host);
  const read = (name: string) => readFileSync(join(config, name), 'utf8');
  chmodSync(config, 0o755);
  writeFileSync(join(config, 'site.pem'), read('server.crt') + read('server.key'), { mode: 0o600 });
  runCommand('chown', ['root:ssl-cert', join(config, 'server.key')]);
  chmodSync(join(config, 'server.key'), 0o640);
  runCommand('chown', ['root:postgres', join(config, 'patroni.yml'), join(config, 'roles.sql')]);
  chmodSync(join(config, 'roles.sql'), 0o640);
  for (const [folder, user] of [
    ['postgres', 'postgres'],
    ['etcd', 'etcd'],
  ] as const) {
    mkdirSync(join(dir, host, folder), { recursive: true, mode: 0o700 });
    runCommand('chown', [`${user}:${user}`, join(dir, host, folder)]);
  }
  mkdirSync(join(dir, host, 'data'), { recursive: true, mode: 0o700 });
}

/** Reads a file of `NAME=value` lines, as systemd's `EnvironmentFile` does. */
export function readEnvironmentFile(file: string): Readonly<Record<string, string>> {
  const lines = readFileSync(file, 'utf8').split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
