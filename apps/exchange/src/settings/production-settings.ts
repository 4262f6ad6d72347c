/** Finds settings that production refuses or lacks; the local profile has defaults instead. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findDatabaseAddressProblem } from '@salar/adapters/tls/encrypted-connections';
import type { Settings } from './settings-schema.ts';
import { productionSiteSettings } from './site-settings.ts';

/** Key files that production must provide; the local profile creates them. */
export const productionKeyFiles = ['ticket-mac.key', 'address-mac.key'] as const;

/** Returns a sentence for each setting that production does not start with. */
export function findProductionProblems(
  settings: Settings,
  { isRoot }: { readonly isRoot: boolean },
): string[] {
  const needed = [
    'SALAR_PUBLIC_URL',
    'SALAR_TRUSTED_PROXIES', // proxies terminate https; without this setting all customers have one address
    'SMTP_URL',
    'MAIL_FROM',
    'SALAR_PASSWORD_PEPPER',
    'SALAR_SEALING_KEY',
    'SALAR_SIGNER_FILE',
    ...productionSiteSettings,
  ] as const;
  const problems = needed
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name}: is missing; production has no default for it`);
  if (settings.SALAR_PUBLIC_URL?.startsWith('http:') === true)
    problems.push('SALAR_PUBLIC_URL: must be an https address in production');
  if (settings.SALAR_SIGNER_PASSPHRASE !== undefined)
    problems.push(
      'SALAR_SIGNER_PASSPHRASE: the exchange no longer has it; the signer is a service of its own (docs/signer.md)',
    );
  if (settings.SALAR_MIGRATION_DATABASE_URL !== undefined)
    problems.push(
      'SALAR_MIGRATION_DATABASE_URL: is for `npm run migrate` only; the exchange must not have the login that owns its tables',
    );
  const addressProblem =
    settings.DATABASE_URL === undefined ? null : findDatabaseAddressProblem(settings.DATABASE_URL);
  if (addressProblem !== null) problems.push(`DATABASE_URL: ${addressProblem}`);
  if (isRoot && settings.DATABASE_URL === undefined)
    problems.push(
      'DATABASE_URL: root cannot run the embedded PostgreSQL, which would belong to `nobody` as other services do; start as a user of its own, or set DATABASE_URL',
    );
  if (settings.SALAR_KILL_AT !== undefined)
    problems.push('SALAR_KILL_AT: ends the server on purpose; it is for tests only');
  if ((settings.SALAR_SIMULATED_CUSTOMERS ?? 'off') !== 'off')
    problems.push('SALAR_SIMULATED_CUSTOMERS: is for the local profile; production has real customers only');
  if (!settings.SALAR_RATE_LIMITS) problems.push('SALAR_RATE_LIMITS: cannot be off in production');
  for (const file of productionKeyFiles) {
    const path = join(resolve(settings.SALAR_DATA_DIR), 'keys', file);
    if (!existsSync(path)) problems.push(`${path}: is missing; production brings its own key files`);
  }
  return problems;
}
