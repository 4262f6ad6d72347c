/** Judges the licences of releases by a list of those that we accept. */
import type { Release } from './releases.ts';

const accepted = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 ISC MIT MIT-0 OFL-1.1'.split(' '),
);
/** They ask something of those who pass changed files on, and we pass nothing of them on. */
const acceptedForDevelopment = new Set(['MPL-2.0']);
/** Releases whose manifests name no licence, or one for which there is a reason, outside production. */
const exceptions: ReadonlyMap<string, string> = new Map([
  [
    '@safe-global/safe-smart-account',
    'LGPL-3.0: contracts that the local profile and tests deploy unchanged',
  ],
  ['@react-aria/optimize-locales-plugin', 'its file LICENSE is Apache-2.0'],
  ['memorystream', 'its file LICENSE is MIT'],
  ['parse-cache-control', 'its file LICENSE is the BSD licence of three clauses'],
]);

/** Returns a sentence for each release whose licence is not accepted. */
export function findLicenceProblems(releases: readonly Release[]): string[] {
  return releases
    .filter((release) => !isAccepted(release))
    .map(
      ({ name, version, license }) =>
        `${name}@${version}: ${license ?? 'no licence'} is not on the list of licences`,
    );
}

function isAccepted({ name, license = '', isInProduction }: Release): boolean {
  if (!isInProduction && exceptions.has(name)) return true;
  const isOnList = (id: string) => accepted.has(id) || (!isInProduction && acceptedForDevelopment.has(id));
  const expression = license.replaceAll(/[()]/g, '');
  // Of alternatives one is enough; of licences that hold together each is needed. No release mixes both.
  return expression.includes(' OR ')
    ? !expression.includes(' AND ') && expression.split(' OR ').some(isOnList)
    : expression.split(' AND ').every(isOnList);
}
