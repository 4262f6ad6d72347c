/**
 * Pays accepted tickets on a Bitcoin network: one ticket is one transaction, out of our own outputs.
 *
 * Order of work: reserve the outputs, have the signer sign, store plan and signed bytes, and only then send them. After a
 * crash the stored bytes are sent again. A replacement spends an output of every earlier form, so that at most one of them
 * is ever mined. "Not seen" is never "failed": a signed ticket ends only with its own payment in a final block; when someone
 * else spends one of its outputs, an operator decides, and the money stays held.
 */
import { assert } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { takeChangeIndex } from '@salar/store/tables/chains/deposit-addresses';
import {
  listFreeOutputs,
  listLostAttempts,
  releaseOutputs,
  listReservedOutputs,
  reserveOutputs,
} from '@salar/store/tables/chains/bitcoin-outputs';
import { readBlockHash } from '@salar/store/tables/chains/chain-cursors';
import {
  deletePlannedPayment,
  insertPlannedPayment,
  lockPlannedPayment,
  listPlannedAttempts,
} from '@salar/store/tables/chains/planned-payments';
import type { PlannedAttemptRow } from '@salar/store/tables/chains/planned-payments';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { BitcoinChain, ChainReceipt } from '../ports/chain-client.ts';
import {
  bitcoinBranches,
  isAmountCap,
  isCapOfSome,
  isPostponed,
  listHotAddresses,
} from '../ports/chain-signer.ts';
import type { BitcoinInput, BitcoinPlan, Signer, SignerWallet, SignRefusal } from '../ports/chain-signer.ts';
import type { BitcoinNetwork } from '../tickets/networks.ts';
import { isSignedForm } from '../withdrawals/signed-payments.ts';
import { move } from '../withdrawals/withdrawal-moves.ts';
import { checkStatus, guarded } from '../withdrawals/withdrawal-steps.ts';
import { minedAttempt, sendAttempt, storePlannedAttempt } from './payment-attempts.ts';
import { planPayment, readBitcoinPlan, writeBitcoinPlan } from './bitcoin-plan.ts';
import type { UnplacedPlan } from './bitcoin-plan.ts';
import {
  bookNetworkCost,
  endRefused,
  listOpenTickets,
  mayBegin,
  settle,
  buildSignRequest,
} from './payment-steps.ts';
import type { PaymentContext, PaymentWork } from './payment-steps.ts';

/** The most stored attempts sent again in one turn. */
const resendsPerTurn = 200;
/** The number of blocks in which a payment should be mined. */
const targetBlocks = 3;
/** The most free outputs considered for one payment. */
const candidatesMax = 1000;
const paymentPosition = '0';

export type BitcoinPaymentsOptions = PaymentContext & {
  readonly network: BitcoinNetwork;
  readonly client: BitcoinChain;
  readonly signer: Signer;
  readonly wallet: Pick<SignerWallet, 'hotAddress' | 'keyLayout' | 'former'>;
};

export class BitcoinPayments implements PaymentWork {
  readonly #options: BitcoinPaymentsOptions;
  /** Alerts that were logged already: each once per run, not once per turn. */
  readonly #alerted = new Set<string>();

  constructor(options: BitcoinPaymentsOptions) {
    this.#options = options;
  }

  async work(height: number): Promise<void> {
    const refused = await this.#resendLost();
    for (const row of await listOpenTickets(this.#options, ['Submitted', 'Confirmed'])) {
      await guarded(this.#options, row, () => this.#watch(row, height, refused.has(row.ticketId)));
    }
    const waiting = await listOpenTickets(this.#options, ['AutoAccepted', 'Accepted', 'SystemProcessing']);
    if (waiting.length === 0) return;
    const feeRate = await this.#options.client.feeRate(targetBlocks);
    for (const row of waiting) {
      const goOn = await guarded(this.#options, row, () => this.#pay(row, feeRate, height));
      if (goOn === false) break;
    }
  }

  /** Pays one ticket. @returns false when no further ticket can be paid now */
  async #pay(row: WithdrawalRow, feeRate: bigint, height: number): Promise<boolean> {
    const { network, log, onStep } = this.#options;
    if (!(await checkStatus(this.#options, row))) return true;
    const reserved = await this.#findReserved(row.ticketId);
    if (reserved.length === 0 && !(await mayBegin(this.#options, row))) return true;
    if (row.status !== 'SystemProcessing') {
      const moved = await move(this.#options, row.ticketId, 'SystemProcessing');
      if (moved === null) return true; // cancelled a moment ago
      onStep?.('processing', row.ticketId);
    }
    const { alive } = await this.#splitByExistence(reserved);
    const plan = await this.#plan(row, { feeRate, height, reserved: alive });
    if (plan === null) {
      log.warn({ ticketId: row.ticketId, chainId: network.chainId }, 'a withdrawal waits for the hot wallet');
      return true; // a smaller one may still fit
    }
    await this.#reserve(row.ticketId, plan, reserved);
    onStep?.('nonce_reserved', row.ticketId);
    return this.#signAndSend(row, plan, height);
  }

  /** Plans a payment from outputs that are still on the chain; null when the wallet does not have enough. */
  async #plan(
    row: WithdrawalRow,
    needs: {
      feeRate: bigint;
      height: number;
      reserved: readonly BitcoinInput[];
      replaced?: BitcoinPlan;
    },
  ): Promise<BitcoinPlan | null> {
    const { database, network, wallet } = this.#options;
    const { height, replaced, ...rest } = needs;
    const { chainId, confirmations } = network;
    let free = await listFreeOutputs(database, {
      chainId,
      height: height - confirmations + 1,
      limit: candidatesMax,
      source: { hotAddresses: listHotAddresses(wallet) },
    });
    const { destination } = row;
    const shared = { ...rest, net: row.amount - row.fee, destination };
    for (;;) {
      const plan = planPayment({ ...shared, free, ...(replaced === undefined ? {} : { replaced }) });
      if (plan === null) return null;
      const chosen = plan.inputs.filter((input) => free.includes(input));
      const { gone } = await this.#splitByExistence(chosen);
      if (gone.length === 0) {
        const changeBranch = bitcoinBranches[wallet.keyLayout].change;
        return { ...plan, changeBranch, changeIndex: await this.#changeIndex(plan, replaced) };
      }
      for (const { txId, vout } of gone)
        this.#alert(`${txId}:${vout}`, { txId, vout }, 'one of our outputs is gone, or has another amount');
      free = free.filter((output) => !gone.includes(output));
    }
  }

  /** Returns the key index of the change: each payment has its own, shared by all its forms. */
  async #changeIndex({ change }: UnplacedPlan, replaced: BitcoinPlan | undefined): Promise<number> {
    if (change === 0n) return 0;
    if (replaced !== undefined && replaced.change > 0n) return replaced.changeIndex;
    return this.#options.database.transaction((tx) => takeChangeIndex(tx));
  }

  #findReserved(ticketId: TicketId): Promise<readonly BitcoinInput[]> {
    return listReservedOutputs(this.#options.database, ticketId);
  }

  /**
   * Splits outputs into those that can be spent on the node's current chain, and those that cannot. One whose amount was changed in the
   * database is never requested from the signer, which would keep the false amount for good.
   */
  async #splitByExistence(
    outputs: readonly BitcoinInput[],
  ): Promise<{ alive: readonly BitcoinInput[]; gone: readonly BitcoinInput[] }> {
    const alive: BitcoinInput[] = [];
    const gone: BitcoinInput[] = [];
    for (const output of outputs)
      ((await this.#options.client.isUnspent(output)) ? alive : gone).push(output);
    return { alive, gone };
  }

  /** @param before  the ticket's reservations when the plan was made: of two concurrent plans one is never signed */
  async #reserve(ticketId: TicketId, plan: BitcoinPlan, before: readonly BitcoinInput[]): Promise<void> {
    const { database, network, wallet, clock } = this.#options;
    const { chainId } = network;
    const isIn = (outputs: readonly BitcoinInput[]) => (output: BitcoinInput) =>
      outputs.some((known) => isSameOutput(known, output));
    await database.transaction(async (tx) => {
      await insertPlannedPayment(tx, { ticketId, chainId, sender: wallet.hotAddress, createdAt: clock() });
      await lockPlannedPayment(tx, ticketId);
      const now = await listReservedOutputs(tx, ticketId);
      const isUnchanged = now.length === before.length && now.every(isIn(before));
      assert(isUnchanged, `withdraw ticket ${ticketId} is being paid by one worker`);
      const outpoints = plan.inputs.filter((input) => !isIn(now)(input));
      const moved = await reserveOutputs(tx, { chainId, ticketId, outpoints });
      assert(
        moved === outpoints.length,
        `the outputs for withdraw ticket ${ticketId} are in no other payment`,
      );
    });
  }

  async #signAndSend(row: WithdrawalRow, plan: BitcoinPlan, height: number): Promise<boolean> {
    const { database, signer, log, onStep } = this.#options;
    const attempts = await listPlannedAttempts(database, row.ticketId);
    const signed = await signer.sign(await buildSignRequest(this.#options, row, plan));
    if (!signed.ok) return this.#refusedBySigner(row, signed.refusal);
    onStep?.('payment_signed', row.ticketId);
    const attempt: PlannedAttemptRow = {
      ticketId: row.ticketId,
      attempt: (attempts[0]?.attempt ?? 0) + 1,
      ...signed.value,
      plan: writeBitcoinPlan(plan),
      signedHeight: height,
    };
    await storePlannedAttempt(this.#options, attempt);
    onStep?.('payment_stored', row.ticketId);
    log.info({ ticketId: row.ticketId, txId: attempt.hash, fee: String(plan.fee) }, 'withdrawal signed');
    await sendAttempt(this.#options, attempt);
    onStep?.('payment_sent', row.ticketId);
    return true;
  }

  async #refusedBySigner(row: WithdrawalRow, refusal: SignRefusal): Promise<boolean> {
    const { log } = this.#options;
    const { ticketId } = row;
    if (isCapOfSome(refusal)) {
      log.warn({ ticketId, refusal }, 'the signer postponed a payment');
      await this.#releaseUnsigned(ticketId); // other payments may need the outputs today
      return true;
    }
    if (isAmountCap(refusal) || isPostponed(refusal)) {
      log.warn({ ticketId, refusal }, 'the signer postponed a payment');
      return !isAmountCap(refusal); // the outputs stay reserved
    }
    if (row.status === 'Submitted') {
      this.#alert(`${ticketId}:${refusal}`, { ticketId, refusal }, 'the signer refuses to replace a payment');
      return true;
    }
    await this.#releaseUnsigned(ticketId);
    await endRefused(this.#options, row, refusal);
    return true;
  }

  /** Releases the outputs of a payment that the signer refused before it signed any form of it. */
  async #releaseUnsigned(ticketId: TicketId): Promise<void> {
    const isUnsigned = await this.#options.database.transaction(async (tx) => {
      const isDeleted = await deletePlannedPayment(tx, ticketId);
      if (isDeleted) await releaseOutputs(tx, ticketId);
      return isDeleted;
    });
    assert(isUnsigned, `withdraw ticket ${ticketId} is being paid by one worker`);
  }

  /** Follows a sent payment: to its block, to finality, back after a reorg, to a replacement when it is stuck. */
  async #watch(row: WithdrawalRow, height: number, isRefused: boolean): Promise<void> {
    const { database, network, onStep } = this.#options;
    if (!(await checkStatus(this.#options, row))) return;
    const attempts = await listPlannedAttempts(database, row.ticketId);
    const [newest] = attempts;
    assert(newest !== undefined, `submitted ticket ${row.ticketId} has signed bytes`);
    const mined = await minedAttempt(this.#options.client, attempts);
    if (mined === null) {
      const isStuck = height - newest.signedHeight >= network.stuckBlocks;
      if (row.status === 'Confirmed') await move(this.#options, row.ticketId, 'Submitted');
      else if (isStuck || isRefused) await this.#replace(row, attempts, height, isStuck);
      return;
    }
    const { attempt, receipt } = mined;
    if (!(await this.#isOnFollowedChain(receipt))) return; // the watcher reads that block first
    assert(isPaid(row, receipt), `the payment of withdraw ticket ${row.ticketId} pays the promised amount`);
    if (row.status === 'Submitted') {
      await move(this.#options, row.ticketId, 'Confirmed', { txId: attempt.hash });
      onStep?.('payment_seen', row.ticketId);
    }
    if (height - receipt.height + 1 >= network.confirmations) await this.#finish(row, attempt, receipt);
  }

  /** Releases the outputs that other forms of the payment reserved: none of them can be mined any more. */
  async #finish(
    row: WithdrawalRow,
    { hash }: PlannedAttemptRow,
    { networkFee }: ChainReceipt,
  ): Promise<void> {
    const { ticketId } = row;
    if (!(await isSignedForm(this.#options, row, hash)))
      return this.#alert(
        `${ticketId}:unsigned`,
        { ticketId },
        'a payment is booked that the signer did not sign',
      );
    await bookNetworkCost(this.#options, { txId: hash, networkFee });
    await releaseOutputs(this.#options.database, ticketId);
    await settle(this.#options, ticketId);
  }

  async #isOnFollowedChain({ height, blockHash }: ChainReceipt): Promise<boolean> {
    const { database, network } = this.#options;
    const remembered = await readBlockHash(database, network.chainId, height);
    return remembered === null || remembered === blockHash; // blocks older than the remembered ones are final
  }

  /** Replaces a payment: one output of every earlier form, higher fees, so that at most one of them is mined. */
  async #replace(
    row: WithdrawalRow,
    attempts: readonly PlannedAttemptRow[],
    height: number,
    isStuck: boolean,
  ): Promise<void> {
    const { client, log } = this.#options;
    const { ticketId } = row;
    const reserved = await this.#findReserved(ticketId);
    const { alive, gone } = await this.#splitByExistence(reserved);
    if (gone.length > 0 && (await minedAttempt(this.#options.client, attempts)) !== null) return; // mined just now
    for (const output of gone) {
      const isSpent = (await client.receipt(output.txId)) !== null;
      const details = { ticketId, txId: output.txId, vout: output.vout };
      if (isSpent)
        return this.#alert(
          `${ticketId}:spent`,
          details,
          'an output of a payment was spent by a transaction that is not ours',
        );
      this.#alert(`${ticketId}:gone`, details, 'an output of a payment left the chain');
    }
    if (!isStuck) return;
    const plans = attempts.map(({ plan }) => readBitcoinPlan(plan));
    const isExclusive = plans.every(({ inputs }) =>
      inputs.some((input) => alive.some((output) => isSameOutput(output, input))),
    );
    if (!isExclusive)
      return this.#alert(`${ticketId}:lost`, { ticketId }, 'a payment can neither be mined nor replaced');
    const feeRate = await client.feeRate(targetBlocks);
    const [replaced] = plans;
    assert(replaced !== undefined, 'only a signed payment is replaced');
    const plan = await this.#plan(row, { feeRate, height, reserved: alive, replaced });
    if (plan === null) {
      log.warn({ ticketId }, 'a stuck payment waits for the hot wallet');
      return;
    }
    await this.#reserve(ticketId, plan, reserved);
    await this.#signAndSend(row, plan, height);
  }

  /**
   * Sends again what is in no block: after a crash between storing and sending, after a node lost its pool, after a reorg,
   * whether the ticket is finished or not.
   *
   * @returns tickets whose payments the node refuses
   */
  async #resendLost(): Promise<ReadonlySet<TicketId>> {
    const { database, network } = this.#options;
    const refused = new Set<TicketId>();
    const { chainId } = network;
    for (const attempt of await listLostAttempts(database, { chainId, limit: resendsPerTurn })) {
      if (await sendAttempt(this.#options, attempt)) continue;
      refused.add(attempt.ticketId);
      if (attempt.status === 'FullyProcessed')
        this.#alert(
          `${attempt.ticketId}:settled`,
          { ticketId: attempt.ticketId },
          'a finished payment left the chain and is refused by the node',
        );
    }
    return refused;
  }

  #alert(key: string, details: object, message: string): void {
    if (this.#alerted.has(key)) return;
    this.#alerted.add(key);
    this.#options.log.error({ chainId: this.#options.network.chainId, ...details }, `ALERT: ${message}`);
  }
}

function isSameOutput(left: BitcoinInput, right: BitcoinInput): boolean {
  return left.txId === right.txId && left.vout === right.vout;
}

/** Returns true when exactly the promised amount went to the promised address. */
function isPaid(row: WithdrawalRow, receipt: ChainReceipt): boolean {
  const payment = receipt.transfers.find(({ position }) => position === paymentPosition);
  return payment?.to === row.destination && payment.amount === row.amount - row.fee;
}
