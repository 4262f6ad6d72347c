/** Finds the operators' server that a run of the command line connects to. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { operatorListenSetting } from '../settings/operator-settings.ts';
import type { OperatorEndpoint } from './operator-client.ts';
import { getOperatorSocketPath } from './socket-path.ts';

/**
 * Reads the endpoint from the options `--server` and `--server-certificate`, or from `SALAR_OPERATOR_SERVER` and
 * `SALAR_OPERATOR_SERVER_CERTIFICATE`; without a server it is the Unix socket of `SALAR_DATA_DIR`.
 *
 * @throws when the address is malformed, or when its certificate is not named or cannot be read
 */
export function readOperatorEndpoint(
  options: { readonly server: string | null; readonly certificate: string | null },
  environment: NodeJS.ProcessEnv,
): OperatorEndpoint {
  const server = options.server ?? (environment['SALAR_OPERATOR_SERVER'] || null);
  if (server === null) {
    const dataDir = resolve(environment['SALAR_DATA_DIR'] || '.salar');
    return { socketPath: getOperatorSocketPath(dataDir) };
  }
  const address = operatorListenSetting.safeParse(server);
  if (!address.success) throw new Error(`--server ${server}: ${address.error.issues[0]?.message ?? ''}`);
  const path = options.certificate ?? (environment['SALAR_OPERATOR_SERVER_CERTIFICATE'] || null);
  if (path === null) throw new Error('a server needs its certificate: --server-certificate FILE');
  return { ...address.data, certificate: readFileSync(path, 'utf8') };
}
