/** The sandbox's state, in a file of the data directory, so that it survives a restart. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export type SandboxAttempt = {
  readonly id: string;
  readonly subAccountId: string;
  readonly levelName: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'EXPIRED';
  result: 'APPROVED' | 'REJECTED' | null;
  resultMessage: string | null;
  retryable: boolean;
  readonly redirectUrl: string | null;
  readonly createdAt: string;
  updatedAt: string;
};
type SandboxSubAccount = {
  readonly id: string;
  readonly name: string;
  readonly accountType: string;
  readonly createdAt: string;
};
type SandboxWebhook = { readonly id: string; readonly url: string; readonly subscriptions: string[] };

export type SandboxState = {
  /** Signs webhooks. */
  privateKeyPem: string;
  readonly subAccounts: SandboxSubAccount[];
  readonly attempts: SandboxAttempt[];
  readonly webhooks: SandboxWebhook[];
};

/**
 * Reads the file's state, or creates a new one.
 * @param file  null: kept in memory only
 */
export function readState(file: string | null): SandboxState {
  if (file === null || !existsSync(file))
    return { privateKeyPem: newPrivateKey(), subAccounts: [], attempts: [], webhooks: [] };
  // Subscribers of webhooks subscribe again at every start.
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as SandboxState), webhooks: [] };
}

export function writeState(file: string | null, state: SandboxState): void {
  if (file === null) return;
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
