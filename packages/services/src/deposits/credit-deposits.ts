/**
 * Credits tickets with enough confirmations, and settles those that a reorg has removed.
 *
 * The credit is a command keyed by chain, transaction and position, so repeating it after a crash changes nothing.
 */
import { assert } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import {
  acknowledgeMissing,
  listCreditableDeposits,
  expectLoss,
  listMissingDeposits,
} from '@salar/store/tables/tickets/deposits';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { readBlockHash } from '@salar/store/tables/chains/chain-cursors';
import { writePoint } from '@salar/store/write-points';
import { ChainUnavailable, isInsideContract } from '../ports/chain-client.ts';
import type { ChainReader } from '../ports/chain-client.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { ChainProvider, NetworkSettings } from '../tickets/networks.ts';
import { buildDepositKey } from './deposit-tickets.ts';
import type { ExposedDeposits } from './exposed-deposits.ts';
import { findIncoming } from './incoming-transfers.ts';
import type { AddressOwners } from './incoming-transfers.ts';
import { advanceDeposit, checkDeposit, endWithLoss, endWithoutLoss } from './deposit-moves.ts';
import type { DepositMover } from './deposit-moves.ts';
import type { SecondSource } from './second-source.ts';

const changedAlert = 'ALERT: a deposit was changed in the database, and is not credited';

/** The most tickets credited in one turn. */
const creditsPerTurn = 100;

export type CreditOptions = {
  readonly database: TicketDatabase;
  readonly ledger: LedgerPort;
  readonly network: NetworkSettings;
  readonly client: ChainReader;
  readonly secondSource: SecondSource;
  readonly exposed: Pick<ExposedDeposits, 'listWaiting' | 'mayCredit'>;
  readonly providers: readonly ChainProvider[];
  /** Tickets that wait for an answer of the node, which is logged once. */
  readonly waiting: Set<TicketId>;
  readonly log: Log;
} & Omit<DepositMover, 'database'> &
  AddressOwners;

/**
 * Credits tickets that are confirmed at `height`, oldest first; each is first read again from the chain. A ticket that has to
 * wait does not delay later ones.
 */
export async function creditDeposits(options: CreditOptions, height: number): Promise<void> {
  const { database, network } = options;
  const query = { chainId: network.chainId, head: height, limit: creditsPerTurn };
  const waiting = await options.exposed.listWaiting();
  let credited = 0;
  let after = 0;
  while (credited < creditsPerTurn) {
    const ready = await listCreditableDeposits(database, { ...query, after });
    for (const deposit of ready) {
      if (waiting.has(deposit.ticketId)) continue;
      if (await isHalted(options, deposit)) continue;
      if (!(await isConfirmed(options, deposit, height))) continue;
      if (!(await options.exposed.mayCredit(deposit, height))) continue;
      await credit(options, deposit);
      credited += 1;
    }
    if (ready.length < creditsPerTurn) return;
    after = ready.at(-1)?.ticketId ?? after;
  }
}

/**
 * Ends tickets whose transaction did not return after a reorg. Money already credited is a loss of the house, and halts
 * withdrawals of its product until an operator has checked. The ledger decides which case it is, because a crash may have
 * followed the credit before the ticket was updated. The ticket is marked before the ledger command, so that a loss whose
 * outcome was never received can still be undone.
 */
export async function settleMissingDeposits(options: CreditOptions, height: number): Promise<void> {
  const { database, ledger, network } = options;
  const graceEnd = height - network.reorgGraceBlocks;
  for (const deposit of await listMissingDeposits(database, { chainId: network.chainId, height: graceEnd })) {
    if (deposit.status === 'Rejected') {
      await acknowledgeMissing(database, deposit.ticketId);
      continue;
    }
    const isProved = (await checkDeposit(options, deposit)) !== 'unproved';
    if (!isProved || deposit.key !== buildDepositKey(network, deposit)) {
      const { ticketId, txId } = deposit;
      options.log.error({ ticketId, txId }, 'ALERT: a deposit was changed in the database, and is no loss');
      continue;
    }
    if (await isOnChain(options, deposit)) {
      const { ticketId, txId } = deposit;
      options.log.error({ ticketId, txId }, 'ALERT: a deposit is marked as missing, and the chain has it');
      continue;
    }
    await expectLoss(database, deposit.ticketId, options.clock());
    writePoint('deposit.loss_expected');
    const reversed = await ledger.submit({ type: 'ReverseDeposit', key: deposit.key });
    if (reversed.ok) writePoint('deposit.loss_booked');
    if (reversed.ok) await carryLoss(options, deposit);
    else await fail(options, deposit);
  }
}

/** Returns true while operators let nothing be credited of the deposit's product on this network. */
function isHalted({ ledger, providers }: CreditOptions, { productId }: DepositRow): Promise<boolean> {
  const provider = providers.find((candidate) => candidate.productId === productId);
  return ledger.read((view) => provider !== undefined && view.providerHalt(provider.providerId).deposits);
}

/**
 * Returns true for a deposit that both nodes have. A stranger may have made its transaction such that a node cannot return it: then
 * this ticket waits, and those behind it do not.
 *
 * @throws ChainUnavailable when the node does not answer at all
 */
async function isConfirmed(options: CreditOptions, deposit: DepositRow, height: number): Promise<boolean> {
  const { client, secondSource, waiting, log } = options;
  const { ticketId, txId } = deposit;
  try {
    const isTrue = await isTrueDeposit(options, deposit, height);
    waiting.delete(ticketId);
    return isTrue && (await secondSource.confirms(deposit));
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    await client.height();
    if (!waiting.has(ticketId))
      log.warn({ ticketId, txId, err: error }, 'a deposit waits: the node did not return its transaction');
    waiting.add(ticketId);
    return false;
  }
}

/**
 * Compares a row with the chain and with our addresses: what the database says of the account, the amount, the key and the
 * confirmations is not trusted.
 */
async function isTrueDeposit(options: CreditOptions, deposit: DepositRow, height: number): Promise<boolean> {
  const { client, network, database, providers, log } = options;
  const { ticketId, txId, productId } = deposit;
  if ((await checkDeposit(options, deposit)) === 'unproved') {
    log.error({ ticketId, txId }, changedAlert);
    return false;
  }
  const receipt = await client.receipt(txId, { isUntraced: !isInsideContract(deposit) });
  if (receipt === null || !receipt.succeeded || receipt.blockHash !== deposit.blockHash) return false;
  // The watcher's own chain must agree: a receipt of a block it has not read is not the one that was counted.
  const remembered = await readBlockHash(database, network.chainId, receipt.height);
  if (remembered !== null && remembered !== receipt.blockHash) return false;
  const transfer = receipt.transfers.find((candidate) => candidate.position === deposit.position);
  if (transfer === undefined && receipt.untraced !== undefined)
    throw new ChainUnavailable(`the node did not trace transaction ${txId}: ${receipt.untraced}`);
  const isSame =
    transfer !== undefined &&
    transfer.to === deposit.toAddress &&
    transfer.productId === productId &&
    transfer.amount === deposit.amount;
  if (!isSame) {
    log.error({ ticketId, txId }, 'the node reports a deposit differently now');
    return false;
  }
  const [incoming] = await findIncoming(options, database, [transfer]);
  const provider = providers.find((candidate) => candidate.productId === productId);
  const confirmations = height - receipt.height + 1;
  const isOurs =
    incoming?.accountId === deposit.accountId &&
    deposit.key === buildDepositKey(network, transfer) &&
    confirmations >= Math.max(provider?.confirmations ?? Infinity, transfer.confirmationsMin ?? 0);
  if (!isOurs) log.error({ ticketId, txId }, changedAlert);
  return isOurs;
}

/**
 * Returns true when the chain has a transfer at the deposit's position, although its row says that the block is missing. What
 * else the row says is not compared: a change of it would have the credit taken for lost.
 */
async function isOnChain(
  { client, database, network }: CreditOptions,
  deposit: DepositRow,
): Promise<boolean> {
  const receipt = await client.receipt(deposit.txId, { isUntraced: !isInsideContract(deposit) });
  if (receipt === null || !receipt.succeeded) return false;
  const remembered = await readBlockHash(database, network.chainId, receipt.height);
  if (remembered !== null && remembered !== receipt.blockHash) return false;
  // Without a trace nothing says that the transfer is gone: its credit must not be taken for lost.
  if (receipt.untraced !== undefined) return true;
  return receipt.transfers.some(({ position }) => position === deposit.position);
}

async function credit(options: CreditOptions, deposit: DepositRow): Promise<void> {
  const { ledger, log } = options;
  const { accountId, productId, amount, key, ticketId, txId } = deposit;
  if (deposit.status === 'Pending') await advanceDeposit(options, ticketId, 'Confirmed');
  const outcome = await ledger.submit({ type: 'CreditDeposit', accountId, productId, amount, key, ticketId });
  writePoint('deposit.credited');
  if (!outcome.ok) {
    await advanceDeposit(options, ticketId, 'Rejected', outcome.refusal);
    log.error({ ticketId, refusal: outcome.refusal }, 'ALERT: the books refused a deposit');
    return;
  }
  await advanceDeposit(options, ticketId, 'FullyProcessed');
  if (deposit.reversedAt !== null) await endWithoutLoss(options, ticketId);
  if (deposit.status !== 'FullyProcessed') log.info({ ticketId, txId }, 'deposit credited');
  else log.error({ ticketId, txId }, 'ALERT: a deposit that had left the chain is back; its loss is undone');
}

async function fail(options: CreditOptions, deposit: DepositRow): Promise<void> {
  const { ticketId, txId, status } = deposit;
  assert(status !== 'FullyProcessed', `deposit ${ticketId} is fully processed, so the ledger has its credit`);
  await advanceDeposit(options, ticketId, 'Failed', 'removed by a reorganisation of the network');
  options.log.warn({ ticketId, txId }, 'a deposit was removed by a reorg');
}

async function carryLoss(options: CreditOptions, deposit: DepositRow): Promise<void> {
  const { ledger, log } = options;
  const { productId, ticketId, txId, amount } = deposit;
  await ledger.submit({ type: 'SetProductHalt', productId, halted: true });
  if (deposit.status === 'Pending') await advanceDeposit(options, ticketId, 'Confirmed');
  const reason = 'removed by a reorganisation after it was credited';
  await endWithLoss(options, ticketId, reason);
  log.error(
    { ticketId, productId, txId, amount: String(amount) },
    'ALERT: a credited deposit left the chain; the house carries the loss, withdrawals of the product are halted',
  );
}
