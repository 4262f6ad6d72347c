/** People who approve payments, with keys of OpenSSH in software. */
import type { ApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import { formatSigningKey } from '@salar/approvals/signing-key';
import type { SigningKey } from '@salar/approvals/signing-key';
import { createSshSigner } from '@salar/approvals/test-signers';
import type { TestSigner } from '@salar/approvals/test-signers';

/** The installation of the tests, which the text of a payment names. */
export const testInstallation = 'exchange.example';

export type Approvers = ReadonlyMap<string, TestSigner<SigningKey>>;

export function createApprovers(names: readonly string[]): Approvers {
  return new Map(names.map((name) => [name, createSshSigner()]));
}

/** Builds a policy in which two of them approve each payment. */
export function toApprovalPolicy(approvers: Approvers): ApprovalPolicy {
  return {
    required: 2,
    amendments: null,
    approvers: [...approvers].map(([name, { key }]) => ({ name, key: formatSigningKey(key) })),
  };
}

/** Signs a text as one of them. @throws when there is no such approver */
export function signAs(approvers: Approvers, name: string, text: string): string {
  const approver = approvers.get(name);
  if (approver === undefined) throw new Error(`there is no approver ${name}`);
  return approver.sign(text);
}
