/**
 * The policy in force, sealed under a key of the seed: from the first start on, the policy changes only by an amendment that
 * enough approvers have signed, and only after a delay.
 */
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '@salar/adapters/files/replace-file';
import { formatPolicy } from '@salar/adapters/signer/signer-policy';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { formatAmendment } from '@salar/approvals/policy-amendment';
import { Quorum } from '@salar/approvals/quorum';
import type { NamedSignature } from '@salar/approvals/quorum';
import { accept, assert, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { isSameMac } from '@salar/services/crypto/mac-keys';
import type { HDKey } from '@scure/bip32';
import { z } from 'zod';
import { parsePolicy } from './parse-policy.ts';
import { listPolicyChanges } from './policy-changes.ts';

const hourMs = 3_600_000;

const contentSchema = z.strictObject({
  version: z.literal(1),
  /** How many amendments were ever stored, also those that were dropped or replaced: the number of a text is used once. */
  amended: z.int().min(0),
  policy: z.string(),
  pending: z
    .strictObject({ policy: z.string(), effectiveAt: z.int().min(0), signedBy: z.array(z.string()) })
    .nullable(),
});
const fileSchema = z.strictObject({ content: contentSchema, mac: z.string() });
type Content = z.infer<typeof contentSchema>;

export type AmendmentRefusal =
  | 'policy_cannot_be_amended'
  | 'policy_unchanged'
  | 'deposit_branch_removed'
  | 'too_many_changes'
  | 'signatures_insufficient';

/** An amendment that waits for its time. */
export type PendingAmendment = {
  readonly effectiveAt: number;
  readonly signedBy: readonly string[];
  readonly changes: readonly string[];
};

export class SealedPolicy {
  readonly #path: string;
  readonly #key: Uint8Array;
  readonly #installation: string;
  readonly #clock: () => number;

  /** @param options.installation  the host name of the exchange, which the text of an amendment names */
  constructor(options: { path: string; root: HDKey; installation: string; clock: () => number }) {
    const { privateKey } = options.root;
    assert(privateKey !== null, 'the seed derives private keys');
    this.#path = options.path;
    this.#key = new Uint8Array(hkdfSync('sha256', privateKey, '', 'salar signer policy 1', 32));
    this.#installation = options.installation;
    this.#clock = options.clock;
  }

  get isSealed(): boolean {
    return existsSync(this.#path);
  }

  /** Seals the first policy. A policy that is sealed already is left as it is. */
  seal(policy: SignerPolicy): void {
    if (this.isSealed) return;
    this.#write({ version: 1, amended: 0, policy: formatPolicy(policy), pending: null });
  }

  /**
   * Returns the policy in force. An amendment whose time has come takes effect here.
   * @throws when the file was changed by anybody without the seed
   */
  open(): SignerPolicy {
    const content = this.#read();
    const { pending } = content;
    if (pending === null || pending.effectiveAt > this.#clock()) return parsePolicy(content.policy);
    this.#write({ ...content, policy: pending.policy, pending: null });
    return parsePolicy(pending.policy);
  }

  /** Returns the amendment that waits for its time, or whose time has come since `open`. */
  readPending(): PendingAmendment | null {
    const { policy, pending } = this.#read();
    if (pending === null) return null;
    const { effectiveAt, signedBy } = pending;
    return { effectiveAt, signedBy, changes: listPolicyChanges(policy, pending.policy) };
  }

  /** Formats the text that approvers sign to change the policy in force into another. */
  formatAmendment(next: SignerPolicy): Result<string, AmendmentRefusal> {
    const { amended, policy } = this.#read();
    const text = formatPolicy(next);
    if (parsePolicy(policy).approvals?.amendments == null) return refuse('policy_cannot_be_amended');
    const changes = listPolicyChanges(policy, text);
    if (changes.length === 0) return refuse('policy_unchanged');
    if (!hasBranchesOf(parsePolicy(policy), next)) return refuse('deposit_branch_removed');
    const hashes = { former: computeHash(policy), next: computeHash(text) };
    const formatted = formatAmendment({
      installation: this.#installation,
      number: amended + 1,
      ...hashes,
      changes,
    });
    return formatted === null ? refuse('too_many_changes') : accept(formatted);
  }

  /**
   * Stores an amendment; it replaces one that waits. The approvers are those of the policy in force.
   * @returns when it takes effect
   */
  async amend(
    next: SignerPolicy,
    signatures: readonly NamedSignature[],
  ): Promise<Result<{ readonly effectiveAt: number }, AmendmentRefusal>> {
    const text = this.formatAmendment(next);
    if (!text.ok) return text;
    const content = this.#read();
    const approvals = parsePolicy(content.policy).approvals;
    if (approvals?.amendments == null) return refuse('policy_cannot_be_amended');
    const { required, delayHours } = approvals.amendments;
    if (!(await new Quorum(required, approvals.approvers).hasSigned(text.value, signatures)))
      return refuse('signatures_insufficient');
    const effectiveAt = this.#clock() + delayHours * hourMs;
    const signedBy = signatures.map(({ name }) => name);
    const pending = { policy: formatPolicy(next), effectiveAt, signedBy };
    this.#write({ ...content, amended: content.amended + 1, pending });
    return accept({ effectiveAt });
  }

  /** Drops the amendment that waits. @returns false when there is none */
  dropPending(): boolean {
    const content = this.#read();
    if (content.pending === null) return false;
    this.#write({ ...content, pending: null });
    return true;
  }

  #read(): Content {
    const parsed = fileSchema.safeParse(JSON.parse(readFileSync(this.#path, 'utf8')));
    if (!parsed.success) throw new Error(`${this.#path} is not a sealed policy`);
    const { content, mac } = parsed.data;
    if (!isSameMac(this.#computeMac(content), Buffer.from(mac, 'hex')))
      throw new Error(`${this.#path} was changed by somebody without the seed, or belongs to another seed`);
    return content;
  }

  #write(content: Content): void {
    const mac = this.#computeMac(content).toString('hex');
    replaceFile(this.#path, `${JSON.stringify({ content, mac }, null, 2)}\n`);
  }

  #computeMac({ version, amended, policy, pending }: Content): Buffer {
    const fields = pending === null ? null : [pending.policy, pending.effectiveAt, pending.signedBy];
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([version, amended, policy, fields]))
      .digest();
  }
}

/** Returns true when a policy has all branches of deposit addresses of another one: customers have addresses of each. */
function hasBranchesOf(former: SignerPolicy, next: SignerPolicy): boolean {
  const families = ['evm', 'bitcoin', 'tron'] as const;
  return families.every((family) =>
    (former.depositBranches?.[family] ?? []).every(
      ({ xpub }, branch) => next.depositBranches?.[family]?.[branch]?.xpub === xpub,
    ),
  );
}

function computeHash(policy: string): string {
  return createHash('sha256').update(policy).digest('hex');
}
