/**
 * Moves between our own addresses of an EVM network, from the signature to finality.
 *
 * At most one move of a sender waits for its block, so its nonce is the chain's next one and no gap can arise. The signed bytes
 * are stored before they are sent, and sent again until they are in a block; a crash anywhere repeats the interrupted step. No
 * customer's position is touched: only the burnt fees are booked.
 */
import { assert } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  insertMove,
  insertMoveAttempt,
  listMoveAttempts,
  listMoveAttemptsFrom,
  listOpenMoves,
  setMoveStatus,
} from '@salar/store/tables/chains/house-moves';
import type { HouseMoveAttempt, HouseMoveRow } from '@salar/store/tables/chains/house-moves';
import type { AddressOwners } from '../deposits/incoming-transfers.ts';
import type { ChainFees, ChainReceipt, EvmChain } from '../ports/chain-client.ts';
import { moveGas } from '../ports/chain-signer.ts';
import type { MoveRefusal, MoveSigner } from '../ports/chain-signer.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import { findCoin } from '../tickets/networks.ts';
import type { EvmNetwork } from '../tickets/networks.ts';
import { failReverted, LostSweeps } from './failed-sweeps.ts';
import { MoveCosts } from './move-costs.ts';
import { MoveRefused, raiseFee, toMoveRequest } from './move-request.ts';

/** Durable points of a move's life, in order: tests stop the process at each of them. */
export const walletMoveSteps = ['signed', 'stored', 'sent', 'mined', 'cost_booked', 'final'] as const;
export type WalletMoveStep = (typeof walletMoveSteps)[number];

export type WalletMovesOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly network: EvmNetwork;
  readonly client: EvmChain;
  readonly signer: MoveSigner;
  readonly clock: () => number;
  readonly log: Log;
  readonly onStep?: ((step: WalletMoveStep) => void) | undefined;
} & AddressOwners;

export type NewMove = Pick<HouseMoveRow, 'kind' | 'productId' | 'addressIndex' | 'sender'> & {
  readonly amount: bigint;
  readonly fees: ChainFees;
  readonly height: number;
  /** Those of the owners of cold storage, for a relay. */
  readonly signatures?: string;
  /** Returns the nonce, in the transaction that stores the move. */
  readonly nonce: (tx: Queryable) => Promise<number>;
  /** Writes in the same transaction. */
  readonly alongside?: (tx: Queryable, moveId: number) => Promise<void>;
};

export class WalletMoves {
  readonly #options: WalletMovesOptions;
  readonly #costs: MoveCosts;
  readonly #lostSweeps: LostSweeps;

  constructor(options: WalletMovesOptions) {
    this.#options = options;
    this.#costs = new MoveCosts(options);
    this.#lostSweeps = new LostSweeps(options);
  }

  /**
   * Finds the next nonce of a sender, null while an earlier move of it is in no block; earlier moves that the chain has lost are
   * sent again, and one that had failed is followed again.
   */
  async freeNonce(sender: string): Promise<number | null> {
    const { database, client, network } = this.#options;
    const nonce = await client.getNonce(sender);
    const waiting = await listMoveAttemptsFrom(database, { chainId: network.chainId, sender, nonce });
    for (const { status, ...attempt } of waiting) {
      if (status === 'Failed') await this.#setStatus(attempt, 'Sent');
      await this.#send(attempt);
    }
    return waiting.length === 0 ? nonce : null;
  }

  /** Returns true while a move of this kind is in no block. */
  async isWaiting(kind: HouseMoveRow['kind']): Promise<boolean> {
    const { database, network } = this.#options;
    const rows = await listOpenMoves(database, network.chainId);
    return rows.some((row) => row.kind === kind && row.status === 'Sent');
  }

  /** Signs, stores and sends a new move. @returns the signer's refusal, after which nothing of the move is stored */
  async start(move: NewMove): Promise<MoveRefusal | null> {
    const { database, clock } = this.#options;
    const { kind, productId, addressIndex, sender, amount, fees, height } = move;
    try {
      // The nonce is taken, signed and stored in one transaction: a refusal or a crash leaves no gap.
      const attempt = await database.transaction(async (tx) => {
        const row = {
          chainId: this.#options.network.chainId,
          kind,
          productId,
          addressIndex,
          sender,
          nonce: await move.nonce(tx),
          signatures: move.signatures ?? null,
        };
        const signed = await this.#sign(row, amount, fees);
        const moveId = await insertMove(tx, row, clock());
        const stored = { moveId, attempt: 1, ...signed, amount, ...fees, signedHeight: height };
        await insertMoveAttempt(tx, stored, clock());
        await move.alongside?.(tx, moveId);
        return stored;
      });
      await this.#sendFirst(attempt, { kind, sender, amount });
      return null;
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
      this.#options.log.warn({ kind, sender, refusal: error.refusal }, 'the signer refused a move');
      return error.refusal;
    }
  }

  /** Follows every move that is not final: to its block, to finality, back after a reorg, to a replacement when it is stuck. */
  async watch(height: number): Promise<void> {
    const { database, network } = this.#options;
    for (const row of await listOpenMoves(database, network.chainId)) await this.#watchOne(row, height);
  }

  async #watchOne(row: HouseMoveRow, height: number): Promise<void> {
    const attempts = await listMoveAttempts(this.#options.database, row.moveId);
    const mined = await this.#findMinedAttempt(attempts);
    if (mined === null) {
      if (row.status === 'Mined') await this.#setStatus(row, 'Sent');
      if (await this.#lostSweeps.end(row, height)) return;
      const [newest] = attempts;
      assert(newest !== undefined, `move ${row.moveId} has signed bytes`);
      await this.#send(newest);
      await this.#replaceIfStuck(row, newest, height);
      return;
    }
    this.#lostSweeps.forget(row);
    if (row.status === 'Sent') {
      await this.#setStatus(row, 'Mined');
      this.#options.onStep?.('mined');
    }
    if (height - mined.receipt.height + 1 >= this.#options.network.confirmations)
      await this.#finish(row, mined.attempt, mined.receipt);
  }

  async #finish(row: HouseMoveRow, { hash }: HouseMoveAttempt, receipt: ChainReceipt): Promise<void> {
    const { log, onStep } = this.#options;
    if (!(await this.#costs.book(hash, receipt))) return;
    onStep?.('cost_booked');
    if (receipt.succeeded) await this.#setStatus(row, 'Final');
    else await failReverted(this.#options, row);
    onStep?.('final');
    const details = { moveId: row.moveId, kind: row.kind, txId: hash };
    if (receipt.succeeded) log.info(details, 'a move between our addresses is final');
    else log.error(details, 'ALERT: a move between our addresses was reverted by the network');
  }

  async #findMinedAttempt(
    attempts: readonly HouseMoveAttempt[],
  ): Promise<{ attempt: HouseMoveAttempt; receipt: ChainReceipt } | null> {
    for (const attempt of attempts) {
      const receipt = await this.#options.client.receipt(attempt.hash, { isUntraced: true });
      if (receipt !== null) return { attempt, receipt };
    }
    return null;
  }

  /** Replaces a stuck move: same sender, same nonce, higher fees. Either form may be mined, never both. */
  async #replaceIfStuck(row: HouseMoveRow, newest: HouseMoveAttempt, height: number): Promise<void> {
    const { client, network, database, clock, log } = this.#options;
    if (height - newest.signedHeight < network.stuckBlocks) return;
    if ((await client.getNonce(row.sender)) !== row.nonce) return; // an earlier one is stuck, or the chain has just changed
    const better = await this.#computeReplacement(row, newest);
    if (better === null) return;
    try {
      const signed = await this.#sign(row, better.amount, better.fees);
      const { moveId } = row;
      const attempt = { moveId, attempt: newest.attempt + 1, ...signed, amount: better.amount };
      const stored = { ...attempt, ...better.fees, signedHeight: height };
      await database.transaction((tx) => insertMoveAttempt(tx, stored, clock()));
      await this.#send(stored);
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
      log.warn({ moveId: row.moveId, refusal: error.refusal }, 'the signer refused to replace a move');
    }
  }

  /** Computes what a replacement pays; null when its sender cannot pay enough more. */
  async #computeReplacement(
    row: HouseMoveRow,
    newest: HouseMoveAttempt,
  ): Promise<{ amount: bigint; fees: ChainFees } | null> {
    const { client, network } = this.#options;
    const least = raiseFee(newest.feeMax);
    const now = await client.fees();
    const feeMax = now.feeMax > least ? now.feeMax : least;
    const coins = await client.coinBalance(row.sender);
    if (isEmptying(row, findCoin(network))) {
      const amount = coins - moveGas.coin * feeMax;
      return amount > 0n ? { amount, fees: { feeMax, feePriority: feeMax } } : null;
    }
    const needed = computeNeeded(row, newest.amount, feeMax, findCoin(network));
    const feePriority = now.feePriority > newest.feePriority ? now.feePriority : newest.feePriority;
    return coins < needed
      ? null
      : { amount: newest.amount, fees: { feeMax, feePriority: raiseFee(feePriority) } };
  }

  async #sign(
    row: Omit<HouseMoveRow, 'moveId' | 'status'>,
    amount: bigint,
    fees: ChainFees,
  ): Promise<{ raw: string; hash: string }> {
    const signed = await this.#options.signer.move(toMoveRequest(row, amount, fees));
    if (!signed.ok) throw new MoveRefused(signed.refusal);
    this.#options.onStep?.('signed');
    return signed.value;
  }

  async #sendFirst(
    attempt: HouseMoveAttempt,
    move: Pick<NewMove, 'kind' | 'sender' | 'amount'>,
  ): Promise<void> {
    const { onStep, log } = this.#options;
    onStep?.('stored');
    log.info({ moveId: attempt.moveId, txId: attempt.hash, ...move }, 'a move between our addresses is sent');
    await this.#send(attempt);
    onStep?.('sent');
  }

  async #send({ moveId, raw }: HouseMoveAttempt): Promise<void> {
    const { client, log } = this.#options;
    const answer = await client.broadcast(raw);
    if (answer.kind === 'refused') log.warn({ moveId, reason: answer.reason }, 'the node refused a move');
  }

  async #setStatus({ moveId }: Pick<HouseMoveRow, 'moveId'>, status: HouseMoveRow['status']): Promise<void> {
    const { database, clock } = this.#options;
    await setMoveStatus(database, moveId, status, clock());
  }
}

/** Returns true for a move that leaves no coin at its sender. */
function isEmptying(
  { kind, productId }: Pick<HouseMoveRow, 'kind' | 'productId'>,
  coin: ProductId | null,
): boolean {
  return kind === 'carry_gas' || ((kind === 'sweep' || kind === 'carry_hot') && productId === coin);
}

/** Returns the coins that a sender needs for a move: its gas, and the amount when it is of the coin. */
function computeNeeded(
  { kind, productId }: Pick<HouseMoveRow, 'kind' | 'productId'>,
  amount: bigint,
  feeMax: bigint,
  coin: ProductId | null,
): bigint {
  if (kind === 'relay') return moveGas.relay * feeMax;
  if (productId !== null && productId !== coin) return moveGas.token * feeMax;
  return amount + (kind === 'cold' ? moveGas.coldCoin : moveGas.coin) * feeMax;
}
