/** The commands that change a sealed policy, run by an administrator on the signer's machine with people's signatures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedSignature } from '@salar/approvals/quorum';
import { readSignatureFile } from '@salar/approvals/verify-signature';
import { openSeed } from '@salar/adapters/files/seed-file';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { parsePolicy } from '../policy/parse-policy.ts';
import { SealedPolicy } from '../policy/sealed-policy.ts';
import type { AmendmentRefusal } from '../policy/sealed-policy.ts';
import { openSignerKeys } from './open-signer-keys.ts';
import { getSeedPath, readKeySettings, readSeedSettings } from './signer-settings.ts';

const refusalTexts: Readonly<Record<AmendmentRefusal, string>> = {
  policy_cannot_be_amended: 'the policy in force has no "amendments" and is changed by its file',
  policy_unchanged: 'the new policy is the one in force',
  deposit_branch_removed:
    'the new policy lacks a branch of deposit addresses of the one in force, or has it at another place',
  too_many_changes: 'the text of this amendment is too long: change the policy in several steps',
  signatures_insufficient:
    'the signatures are not enough: each must be of another approver of the policy in force, over exactly the text of "amendment-text"',
};

/** Returns the policy that a signer follows: the sealed one, or that of its file. */
export function readPolicyInForce(settings: string): SignerPolicy {
  const sealed = openSealed(settings);
  return sealed.isSealed ? sealed.open() : readKeySettings(settings).policy;
}

/** Opens the sealed policy of a signer. @throws when there is none yet */
function open(settings: string): SealedPolicy {
  const sealed = openSealed(settings);
  if (!sealed.isSealed)
    throw new Error(
      'the policy is not sealed: it is changed by its file, until a start with "amendments" seals it',
    );
  return sealed;
}

function openSealed(settings: string): SealedPolicy {
  const { installation, dataDir, passphrase } = readSeedSettings(settings);
  const { root } = openSeed(getSeedPath(dataDir), passphrase);
  return new SealedPolicy({
    path: getSealedPolicyPath(dataDir),
    root,
    installation,
    clock: Date.now,
  });
}

/** Returns the path of the sealed policy in a data directory. */
export function getSealedPolicyPath(dataDir: string): string {
  return join(dataDir, 'policy.sealed.json');
}

/** Returns the text that approvers sign for a new policy. @throws with the reason why there is none */
export function formatAmendmentText(settings: string, policyPath: string): string {
  const text = open(settings).formatAmendment(readNextPolicy(settings, policyPath));
  if (!text.ok) throw new Error(refusalTexts[text.refusal]);
  return text.value;
}

/**
 * Stores an amendment that takes effect after the delay of the policy in force.
 * @param signatures  `NAME=FILE` each
 * @returns one sentence @throws with the reason why it is refused
 */
export async function amendPolicy(
  settings: string,
  policyPath: string,
  signatures: readonly string[],
): Promise<string> {
  const policy = readNextPolicy(settings, policyPath);
  const amended = await open(settings).amend(policy, signatures.map(readSignature));
  if (!amended.ok) throw new Error(refusalTexts[amended.refusal]);
  return `the amendment takes effect at ${new Date(amended.value.effectiveAt).toISOString()}`;
}

/** Reads a policy with which the signer would start. @throws with the reason why it would not */
function readNextPolicy(settings: string, policyPath: string): SignerPolicy {
  const policy = parsePolicy(readFileSync(policyPath, 'utf8'));
  openSignerKeys(settings, policy);
  return policy;
}

/** Drops the amendment that waits. @returns one sentence */
export function dropAmendment(settings: string): string {
  return open(settings).dropPending() ? 'the amendment was dropped' : 'no amendment waits';
}

/** Reads a signature that is given as `NAME=FILE`. */
export function readSignature(argument: string): NamedSignature {
  const [name = '', ...path] = argument.split('=');
  if (path.length === 0) throw new Error(`${argument} is not NAME=FILE`);
  return { name, signature: readSignatureFile(readFileSync(path.join('='), 'utf8')) };
}
