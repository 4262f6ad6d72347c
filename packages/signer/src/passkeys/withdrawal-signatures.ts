/** Verifies what customers sign with their passkeys, against the signer's own record of the keys. */
import type { PasskeyPolicy } from '@salar/adapters/signer/passkey-policy';
import { formatWithdrawalText } from '@salar/protocol/signed-texts/withdrawal-text';
import type { ProductSymbol } from '@salar/protocol/signed-texts/withdrawal-text';
import { verifySignature } from '@salar/approvals/verify-signature';
import { readWebauthnAssertion } from '@salar/approvals/webauthn';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { SignRefusal, TicketTerms } from '@salar/services';
import type { PasskeyRecord } from './passkey-record.ts';

/** Listed in the order in which they are checked. */
export type WithdrawalSignatureRefusal = Extract<
  SignRefusal,
  'passkey_unknown' | 'passkey_too_new' | 'passkey_signature_invalid'
>;

export class WithdrawalSignatures {
  readonly #record: PasskeyRecord;
  readonly #policy: PasskeyPolicy;
  readonly #clock: () => number;

  constructor(options: { record: PasskeyRecord; policy: PasskeyPolicy; clock: () => number }) {
    this.#record = options.record;
    this.#policy = options.policy;
    this.#clock = options.clock;
  }

  /** Verifies that a key of the ticket's own customer, old enough, signed exactly this withdrawal. */
  async verify(
    ticket: TicketTerms,
    product: ProductSymbol,
    signature: string,
  ): Promise<Result<null, WithdrawalSignatureRefusal>> {
    const assertion = readWebauthnAssertion(signature);
    if (assertion === null) return refuse('passkey_signature_invalid');
    const passkey = this.#record.find(assertion.id);
    if (passkey === null || passkey.userId !== ticket.userId) return refuse('passkey_unknown');
    if (this.#clock() < passkey.countsFrom) return refuse('passkey_too_new');
    const text = formatWithdrawalText(ticket, product, this.#policy.site);
    if (!text.ok) return refuse('passkey_signature_invalid');
    const verified = await verifySignature(passkey.key, text.value, signature);
    return verified.ok ? accept(null) : refuse('passkey_signature_invalid');
  }
}
