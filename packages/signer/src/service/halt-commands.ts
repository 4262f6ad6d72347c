/** The commands that lift a halt of the watcher, run by an administrator on the signer's machine with people's signatures. */
import { Quorum } from '@salar/approvals/quorum';
import { Halts } from '../watch/halts.ts';
import { readPolicyInForce, readSignature } from './policy-commands.ts';
import { readSeedSettings } from './signer-settings.ts';

/** Returns the text that approvers sign to lift the halts in force. @throws when there is none */
export function formatLiftText(settings: string): string {
  const text = openHalts(settings).formatLift();
  if (text === null) throw new Error('no halt is in force');
  return text;
}

/**
 * Lifts the halts in force.
 * @param signatures  `NAME=FILE` each
 * @returns one sentence @throws with the reason why it is refused
 */
export async function liftHalts(settings: string, signatures: readonly string[]): Promise<string> {
  const { approvals } = readPolicyInForce(settings);
  if (approvals === null) throw new Error('the policy names no approvers');
  const people = new Quorum(approvals.required, approvals.approvers);
  const lifted = await openHalts(settings).lift(signatures.map(readSignature), people);
  if (lifted.ok) return 'the halts are lifted: the signer signs again';
  throw new Error(
    lifted.refusal === 'nothing_to_lift'
      ? 'no halt is in force'
      : 'the signatures are not enough: each must be of another approver of the policy in force, over exactly the text of "lift-text"',
  );
}

function openHalts(settings: string): Halts {
  return new Halts(readSeedSettings(settings).dataDir);
}
