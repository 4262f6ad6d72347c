/** The approvals of payments: signatures of people whose public keys are in the signer's policy. */
import { formatPaymentText } from '@salar/approvals/payment-text';
import type { ProductSymbol } from '@salar/approvals/payment-text';
import { readSigningKey } from '@salar/approvals/signing-key';
import type { SigningKey } from '@salar/approvals/signing-key';
import { verifySignature } from '@salar/approvals/verify-signature';
import type { ApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { PaymentApproval, TicketTerms } from '@salar/services';

export class PaymentApprovals {
  /** The number of people who must sign each payment. */
  readonly required: number;
  readonly #keys: ReadonlyMap<string, SigningKey>;

  /** @throws when a key cannot be read */
  constructor({ required, approvers }: ApprovalPolicy) {
    this.required = required;
    this.#keys = new Map(approvers.map(({ name, key }) => [name, readKey(name, key)]));
  }

  /** Verifies one person's signature over the text of the payment. */
  async verify(
    ticket: TicketTerms,
    product: ProductSymbol,
    { approver, signature }: PaymentApproval,
  ): Promise<Result<null, 'approver_unknown' | 'signature_invalid'>> {
    const key = this.#keys.get(approver);
    if (key === undefined) return refuse('approver_unknown');
    const text = formatPaymentText(ticket, product);
    if (!text.ok) return refuse('signature_invalid');
    const verified = await verifySignature(key, text.value, signature);
    return verified.ok ? accept(null) : refuse('signature_invalid');
  }

  /** Returns true when all of them are valid, each is of another person, and there are as many as required. */
  async areSufficient(
    ticket: TicketTerms,
    product: ProductSymbol,
    approvals: readonly PaymentApproval[],
  ): Promise<boolean> {
    const people = new Set(approvals.map(({ approver }) => approver));
    if (people.size < approvals.length || people.size < this.required) return false;
    const results = await Promise.all(approvals.map((approval) => this.verify(ticket, product, approval)));
    return results.every(({ ok }) => ok);
  }
}

function readKey(name: string, text: string): SigningKey {
  const key = readSigningKey(text);
  if (!key.ok) throw new Error(`the key of approver ${name} cannot be read`);
  return key.value;
}
