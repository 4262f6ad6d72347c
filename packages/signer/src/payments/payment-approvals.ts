/** The approvals of payments: signatures of people whose public keys are in the signer's policy. */
import { formatFormerPaymentText, formatPaymentText } from '@salar/approvals/payment-text';
import type { ProductSymbol } from '@salar/protocol/signed-texts/withdrawal-text';
import { Quorum } from '@salar/approvals/quorum';
import type { ApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { ApprovalRefusal, PaymentApproval, TicketTerms } from '@salar/services';

/** The people who approve payments, and the installation that the text of a payment names. */
export type ApprovalRules = ApprovalPolicy & { readonly installation: string };

export class PaymentApprovals {
  readonly #quorum: Quorum;
  readonly #installation: string;

  /** @throws when a key cannot be read */
  constructor({ required, approvers, installation }: ApprovalRules) {
    this.#quorum = new Quorum(required, approvers);
    this.#installation = installation;
  }

  /** Verifies one person's signature. @returns the number of people who must sign the payment */
  async verify(
    terms: TicketTerms,
    product: ProductSymbol,
    approval: PaymentApproval,
  ): Promise<
    Result<
      { readonly required: number },
      Extract<ApprovalRefusal, `approver_${string}` | `signature_${string}`>
    >
  > {
    const named = { name: approval.approver, signature: approval.signature };
    const text = formatPaymentText({ terms, product, installation: this.#installation });
    if (!text.ok) return refuse('signature_invalid');
    const verified = await this.#quorum.verify(text.value, named);
    if (verified.ok) return accept({ required: this.#quorum.required });
    if (verified.refusal === 'member_unknown') return refuse('approver_unknown');
    const former = formatFormerPaymentText({ terms, product });
    const isFormer = former.ok && (await this.#quorum.verify(former.value, named)).ok;
    return refuse(isFormer ? 'signature_outdated' : 'signature_invalid');
  }

  /** Returns true when all of them are valid, each is of another person, and there are as many as required. */
  async areSufficient(
    terms: TicketTerms,
    product: ProductSymbol,
    approvals: readonly PaymentApproval[],
  ): Promise<boolean> {
    const text = formatPaymentText({ terms, product, installation: this.#installation });
    const signatures = approvals.map(({ approver, signature }) => ({ name: approver, signature }));
    return text.ok && this.#quorum.hasSigned(text.value, signatures);
  }
}
