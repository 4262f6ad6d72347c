/**
 * Moves between our own addresses of a TRON network, from the signature to finality.
 *
 * A move is one transaction, which is stored before it is sent, and sent again until it is in a block or has expired. What has
 * expired by the time of the final chain, in none of its blocks, never will be in one: the move has failed, and the next turn
 * decides again. No customer's position is touched: only the burnt fees are booked.
 */
import { assert } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import { setMoveStatus } from '@salar/store/tables/chains/house-moves';
import type { HouseMoveStatus } from '@salar/store/tables/chains/house-moves';
import {
  insertPlannedMove,
  insertPlannedMoveAttempt,
  listOpenPlannedMoves,
  listPlannedMoveAttempts,
} from '@salar/store/tables/chains/planned-moves';
import type { PlannedMoveAttempt, PlannedMoveRow } from '@salar/store/tables/chains/planned-moves';
import type { AddressOwners } from '../deposits/incoming-transfers.ts';
import { TronPlans } from '../payments/tron-plans.ts';
import { readTronPlan, writeTronPlan } from '../payments/tron-plan.ts';
import type { ChainReceipt, TronChain } from '../ports/chain-client.ts';
import type { MoveRefusal, MoveSigner, TronMoveRequest } from '../ports/chain-signer.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { TronNetwork } from '../tickets/networks.ts';
import { failReverted, failUnmined } from './failed-sweeps.ts';
import { MoveCosts } from './move-costs.ts';
import { MoveRefused, toTronMoveRequest } from './move-request.ts';
import type { WalletMoveStep } from './wallet-moves.ts';

export type TronMovesOptions = {
  readonly database: Database;
  readonly ledger: LedgerPort;
  readonly network: TronNetwork;
  readonly client: TronChain;
  readonly signer: MoveSigner;
  readonly clock: () => number;
  readonly log: Log;
  readonly onStep?: ((step: WalletMoveStep) => void) | undefined;
} & AddressOwners;

export type NewTronMove = Pick<
  PlannedMoveRow,
  'kind' | 'productId' | 'addressIndex' | 'sender' | 'amount'
> & {
  readonly height: number;
  /** Writes in the same transaction. */
  readonly alongside?: (tx: Queryable, moveId: number) => Promise<void>;
};

export class TronMoves {
  readonly #options: TronMovesOptions;
  readonly #plans: TronPlans;
  readonly #costs: MoveCosts;

  constructor(options: TronMovesOptions) {
    this.#options = options;
    this.#costs = new MoveCosts(options);
    this.#plans = new TronPlans(options);
  }

  /** Lists moves that are in no block yet: what they take and bring is not in the balances that the node reports. */
  async listWaiting(): Promise<readonly PlannedMoveRow[]> {
    const { database, network } = this.#options;
    return listOpenPlannedMoves(database, network.chainId, 'Sent');
  }

  /** Signs, stores and sends a new move. @returns the signer's refusal, after which nothing of the move is stored */
  async start({ height, alongside, ...move }: NewTronMove): Promise<MoveRefusal | null> {
    const { database, network, clock, log, onStep } = this.#options;
    const { kind, sender, amount } = move;
    try {
      const plan = await this.#plans.next();
      const row = { chainId: network.chainId, ...move };
      const attempt = await database.transaction(async (tx) => {
        const signed = await this.#sign(toTronMoveRequest(row, plan));
        const moveId = await insertPlannedMove(tx, row, clock());
        const stored = {
          moveId,
          attempt: 1,
          ...signed,
          amount,
          plan: writeTronPlan(plan),
          signedHeight: height,
        };
        await insertPlannedMoveAttempt(tx, stored, clock());
        await alongside?.(tx, moveId);
        return stored;
      });
      onStep?.('stored');
      log.info(
        { moveId: attempt.moveId, txId: attempt.hash, kind, sender, amount: String(amount) },
        'a move between our addresses is sent',
      );
      await this.#send(attempt);
      onStep?.('sent');
      return null;
    } catch (error) {
      if (!(error instanceof MoveRefused)) throw error;
      log.warn({ kind, sender, refusal: error.refusal }, 'the signer refused a move');
      return error.refusal;
    }
  }

  /** Follows every move that is not final: to its block, to finality, back after a reorg, to its expiry. */
  async watch(height: number): Promise<void> {
    const { database, network } = this.#options;
    for (const row of await listOpenPlannedMoves(database, network.chainId))
      await this.#watchOne(row, height);
  }

  async #watchOne(row: PlannedMoveRow, height: number): Promise<void> {
    const { database, client, network, onStep } = this.#options;
    const [attempt] = await listPlannedMoveAttempts(database, row.moveId);
    assert(attempt !== undefined, `move ${row.moveId} has signed bytes`);
    const receipt = await client.receipt(attempt.hash);
    if (receipt === null) {
      if (row.status === 'Mined') await this.#setStatus(row, 'Sent');
      return this.#sendUntilExpired(row, attempt);
    }
    if (row.status === 'Sent') {
      await this.#setStatus(row, 'Mined');
      onStep?.('mined');
    }
    if (height - receipt.height + 1 >= network.confirmations) await this.#finish(row, attempt, receipt);
  }

  async #finish(row: PlannedMoveRow, { hash }: PlannedMoveAttempt, receipt: ChainReceipt): Promise<void> {
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

  async #sendUntilExpired(row: PlannedMoveRow, attempt: PlannedMoveAttempt): Promise<void> {
    const { client, log } = this.#options;
    // Reads the time of the final chain first, then its blocks once more.
    const finalTime = await client.finalTime();
    if (readTronPlan(attempt.plan).expiration >= finalTime) return this.#send(attempt);
    if ((await client.receipt(attempt.hash)) !== null) return;
    await failUnmined(this.#options, row);
    log.warn(
      { moveId: row.moveId, kind: row.kind, txId: attempt.hash },
      'a move between our addresses has expired',
    );
  }

  async #sign(request: TronMoveRequest): Promise<{ raw: string; hash: string }> {
    const signed = await this.#options.signer.move(request);
    if (!signed.ok) throw new MoveRefused(signed.refusal);
    this.#options.onStep?.('signed');
    return signed.value;
  }

  async #send({ moveId, raw }: PlannedMoveAttempt): Promise<void> {
    const { client, log } = this.#options;
    const answer = await client.broadcast(raw);
    if (answer.kind === 'refused') log.warn({ moveId, reason: answer.reason }, 'the node refused a move');
  }

  async #setStatus({ moveId }: PlannedMoveRow, status: HouseMoveStatus): Promise<void> {
    const { database, clock } = this.#options;
    await setMoveStatus(database, moveId, status, clock());
  }
}
