/** The people who approve payments above the automatic caps, as the signer's policy names them. */
import { readSigningKey } from '@salar/approvals/signing-key';
import { z } from 'zod';

/** One person approves no payment alone, whatever the policy says. */
const requiredMin = 2;
const approversMax = 32;

const approverSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9.-]{1,31}$/, 'must be a name like ana'),
  /** A text that `readSigningKey` reads. */
  key: z
    .string()
    .refine((text) => readSigningKey(text).ok, 'must be a public key of Ed25519, OpenSSH or WebAuthn'),
});

const amendmentsSchema = z.strictObject({
  /** The number of approvers who must sign a change. */
  required: z.int().min(requiredMin, `must be at least ${requiredMin}`),
  /** The time between the signatures and the effect, in which people can notice and stop it. */
  delayHours: z
    .int()
    .min(1)
    .max(24 * 30),
});

export const approvalPolicySchema = z
  .strictObject({
    /** The number of people who must sign each such payment. */
    required: z.int().min(requiredMin, `must be at least ${requiredMin}`),
    approvers: z.array(approverSchema).max(approversMax),
    /** How the policy is changed; null: by writing its file. */
    amendments: amendmentsSchema.nullable().default(null),
  })
  .refine(({ required, approvers }) => approvers.length >= required, 'has fewer approvers than it requires')
  .refine(
    ({ amendments, approvers }) => approvers.length >= (amendments?.required ?? 0),
    'has fewer approvers than an amendment requires',
  )
  .refine(({ approvers }) => isDistinct(approvers.map(({ name }) => name)), 'names an approver twice')
  .refine(({ approvers }) => isDistinct(approvers.map(({ key }) => identify(key))), 'has a key twice');

export type ApprovalPolicy = z.infer<typeof approvalPolicySchema>;

/** Parses a file of approvers. @throws with every field that is wrong */
export function parseApprovalPolicy(text: string): ApprovalPolicy {
  const parsed = approvalPolicySchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new Error(
    parsed.error.issues
      .map((one) => `${['approvers file', ...one.path].join('.')} ${one.message}`)
      .join('; '),
  );
}

function isDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

/** Returns the public key's bytes as text: the same key in two text forms is one key. */
function identify(text: string): string {
  const key = readSigningKey(text);
  return key.ok ? Buffer.from(key.value.publicKey).toString('hex') : text;
}
