/**
 * Turns tickets with enough confirmations into money, and deals with those a reorg has taken away.
 *
 * The credit is a command keyed by chain, transaction and position, so repeating it after a crash changes nothing.
 */
import type { Database } from '@salar/store';
import {
  acknowledgeMissing,
  creditableDeposits,
  missingDeposits,
  moveDeposit,
} from '@salar/store/tables/deposits';
import type { DepositRow } from '@salar/store/tables/deposits';
import { readBlockHash } from '@salar/store/tables/chains';
import { writePoint } from '@salar/store/write-points';
import type { ChainReader } from '../ports/chain-client.ts';
import type { LedgerDoor, TicketLog } from '../tickets/ledger-door.ts';
import type { NetworkSettings } from '../tickets/networks.ts';

/** Tickets credited in one turn. */
const creditsPerTurn = 100;

export type CreditOptions = {
  readonly database: Database;
  readonly ledger: LedgerDoor;
  readonly network: NetworkSettings;
  readonly client: ChainReader;
  readonly clock: () => number;
  readonly log: TicketLog;
};

/** Credits every ticket that has its confirmations at `height`; each is read again from the chain before. */
export async function creditDeposits(options: CreditOptions, height: number): Promise<void> {
  const { database, network } = options;
  const ready = await creditableDeposits(database, {
    chainId: network.chainId,
    head: height,
    limit: creditsPerTurn,
  });
  for (const deposit of ready) {
    if (await isStillThere(options, deposit)) await credit(options, deposit);
  }
}

/** Ends tickets whose transaction stayed away after a reorg. A loss of money already credited halts the product. */
export async function settleMissingDeposits(options: CreditOptions, height: number): Promise<void> {
  const { database, network, log } = options;
  const graceEnd = height - network.reorgGraceBlocks;
  for (const deposit of await missingDeposits(database, { chainId: network.chainId, height: graceEnd })) {
    if (deposit.status === 'FullyProcessed') await haltProduct(options, deposit);
    else {
      await moveDeposit(database, {
        ticketId: deposit.ticketId,
        from: [deposit.status],
        to: 'Failed',
        reason: 'removed by a reorganisation of the network',
        at: options.clock(),
      });
      log.warn({ ticketId: deposit.ticketId, txId: deposit.txId }, 'a deposit was removed by a reorg');
    }
  }
}

async function isStillThere(
  { client, network, database, log }: CreditOptions,
  deposit: DepositRow,
): Promise<boolean> {
  const receipt = await client.receipt(deposit.txId);
  if (receipt === null || !receipt.succeeded || receipt.blockHash !== deposit.blockHash) return false;
  // The watcher's own chain must agree: a receipt of a block it has not read is not the one that was counted.
  const remembered = await readBlockHash(database, network.chainId, receipt.height);
  if (remembered !== null && remembered !== receipt.blockHash) return false;
  const transfer = receipt.transfers.find((candidate) => candidate.position === deposit.position);
  const same =
    transfer !== undefined &&
    transfer.to === deposit.toAddress &&
    transfer.productId === deposit.productId &&
    transfer.amount === deposit.amount;
  if (!same)
    log.error({ ticketId: deposit.ticketId, txId: deposit.txId }, 'the node tells a deposit differently now');
  return same;
}

async function credit({ database, ledger, clock, log }: CreditOptions, deposit: DepositRow): Promise<void> {
  const outcome = await ledger.submit({
    type: 'CreditDeposit',
    accountId: deposit.accountId,
    productId: deposit.productId,
    amount: deposit.amount,
    key: deposit.key,
    ticketId: deposit.ticketId,
  });
  writePoint('deposit.credited');
  const from = ['Pending', 'Confirmed'] as const;
  const move = { ticketId: deposit.ticketId, from, at: clock() };
  if (outcome.ok) {
    await moveDeposit(database, { ...move, to: 'FullyProcessed' });
    log.info({ ticketId: deposit.ticketId, txId: deposit.txId }, 'deposit credited');
    return;
  }
  await moveDeposit(database, { ...move, to: 'Rejected', reason: outcome.refusal });
  log.error({ ticketId: deposit.ticketId, refusal: outcome.refusal }, 'the books refused a deposit');
}

async function haltProduct(
  { database, ledger, clock, log }: CreditOptions,
  deposit: DepositRow,
): Promise<void> {
  const { productId, ticketId, txId } = deposit;
  await ledger.submit({ type: 'SetProductHalt', productId, halted: true });
  await acknowledgeMissing(database, ticketId, 'removed by a reorganisation after it was credited', clock());
  log.error(
    { ticketId, productId, txId },
    'ALERT: a credited deposit left the chain; withdrawals of the product are halted',
  );
}
