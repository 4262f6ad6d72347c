/**
 * Moves between our own wallets of a Bitcoin network, from the reservation of their outputs to finality. The caller never names a
 * receiver: the signer derives it, or has it in its policy.
 *
 * Outputs are reserved before anything is signed, and signed bytes are stored before they are sent; a crash anywhere repeats
 * the interrupted step. All forms of a move spend the same outputs, so that at most one of them is ever mined.
 */
import { assert } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listFreeOutputs } from '@salar/store/tables/chains/bitcoin-outputs';
import { listExposedOutputs } from '@salar/store/tables/chains/exposed-deposits';
import { takeChangeIndex } from '@salar/store/tables/chains/deposit-addresses';
import { setMoveStatus } from '@salar/store/tables/chains/house-moves';
import { listMoveOutputs, releaseMoveOutputs, reserveForMove } from '@salar/store/tables/chains/move-outputs';
import { findMoveTakenHeight } from '@salar/store/tables/chains/taken-outputs';
import {
  insertPlannedMove,
  insertPlannedMoveAttempt,
  listOpenPlannedMoves,
  listPlannedMoveAttempts,
} from '@salar/store/tables/chains/planned-moves';
import type { PlannedMoveAttempt, PlannedMoveRow } from '@salar/store/tables/chains/planned-moves';
import type { DepositIndexes } from '../deposits/deposit-branches.ts';
import { readBitcoinPlan, writeBitcoinPlan } from '../payments/bitcoin-plan.ts';
import type { UnplacedPlan } from '../payments/bitcoin-plan.ts';
import { inputsMax } from '../payments/bitcoin-size.ts';
import { minedAttempt } from '../payments/payment-attempts.ts';
import type { AddressOwners } from '../deposits/incoming-transfers.ts';
import type { BitcoinChain } from '../ports/chain-client.ts';
import { bitcoinBranches, bitcoinHouse, listHotAddresses } from '../ports/chain-signer.ts';
import type {
  BitcoinInput,
  BitcoinPlan,
  MoveRefusal,
  MoveSigner,
  PlannedMoveKind,
  SignerWallet,
} from '../ports/chain-signer.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import { findCoin } from '../tickets/networks.ts';
import type { BitcoinNetwork } from '../tickets/networks.ts';
import { planMove, planMoveOf } from './bitcoin-move-plan.ts';
import { MoveCosts } from './move-costs.ts';
import type { PlannedMove } from './bitcoin-move-plan.ts';
import type { WalletMoveStep } from './wallet-moves.ts';

/** The number of blocks in which a move should be mined. */
const targetBlocks = 3;
/** The most free outputs considered for one move. */
const candidatesMax = 200;

export type BitcoinMovesOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly network: BitcoinNetwork;
  readonly client: BitcoinChain;
  readonly signer: MoveSigner;
  readonly wallet: Pick<SignerWallet, 'hotAddress' | 'houseAddress' | 'former' | 'keyLayout'>;
  readonly clock: () => number;
  readonly log: Log;
  readonly onStep?: ((step: WalletMoveStep) => void) | undefined;
} & AddressOwners;

const plannedKinds: readonly PlannedMoveKind[] = ['cold', 'to_house', 'from_house', 'carry_house', 'sweep'];

/** `index` is that of the address. */
type PlannedSweep = PlannedMove & { readonly index: number };

/** A stored move that is signed for the first time, or again. */
type MoveToSign = Pick<PlannedMoveRow, 'moveId'> & { readonly kind: PlannedMoveKind };

export class BitcoinMoves {
  readonly #options: BitcoinMovesOptions;
  readonly #coin: ProductId;
  readonly #costs: MoveCosts;
  #checkedHeight = -1;
  /** Moves whose lost outputs were reported already. */
  readonly #reported = new Set<number>();

  constructor(options: BitcoinMovesOptions) {
    const coin = findCoin(options.network);
    assert(coin !== null, 'a Bitcoin network has its coin');
    this.#options = options;
    this.#coin = coin;
    this.#costs = new MoveCosts(options);
  }

  /** Lists moves that are in no block yet. */
  async listWaiting(): Promise<readonly PlannedMoveRow[]> {
    const { database, network } = this.#options;
    return listOpenPlannedMoves(database, network.chainId, 'Sent');
  }

  /** Follows every move that is not final: to its block, to finality, back after a reorg, to a replacement when it is stuck. */
  async watch(height: number): Promise<void> {
    const { database, network } = this.#options;
    for (const row of await listOpenPlannedMoves(database, network.chainId)) await this.#follow(row, height);
    this.#checkedHeight = height;
  }

  /**
   * Plans a move out of what its sender can spend.
   *
   * @param wanted  satoshi that the receiver should get; without it all that one move can bring
   * @returns null when there is nothing, or when it would cost too much for what it brings
   */
  async plan(kind: PlannedMoveKind, height: number, wanted?: bigint): Promise<PlannedMove | null> {
    const { database, network, client, wallet } = this.#options;
    const { chainId, confirmations } = network;
    const [sender, destination] = [this.#findSender(kind), this.#findReceiver(kind)];
    if (sender === undefined || destination === undefined) return null;
    const candidates = await listFreeOutputs(database, {
      chainId,
      height: height - confirmations + 1,
      limit: candidatesMax,
      source: isFromHouse(kind) ? { houseAddress: sender } : { hotAddresses: listHotAddresses(wallet) },
    });
    const free = await this.#keepUnspent(candidates);
    if (free.length === 0) return null;
    const feeRate = await client.feeRate(targetBlocks);
    return planMove({ wanted: wanted ?? sumAmounts(free), feeRate, destination }, free);
  }

  /**
   * Plans the sweep of one of the deposit addresses whose private keys others may have.
   *
   * @param except  indexes of addresses that are left out
   * @returns null when there is none, or when it would cost too much for what it brings
   */
  async planSweep(
    ranges: readonly DepositIndexes[],
    except: ReadonlySet<number>,
    height: number,
  ): Promise<PlannedSweep | null> {
    const { database, network, client, wallet } = this.#options;
    const { chainId, confirmations } = network;
    const of = { chainId, ranges, height: height - confirmations + 1, limit: candidatesMax };
    const found = await listExposedOutputs(database, of);
    const free = await this.#keepUnspent(found.filter(({ index }) => !except.has(index)));
    const [largest] = free;
    if (largest === undefined) return null;
    const { index } = largest;
    const outputs = free.filter((output) => output.index === index).slice(0, inputsMax);
    const feeRate = await client.feeRate(targetBlocks);
    const needs = { wanted: sumAmounts(outputs), feeRate, destination: wallet.hotAddress };
    const planned = planMoveOf(needs, outputs);
    return planned === null ? null : { ...planned, index };
  }

  /**
   * Reserves the outputs, signs and sends.
   *
   * @param addressIndex  the index of a deposit address that is swept
   * @returns the signer's refusal, after which nothing is reserved
   */
  async start(
    kind: PlannedMoveKind,
    { plan, amount }: PlannedMove,
    height: number,
    addressIndex: number | null = null,
  ): Promise<MoveRefusal | null> {
    const { database, network, clock } = this.#options;
    const { chainId } = network;
    const sender = this.#findSender(kind);
    assert(sender !== undefined, `a move of kind ${kind} has a sender`);
    const row = { chainId, kind, productId: this.#coin, addressIndex, sender, amount };
    const moveId = await database.transaction(async (tx) => {
      const id = await insertPlannedMove(tx, row, clock());
      const reserved = await reserveForMove(tx, { chainId, moveId: id, outpoints: plan.inputs });
      assert(
        reserved === plan.inputs.length,
        `the outputs for move ${id} are in no payment and no other move`,
      );
      return id;
    });
    const refusal = await this.#signAndSend({ moveId, kind }, { plan, amount }, height);
    if (refusal === null) return null;
    // It is the first request of this move, so nothing was signed.
    await database.transaction(async (tx) => {
      await releaseMoveOutputs(tx, moveId);
      await setMoveStatus(tx, moveId, 'Failed', clock());
    });
    return refusal;
  }

  async #signAndSend(
    { moveId, kind }: MoveToSign,
    { plan: unplaced, amount }: PlannedMove,
    height: number,
    replaced?: PlannedMoveAttempt,
  ): Promise<MoveRefusal | null> {
    const { database, network, signer, clock, log, onStep } = this.#options;
    const plan = { ...unplaced, ...(await this.#placeChange(kind, unplaced, replaced)) };
    const request = { kind, chainId: network.chainId, productId: this.#coin, amount, plan };
    const signed = await signer.move(request);
    if (!signed.ok) {
      log.warn({ moveId, kind, refusal: signed.refusal }, 'the signer refused a move');
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
    log.info(
      { moveId, kind, txId: attempt.hash, amount: String(amount) },
      'a move between our wallets is signed',
    );
    await this.#send(attempt);
    onStep?.('sent');
    return null;
  }

  /** Change returns to the sender: to the address of the house wallet, or to an own address that all forms of the move share. */
  async #placeChange(
    kind: PlannedMoveKind,
    { change }: UnplacedPlan,
    replaced: PlannedMoveAttempt | undefined,
  ): Promise<Pick<BitcoinPlan, 'changeBranch' | 'changeIndex'>> {
    const { database, wallet } = this.#options;
    if (isFromHouse(kind)) return { changeBranch: bitcoinHouse.branch, changeIndex: bitcoinHouse.index };
    const changeBranch = bitcoinBranches[wallet.keyLayout].change;
    if (change === 0n) return { changeBranch, changeIndex: 0 };
    const before = replaced === undefined ? null : readBitcoinPlan(replaced.plan);
    if (before !== null && before.change > 0n) return { changeBranch, changeIndex: before.changeIndex };
    return { changeBranch, changeIndex: await database.transaction((tx) => takeChangeIndex(tx)) };
  }

  async #follow(row: PlannedMoveRow, height: number): Promise<void> {
    const { database, network, client, clock, log, onStep } = this.#options;
    const { moveId, kind } = row;
    const attempts = await listPlannedMoveAttempts(database, moveId);
    const mined = await minedAttempt(client, attempts);
    if (mined === null) {
      if (row.status === 'Mined') await setMoveStatus(database, moveId, 'Sent', clock());
      return this.#resend(row, attempts[0], height);
    }
    // The watcher reads that block first: until then the table of our outputs does not have what the move brought.
    if (mined.receipt.height > height) {
      if (row.status === 'Mined') await setMoveStatus(database, moveId, 'Sent', clock());
      return;
    }
    if (row.status === 'Sent') {
      await setMoveStatus(database, moveId, 'Mined', clock());
      onStep?.('mined');
    }
    if (height - mined.receipt.height + 1 < network.confirmations) return;
    const { hash } = mined.attempt;
    if (!(await this.#costs.book(hash, mined.receipt))) return;
    onStep?.('cost_booked');
    await setMoveStatus(database, moveId, 'Final', clock());
    onStep?.('final');
    log.info({ moveId, kind, txId: hash }, 'a move between our addresses is final');
  }

  /** Continues a move that is in no block: signs what a crash interrupted, sends again, or replaces what is stuck. */
  async #resend(row: PlannedMoveRow, newest: PlannedMoveAttempt | undefined, height: number): Promise<void> {
    const { database, network, client, log } = this.#options;
    const { moveId } = row;
    if (newest !== undefined) await this.#send(newest);
    const isWaiting = newest !== undefined && height - newest.signedHeight < network.stuckBlocks;
    if (isWaiting || height === this.#checkedHeight) return;
    const inputs = await this.#keepUnspent(await listMoveOutputs(database, moveId));
    if (newest !== undefined && (await client.receipt(newest.hash)) !== null) return; // mined just now
    if (inputs.length === 0) return this.#endLost(moveId, height);
    const kind = toPlannedKind(row);
    const destination = this.#findReceiver(kind);
    // Once the key of the sender was replaced, nothing else can be signed: what is signed is sent again.
    const hasKey = row.sender === this.#findSender(kind);
    if (destination === undefined || !hasKey) return;
    // A former wallet and a deposit address are emptied, whatever it costs now.
    const wanted = kind === 'carry_house' || kind === 'sweep' ? sumAmounts(inputs) : row.amount;
    const feeRate = await client.feeRate(targetBlocks);
    const replaced = newest === undefined ? {} : { replaced: readBitcoinPlan(newest.plan) };
    const planned = planMoveOf({ wanted, feeRate, destination, ...replaced }, inputs);
    if (planned === null) log.warn({ moveId }, 'a move between our wallets waits for lower fees');
    else await this.#signAndSend({ moveId, kind }, planned, height, newest);
  }

  /** Ends a move once others have taken all of its outputs in final blocks; reports one whose outputs are gone otherwise. */
  async #endLost(moveId: number, height: number): Promise<void> {
    const { database, network, clock, log } = this.#options;
    const takenHeight = await findMoveTakenHeight(database, moveId);
    if (takenHeight === null) {
      if (!this.#reported.has(moveId))
        log.error({ moveId }, 'ALERT: the outputs of a move between our wallets left the chain');
      this.#reported.add(moveId);
      return;
    }
    if (height - takenHeight + 1 < network.confirmations) return;
    await database.transaction(async (tx) => {
      await releaseMoveOutputs(tx, moveId);
      await setMoveStatus(tx, moveId, 'Failed', clock());
    });
    log.warn({ moveId }, 'a move between our wallets has failed: others have spent its outputs');
  }

  async #send({ moveId, raw }: PlannedMoveAttempt): Promise<void> {
    const { client, log } = this.#options;
    const answer = await client.broadcast(raw);
    if (answer.kind === 'refused')
      log.warn({ moveId, reason: answer.reason }, 'the node refused a move between our addresses');
  }

  /** Returns the address of the wallet that a move spends from; undefined where there is none. */
  #findSender(kind: PlannedMoveKind): string | undefined {
    const { hotAddress, houseAddress, former } = this.#options.wallet;
    if (kind === 'from_house') return houseAddress;
    return kind === 'carry_house' ? former?.houseAddress : hotAddress;
  }

  /** Returns the address that a move pays; undefined where there is none. */
  #findReceiver(kind: PlannedMoveKind): string | undefined {
    const { network, wallet } = this.#options;
    if (kind === 'cold') return network.cold?.addresses[0];
    return kind === 'from_house' || kind === 'sweep' ? wallet.hotAddress : wallet.houseAddress;
  }

  async #keepUnspent<Output extends BitcoinInput>(outputs: readonly Output[]): Promise<readonly Output[]> {
    const kept: Output[] = [];
    for (const output of outputs) if (await this.#options.client.isUnspent(output)) kept.push(output);
    return kept;
  }
}

function isFromHouse(kind: PlannedMoveKind): boolean {
  return kind === 'from_house' || kind === 'carry_house';
}

function sumAmounts(outputs: readonly BitcoinInput[]): bigint {
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}

function toPlannedKind({ moveId, kind }: PlannedMoveRow): PlannedMoveKind {
  const planned = plannedKinds.find((one) => one === kind);
  assert(planned !== undefined, `move ${moveId} is one of a Bitcoin network`);
  return planned;
}
