/**
 * Withdrawals that customers sign with a passkey. A ticket number and a request code are reserved first, so that the signature
 * belongs to one ticket; the signer verifies it again, against its own record of the keys.
 */
import { randomUUID } from 'node:crypto';
import { formatWithdrawalText } from '@salar/protocol/signed-texts/withdrawal-text';
import type { WithdrawalTerms } from '@salar/protocol/signed-texts/withdrawal-text';
import { readSigningKey } from '@salar/approvals/signing-key';
import { verifySignature } from '@salar/approvals/verify-signature';
import { computeChallenge, formatWebauthnAssertion } from '@salar/approvals/webauthn';
import { accept, assert, millis, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { findPasskey, listPasskeys, notePasskeyUse } from '@salar/store/tables/sign-in/passkeys';
import type { PasskeyRow } from '@salar/store/tables/sign-in/passkeys';
import {
  findWithdrawalChallenge,
  findWithdrawalSignature,
  insertWithdrawalChallenge,
  insertWithdrawalSignature,
  takeWithdrawalChallenge,
} from '@salar/store/tables/tickets/withdrawal-signatures';
import type { ReservedTicket } from '@salar/store/tables/tickets/withdrawal-signatures';
import { takeTicketNumber } from '@salar/store/tables/tickets/withdrawals';
import { generateAuthenticationOptions } from '@simplewebauthn/server';
import type { RowMacs } from '../crypto/row-macs.ts';
import { hashSecret } from '../crypto/tokens.ts';
import { toProvablePasskey } from '../passkeys/passkey-proof.ts';
import { readAssertion, readChallenge } from '../passkeys/passkey-responses.ts';
import { verifyAssertion } from '../passkeys/passkey-verification.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { PaymentCaps } from '../tickets/networks.ts';

/** Where customers use passkeys, and what their signatures raise; as in the signer's policy. */
export type SigningRules = {
  /** The exchange's address in the browser, such as `https://exchange.example`. */
  readonly site: string;
  readonly caps: readonly PaymentCaps[];
  /** Proves the rows of passkeys. */
  readonly macs: RowMacs;
};

/** The terms of a withdrawal before it has a ticket. */
export type UnsignedTerms = Omit<WithdrawalTerms, 'ticketId' | 'requestCode'>;

/** The text that the customer signs, and the browser's options for it as JSON text. */
export type SigningRequest = { readonly text: string; readonly options: string };
export type BeginSignatureRefusal = 'signature_without_effect' | 'passkey_missing';

/** Listed in the order in which they are checked. */
export type SignatureRefusal =
  'signature_malformed' | 'signature_expired' | 'signature_of_another' | 'signature_invalid';

/** A signature that was verified, with the ticket that it belongs to. */
export type SignedTicket = ReservedTicket & { readonly credentialId: string; readonly signature: string };

/** Enough to read the review and to find the device. */
const challengeLifeMs = 5 * 60_000;

type SignedWithdrawalsOptions = {
  readonly database: Queryable;
  readonly ledger: Pick<LedgerPort, 'undurable'>;
  readonly rules: SigningRules;
  readonly clock: () => number;
};

export class SignedWithdrawals {
  readonly #options: SignedWithdrawalsOptions;

  constructor(options: SignedWithdrawalsOptions) {
    this.#options = options;
  }

  /** Returns true when a payment is above what the signer pays without a signature, and within what it pays with one. */
  isNeeded(asset: Pick<UnsignedTerms, 'chainId' | 'productId'>, net: bigint): boolean {
    const caps = this.#findCaps(asset);
    if (caps?.passkey === undefined) return false;
    return net > caps.perTransaction && net <= caps.passkey.perTransaction;
  }

  /** Returns true when a signature raises the caps of an asset. */
  hasEffect(asset: Pick<UnsignedTerms, 'chainId' | 'productId'>): boolean {
    return this.#findCaps(asset)?.passkey !== undefined;
  }

  /** Reserves a ticket, and builds the text and the browser's options with its hash as challenge. */
  async begin(terms: UnsignedTerms): Promise<Result<SigningRequest, BeginSignatureRefusal>> {
    const { database, rules } = this.#options;
    if (!this.hasEffect(terms)) return refuse('signature_without_effect');
    const passkeys = await listPasskeys(database, terms.userId);
    if (passkeys.length === 0) return refuse('passkey_missing');
    const reserved = { ticketId: await takeTicketNumber(database), requestCode: randomUUID() };
    const text = this.#formatText({ ...terms, ...reserved });
    const challenge = computeChallenge(text);
    await insertWithdrawalChallenge(database, {
      ...reserved,
      hash: hashSecret(challenge),
      userId: terms.userId,
      since: this.#findExpiryLimit(),
      at: millis(this.#options.clock()),
    });
    const options = await generateAuthenticationOptions({
      rpID: new URL(rules.site).hostname,
      challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
      userVerification: 'required',
      allowCredentials: passkeys.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: [...transports],
      })),
    });
    return accept({ text, options: JSON.stringify(options) });
  }

  /**
   * Returns true when a response names a passkey of the customer that the signer counts: its signature, which `check` verifies
   * afterwards, replaces a code. A passkey that was added a moment ago does not, because adding one needs no code of its own.
   */
  async replacesCode(userId: UserId, response: string): Promise<boolean> {
    const { database, clock } = this.#options;
    const assertion = readAssertion(response);
    const passkey = assertion && (await findPasskey(database, assertion.id));
    if (passkey?.userId !== userId || !this.#isProved(passkey)) return false;
    return passkey.countsFrom !== null && passkey.countsFrom <= clock();
  }

  /**
   * Verifies that a passkey of the customer signed exactly this withdrawal.
   *
   * @param response  the browser's response as JSON text
   */
  async check(terms: UnsignedTerms, response: string): Promise<Result<SignedTicket, SignatureRefusal>> {
    const { database, clock, rules } = this.#options;
    const assertion = readAssertion(response);
    const challenge = assertion && readChallenge(assertion);
    if (assertion === null || challenge === null) return refuse('signature_malformed');
    const { userId } = terms;
    const hash = hashSecret(challenge);
    const reserved = await findWithdrawalChallenge(database, {
      hash,
      userId,
      since: this.#findExpiryLimit(),
    });
    if (reserved === null) return refuse('signature_expired');
    if (challenge !== computeChallenge(this.#formatText({ ...terms, ...reserved })))
      return refuse('signature_of_another');
    const passkey = await findPasskey(database, assertion.id);
    if (passkey?.userId !== userId || !this.#isProved(passkey)) return refuse('signature_invalid');
    const site = { rpId: new URL(rules.site).hostname, origin: rules.site };
    const counter = await verifyAssertion(assertion, passkey, site);
    if (counter === null) return refuse('signature_invalid');
    const { passkeyId, counter: counterBefore } = passkey;
    const mac = rules.macs.compute(toProvablePasskey({ ...passkey, counter }));
    const use = { passkeyId, counterBefore, counter, at: millis(clock()), mac };
    if (!(await notePasskeyUse(database, use))) return refuse('signature_invalid');
    const signature = formatWebauthnAssertion({ id: assertion.id, ...assertion.response });
    return accept({ ...reserved, credentialId: assertion.id, signature });
  }

  /** Stores a signature in the transaction that writes its ticket. @returns false when the reserved ticket was used before */
  async store(tx: Queryable, signed: SignedTicket, insertTicket: () => Promise<void>): Promise<boolean> {
    const { ticketId, credentialId, signature } = signed;
    if (!(await takeWithdrawalChallenge(tx, ticketId))) return false;
    await insertTicket();
    await insertWithdrawalSignature(tx, { ticketId, credentialId, signature });
    return true;
  }

  /**
   * Finds the signature of a ticket that raises its caps now: of a passkey that the customer still has and that the signer
   * counts. Null for any other ticket.
   */
  async findCounting(terms: WithdrawalTerms): Promise<string | null> {
    const { database, clock } = this.#options;
    if (!this.hasEffect(terms)) return null;
    const row = await findWithdrawalSignature(database, terms.ticketId);
    const passkey = row && (await findPasskey(database, row.credentialId));
    if (row === null || passkey?.userId !== terms.userId || !this.#isProved(passkey)) return null;
    if (passkey.countsFrom === null || clock() < passkey.countsFrom) return null;
    return (await this.#isValid(passkey, terms, row.signature)) ? row.signature : null;
  }

  #isProved(passkey: PasskeyRow): boolean {
    return this.#options.rules.macs.isProved(toProvablePasskey(passkey), passkey.mac);
  }

  /** Verifies a stored signature as the signer does. */
  async #isValid(passkey: PasskeyRow, terms: WithdrawalTerms, signature: string): Promise<boolean> {
    const { site } = this.#options.rules;
    const publicKey = passkey.publicKey.toString('base64url');
    const key = readSigningKey(
      `webauthn ${passkey.credentialId} ${publicKey} ${new URL(site).hostname} ${site}`,
    );
    return key.ok && (await verifySignature(key.value, this.#formatText(terms), signature)).ok;
  }

  #formatText(terms: WithdrawalTerms): string {
    const { ledger, rules } = this.#options;
    const product = ledger.undurable.product(terms.productId);
    const symbol = this.#findCaps(terms)?.passkey?.symbol;
    assert(
      product !== undefined && symbol !== undefined,
      'a withdrawal that is signed has a product with caps',
    );
    const text = formatWithdrawalText(terms, { symbol, decimals: product.decimals }, rules.site);
    assert(text.ok, 'the terms of a checked withdrawal can be written as a text');
    return text.value;
  }

  #findCaps({ chainId, productId }: Pick<UnsignedTerms, 'chainId' | 'productId'>): PaymentCaps | undefined {
    return this.#options.rules.caps.find((caps) => caps.chainId === chainId && caps.productId === productId);
  }

  #findExpiryLimit() {
    return millis(this.#options.clock() - challengeLifeMs);
  }
}
