/** The approvals of payments: signatures of people whose public keys are in the signer's policy. */
import { formatPaymentText } from '@salar/approvals/payment-text';
import type { ProductSymbol } from '@salar/approvals/payment-text';
import { Quorum } from '@salar/approvals/quorum';
import type { ApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { PaymentApproval, TicketTerms } from '@salar/services';

export class PaymentApprovals {
  readonly #quorum: Quorum;

  /** @throws when a key cannot be read */
  constructor({ required, approvers }: ApprovalPolicy) {
    this.#quorum = new Quorum(required, approvers);
  }

  /** Verifies one person's signature. @returns the number of people who must sign the payment */
  async verify(
    ticket: TicketTerms,
    product: ProductSymbol,
    { approver, signature }: PaymentApproval,
  ): Promise<Result<{ readonly required: number }, 'approver_unknown' | 'signature_invalid'>> {
    const text = formatPaymentText(ticket, product);
    if (!text.ok) return refuse('signature_invalid');
    const verified = await this.#quorum.verify(text.value, { name: approver, signature });
    if (verified.ok) return accept({ required: this.#quorum.required });
    return refuse(verified.refusal === 'member_unknown' ? 'approver_unknown' : verified.refusal);
  }

  /** Returns true when all of them are valid, each is of another person, and there are as many as required. */
  async areSufficient(
    ticket: TicketTerms,
    product: ProductSymbol,
    approvals: readonly PaymentApproval[],
  ): Promise<boolean> {
    const text = formatPaymentText(ticket, product);
    const signatures = approvals.map(({ approver, signature }) => ({ name: approver, signature }));
    return text.ok && this.#quorum.hasSigned(text.value, signatures);
  }
}
