/**
 * Holds deposits to addresses whose private keys others may have: a thief can take the money before it is swept, and then the house would
 * have credited what it does not hold. Such a deposit is credited once its sweep is final and brought all of it, or once two
 * operators have decided so. They may also end it without a credit.
 */
import type { TicketId } from '@salar/protocol';
import { millis } from '@salar/protocol';
import type { Queryable, TicketDatabase } from '@salar/store';
import {
  findHeldDeposit,
  holdDeposit,
  isAddressInRanges,
  listDecidableDeposits,
} from '@salar/store/tables/chains/exposed-deposits';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { isMac } from '../crypto/mac-keys.ts';
import { computeEndMac, computeReleaseMac } from '../crypto/ticket-macs.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import { listCompromisedIndexes } from './deposit-branches.ts';
import type { DepositIndexes } from './deposit-branches.ts';
import { advanceDeposit } from './deposit-moves.ts';
import type { DepositMover } from './deposit-moves.ts';
import type { HeldDepositMails } from './held-deposit-mails.ts';
import type { SweepProofs } from './sweep-proofs.ts';

/** The reason that customers see. */
const endedReason = 'not received: others may have the key of the address';

const creditedAlert = 'ALERT: operators ended a deposit that was credited before; it stays credited';

type ExposedDepositsOptions = {
  readonly database: TicketDatabase;
  readonly ledger: LedgerPort;
  readonly network: NetworkSettings;
  readonly mails: Pick<HeldDepositMails, 'enqueue'>;
  readonly proofs: Pick<SweepProofs, 'isSwept'>;
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

  /**
   * Returns the deposits that go on waiting: they were read from the chain when they were held, and their rows have nothing to decide by.
   * A thief sends as many as he likes, and reading each of them again in every turn would hold up the network.
   */
  async listWaiting(): Promise<ReadonlySet<TicketId>> {
    const { database, network } = this.#options;
    if (this.#reported.size === 0) return new Set();
    const decidable = new Set(await listDecidableDeposits(database, network.chainId));
    return new Set([...this.#reported].filter((ticketId) => !decidable.has(ticketId)));
  }

  /**
   * Returns false for a deposit that has to wait at `height`; it is marked and reported. One that the ledger has already, because a crash
   * followed its credit, waits for nothing and cannot be ended any more: submitting the credit again changes nothing.
   */
  async mayCredit(deposit: DepositRow, height: number): Promise<boolean> {
    const { database, ledger, network, proofs, log } = this.#options;
    const { ticketId, productId, toAddress: address, status } = deposit;
    if (this.#ranges.length === 0 || status === 'FullyProcessed') return true;
    const { family } = network;
    if (!(await isAddressInRanges(database, { family, address, ranges: this.#ranges }))) return true;
    const decision = await findDecision(this.#options, database, deposit);
    if (ledger.undurable.isCredited(deposit.key)) {
      if (decision === 'end') log.error({ ticketId, productId, address }, creditedAlert);
      this.#reported.delete(ticketId);
      return true;
    }
    if (decision === 'end') {
      await advanceDeposit(this.#options, ticketId, 'Rejected', endedReason);
      log.warn({ ticketId, productId, address }, 'a deposit ends without a credit: two operators decided so');
    }
    const mayCredit = decision === 'credit' || (decision === null && (await proofs.isSwept(deposit, height)));
    if (mayCredit || decision === 'end') {
      this.#reported.delete(ticketId);
      return mayCredit;
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
}

/** Returns what two operators have decided about a deposit; null before, and for a MAC that the exchange did not write. */
async function findDecision(
  { ticketMacKey }: Pick<ExposedDepositsOptions, 'ticketMacKey'>,
  db: Queryable,
  deposit: DepositRow,
): Promise<'credit' | 'end' | null> {
  const mac = (await findHeldDeposit(db, deposit.ticketId))?.decisionMac ?? null;
  if (mac === null) return null;
  if (isMac(ticketMacKey, mac, (key) => computeReleaseMac(key, deposit))) return 'credit';
  return isMac(ticketMacKey, mac, (key) => computeEndMac(key, deposit)) ? 'end' : null;
}
