/** Sums what was signed for a compromised exchange, apart from the signer's own sums, which it attacks. */
import type { PaymentPlan, SignRequest, TicketTerms } from '@salar/services';
import type { SignedPayment } from '@salar/services/ports/chain-signer';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { hourMs, products, receiverHours } from './drill-policy.ts';
import { identify } from './plans.ts';

export type TakenPayment = Pick<TicketTerms, 'chainId' | 'productId' | 'userId' | 'destination'> & {
  readonly isBySignature: boolean;
  readonly isReceiverNew: boolean;
  /** Minor units that leave. */
  readonly net: bigint;
  /** The most that it can burn, in minor units of the network's coin. */
  readonly burnt: bigint;
  /** The signer's time. */
  readonly at: number;
};

type Condition = (payment: TakenPayment) => boolean;

export class TakenPayments {
  /** The payments that can all be mined: forms with one nonce or output are one. */
  readonly #payments = new Map<string, TakenPayment>();
  /** The time of the first payment to each receiver. */
  readonly #firstPaid = new Map<string, number>();

  add({ ticket, plan, passkeySignature }: SignRequest, { raw, hash }: SignedPayment, at: number): void {
    const { chainId, productId, userId, destination } = ticket;
    const key = identify(ticket, plan, hash);
    const burnt = computeBurnt(plan, raw, ticket);
    const before = this.#payments.get(key);
    if (before !== undefined) {
      this.#payments.set(key, { ...before, burnt: burnt > before.burnt ? burnt : before.burnt });
      return;
    }
    const receiver = `${chainId} ${destination}`;
    const firstPaid = this.#firstPaid.get(receiver) ?? at;
    this.#firstPaid.set(receiver, firstPaid);
    this.#payments.set(key, {
      chainId,
      productId,
      userId,
      destination,
      isBySignature: passkeySignature !== undefined,
      isReceiverNew: at - firstPaid < receiverHours * hourMs,
      net: ticket.amount - ticket.fee,
      burnt,
      at,
    });
  }

  listCustomers(): readonly TicketTerms['userId'][] {
    return [...new Set([...this.#payments.values()].map(({ userId }) => userId))];
  }

  /** Sums minor units that leave. */
  sumNet(is: Condition): bigint {
    return [...this.#payments.values()].filter(is).reduce((sum, { net }) => sum + net, 0n);
  }

  /** Returns the largest sum of minor units that leave within any period of this length. */
  findMostPaid(ms: number, is: Condition): bigint {
    return this.#findMost(ms, is, ({ net }) => net);
  }

  /** Returns the largest sum that is burnt within any period of this length, in minor units of the network's coin. */
  findMostBurnt(ms: number, is: Condition): bigint {
    return this.#findMost(ms, is, ({ burnt }) => burnt);
  }

  #findMost(ms: number, is: Condition, pick: (payment: TakenPayment) => bigint): bigint {
    const payments = [...this.#payments.values()].filter(is);
    const sums = payments.map(({ at: end }) =>
      payments
        .filter(({ at }) => at <= end && at > end - ms)
        .reduce((sum, payment) => sum + pick(payment), 0n),
    );
    return sums.reduce((most, sum) => (sum > most ? sum : most), 0n);
  }
}

function computeBurnt(plan: PaymentPlan, raw: string, { productId }: TicketTerms): bigint {
  switch (plan.family) {
    case 'evm': {
      const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(raw as Hex);
      return gas * maxFeePerGas;
    }
    case 'bitcoin':
      return plan.fee;
    default:
      return productId === products.usdt ? plan.feeLimit : 0n;
  }
}
