/**
 * A PostgreSQL of a test's own: it is stopped, made read-only, loses its replica, and is replaced by it.
 *
 * It runs the embedded binaries, or those of the directory in `SALAR_TEST_POSTGRES`.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBinaries } from '@salar/adapters/postgres-embedded/binaries';
import { clusterIdentity } from '@salar/adapters/postgres-embedded/run-as';
import type { DatabaseOptions } from '@salar/store';

/** A directory of PostgreSQL's programs, to run the tests on another version: `/usr/lib/postgresql/15/bin`. */
export const binariesSetting = 'SALAR_TEST_POSTGRES';
const socketName = '.s.PGSQL.5432';
const user = 'salar';
const settings = [
  `listen_addresses = ''`,
  'port = 5432',
  `unix_socket_permissions = 0777`,
  'max_connections = 60',
  'shared_buffers = 64MB',
  'dynamic_shared_memory_type = mmap',
  `max_wal_size = 1GB`,
  `timezone = 'UTC'`,
  `include = 'test.conf'`,
];

export class OwnPostgres {
  readonly socketDir: string;
  readonly #home: string;
  readonly #data: string;
  readonly #bin: string;

  private constructor(home: string, bin: string) {
    this.#home = home;
    this.#bin = bin;
    this.#data = join(home, 'data');
    this.socketDir = join(home, 'socket');
  }

  /** Creates a server, and starts it. */
  static create(): OwnPostgres {
    const server = new OwnPostgres(makeHome(), findPrograms());
    server.#run('initdb', [
      `--pgdata=${server.#data}`,
      `--username=${user}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ]);
    server.#configure();
    server.start();
    return server;
  }

  /** Where its databases are, for a login that may do everything. */
  get options(): DatabaseOptions {
    return { socketDir: this.socketDir, user, database: 'salar' };
  }

  /** Where its databases are, as an address. */
  get address(): string {
    return `postgres://${user}@${encodeURIComponent(this.socketDir)}/salar`;
  }

  /** Replaces the settings of the test. A server that runs reads them again. */
  set(values: Readonly<Record<string, string>>): void {
    const lines = Object.entries(values).map(([name, value]) => `${name} = '${value}'\n`);
    writeFileSync(join(this.#data, 'test.conf'), lines.join(''));
    if (this.#call(join(this.#bin, 'pg_ctl'), ['status', `--pgdata=${this.#data}`]).status === 0)
      this.#control('reload');
  }

  start(): void {
    this.#control('start', '--wait', `--log=${join(this.#home, 'log')}`);
  }

  /** @param mode  `immediate` as after a power cut, `fast` in order */
  stop(mode: 'fast' | 'immediate' = 'fast'): void {
    this.#control('stop', `--mode=${mode}`, '--wait');
  }

  /** Copies this server, which must be stopped, and returns its replica, which is stopped, too. */
  createReplica(): OwnPostgres {
    const replica = new OwnPostgres(makeHome(), this.#bin);
    replica.#run('cp', ['-a', this.#data, replica.#data], '/bin');
    replica.#configure();
    writeFileSync(join(replica.#data, 'standby.signal'), '');
    appendFileSync(
      join(replica.#data, 'postgresql.conf'),
      `primary_conninfo = 'host=${this.socketDir} user=${user} application_name=replica'\n`,
    );
    return replica;
  }

  promote(): void {
    this.#control('promote', '--no-wait');
  }

  /** Lets connections through `directory` reach this server from now on. */
  serveAt(directory: string): void {
    const next = join(directory, 'next');
    symlinkSync(join(this.socketDir, socketName), next);
    renameSync(next, join(directory, socketName));
  }

  /** Stops it, and removes its files. */
  remove(): void {
    this.#call(join(this.#bin, 'pg_ctl'), ['stop', '--mode=immediate', `--pgdata=${this.#data}`]); // it may be stopped
    rmSync(this.#home, { recursive: true, force: true });
  }

  #configure(): void {
    appendFileSync(
      join(this.#data, 'postgresql.conf'),
      [...settings, `unix_socket_directories = '${this.socketDir}'`, ''].join('\n'),
    );
    writeFileSync(join(this.#data, 'test.conf'), '');
  }

  #control(action: string, ...options: readonly string[]): void {
    this.#run('pg_ctl', [action, `--pgdata=${this.#data}`, '--silent', ...options]);
  }

  #run(program: string, options: readonly string[], from = this.#bin): void {
    const { status, stderr, stdout } = this.#call(join(from, program), options);
    if (status !== 0) throw new Error(`${program} ${options.join(' ')}: ${stdout}${stderr}`);
  }

  #call(program: string, options: readonly string[]) {
    // A server that goes on in the background must not keep pipes open.
    return spawnSync(program, options, {
      ...clusterIdentity(),
      cwd: this.#home,
      env: { TZ: 'UTC', LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      encoding: 'utf8',
      stdio: options.includes('start') ? 'ignore' : 'pipe',
      timeout: 60_000,
    });
  }
}

/** Returns the directory of PostgreSQL's programs that run on this machine. */
function findPrograms(): string {
  const named = process.env[binariesSetting];
  if (named !== undefined && named !== '') return named;
  return dirname(findBinaries(join(tmpdir(), 'salar-test-binaries'), () => undefined).postgres);
}

/** Creates a directory that the server's identity, which is not root, may use. */
function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'salar-own-'));
  chmodSync(home, 0o755);
  const identity = clusterIdentity();
  mkdirSync(join(home, 'socket'));
  if (identity !== null)
    for (const path of [home, join(home, 'socket')]) chownSync(path, identity.uid, identity.gid);
  return home;
}
