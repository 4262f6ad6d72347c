/**
 * The on-chain side of accepted tickets on a Bitcoin network: one ticket is one transaction, out of outputs of ours.
 *
 * Order of work: reserve the outputs, have the signer sign, store plan and signed bytes, only then send them. After a
 * crash the stored bytes are sent again. A replacement spends an output of every form before it, so that at most one of
 * them is ever mined. "Not seen" is never "failed": nothing here ends a ticket that was signed for but its own payment
 * in a final block; an output that somebody else spent is an operator's matter, and the money stays held.
 */
import { assert } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { takeAddressIndex } from '@salar/store/tables/chains/deposit-addresses';
import {
  freeOutputs,
  lostAttempts,
  releaseOutputs,
  reservedOutputs,
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
import type { BitcoinInput, BitcoinPlan, Signer, SignRefusal } from '../ports/chain-signer.ts';
import type { BitcoinNetwork } from '../tickets/networks.ts';
import { guarded, move } from '../withdrawals/withdrawal-steps.ts';
import { minedAttempt, sendAttempt, storePlannedAttempt } from './payment-attempts.ts';
import { planPayment, readBitcoinPlan, writeBitcoinPlan } from './bitcoin-plan.ts';
import type { UnplacedPlan } from './bitcoin-plan.ts';
import {
  bookNetworkCost,
  endRefused,
  isStopped,
  listOpenTickets,
  settle,
  buildSignRequest,
} from './payment-steps.ts';
import type { PaymentContext, PaymentWork } from './payment-steps.ts';

/** Stored bytes sent again in one turn. */
const resendsPerTurn = 200;
/** Blocks in which a payment should be mined. */
const targetBlocks = 3;
/** Free outputs looked at for one payment. */
const candidatesMax = 1000;
const changeCounter = 'bitcoin-change';
const paymentPosition = '0';

export type BitcoinPaymentsOptions = PaymentContext & {
  readonly network: BitcoinNetwork;
  readonly client: BitcoinChain;
  readonly signer: Signer;
  readonly hotAddress: string;
};

export class BitcoinPayments implements PaymentWork {
  readonly #options: BitcoinPaymentsOptions;
  /** Told once a run each, not once a turn. */
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

  /** False when no further ticket can be paid now. */
  async #pay(row: WithdrawalRow, feeRate: bigint, height: number): Promise<boolean> {
    const { network, log, onStep } = this.#options;
    const reserved = await this.#reserved(row.ticketId);
    if (reserved.length === 0 && isStopped(this.#options, row)) return true;
    if (row.status !== 'SystemProcessing') {
      const taken = await move(this.#options, row.ticketId, 'SystemProcessing');
      if (taken === null) return true; // canceled a moment ago
      onStep?.('processing', row.ticketId);
    }
    const { alive } = await this.#split(reserved);
    const plan = await this.#plan(row, { feeRate, height, reserved: alive });
    if (plan === null) {
      log.warn({ ticketId: row.ticketId, chainId: network.chainId }, 'a withdrawal waits for the hot wallet');
      return true; // a smaller one may still fit
    }
    await this.#reserve(row.ticketId, plan, reserved);
    onStep?.('nonce_reserved', row.ticketId);
    return this.#signAndSend(row, plan, height);
  }

  /** A payment of outputs that the chain still has, or null when the wallet has not enough of them. */
  async #plan(
    row: WithdrawalRow,
    needs: {
      feeRate: bigint;
      height: number;
      reserved: readonly BitcoinInput[];
      replaced?: BitcoinPlan;
    },
  ): Promise<BitcoinPlan | null> {
    const { database, network } = this.#options;
    const { height, replaced, ...rest } = needs;
    const { chainId, confirmations } = network;
    let free = await freeOutputs(database, {
      chainId,
      height: height - confirmations + 1,
      limit: candidatesMax,
    });
    const { destination } = row;
    const shared = { ...rest, net: row.amount - row.fee, destination };
    for (;;) {
      const plan = planPayment({ ...shared, free, ...(replaced === undefined ? {} : { replaced }) });
      if (plan === null) return null;
      const chosen = plan.inputs.filter((input) => free.includes(input));
      const { gone } = await this.#split(chosen);
      if (gone.length === 0) return { ...plan, changeIndex: await this.#changeIndex(plan, replaced) };
      for (const { txId, vout } of gone)
        this.#alert(`${txId}:${vout}`, { txId, vout }, 'an output of ours is gone');
      free = free.filter((output) => !gone.includes(output));
    }
  }

  /** A payment's change has a key of its own, the same in every form that has change. */
  async #changeIndex({ change }: UnplacedPlan, replaced: BitcoinPlan | undefined): Promise<number> {
    if (change === 0n) return 0;
    if (replaced !== undefined && replaced.change > 0n) return replaced.changeIndex;
    return this.#options.database.transaction((tx) => takeAddressIndex(tx, changeCounter));
  }

  #reserved(ticketId: TicketId): Promise<readonly BitcoinInput[]> {
    return reservedOutputs(this.#options.database, ticketId);
  }

  /** Outputs that can be spent in the chain as the node has it, and those that cannot. */
  async #split(
    outputs: readonly BitcoinInput[],
  ): Promise<{ alive: readonly BitcoinInput[]; gone: readonly BitcoinInput[] }> {
    const alive: BitcoinInput[] = [];
    const gone: BitcoinInput[] = [];
    for (const output of outputs)
      ((await this.#options.client.isUnspent(output)) ? alive : gone).push(output);
    return { alive, gone };
  }

  /** @param before  what the ticket had reserved when the plan was made: a plan beside another one is never signed */
  async #reserve(ticketId: TicketId, plan: BitcoinPlan, before: readonly BitcoinInput[]): Promise<void> {
    const { database, network, hotAddress, clock } = this.#options;
    const { chainId } = network;
    const isIn = (outputs: readonly BitcoinInput[]) => (output: BitcoinInput) =>
      outputs.some((known) => isSameOutput(known, output));
    await database.transaction(async (tx) => {
      await insertPlannedPayment(tx, { ticketId, chainId, sender: hotAddress, createdAt: clock() });
      await lockPlannedPayment(tx, ticketId);
      const now = await reservedOutputs(tx, ticketId);
      const isUnchanged = now.length === before.length && now.every(isIn(before));
      assert(isUnchanged, `withdraw ticket ${ticketId} is being paid by one worker`);
      const outpoints = plan.inputs.filter((input) => !isIn(now)(input));
      const taken = await reserveOutputs(tx, { chainId, ticketId, outpoints });
      assert(
        taken === outpoints.length,
        `the outputs for withdraw ticket ${ticketId} are in no other payment`,
      );
    });
  }

  async #signAndSend(row: WithdrawalRow, plan: BitcoinPlan, height: number): Promise<boolean> {
    const { database, signer, log, onStep } = this.#options;
    const attempts = await listPlannedAttempts(database, row.ticketId);
    const signed = await signer.sign(buildSignRequest(this.#options, row, plan));
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
    const { database, log } = this.#options;
    const { ticketId } = row;
    if (refusal === 'hourly_cap_exceeded' || refusal === 'fees_too_high') {
      log.warn({ ticketId, refusal }, 'the signer asks to wait');
      return refusal !== 'hourly_cap_exceeded'; // the outputs stay reserved
    }
    if (row.status === 'Submitted') {
      this.#alert(`${ticketId}:${refusal}`, { ticketId, refusal }, 'the signer refuses to replace a payment');
      return true;
    }
    const isUnsigned = await database.transaction(async (tx) => {
      const isForgotten = await deletePlannedPayment(tx, ticketId);
      if (isForgotten) await releaseOutputs(tx, ticketId);
      return isForgotten;
    });
    assert(isUnsigned, `withdraw ticket ${ticketId} is being paid by one worker`);
    await endRefused(this.#options, ticketId, refusal);
    return true;
  }

  /** Follows a sent payment: to its block, to finality, back when a reorg takes the block, on when it is stuck. */
  async #watch(row: WithdrawalRow, height: number, isRefused: boolean): Promise<void> {
    const { database, network, onStep } = this.#options;
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
    assert(isPaid(row, receipt), `the payment of withdraw ticket ${row.ticketId} pays what was promised`);
    if (row.status === 'Submitted') {
      await move(this.#options, row.ticketId, 'Confirmed', { txId: attempt.hash });
      onStep?.('payment_seen', row.ticketId);
    }
    if (height - receipt.height + 1 >= network.confirmations) await this.#finish(row.ticketId, attempt);
  }

  /** What other forms of the payment had reserved is free: none of them can be mined any more. */
  async #finish(ticketId: TicketId, { hash, plan }: PlannedAttemptRow): Promise<void> {
    await bookNetworkCost(this.#options, { txId: hash, networkFee: readBitcoinPlan(plan).fee });
    await releaseOutputs(this.#options.database, ticketId);
    await settle(this.#options, ticketId);
  }

  async #isOnFollowedChain({ height, blockHash }: ChainReceipt): Promise<boolean> {
    const { database, network } = this.#options;
    const remembered = await readBlockHash(database, network.chainId, height);
    return remembered === null || remembered === blockHash; // older than what is remembered is final
  }

  /** One output of every form before, higher fees: at most one of them may be mined. */
  async #replace(
    row: WithdrawalRow,
    attempts: readonly PlannedAttemptRow[],
    height: number,
    isStuck: boolean,
  ): Promise<void> {
    const { client, log } = this.#options;
    const { ticketId } = row;
    const reserved = await this.#reserved(ticketId);
    const { alive, gone } = await this.#split(reserved);
    if (gone.length > 0 && (await minedAttempt(this.#options.client, attempts)) !== null) return; // in this very moment
    for (const output of gone) {
      const isSpent = (await client.receipt(output.txId)) !== null;
      const facts = { ticketId, txId: output.txId, vout: output.vout };
      if (isSpent)
        return this.#alert(
          `${ticketId}:spent`,
          facts,
          'an output of a payment was spent by a transaction that is not ours',
        );
      this.#alert(`${ticketId}:gone`, facts, 'an output of a payment left the chain');
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
    assert(replaced !== undefined, 'a payment is replaced that was signed before');
    const plan = await this.#plan(row, { feeRate, height, reserved: alive, replaced });
    if (plan === null) {
      log.warn({ ticketId }, 'a stuck payment waits for the hot wallet');
      return;
    }
    await this.#reserve(ticketId, plan, reserved);
    await this.#signAndSend(row, plan, height);
  }

  /**
   * Sends again what no block has: after a crash between storing and sending, when a node forgot its pool, when a chain
   * went back, be the ticket finished or not.
   *
   * @returns tickets whose payments the node does not take
   */
  async #resendLost(): Promise<ReadonlySet<TicketId>> {
    const { database, network } = this.#options;
    const refused = new Set<TicketId>();
    const { chainId } = network;
    for (const attempt of await lostAttempts(database, { chainId, limit: resendsPerTurn })) {
      if (await sendAttempt(this.#options, attempt)) continue;
      refused.add(attempt.ticketId);
      if (attempt.status === 'FullyProcessed')
        this.#alert(
          `${attempt.ticketId}:settled`,
          { ticketId: attempt.ticketId },
          'a finished payment left the chain and is not taken again',
        );
    }
    return refused;
  }

  #alert(key: string, facts: object, message: string): void {
    if (this.#alerted.has(key)) return;
    this.#alerted.add(key);
    this.#options.log.error({ chainId: this.#options.network.chainId, ...facts }, `ALERT: ${message}`);
  }
}

function isSameOutput(left: BitcoinInput, right: BitcoinInput): boolean {
  return left.txId === right.txId && left.vout === right.vout;
}

/** Exactly the promised value went to the promised address. */
function isPaid(row: WithdrawalRow, receipt: ChainReceipt): boolean {
  const payment = receipt.transfers.find(({ position }) => position === paymentPosition);
  return payment?.to === row.destination && payment.amount === row.amount - row.fee;
}
