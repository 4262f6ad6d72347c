/** The lane of a payment: automatic, signed by the customer with a passkey, or approved by people. Each has caps of its own. */
import type { ProductSymbol } from '@salar/protocol/signed-texts/withdrawal-text';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { SignRefusal, SignRequest, TicketTerms } from '@salar/services';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import type { WithdrawalSignatures } from '../passkeys/withdrawal-signatures.ts';
import { PaymentApprovals } from './payment-approvals.ts';
import type { ApprovalRules } from './payment-approvals.ts';
import type { CapCheck } from './payment-caps.ts';
import type { PaymentLane } from './signing-log.ts';

type Asset = Pick<TicketTerms, 'chainId' | 'productId'>;

export class PaymentLanes {
  readonly approvals: PaymentApprovals | null;
  readonly #networks: readonly SignerNetwork[];
  readonly #caps: CapCheck;
  readonly #signatures: WithdrawalSignatures | null;

  /** @throws when a key of an approver cannot be read */
  constructor(options: {
    networks: readonly SignerNetwork[];
    caps: CapCheck;
    approvals: ApprovalRules | null;
    signatures: WithdrawalSignatures | null;
  }) {
    this.approvals = options.approvals === null ? null : new PaymentApprovals(options.approvals);
    this.#networks = options.networks;
    this.#caps = options.caps;
    this.#signatures = options.signatures;
  }

  /**
   * Chooses the lane of a payment. Signatures that are given must be valid, whatever the amount; a customer's has no effect
   * beside those of approvers, and where the product has no caps for it.
   */
  async choose({
    ticket,
    approvals,
    passkeySignature,
  }: SignRequest): Promise<Result<PaymentLane, SignRefusal>> {
    if (approvals.length > 0) {
      const product = this.findApprovable(ticket);
      const isApproved =
        product !== null && (await this.approvals?.areSufficient(ticket, product, approvals)) === true;
      return isApproved ? accept('approved') : refuse('approvals_invalid');
    }
    const product = this.#findSymbol(ticket, 'passkey');
    if (passkeySignature === undefined || product === null || this.#signatures === null)
      return accept('automatic');
    const verified = await this.#signatures.verify(ticket, product, passkeySignature);
    return verified.ok ? accept('passkey') : verified;
  }

  /** Returns how the product is written in the text that approvers sign; null when it has no approved payments. */
  findApprovable(asset: Asset): ProductSymbol | null {
    return this.#findSymbol(asset, 'approved');
  }

  #findSymbol({ chainId, productId }: Asset, lane: 'passkey' | 'approved'): ProductSymbol | null {
    const symbol = this.#caps.find(chainId, productId)?.[lane]?.symbol;
    const network = this.#networks.find((candidate) => candidate.chainId === chainId);
    const decimals = network?.assets.find((asset) => asset.productId === productId)?.decimals;
    return symbol === undefined || decimals === undefined ? null : { symbol, decimals };
  }
}
