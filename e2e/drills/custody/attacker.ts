/**
 * A compromised exchange: it has the exchange's certificate and the key of the tickets' MACs, so it can forge every ticket and
 * its acceptance, and it remembers all signed bytes that it got.
 */
import { randomUUID } from 'node:crypto';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { formatPaymentText } from '@salar/approvals/payment-text';
import { accountId, millis, minor, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac } from '@salar/services';
import type { PaymentApproval, PaymentPlan, SignRequest, TicketTerms } from '@salar/services';
import type { AttackedSigner } from './attacked-signer.ts';
import { chains, installation, products } from './drill-policy.ts';
import { createPlan } from './plans.ts';
import { TakenPayments } from './taken-payments.ts';

/** Addresses of the attacker's own. */
export const loot: Readonly<Record<number, string>> = {
  [chains.ethereum]: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  [chains.bitcoin]: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk',
  [chains.tron]: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
};

/** A signer, and what the attacker has of its exchange. */
type Target = Pick<AttackedSigner, 'connection' | 'ticketMacKey'> & {
  readonly clock: Pick<AttackedSigner['clock'], 'now'>;
};

export class Attacker {
  readonly client: SignerClient;
  readonly #signer: Target;
  readonly taken = new TakenPayments();
  #next = 1;

  constructor(signer: Target) {
    this.#signer = signer;
    this.client = new SignerClient(signer.connection);
  }

  /** Builds a request that the exchange itself could have made: terms, MAC and acceptance agree. */
  forge(
    terms: Partial<TicketTerms> & Pick<TicketTerms, 'chainId' | 'productId'> & { readonly net: bigint },
    plan?: PaymentPlan,
  ): SignRequest {
    const id = this.#next++;
    const { net, ...fields } = terms;
    const ticket: TicketTerms = {
      ticketId: ticketId(id),
      requestCode: randomUUID(),
      userId: userId(1),
      accountId: accountId(1001),
      providerId: 1,
      destination: loot[terms.chainId] ?? '',
      amount: minor(net + 1n),
      fee: minor(1n),
      createdAt: millis(this.#signer.clock.now()),
      ...fields,
    };
    return this.seal({ ticket, approvals: [], plan: plan ?? createPlan(ticket, id) });
  }

  /** Gives a request the MACs of its terms. */
  seal(request: Omit<SignRequest, 'mac' | 'approval'>): SignRequest {
    const mac = computeTicketMac(this.#signer.ticketMacKey, request.ticket);
    const approval = computeApproval(this.#signer.ticketMacKey, mac).toString('hex');
    return { ...request, mac: mac.toString('hex'), approval };
  }

  /** Requests a payment. @returns `signed` or the refusal */
  async request(request: SignRequest): Promise<string> {
    const answer = await this.client.sign(request);
    if (!answer.ok) return answer.refusal;
    this.taken.add(request, answer.value, this.#signer.clock.now());
    return 'signed';
  }
}

/** Returns the text that approvers sign for a request, at an installation. */
export function formatTextOf({ ticket: terms }: SignRequest, at = installation): string {
  const symbol = terms.productId === products.eth ? 'ETH' : terms.productId === products.btc ? 'BTC' : 'USDT';
  const decimals = { ETH: 18, BTC: 8, USDT: 6 }[symbol];
  const text = formatPaymentText({ terms, product: { symbol, decimals }, installation: at });
  if (!text.ok) throw new Error(text.refusal);
  return text.value;
}

export function approvalsOf(
  ...signatures: readonly (readonly [string, string])[]
): readonly PaymentApproval[] {
  return signatures.map(([approver, signature]) => ({ approver, signature }));
}
