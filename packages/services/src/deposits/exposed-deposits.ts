/**
 * Holds deposits to addresses whose private keys others may have: a thief can take the money before it is swept, and then the house would
 * have credited what it does not hold. Such a deposit is credited once its sweep is final and brought all of it, or once two
 * operators have decided so.
 */
import type { TicketId } from '@salar/protocol';
import { millis } from '@salar/protocol';
import type { Queryable, TicketDatabase } from '@salar/store';
import {
  findFinalSweep,
  findHeldDeposit,
  holdDeposit,
  isAddressInRanges,
  isOutputSpent,
} from '@salar/store/tables/chains/exposed-deposits';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { isMac } from '../crypto/mac-keys.ts';
import { computeReleaseMac } from '../crypto/ticket-macs.ts';
import { moveGas, tronCoinFeeMax } from '../ports/chain-signer.ts';
import type { Log } from '../ports/log.ts';
import { findCoin } from '../tickets/networks.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import { listCompromisedIndexes } from './deposit-branches.ts';
import type { DepositIndexes } from './deposit-branches.ts';
import { advanceDeposit } from './deposit-moves.ts';
import type { DepositMover } from './deposit-moves.ts';
import type { HeldDepositMails } from './held-deposit-mails.ts';

type ExposedDepositsOptions = {
  readonly database: TicketDatabase;
  readonly network: NetworkSettings;
  readonly mails: Pick<HeldDepositMails, 'enqueue'>;
  readonly log: Log;
} & Omit<DepositMover, 'database'>;

export class ExposedDeposits {
  readonly #options: ExposedDepositsOptions;
  readonly #ranges: readonly DepositIndexes[];
  /** Deposits that wait, each of which was reported. */
  readonly #reported = new Set<TicketId>();

  constructor(options: ExposedDepositsOptions) {
    this.#options = options;
    this.#ranges = listCompromisedIndexes(options.network);
  }

  /** Returns false for a deposit that has to wait at `height`; it is marked and reported. */
  async mayCredit(deposit: DepositRow, height: number): Promise<boolean> {
    const { database, network, log } = this.#options;
    const { ticketId, productId, toAddress: address, status } = deposit;
    if (this.#ranges.length === 0 || status === 'FullyProcessed') return true;
    const { family } = network;
    if (!(await isAddressInRanges(database, { family, address, ranges: this.#ranges }))) return true;
    if ((await isReleased(this.#options, database, deposit)) || (await this.#isSwept(deposit, height))) {
      this.#reported.delete(ticketId);
      return true;
    }
    await this.#hold(deposit);
    if (!this.#reported.has(ticketId))
      log.error(
        { ticketId, productId, address },
        'ALERT: a deposit to an address of a compromised key waits for its sweep, or for two operators',
      );
    this.#reported.add(ticketId);
    return false;
  }

  async #hold(deposit: DepositRow): Promise<void> {
    const { database, network, mails, clock } = this.#options;
    const { ticketId, status } = deposit;
    const at = clock();
    await database.transaction(async (tx) => {
      if (status === 'Pending')
        await advanceDeposit({ ...this.#options, database: tx }, ticketId, 'Confirmed');
      if (await holdDeposit(tx, ticketId, millis(at))) await mails.enqueue(tx, deposit, network.displayName);
    });
  }

  /** Returns true when our own transaction has brought the deposit into the hot wallet, or paid with it, and is final. */
  async #isSwept({ ticketId, txId, position }: DepositRow, height: number): Promise<boolean> {
    const { database, network } = this.#options;
    const { chainId, confirmations } = network;
    if (network.family === 'bitcoin') {
      const output = { chainId, txId, vout: Number(position), height: height - confirmations + 1 };
      return isOutputSpent(database, output);
    }
    const sweep = await findFinalSweep(database, ticketId);
    if (sweep === null) return false;
    const isCoin = sweep.productId === findCoin(network);
    const fee = sweep.feeMax === null ? tronCoinFeeMax : moveGas.coin * sweep.feeMax;
    return sweep.amount + (isCoin ? fee : 0n) >= sweep.deposited;
  }
}

/** Returns true when two operators have decided that a deposit is credited. */
async function isReleased(
  { ticketMacKey }: Pick<ExposedDepositsOptions, 'ticketMacKey'>,
  db: Queryable,
  deposit: DepositRow,
): Promise<boolean> {
  const mac = (await findHeldDeposit(db, deposit.ticketId))?.releaseMac ?? null;
  return mac !== null && isMac(ticketMacKey, mac, (key) => computeReleaseMac(key, deposit));
}
