/**
 * Pays accepted tickets on a TRON network: one ticket is one transfer that expires.
 *
 * There are no nonces: only its expiry keeps a transfer from being mined beside a second one. So a payment is signed again
 * only when every earlier form has expired by the time of the final chain and is in none of its blocks; the signer requires
 * the same by its own clock. Signed bytes are stored before they are sent, and sent again after a crash. "Not seen" is never
 * "failed".
 */
import { assert } from '@salar/protocol';
import type { ProductId, TicketId } from '@salar/protocol';
import {
  deletePlannedPayment,
  insertPlannedPayment,
  listPlannedAttempts,
} from '@salar/store/tables/chains/planned-payments';
import type { PlannedAttemptRow } from '@salar/store/tables/chains/planned-payments';
import { listOpenPlannedMoves } from '@salar/store/tables/chains/planned-moves';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { SecondSource } from '../deposits/second-source.ts';
import type { ChainReceipt, TronChain } from '../ports/chain-client.ts';
import { isAmountCap, isPostponed } from '../ports/chain-signer.ts';
import type { Signer, SignRefusal } from '../ports/chain-signer.ts';
import { findCoin } from '../tickets/networks.ts';
import type { TronNetwork } from '../tickets/networks.ts';
import { isSignedForm } from '../withdrawals/signed-payments.ts';
import { move } from '../withdrawals/withdrawal-moves.ts';
import { checkStatus, endRefusedByNetwork, guarded } from '../withdrawals/withdrawal-steps.ts';
import { sumMoved } from './moved-sums.ts';
import {
  isPaidFrom,
  minedAttempt,
  oneNodeAlert,
  sendAttempt,
  storePlannedAttempt,
} from './payment-attempts.ts';
import {
  bookNetworkCost,
  endRefused,
  computeNet,
  listOpenTickets,
  mayBegin,
  settle,
  buildSignRequest,
  wouldPay,
} from './payment-steps.ts';
import type { PaymentContext, PaymentWork } from './payment-steps.ts';
import { readTronPlan, writeTronPlan } from './tron-plan.ts';
import { TronPlans } from './tron-plans.ts';

/** The signer signs nothing that lives longer: later, a transfer that is in no block never will be. */
const lifetimeMsMax = 3_600_000;
const unrecordedAlert = 'ALERT: a withdrawal was paid by a transfer that is not recorded';

export type TronPaymentsOptions = PaymentContext & {
  readonly network: TronNetwork;
  readonly client: TronChain;
  readonly signer: Signer;
  readonly hotAddress: string;
  readonly secondSource: Pick<SecondSource, 'hasFailed' | 'lacksAll'>;
};

export class TronPayments implements PaymentWork {
  readonly #options: TronPaymentsOptions;
  readonly #plans: TronPlans;
  readonly #reported = new Set<TicketId>();

  constructor(options: TronPaymentsOptions) {
    this.#options = options;
    this.#plans = new TronPlans(options);
  }

  async work(height: number): Promise<void> {
    const sent = await listOpenTickets(this.#options, ['Submitted', 'Confirmed']);
    for (const row of sent) await guarded(this.#options, row, () => this.#watch(row, height));
    const waiting = await listOpenTickets(this.#options, ['AutoAccepted', 'Accepted', 'SystemProcessing']);
    for (const row of waiting) await guarded(this.#options, row, () => this.#pay(row, height));
  }

  async #pay(row: WithdrawalRow, height: number): Promise<void> {
    const { database, network, hotAddress, clock, onStep, log } = this.#options;
    const { ticketId } = row;
    if (!(await checkStatus(this.#options, row))) return;
    if (!(await mayBegin(this.#options, row))) return;
    if (row.status !== 'SystemProcessing') {
      const moved = await move(this.#options, ticketId, 'SystemProcessing');
      if (moved === null) return; // cancelled a moment ago
      onStep?.('processing', ticketId);
    }
    if (!(await this.#canAfford(row))) {
      log.warn({ ticketId, chainId: network.chainId }, 'a withdrawal waits for the hot wallet');
      return; // a smaller one may still fit
    }
    if (!(await wouldPay(this.#options, row))) return;
    await insertPlannedPayment(database, {
      ticketId,
      chainId: network.chainId,
      sender: hotAddress,
      createdAt: clock(),
    });
    onStep?.('nonce_reserved', ticketId);
    await this.#signAndSend(row, height);
  }

  /** Checks that the wallet covers the net amount and what the transfer burns, beside all payments and moves in flight. */
  async #canAfford(row: WithdrawalRow): Promise<boolean> {
    const { client, network, hotAddress, database } = this.#options;
    const coin = findCoin(network);
    const cost = await client.transferCost(row.productId, hotAddress, row.destination);
    if (cost > network.feeLimit) return false;
    const together = [row, ...(await listOpenTickets(this.#options, ['Submitted']))];
    const waiting = await listOpenPlannedMoves(database, network.chainId, 'Sent');
    const moves = waiting.filter(({ sender }) => sender === hotAddress);
    const moved = (productId: ProductId | null) => sumMoved(moves, network, productId);
    const coins = moved(coin) + (coin === null ? 0n : computeNet(together, coin));
    const burnt = cost * BigInt(together.length) + network.feeLimit * BigInt(moves.length);
    if ((await client.coinBalance(hotAddress)) < coins + burnt) return false;
    if (row.productId === coin) return true;
    const needed = computeNet(together, row.productId) + moved(row.productId);
    return (await client.getBalance(row.productId, hotAddress)) >= needed;
  }

  async #signAndSend(row: WithdrawalRow, height: number): Promise<void> {
    const { database, signer, log, onStep } = this.#options;
    const { ticketId } = row;
    const attempts = await listPlannedAttempts(database, ticketId);
    if (!(await this.#isUnmined(row, attempts, height))) return;
    const [newest] = attempts;
    const plan = await this.#plans.next();
    const signed = await signer.sign(await buildSignRequest(this.#options, row, plan));
    if (!signed.ok) return this.#refusedBySigner(row, signed.refusal);
    // Every earlier form has expired by now: what is in no block never will be.
    if (!(await this.#isUnmined(row, attempts, height))) return;
    onStep?.('payment_signed', ticketId);
    const attempt: PlannedAttemptRow = {
      ticketId,
      attempt: (newest?.attempt ?? 0) + 1,
      ...signed.value,
      plan: writeTronPlan(plan),
      signedHeight: height,
    };
    await storePlannedAttempt(this.#options, attempt);
    onStep?.('payment_stored', ticketId);
    log.info({ ticketId, txId: attempt.hash }, 'withdrawal signed');
    await sendAttempt(this.#options, attempt);
    onStep?.('payment_sent', ticketId);
  }

  /**
   * Returns true when no transfer of this ticket that the signer has signed is in a block of either node, whatever the database has of
   * them, after a restore or because somebody removed one. Otherwise it is reported once, and the ticket waits for people.
   */
  async #isUnmined(
    row: WithdrawalRow,
    attempts: readonly PlannedAttemptRow[],
    height: number,
  ): Promise<boolean> {
    const { listSigned, client, secondSource } = this.#options;
    const signed = await listSigned(row);
    const mined = await minedAttempt(client, signed);
    const hashes = signed.map(({ hash }) => hash);
    if (mined === null && (await secondSource.lacksAll(hashes, height))) return true;
    if (mined === null) this.#reportOnce(row.ticketId, oneNodeAlert);
    else if (!attempts.some(({ hash }) => hash === mined.attempt.hash))
      this.#reportOnce(row.ticketId, unrecordedAlert);
    return false;
  }

  /** The money stays held. */
  #reportOnce(ticketId: TicketId, alert: string): void {
    if (this.#reported.has(ticketId)) return;
    this.#reported.add(ticketId);
    this.#options.log.error({ ticketId }, alert);
  }

  async #refusedBySigner(row: WithdrawalRow, refusal: SignRefusal): Promise<void> {
    const { database, log } = this.#options;
    const { ticketId } = row;
    if (isAmountCap(refusal) || isPostponed(refusal)) {
      log.warn({ ticketId, refusal }, 'the signer postponed a payment');
      return;
    }
    // The signer may have signed bytes that we do not have and that may still be mined: it signs again once they have expired.
    if (row.status === 'Submitted' || refusal === 'ticket_already_signed' || refusal === 'inputs_taken') {
      log.warn({ ticketId, refusal }, 'the signer does not sign a payment again yet');
      return;
    }
    await deletePlannedPayment(database, ticketId);
    await endRefused(this.#options, row, refusal);
  }

  /** Follows a sent payment: to its block, to finality, back after a reorg, to a new form when it expired. */
  async #watch(row: WithdrawalRow, height: number): Promise<void> {
    const { database, network, onStep } = this.#options;
    if (!(await checkStatus(this.#options, row))) return;
    const attempts = await listPlannedAttempts(database, row.ticketId);
    const mined = await minedAttempt(this.#options.client, attempts);
    if (mined === null) {
      if (row.status === 'Confirmed') await move(this.#options, row.ticketId, 'Submitted');
      return this.#resendOrRenew(row, attempts, height);
    }
    const { attempt, receipt } = mined;
    const isFinal = height - receipt.height + 1 >= network.confirmations;
    if (isFinal && !(await isSignedForm(this.#options, row, attempt.hash)))
      return this.#reportOnce(row.ticketId, 'ALERT: a payment is booked that the signer did not sign');
    if (isFinal) await bookNetworkCost(this.#options, { txId: attempt.hash, networkFee: receipt.networkFee });
    if (!isPaidFrom(this.#options.hotAddress, row, receipt)) {
      if (isFinal) await this.#paymentReverted(row, attempt.hash, receipt);
      return;
    }
    if (row.status === 'Submitted') {
      await move(this.#options, row.ticketId, 'Confirmed', { txId: attempt.hash });
      onStep?.('payment_seen', row.ticketId);
    }
    if (isFinal) await settle(this.#options, row.ticketId);
  }

  /** Sends the newest form again, or creates another when none of them can be mined any more. */
  async #resendOrRenew(
    row: WithdrawalRow,
    attempts: readonly PlannedAttemptRow[],
    height: number,
  ): Promise<void> {
    const [newest] = attempts;
    assert(newest !== undefined, `submitted ticket ${row.ticketId} has signed bytes`);
    // Reads the time of the final chain first, then its blocks once more.
    const finalTime = await this.#options.client.finalTime();
    if (attempts.every(({ plan }) => readTronPlan(plan).expiration < finalTime)) {
      if ((await minedAttempt(this.#options.client, attempts)) === null) await this.#signAndSend(row, height);
    } else await sendAttempt(this.#options, newest);
  }

  /**
   * Ends a ticket whose transfer was executed without paying, for good: the money goes back to the customer, without our fee where
   * the network kept its own. Every other form that the signer has signed must have expired, in no block, and a second node must
   * say the same.
   */
  async #paymentReverted(row: WithdrawalRow, txId: string, receipt: ChainReceipt): Promise<void> {
    const { listSigned, client, clock, log, hotAddress, secondSource } = this.#options;
    const { ticketId } = row;
    const signed = await listSigned(row);
    const others = signed.filter(({ hash }) => hash !== txId);
    for (const { hash, at } of others)
      if (clock() - at < 2 * lifetimeMsMax || (await client.receipt(hash)) !== null) return;
    const hasFailed = await secondSource.hasFailed(txId, receipt, (found) =>
      isPaidFrom(hotAddress, row, found),
    );
    const otherHashes = others.map(({ hash }) => hash);
    if (!hasFailed || !(await secondSource.lacksAll(otherHashes, receipt.height)))
      return this.#reportOnce(ticketId, oneNodeAlert);
    log.error({ ticketId, txId }, 'ALERT: a payment was reverted by the network');
    await endRefusedByNetwork(this.#options, ticketId, receipt);
  }
}
