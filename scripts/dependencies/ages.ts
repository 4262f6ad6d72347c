/** Finds releases younger than a week: most malicious releases are noticed within days. */
import { z } from 'zod';
import type { Release } from './releases.ts';

export const minimumAgeDays = 7;
const requestsAtOnce = 8;
const packument = z.object({ time: z.record(z.string(), z.string()) });

/** Lists the releases that an earlier lock file did not have. */
export function findNewReleases(now: readonly Release[], earlier: readonly Release[]): Release[] {
  const known = new Set(earlier.map(({ name, version }) => `${name}@${version}`));
  return now.filter(({ name, version }) => !known.has(`${name}@${version}`));
}

/**
 * Requests from the registry when releases were published, and returns a sentence for each that is too young or unknown.
 *
 * @param fetchPackage  requests what the registry has about a package
 */
export async function findYoungReleases(
  releases: readonly Release[],
  now: Date,
  fetchPackage: (name: string) => Promise<unknown>,
): Promise<string[]> {
  const names = [...new Set(releases.map(({ name }) => name))];
  const times = new Map<string, Record<string, string>>();
  while (names.length > 0)
    await Promise.all(
      names.splice(0, requestsAtOnce).map(async (name) => {
        times.set(name, packument.parse(await fetchPackage(name)).time);
      }),
    );
  return releases.flatMap(({ name, version }) => {
    const published = times.get(name)?.[version];
    if (published === undefined) return [`${name}@${version}: the registry does not have it`];
    const days = (now.getTime() - new Date(published).getTime()) / 86_400_000;
    return days >= minimumAgeDays ? [] : [`${name}@${version}: was published ${days.toFixed(1)} days ago`];
  });
}
