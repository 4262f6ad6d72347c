/** The signer's process: opens the seed, serves requests, ends on a signal or with its parent. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { JournalCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { ApprovalRequest, MoveRequest, SignRequest } from '@salar/services';
import {
  FileCheckpointSigner,
  deriveCheckpointKey,
  formatCheckpointKey,
} from '../checkpoints/checkpoint-signer.ts';
import { createSeed, openSeed } from '../keys/seed-file.ts';
import { EvmMoves } from '../moves/evm-moves.ts';
import { MoveLog } from '../moves/move-log.ts';
import { findBitcoinKind, openFamilies } from '../families/open-families.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { TicketSigner } from '../payments/ticket-signer.ts';
import { createAlerts } from './signer-alerts.ts';
import { serveSigner } from './signer-server.ts';
import { readSeedSettings, readSignerSettings } from './signer-settings.ts';

/** The name of the signer's certificate and key in its data directory. */
const signerIdentityName = 'signer';

/**
 * Serves requests until the process is ended.
 *
 * @param options.withParent  ends when standard input closes, which happens whenever the parent ends
 * @throws in one sentence when the settings, the seed or the address cannot be used
 */
export async function runSigner(options: { settings: string; withParent: boolean }): Promise<void> {
  const { listen, clients, dataDir, policy, ticketMacKey, passphrase } = readSignerSettings(options.settings);
  const { networks, caps, approvals } = policy;
  const root = openSeed(getSeedPath(dataDir), passphrase);
  const keys = new SignerKeys(new SeedKeys(root, findBitcoinKind(networks)));
  const clock = Date.now;
  const tickets = new TicketSigner({
    families: await openFamilies(keys, networks),
    networks,
    caps,
    approvals,
    ticketMacKey,
    log: new SigningLog(join(dataDir, 'signed.jsonl')),
    clock,
  });
  const moves = new EvmMoves({ keys, networks, log: new MoveLog(join(dataDir, 'moves.jsonl')), clock });
  const checkpoints = new FileCheckpointSigner({
    path: join(dataDir, 'checkpoints.jsonl'),
    root,
    clock,
    onConflict: (sentence) => process.stderr.write(`ALERT: ${sentence}\n`),
  });
  const signer = {
    identity: () => tickets.identity(),
    sign: (request: SignRequest) => tickets.sign(request),
    verifyApproval: (request: ApprovalRequest) => tickets.verifyApproval(request),
    move: (request: MoveRequest) => moves.move(request),
    checkpoint: (end: JournalCheckpoint) => checkpoints.checkpoint(end),
  };
  await serveSigner(signer, {
    listen,
    clients,
    identity: await openTlsIdentity(dataDir, signerIdentityName),
    onAlert: createAlerts((line) => process.stderr.write(line)),
  });

  const end = () => process.exit(0);
  process.on('SIGTERM', end);
  if (!options.withParent) process.on('SIGINT', end);
  else {
    process.on('SIGINT', () => undefined); // a terminal's Ctrl-C reaches the whole process group; the parent stops us in order
    process.stdin.on('end', end).resume();
  }
}

/**
 * Prepares a data directory: creates the seed and the signer's certificate.
 *
 * @returns the public key of the journal's checkpoints
 * @throws when there is a seed already
 */
export async function initialiseSigner(options: { settings: string }): Promise<string> {
  const { dataDir, passphrase } = readSeedSettings(options.settings);
  if (existsSync(getSeedPath(dataDir))) throw new Error(`${getSeedPath(dataDir)} exists already`);
  const root = createSeed(getSeedPath(dataDir), passphrase);
  await openTlsIdentity(dataDir, signerIdentityName);
  return formatCheckpointKey(deriveCheckpointKey(root));
}

function getSeedPath(dataDir: string): string {
  return join(dataDir, 'seed.json');
}
