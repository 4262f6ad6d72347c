/** The signer's process: opens the seed, serves requests, ends on a signal or with its parent. */
import { join } from 'node:path';
import { formatPolicy } from '@salar/adapters/signer/signer-policy';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { onHangUp, surviveClosedOutput } from '@salar/adapters/terminal/output-and-signals';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { JournalCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { TicketId } from '@salar/protocol';
import type { ApprovalRequest, MoveRequest, RegisteredPasskey, SignRequest } from '@salar/services';
import { FileCheckpointSigner } from '../checkpoints/checkpoint-signer.ts';
import { ClaimStore } from '../claims/claim-store.ts';
import { importFormerFiles } from '../claims/former-files.ts';
import { checkKey } from '../keys/open-key-stores.ts';
import { openSeed } from '@salar/adapters/files/seed-file';
import { Moves } from '../moves/moves.ts';
import { findBitcoinKind, openFamilies } from '../families/open-families.ts';
import { openKeys } from '../keys/open-keys.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { Follower } from '../pair/follower.ts';
import { leadAlone } from '../pair/lead-alone.ts';
import { PairedCheckpoints } from '../pair/paired-checkpoints.ts';
import { PairedClaims } from '../pair/paired-claims.ts';
import { PeerClient } from '../pair/peer-client.ts';
import { PasskeyRecord } from '../passkeys/passkey-record.ts';
import { WithdrawalSignatures } from '../passkeys/withdrawal-signatures.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { TicketSigner } from '../payments/ticket-signer.ts';
import { findWeaknesses } from '../policy/find-weaknesses.ts';
import { SealedPolicy } from '../policy/sealed-policy.ts';
import { Halts } from '../watch/halts.ts';
import { WatcherRequests } from '../watch/watcher-requests.ts';
import { createAlerts } from './signer-alerts.ts';
import type { SignerAlert } from './signer-alerts.ts';
import { signerIdentityName } from './seed-commands.ts';
import { serveSigner } from './signer-server.ts';
import { getSealedPolicyPath } from './policy-commands.ts';
import { getSeedPath, readSeedSettings, readSignerSettings } from './signer-settings.ts';

/** Longer than an alert is silent. */
const weaknessesEveryMs = 24 * 3_600_000;
/** The interval between two looks for an amendment of the policy. */
const amendmentPollMs = 60_000;

const youngKeysNotice =
  'passkeys count as soon as they are registered (ageHours is 0), so the exchange can add one for itself: for local use only\n';
/** The interval between two looks for halts in force and a watcher that is silent. */
const reportEveryMs = 60_000;

/**
 * Serves requests until the process is ended.
 *
 * @param options.withParent  ends when standard input closes, which happens whenever the parent ends
 * @throws in one sentence when the settings, the seed or the address cannot be used
 */
export async function runSigner(options: { settings: string; withParent: boolean }): Promise<void> {
  surviveClosedOutput();
  onHangUp();
  const settings = readSignerSettings(options.settings);
  const { installation, listen, clients, dataDir, policy, ticketMacKey } = settings;
  const { passphrase, keyPlaces, peer, watcher } = settings;
  const seed = openSeed(getSeedPath(dataDir), passphrase);
  const { root } = seed;
  const onAlert = createAlerts((line) => process.stderr.write(line));
  const sealed = new SealedPolicy({
    path: getSealedPolicyPath(dataDir),
    root,
    installation,
    clock: Date.now,
  });
  const inForce = openPolicy(sealed, policy, onAlert);
  const { networks, caps, approvals, passkeys, depositBranches } = inForce;
  const kind = findBitcoinKind(networks);
  const keys = openKeys(new SeedKeys(seed, kind), keyPlaces, depositBranches);
  for (const name of keyPlaces.keys())
    process.stderr.write(`key ${name} is apart from the seed: ${await checkKey(keys, name, kind)}\n`);
  const clock = Date.now;
  const identity = await openTlsIdentity(dataDir, signerIdentityName);
  const store = new ClaimStore(dataDir);
  importFormerFiles(store, dataDir);
  const other = peer && new PeerClient({ ...peer, identity });
  const claims =
    peer === null || other === null
      ? store
      : new PairedClaims({ store, peer: other, leads: peer.leads, clock, onAlert });
  const record = new PasskeyRecord({
    claims,
    policy: passkeys,
    clock,
    onRegistered: (sentence) => process.stderr.write(`${sentence}\n`),
  });
  if (!options.withParent) reportWeaknesses(inForce, sealed.isSealed, onAlert);
  else if (passkeys?.ageHours === 0) process.stderr.write(youngKeysNotice);
  const families = await openFamilies(keys, networks);
  const tickets = new TicketSigner({
    families,
    networks,
    caps,
    approvals: approvals && { ...approvals, installation },
    signatures: passkeys && new WithdrawalSignatures({ record, policy: passkeys, clock }),
    ticketMacKey,
    log: new SigningLog(claims),
    clock,
  });
  const moves = new Moves({ keys, families, networks, claims, tickets, clock });
  const checkpoints = new FileCheckpointSigner({
    path: join(dataDir, 'checkpoints.jsonl'),
    root,
    clock,
    onConflict: (sentence) => process.stderr.write(`ALERT: ${sentence}\n`),
  });
  const checkpointSigner =
    other === null ? checkpoints : new PairedCheckpoints({ own: checkpoints, peer: other, store });
  const signer = {
    identity: () => tickets.identity(),
    sign: (request: SignRequest) => tickets.sign(request),
    listSigned: (ticketId: TicketId) => tickets.listSigned(ticketId),
    verifyApproval: (request: ApprovalRequest) => tickets.verifyApproval(request),
    registerPasskey: (passkey: RegisteredPasskey) => record.registerPasskey(passkey),
    removePasskey: (passkey: Pick<RegisteredPasskey, 'userId' | 'credentialId'>) =>
      record.removePasskey(passkey),
    move: (request: MoveRequest) => moves.move(request),
    checkpoint: async (end: JournalCheckpoint) => {
      await claims.ready();
      return checkpointSigner.checkpoint(end);
    },
  };
  const watched =
    watcher === null
      ? null
      : openWatcherRequests({ ...watcher, dataDir, hasApprovers: approvals !== null, checkpoints, onAlert });
  await serveSigner(signer, {
    listen,
    clients,
    peer: peer && {
      certificate: peer.signerCertificate,
      follower: new Follower({ store, checkpoints, clock }),
    },
    watcher: watched && { certificate: watched.certificate, requests: watched.requests },
    identity,
    onAlert,
  });

  const end = () => process.exit(0);
  process.on('SIGTERM', end);
  if (!options.withParent) process.on('SIGINT', end);
  else {
    process.on('SIGINT', () => undefined); // a terminal's Ctrl-C reaches the whole process group; the parent stops us in order
    process.stdin.on('end', end).resume();
  }
}

/** Opens what the watcher may request. @throws when nobody could lift a halt */
function openWatcherRequests(options: {
  readonly certificate: string;
  readonly key: string;
  readonly silentMinutes: number;
  readonly dataDir: string;
  readonly hasApprovers: boolean;
  readonly checkpoints: FileCheckpointSigner;
  readonly onAlert: (alert: SignerAlert) => void;
}): { readonly certificate: string; readonly requests: WatcherRequests } {
  const { certificate, dataDir, checkpoints } = options;
  if (!options.hasApprovers)
    throw new Error('a watcher needs "approvals" in the policy: without approvers nobody could lift a halt');
  const requests = new WatcherRequests({
    ...options,
    halts: new Halts(dataDir),
    findCheckpoint: () => checkpoints.last,
    clock: Date.now,
  });
  requests.report();
  setInterval(() => requests.report(), reportEveryMs).unref();
  return { certificate, requests };
}

/** Makes a signer of a pair the leader, alone until the other one is back. @throws when it is not one of a pair */
export async function leadSignerAlone(options: { settings: string }): Promise<string> {
  return leadAlone(readSeedSettings(options.settings).dataDir);
}

/** Repeats what the policy of a production signer leaves open. */
function reportWeaknesses(
  policy: SignerPolicy,
  isSealed: boolean,
  onAlert: (alert: SignerAlert) => void,
): void {
  const weaknesses = findWeaknesses(policy, isSealed);
  const report = () => {
    for (const event of weaknesses) onAlert({ event, subject: '' });
  };
  report();
  setInterval(report, weaknessesEveryMs).unref();
}

/**
 * Returns the policy in force: that of the file, until it has a rule for amendments. From then on it is sealed, the file has
 * no effect, and each minute the signer looks for an amendment: one that waits is an alert, and one whose time has come ends
 * the process, so that the service manager starts it with the new policy.
 */
function openPolicy(
  sealed: SealedPolicy,
  file: SignerPolicy,
  onAlert: (alert: SignerAlert) => void,
): SignerPolicy {
  if (file.approvals?.amendments != null) sealed.seal(file);
  if (!sealed.isSealed) return file;
  const policy = sealed.open();
  if (formatPolicy(policy) !== formatPolicy(file))
    onAlert({ event: 'the policy file differs from the sealed policy and has no effect', subject: '' });
  const look = () => {
    const pending = sealed.readPending();
    if (pending === null) return;
    const { effectiveAt, signedBy, changes } = pending;
    const subject = `${new Date(effectiveAt).toISOString()}, signed by ${signedBy.join(', ')}: ${changes.join('; ')}`;
    onAlert({ event: 'the policy will be amended', subject });
    if (effectiveAt <= Date.now()) process.exit(0);
  };
  look();
  setInterval(look, amendmentPollMs).unref();
  return policy;
}
