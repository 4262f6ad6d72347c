/** Finds settings that the local profile refuses, because they are for production or would show a laptop to a network. */
import { isThisMachine } from '@salar/adapters/tls/encrypted-connections';
import type { Settings } from './settings-schema.ts';

/** Returns a sentence for each setting that the local profile does not start with. */
export function findLocalProblems(settings: Settings): string[] {
  const problems: string[] = [];
  const refuse = (isWrong: boolean, problem: string) => isWrong && problems.push(problem);
  refuse(
    settings.SALAR_NETWORKS_FILE !== undefined,
    'SALAR_NETWORKS_FILE: is for production; the local profile has networks of its own',
  );
  refuse(
    settings.SALAR_SIGNER_FILE !== undefined,
    'SALAR_SIGNER_FILE: is for production; the local profile starts a signer of its own',
  );
  refuse(
    !isThisMachine(settings.SALAR_HOST) && !settings.SALAR_LOCAL_ON_NETWORK,
    'SALAR_HOST: the local profile has a public password, a mailbox without one, and free coins; set SALAR_LOCAL_ON_NETWORK=on to show them to your network, or SALAR_PROFILE=production',
  );
  refuse(
    settings.DATABASE_URL !== undefined && !settings.SALAR_LOCAL_DATABASE,
    'DATABASE_URL: the local profile writes demo customers and money into the database; set SALAR_LOCAL_DATABASE=on for one without real customers, or SALAR_PROFILE=production',
  );
  return problems;
}
