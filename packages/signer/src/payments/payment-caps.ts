/** The caps of payments: by payment, hour and day, by customer and by the age of the receiver, and of what payments burn. */
import { accept, refuse } from '@salar/protocol';
import type { ProductId, Result, UserId } from '@salar/protocol';
import type { PaymentCaps, SignRefusal } from '@salar/services';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { dayMs, hourMs } from './signing-log.ts';
import type { Added, PaymentLane, SigningLog } from './signing-log.ts';

/** A payment as the caps see it. */
type CappedPayment = {
  readonly productId: ProductId;
  readonly userId: UserId;
  readonly destination: string;
  /** Minor units that leave. */
  readonly net: bigint;
  readonly lane: PaymentLane;
};

export class CapCheck {
  readonly #caps: readonly PaymentCaps[];
  readonly #log: SigningLog;
  readonly #clock: () => number;

  constructor(options: { caps: readonly PaymentCaps[]; log: SigningLog; clock: () => number }) {
    this.#caps = options.caps;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  find(chainId: number, productId: number): PaymentCaps | undefined {
    return this.#caps.find((caps) => caps.chainId === chainId && caps.productId === productId);
  }

  /** Returns true until the receiver's first payment is as old as the policy requires. */
  isNew({ chainId, productId, destination }: { chainId: number; productId: number; destination: string }) {
    const rule = this.find(chainId, productId)?.newReceivers;
    if (rule === undefined) return false;
    const first = this.#log.findFirstPayment({ chainId, destination });
    return first === null || this.#clock() - first < rule.hours * hourMs;
  }

  /** A form that adds nothing passes even when the caps are full: after a crash the same bytes are requested again. */
  check(network: SignerNetwork, payment: CappedPayment, added: Added): Result<null, SignRefusal> {
    const { chainId, paymentFees } = network;
    const { productId, net, lane } = payment;
    const product = this.find(chainId, productId);
    const caps = lane === 'automatic' ? product : product?.[lane];
    if (caps === undefined || net > caps.perTransaction) return refuse('transaction_cap_exceeded');
    const now = this.#clock();
    const paid = (ms: number) => this.#log.sumPaid({ chainId, productId, lane }, now - ms) + added.net;
    const perHour = 'perHour' in caps ? caps.perHour : caps.perDay;
    if (added.net > 0n && paid(hourMs) > perHour) return refuse('hourly_cap_exceeded');
    if (added.net > 0n && paid(dayMs) > caps.perDay) return refuse('daily_cap_exceeded');
    if (product !== undefined && lane !== 'approved' && added.net > 0n) {
      const refusal = this.#checkWho(product, payment, added);
      if (refusal !== null) return refuse(refusal);
    }
    const burnt = (ms: number) => this.#log.sumBurnt(chainId, now - ms) + added.burnt;
    const isOver = burnt(hourMs) > paymentFees.perHour || burnt(dayMs) > paymentFees.perDay;
    return added.burnt > 0n && isOver ? refuse('fee_cap_exceeded') : accept(null);
  }

  /**
   * Checks the caps that depend on who receives a payment. A customer who signed it signed the receiver, too. One that alone is above such a cap would wait for ever, so it
   * needs approvals.
   *
   * @returns the refusal, or null
   */
  #checkWho(caps: PaymentCaps, payment: CappedPayment, added: Added): SignRefusal | null {
    const { chainId, productId, newReceivers } = caps;
    const { userId, destination, lane } = payment;
    const { perCustomerDay } = lane === 'passkey' ? { ...caps.passkey } : caps;
    const since = this.#clock() - dayMs;
    const isNew = lane === 'automatic' && this.isNew({ chainId, productId, destination });
    const largest = [perCustomerDay, isNew ? newReceivers?.perDay : undefined];
    if (largest.some((most) => most !== undefined && added.net > most)) return 'transaction_cap_exceeded';
    const toCustomer = this.#log.sumPaidTo({ chainId, productId, lane, userId }, since) + added.net;
    if (perCustomerDay !== undefined && toCustomer > perCustomerDay) return 'customer_cap_exceeded';
    if (newReceivers === undefined || !isNew) return null;
    const toNew = this.#log.sumPaidToNew({ chainId, productId }, since) + added.net;
    return toNew > newReceivers.perDay ? 'new_receivers_cap_exceeded' : null;
  }
}
