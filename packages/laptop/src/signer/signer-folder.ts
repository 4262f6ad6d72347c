/** The folder of the local profile's signer: what an administrator would write by hand for one of production. */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readOrCreateFile } from '@salar/adapters/files/key-files';
import { prepareSocketDirectory, toSocketDirectory } from '@salar/adapters/files/socket-directory';
import type { RunAs } from '@salar/adapters/postgres-embedded/run-as';
import type { SignerConnection } from '@salar/adapters/signer/signer-connection';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { NetworkSettings, PaymentCaps } from '@salar/services';
import { parseApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import type { ApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import type { PasskeyPolicy } from '@salar/adapters/signer/passkey-policy';
import { buildPolicy, formatPolicy } from '@salar/adapters/signer/signer-policy';
import type { SignerSettingsFile } from '@salar/signer/service/signer-settings';

export type SignerFolder = {
  readonly settings: string;
  /** Contains the sealed seed and the record of what was signed. */
  readonly dataDir: string;
  readonly connection: SignerConnection;
};

/** Files that the signer of version 0.1 stored in the exchange's own folder of keys. */
const formerFiles = ['seed.json', 'signed.jsonl', 'moves.jsonl'] as const;
const socketName = 'signer.sock';
const socketPathMax = 100;

/**
 * Writes settings, policy and certificates into `<dataDir>/signer`, and moves the files of an earlier version there.
 *
 * @param options.user  owns the folder; null for the current user
 */
export async function prepareSignerFolder(options: {
  readonly dataDir: string;
  readonly networks: readonly NetworkSettings[];
  readonly caps: readonly PaymentCaps[];
  readonly passkeys?: PasskeyPolicy | null;
  /** The host name of the exchange. */
  readonly installation: string;
  readonly user: RunAs | null;
}): Promise<SignerFolder> {
  const folder = join(options.dataDir, 'signer');
  const dataDir = join(folder, 'data');
  const keysDir = join(options.dataDir, 'keys');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of formerFiles) moveFile(join(keysDir, name), join(dataDir, name));
  moveFile(join(keysDir, 'passphrase'), join(folder, 'passphrase'));
  readOrCreateFile(join(folder, 'passphrase'), () => randomBytes(24).toString('base64url'));
  copyFileSync(join(keysDir, 'ticket-mac.key'), join(folder, 'ticket-mac.key'));

  const identity = await openTlsIdentity(join(keysDir, 'signer-client'), 'exchange');
  const { certificate } = await openTlsIdentity(dataDir, 'signer');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write('exchange.crt', identity.certificate);
  const approvals = readApprovers(options.dataDir);
  write('policy.json', formatPolicy(buildPolicy({ ...options, approvals })));
  const endpoint = { socket: prepareSocketPath(folder, options.user) };
  const settings: SignerSettingsFile = {
    installation: options.installation,
    listen: endpoint,
    clients: ['exchange.crt'],
    dataDir: 'data',
    policy: 'policy.json',
    ticketMacKey: 'ticket-mac.key',
    passphrase: 'passphrase',
  };
  write('settings.json', `${JSON.stringify(settings, null, 2)}\n`);
  if (options.user !== null) giveTo(folder, options.user);
  return {
    settings: join(folder, 'settings.json'),
    dataDir,
    connection: { endpoint, signerCertificate: certificate, identity },
  };
}

/** Reads `approvers.json` in the data directory: the people who approve payments above the automatic caps, if any. */
function readApprovers(dataDir: string): ApprovalPolicy | null {
  const path = join(dataDir, 'approvers.json');
  return existsSync(path) ? parseApprovalPolicy(readFileSync(path, 'utf8')) : null;
}

function moveFile(from: string, to: string): void {
  if (existsSync(from) && !existsSync(to)) renameSync(from, to);
}

/** Returns a path in the folder, or in a short directory when that is too long for a Unix socket. */
function prepareSocketPath(folder: string, user: RunAs | null): string {
  const directory = toSocketDirectory(folder, socketName, socketPathMax);
  if (directory !== folder) prepareSocketDirectory(directory, user);
  return join(directory, socketName);
}

function giveTo(folder: string, { uid, gid }: RunAs): void {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { recursive: true }))
    chownSync(join(folder, String(entry)), uid, gid);
}
