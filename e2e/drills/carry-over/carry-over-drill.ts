/**
 * Carries over a database and a data directory of version 0.1, as docs/guides/from-0.1.md describes, and prints what it saw:
 * first in the local profile, then with the settings of production and a PostgreSQL whose tables have another owner.
 */
import { showLocalProfile } from './local-profile.ts';
import { showProduction } from './production.ts';
import { counts } from './show.ts';

export async function runCarryOverDrill(): Promise<{ passed: number; failed: number }> {
  counts.passed = 0;
  counts.failed = 0;
  await showLocalProfile();
  await showProduction();
  return { ...counts };
}
