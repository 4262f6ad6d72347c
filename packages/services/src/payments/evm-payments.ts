/**
 * Pays accepted tickets on one EVM network: one hot wallet, one payment at a time, no nonce ever skipped.
 *
 * Order of work: reserve the nonce, have the signer sign, store the signed bytes, and only then send them. After a crash the
 * stored bytes are sent again; a payment is never signed again with another nonce. "Not seen" is never "failed": money is
 * returned only when a reverted transaction with the ticket's nonce is final (security rule W7).
 */
import { assert } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import {
  listAttemptsFrom,
  listPaymentAttempts,
  findPayment,
  findUnsignedPayment,
  insertAttempt,
  raiseNextNonce,
  readNextNonce,
  reservePayment,
  returnPayment,
} from '@salar/store/tables/tickets/withdrawal-payments';
import type { AttemptRow, PaymentRow } from '@salar/store/tables/tickets/withdrawal-payments';
import type { ChainFees, ChainReceipt, EvmChain } from '../ports/chain-client.ts';
import { isAmountCap, isPostponed } from '../ports/chain-signer.ts';
import { moveGas } from '../ports/chain-signer.ts';
import type { Signer, SignRefusal } from '../ports/chain-signer.ts';
import type { SecondSource } from '../deposits/second-source.ts';
import { findCoin } from '../tickets/networks.ts';
import type { EvmNetwork } from '../tickets/networks.ts';
import { isSignedForm } from '../withdrawals/signed-payments.ts';
import { move, moveToSubmitted } from '../withdrawals/withdrawal-moves.ts';
import { checkStatus, endRefusedByNetwork, guarded } from '../withdrawals/withdrawal-steps.ts';
import { isPaidFrom, minedAttempt, oneNodeAlert, sendAttempt } from './payment-attempts.ts';
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

/** The most stored attempts sent again in one turn. */
const resendsPerTurn = 50;

export type EvmPaymentsOptions = PaymentContext & {
  readonly network: EvmNetwork;
  readonly client: EvmChain;
  readonly signer: Signer;
  readonly hotAddress: string;
  readonly secondSource: Pick<SecondSource, 'hasFailed'>;
};

export class EvmPayments implements PaymentWork {
  readonly #options: EvmPaymentsOptions;
  #nonceChecked = false;
  readonly #reported = new Set<TicketId>();

  constructor(options: EvmPaymentsOptions) {
    this.#options = options;
  }

  /** Runs one turn: sends again what the chain has lost, watches sent payments, then pays waiting tickets, oldest first. */
  async work(height: number): Promise<void> {
    await this.#resendLost();
    for (const row of await listOpenTickets(this.#options, ['Submitted', 'Confirmed'])) {
      await guarded(this.#options, row, () => this.#watch(row, height));
    }
    const waiting = await listOpenTickets(this.#options, ['AutoAccepted', 'Accepted', 'SystemProcessing']);
    if (waiting.length === 0) return;
    const fees = await this.#options.client.fees();
    for (const row of await this.#unsignedFirst(waiting)) {
      const goOn = await guarded(this.#options, row, () => this.#pay(row, fees, height));
      if (goOn === false) break;
    }
  }

  /** Puts a reserved nonce without signed bytes first, because a later ticket would leave a gap before it. */
  async #unsignedFirst(rows: readonly WithdrawalRow[]): Promise<readonly WithdrawalRow[]> {
    if (rows.length < 2) return rows;
    const { database, network, hotAddress } = this.#options;
    const ticketIds = rows.map(({ ticketId }) => ticketId);
    const unsigned = await findUnsignedPayment(database, {
      chainId: network.chainId,
      sender: hotAddress,
      ticketIds,
    });
    if (unsigned === null) return rows;
    return [...rows].sort(
      (left, right) =>
        Number(right.ticketId === unsigned.ticketId) - Number(left.ticketId === unsigned.ticketId),
    );
  }

  /** Pays one ticket. @returns false when no further ticket can be paid now */
  async #pay(row: WithdrawalRow, fees: ChainFees, height: number): Promise<boolean> {
    const { database, log, network, onStep } = this.#options;
    if (!(await checkStatus(this.#options, row))) return true;
    const reserved = await findPayment(database, row.ticketId);
    if (reserved === null && !(await mayBegin(this.#options, row))) return true;
    if (row.status !== 'SystemProcessing') {
      const moved = await move(this.#options, row.ticketId, 'SystemProcessing');
      if (moved === null) return true; // cancelled a moment ago
      onStep?.('processing', row.ticketId);
    }
    if (reserved === null && !(await this.#canAfford(row, fees))) {
      log.warn({ ticketId: row.ticketId, chainId: network.chainId }, 'a withdrawal waits for the hot wallet');
      return true; // a smaller one may still fit
    }
    if (reserved === null && !(await wouldPay(this.#options, row))) return true;
    const payment = reserved ?? (await this.#reserve(row));
    onStep?.('nonce_reserved', row.ticketId);
    return this.#signAndSend(row, payment, fees, height);
  }

  /**
   * Checks that the wallet covers the net amount and its gas, beside all payments in flight: an uncovered payment would block
   * its nonce, and every later one.
   */
  async #canAfford(row: WithdrawalRow, { feeMax }: ChainFees): Promise<boolean> {
    const { client, hotAddress, network } = this.#options;
    const together = [row, ...(await listOpenTickets(this.#options, ['Submitted']))];
    const coin = findCoin(network);
    const gas = moveGas.token * feeMax * BigInt(together.length);
    const coins = gas + (coin === null ? 0n : computeNet(together, coin));
    if ((await client.coinBalance(hotAddress)) < coins) return false;
    if (row.productId === coin) return true;
    return (await client.getBalance(row.productId, hotAddress)) >= computeNet(together, row.productId);
  }

  async #reserve(row: WithdrawalRow): Promise<PaymentRow> {
    const { database, network, hotAddress, clock } = this.#options;
    await this.#startNonces();
    return database.transaction((tx) =>
      reservePayment(tx, {
        ticketId: row.ticketId,
        chainId: network.chainId,
        sender: hotAddress,
        createdAt: clock(),
      }),
    );
  }

  /** Compares our counter with the chain's, once per run. A chain ahead of us means that someone else paid with our key. */
  async #startNonces(): Promise<void> {
    if (this.#nonceChecked) return;
    const { database, network, hotAddress, client, log } = this.#options;
    const { chainId } = network;
    const onChain = await client.getNonce(hotAddress);
    const ours = await readNextNonce(database, chainId, hotAddress);
    if (ours !== null && onChain > ours)
      log.error({ chainId, onChain, ours }, 'ALERT: the hot wallet has payments that are not ours');
    await raiseNextNonce(database, { chainId, sender: hotAddress, nonce: onChain });
    this.#nonceChecked = true;
  }

  async #signAndSend(
    row: WithdrawalRow,
    payment: PaymentRow,
    fees: ChainFees,
    height: number,
  ): Promise<boolean> {
    const { onStep, log } = this.#options;
    const attempts = await listPaymentAttempts(this.#options.database, row.ticketId);
    const signed = await this.#sign(row, payment, fees);
    if (!signed.ok) return this.#refusedBySigner(row, payment, signed.refusal);
    onStep?.('payment_signed', row.ticketId);
    const attempt: AttemptRow = {
      ticketId: row.ticketId,
      attempt: (attempts[0]?.attempt ?? 0) + 1,
      ...signed.value,
      ...fees,
      signedHeight: height,
    };
    await this.#storeAttempt(row, attempt);
    onStep?.('payment_stored', row.ticketId);
    log.info({ ticketId: row.ticketId, txId: attempt.hash, nonce: payment.nonce }, 'withdrawal signed');
    await sendAttempt(this.#options, attempt);
    onStep?.('payment_sent', row.ticketId);
    return true;
  }

  async #sign(row: WithdrawalRow, payment: PaymentRow, fees: ChainFees): ReturnType<Signer['sign']> {
    const { nonce } = payment;
    const request = await buildSignRequest(this.#options, row, { family: 'evm', nonce, ...fees });
    return this.#options.signer.sign(request);
  }

  /** Stores signed bytes and status in one transaction, before the bytes are sent anywhere. */
  async #storeAttempt(row: WithdrawalRow, attempt: AttemptRow): Promise<void> {
    const { database, clock } = this.#options;
    await database.transaction(async (tx) => {
      const stored = await listPaymentAttempts(tx, row.ticketId);
      // The same bytes signed twice because of a crash are one attempt.
      if (stored.some((known) => known.hash === attempt.hash)) return;
      await insertAttempt(tx, attempt, clock());
      await moveToSubmitted({ ...this.#options, database: tx }, row.ticketId, attempt.hash);
    });
  }

  async #refusedBySigner(row: WithdrawalRow, payment: PaymentRow, refusal: SignRefusal): Promise<boolean> {
    const { database, log } = this.#options;
    const details = { ticketId: row.ticketId, nonce: payment.nonce, refusal };
    if (isPostponed(refusal)) {
      log.warn(details, 'the signer postponed a payment');
      return false; // the nonce stays reserved and goes first in the next turn
    }
    // These caps are per product and count only what was not signed before: nothing was, so the nonce is free.
    if (isAmountCap(refusal)) {
      log.warn(details, 'the signer postponed a payment');
      return database.transaction((tx) => returnPayment(tx, payment));
    }
    if (row.status === 'Submitted') {
      log.error(details, 'ALERT: the signer refuses to replace a payment');
      return true;
    }
    const returned = await database.transaction((tx) => returnPayment(tx, payment));
    assert(returned, `nonce ${payment.nonce} was the newest when the signer refused it`);
    await endRefused(this.#options, row, refusal);
    return true;
  }

  /** Follows a sent payment: to its block, to finality, back after a reorg, to a replacement when it is stuck. */
  async #watch(row: WithdrawalRow, height: number): Promise<void> {
    const { database, network, onStep } = this.#options;
    if (!(await checkStatus(this.#options, row))) return;
    const attempts = await listPaymentAttempts(database, row.ticketId);
    assert(attempts.length > 0, `submitted ticket ${row.ticketId} has signed bytes`);
    const mined = await minedAttempt(this.#options.client, attempts);
    if (mined === null) {
      if (row.status === 'Confirmed') await move(this.#options, row.ticketId, 'Submitted');
      else await this.#replaceIfStuck(row, attempts, height);
      return;
    }
    const confirmations = height - mined.receipt.height + 1;
    const isFinal = confirmations >= network.confirmations;
    if (isFinal && !(await isSignedForm(this.#options, row, mined.attempt.hash)))
      return this.#reportOnce(row.ticketId, 'ALERT: a payment is booked that the signer did not sign');
    if (isFinal) await this.#bookCost(mined);
    if (!isPaidFrom(this.#options.hotAddress, row, mined.receipt)) {
      if (isFinal) await this.#paymentReverted(row, mined.attempt.hash, mined.receipt);
      return;
    }
    if (row.status === 'Submitted') {
      await move(this.#options, row.ticketId, 'Confirmed', { txId: mined.attempt.hash });
      onStep?.('payment_seen', row.ticketId);
    }
    if (isFinal) await settle(this.#options, row.ticketId);
  }

  #bookCost({ attempt, receipt }: { attempt: AttemptRow; receipt: ChainReceipt }): Promise<void> {
    return bookNetworkCost(this.#options, { txId: attempt.hash, networkFee: receipt.networkFee });
  }

  /**
   * Ends a ticket whose nonce is spent without a payment, for good: the money goes back to the customer, without our fee where the
   * network kept its own. The signer must have signed this transaction for the ticket, because another that failed proves nothing
   * about its nonce, and a second node must have it alike.
   */
  async #paymentReverted(row: WithdrawalRow, txId: string, receipt: ChainReceipt): Promise<void> {
    const { hotAddress, secondSource } = this.#options;
    if (!(await secondSource.hasFailed(txId, receipt, (found) => isPaidFrom(hotAddress, row, found))))
      return this.#reportOnce(row.ticketId, oneNodeAlert);
    this.#options.log.error({ ticketId: row.ticketId, txId }, 'ALERT: a payment was reverted by the network');
    await endRefusedByNetwork(this.#options, row.ticketId, receipt);
  }

  /** Replaces a stuck payment: same nonce, same content, higher fees. Either form may be mined, never both. */
  async #replaceIfStuck(row: WithdrawalRow, attempts: readonly AttemptRow[], height: number): Promise<void> {
    const { database, network, client } = this.#options;
    const [newest] = attempts;
    if (newest === undefined || height - newest.signedHeight < network.stuckBlocks) return;
    const payment = await findPayment(database, row.ticketId);
    assert(payment !== null, `submitted ticket ${row.ticketId} has a nonce`);
    const nonceOnChain = await client.getNonce(payment.sender);
    if (nonceOnChain > payment.nonce) return this.#reportOnce(row.ticketId, spentElsewhereAlert); // by someone else who holds the key
    if (nonceOnChain < payment.nonce) return; // an earlier payment is the stuck one
    const now = await client.fees();
    const fees = {
      feeMax: greater(now.feeMax, raiseFee(newest.feeMax)),
      feePriority: greater(now.feePriority, raiseFee(newest.feePriority)),
    };
    await this.#signAndSend(row, payment, fees, height);
  }

  /** The money stays held until an operator decides. */
  #reportOnce(ticketId: TicketId, alert: string): void {
    if (this.#reported.has(ticketId)) return;
    this.#reported.add(ticketId);
    this.#options.log.error({ ticketId }, alert);
  }

  /**
   * Sends again, in nonce order, whatever is in no block. This heals a crash between storing and sending, a node that lost its
   * pool, and a reorg.
   */
  async #resendLost(): Promise<void> {
    const { database, client, network, hotAddress } = this.#options;
    const nonce = await client.getNonce(hotAddress);
    const lost = await listAttemptsFrom(database, {
      chainId: network.chainId,
      sender: hotAddress,
      nonce,
      limit: resendsPerTurn,
    });
    for (const attempt of lost) await sendAttempt(this.#options, attempt);
  }
}

const spentElsewhereAlert = 'ALERT: the nonce of a payment was spent by another transaction';

/** Raises a fee by more than the tenth that nodes require of a replacement. */
function raiseFee(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n;
}

function greater(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
