/**
 * Sends what the hot wallet of a Bitcoin network holds above its share to cold storage, from the reservation of its outputs to
 * finality. The caller never names the receiver: the signer has it in its policy.
 *
 * Outputs are reserved before anything is signed, and signed bytes are stored before they are sent; a crash anywhere repeats
 * the interrupted step. All forms of a move spend the same outputs, so that at most one of them is ever mined. What cold
 * storage holds is in the table of our outputs from its first block on.
 */
import { assert } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listFreeOutputs } from '@salar/store/tables/chains/bitcoin-outputs';
import {
  listColdOutputs,
  listMoveOutputs,
  releaseMoveOutputs,
  reserveForMove,
  sumHotOutputs,
} from '@salar/store/tables/chains/cold-outputs';
import { takeChangeIndex } from '@salar/store/tables/chains/deposit-addresses';
import { setMoveStatus } from '@salar/store/tables/chains/house-moves';
import {
  insertPlannedMove,
  insertPlannedMoveAttempt,
  listOpenPlannedMoves,
  listPlannedMoveAttempts,
} from '@salar/store/tables/chains/planned-moves';
import type { PlannedMoveAttempt, PlannedMoveRow } from '@salar/store/tables/chains/planned-moves';
import { readBitcoinPlan, writeBitcoinPlan } from '../payments/bitcoin-plan.ts';
import { minedAttempt } from '../payments/payment-attempts.ts';
import { bookNetworkCost } from '../payments/payment-steps.ts';
import type { BitcoinChain } from '../ports/chain-client.ts';
import { bitcoinBranches } from '../ports/chain-signer.ts';
import type { BitcoinInput, MoveRefusal, MoveSigner, SignerWallet } from '../ports/chain-signer.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import { findCoin } from '../tickets/networks.ts';
import type { BitcoinCold, BitcoinNetwork } from '../tickets/networks.ts';
import { planMove, planMoveOf } from './bitcoin-move-plan.ts';
import type { PlannedMove } from './bitcoin-move-plan.ts';
import { computeKept } from './hot-wallet-cap.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import type { HouseMoves } from './house-moves.ts';
import type { WalletMoveStep } from './wallet-moves.ts';

/** The most moves that wait for their block: each has up to 100 outputs. */
const movesAtOnce = 10;
/** The number of blocks in which a move should be mined. */
const targetBlocks = 3;
/** The most free outputs considered for one move. */
const candidatesMax = 200;

export type BitcoinColdMovesOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly network: BitcoinNetwork;
  readonly cold: BitcoinCold;
  readonly client: BitcoinChain;
  readonly signer: MoveSigner;
  readonly wallet: Pick<SignerWallet, 'hotAddress' | 'keyLayout'>;
  readonly hotWallets: HotWalletCap;
  readonly clock: () => number;
  readonly log: Log;
  readonly onStep?: ((step: WalletMoveStep) => void) | undefined;
};

export class BitcoinColdMoves implements HouseMoves {
  readonly #options: BitcoinColdMovesOptions;
  readonly #coin: ProductId;
  readonly #receiver: string;
  #checkedHeight = -1;
  /** Moves whose lost outputs were reported already. */
  readonly #reported = new Set<number>();

  constructor(options: BitcoinColdMovesOptions) {
    const coin = findCoin(options.network);
    const [receiver] = options.cold.addresses;
    assert(
      coin !== null && receiver !== undefined,
      'a Bitcoin network has its coin, and cold storage an address',
    );
    this.#options = options;
    this.#coin = coin;
    this.#receiver = receiver;
    options.hotWallets.expectCold(options.network.name);
  }

  /** Follows the moves under way and, once per block, starts those that are due. */
  async work(height: number): Promise<void> {
    const { database, network, hotWallets } = this.#options;
    const { chainId } = network;
    const held = await listColdOutputs(database, { chainId, height });
    const balance = held.reduce((sum, { amount }) => sum + amount, 0n);
    hotWallets.noteCold(network.name, new Map([[this.#coin, balance]]));
    for (const row of await listOpenPlannedMoves(database, chainId)) await this.#follow(row, height);
    if (height === this.#checkedHeight) return;
    await this.#startDue(height);
    this.#checkedHeight = height;
  }

  async #startDue(height: number): Promise<void> {
    const { database, network, hotWallets, client } = this.#options;
    const { chainId, confirmations } = network;
    const share = await hotWallets.computeShare(this.#coin);
    if (share === null || share.excess <= 0n) return;
    const kept = computeKept(share);
    const { free: unreserved, moving } = await sumHotOutputs(database, { chainId, height });
    // The share is that of the last comparison: what was paid since is not in the outputs any more.
    let wanted = smaller(share.hot - moving, unreserved) - kept;
    const open = await listOpenPlannedMoves(database, chainId);
    let waiting = open.filter(({ status }) => status === 'Sent').length;
    if (wanted <= 0n || waiting >= movesAtOnce) return;
    const feeRate = await client.feeRate(targetBlocks);
    for (; wanted > 0n && waiting < movesAtOnce; waiting += 1) {
      const upTo = height - confirmations + 1;
      const candidates = await listFreeOutputs(database, { chainId, height: upTo, limit: candidatesMax });
      const free = await this.#keepUnspent(candidates);
      const planned = planMove({ wanted, feeRate, destination: this.#receiver }, free);
      if (planned === null || !(await this.#start(planned, height))) return;
      wanted -= planned.amount + planned.plan.fee;
    }
  }

  /** @returns false when the signer refuses it, after which nothing is reserved */
  async #start({ plan, amount }: PlannedMove, height: number): Promise<boolean> {
    const { database, network, wallet, clock } = this.#options;
    const { chainId } = network;
    const shared = { chainId, kind: 'cold', productId: this.#coin, addressIndex: null } as const;
    const row = { ...shared, sender: wallet.hotAddress, amount };
    const moveId = await database.transaction(async (tx) => {
      const id = await insertPlannedMove(tx, row, clock());
      const reserved = await reserveForMove(tx, { chainId, moveId: id, outpoints: plan.inputs });
      assert(
        reserved === plan.inputs.length,
        `the outputs for move ${id} are in no payment and no other move`,
      );
      return id;
    });
    const refusal = await this.#signAndSend(moveId, { plan, amount }, height);
    if (refusal === null) return true;
    // It is the first request of this move, so nothing was signed.
    await database.transaction(async (tx) => {
      await releaseMoveOutputs(tx, moveId);
      await setMoveStatus(tx, moveId, 'Failed', clock());
    });
    return false;
  }

  async #signAndSend(
    moveId: number,
    { plan: unplaced, amount }: PlannedMove,
    height: number,
    replaced?: PlannedMoveAttempt,
  ): Promise<MoveRefusal | null> {
    const { database, network, signer, wallet, clock, log, onStep } = this.#options;
    const changeIndex = await this.#findChangeIndex(unplaced.change, replaced);
    const plan = { ...unplaced, changeBranch: bitcoinBranches[wallet.keyLayout].change, changeIndex };
    const request = { kind: 'cold', chainId: network.chainId, productId: this.#coin, amount, plan } as const;
    const signed = await signer.move(request);
    if (!signed.ok) {
      log.warn({ moveId, refusal: signed.refusal }, 'the signer refused a move');
      return signed.refusal;
    }
    onStep?.('signed');
    const attempt: PlannedMoveAttempt = {
      moveId,
      attempt: (replaced?.attempt ?? 0) + 1,
      ...signed.value,
      amount,
      plan: writeBitcoinPlan(plan),
      signedHeight: height,
    };
    await insertPlannedMoveAttempt(database, attempt, clock());
    onStep?.('stored');
    log.info({ moveId, txId: attempt.hash, amount: String(amount) }, 'a move to cold storage is signed');
    await this.#send(attempt);
    onStep?.('sent');
    return null;
  }

  async #findChangeIndex(change: bigint, replaced: PlannedMoveAttempt | undefined): Promise<number> {
    if (change === 0n) return 0;
    const before = replaced === undefined ? null : readBitcoinPlan(replaced.plan);
    if (before !== null && before.change > 0n) return before.changeIndex;
    return this.#options.database.transaction((tx) => takeChangeIndex(tx));
  }

  /** Follows a move that is not final: to its block, to finality, back after a reorg, to a replacement when it is stuck. */
  async #follow(row: PlannedMoveRow, height: number): Promise<void> {
    const { database, network, client, clock, log, onStep } = this.#options;
    const { moveId } = row;
    const attempts = await listPlannedMoveAttempts(database, moveId);
    const mined = await minedAttempt(client, attempts);
    if (mined === null) {
      if (row.status === 'Mined') await setMoveStatus(database, moveId, 'Sent', clock());
      return this.#resend(row, attempts[0], height);
    }
    if (row.status === 'Sent') {
      await setMoveStatus(database, moveId, 'Mined', clock());
      onStep?.('mined');
    }
    if (height - mined.receipt.height + 1 < network.confirmations) return;
    const { hash } = mined.attempt;
    await bookNetworkCost(this.#options, { txId: hash, networkFee: mined.receipt.networkFee });
    onStep?.('cost_booked');
    await setMoveStatus(database, moveId, 'Final', clock());
    onStep?.('final');
    log.info({ moveId, kind: 'cold', txId: hash }, 'a move between our addresses is final');
  }

  /** Continues a move that is in no block: signs what a crash interrupted, sends again, or replaces what is stuck. */
  async #resend(row: PlannedMoveRow, newest: PlannedMoveAttempt | undefined, height: number): Promise<void> {
    const { database, network, client, log } = this.#options;
    const { moveId, amount: wanted } = row;
    if (newest !== undefined) await this.#send(newest);
    const isWaiting = newest !== undefined && height - newest.signedHeight < network.stuckBlocks;
    if (isWaiting || height === this.#checkedHeight) return;
    const inputs = await this.#keepUnspent(await listMoveOutputs(database, moveId));
    if (newest !== undefined && (await client.receipt(newest.hash)) !== null) return; // mined just now
    if (inputs.length === 0) {
      if (!this.#reported.has(moveId))
        log.error({ moveId }, 'ALERT: the outputs of a move to cold storage left the chain');
      this.#reported.add(moveId);
      return;
    }
    const feeRate = await client.feeRate(targetBlocks);
    const replaced = newest === undefined ? {} : { replaced: readBitcoinPlan(newest.plan) };
    const planned = planMoveOf({ wanted, feeRate, destination: this.#receiver, ...replaced }, inputs);
    if (planned === null) log.warn({ moveId }, 'a move to cold storage waits for lower fees');
    else await this.#signAndSend(moveId, planned, height, newest);
  }

  async #send({ moveId, raw }: PlannedMoveAttempt): Promise<void> {
    const { client, log } = this.#options;
    const answer = await client.broadcast(raw);
    if (answer.kind === 'refused')
      log.warn({ moveId, reason: answer.reason }, 'the node refused a move between our addresses');
  }

  async #keepUnspent<Output extends BitcoinInput>(outputs: readonly Output[]): Promise<readonly Output[]> {
    const kept: Output[] = [];
    for (const output of outputs) if (await this.#options.client.isUnspent(output)) kept.push(output);
    return kept;
  }
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
