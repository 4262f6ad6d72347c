/** Writes the ticket of a transfer when it is first seen in a block. */
import { randomUUID } from 'node:crypto';
import { assert, customerAccountMin, millis, minor } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import type { TicketQueryable } from '@salar/store';
import type { ChainPoint } from '@salar/store/tables/chains/chain-cursors';
import { findDepositByKey } from '@salar/store/tables/operators/bank-entries';
import {
  belowMinimumReason,
  insertDeposit,
  renewDeposit,
  renewDepositBlock,
} from '@salar/store/tables/tickets/deposits';
import type { DepositRow, NewDeposit } from '@salar/store/tables/tickets/deposits';
import { takeTicketNumber } from '@salar/store/tables/tickets/withdrawals';
import type { ChainTransfer } from '../ports/chain-client.ts';
import type { Log } from '../ports/log.ts';
import type { ChainProvider, NetworkSettings } from '../tickets/networks.ts';
import { sealDeposit } from './deposit-moves.ts';
import type { DepositMover } from './deposit-moves.ts';

export type DepositTicketOptions = {
  readonly network: NetworkSettings;
  readonly providers: readonly ChainProvider[];
  readonly log: Log;
} & Omit<DepositMover, 'database'>;

type Sighting = Omit<NewDeposit, 'ticketId' | 'transition'> & {
  readonly blockHeight: number;
  readonly blockHash: string;
};

/** Writes the ticket, or the new block of one that is there. */
export async function writeDepositTicket(
  options: DepositTicketOptions,
  tx: TicketQueryable,
  block: ChainPoint,
  { transfer, accountId }: { readonly transfer: ChainTransfer; readonly accountId: AccountId },
): Promise<void> {
  const { network, providers, clock, log } = options;
  const provider = providers.find((candidate) => candidate.productId === transfer.productId);
  if (provider === undefined) return; // an asset of the network without a provider
  const isTooSmall = accountId >= customerAccountMin && transfer.amount < provider.depositMin;
  await writeSighting(options, tx, {
    requestCode: randomUUID(),
    key: buildDepositKey(network, transfer),
    chainId: network.chainId,
    accountId,
    productId: transfer.productId,
    providerId: provider.providerId,
    amount: minor(transfer.amount),
    status: isTooSmall ? 'Rejected' : 'Pending',
    txId: transfer.txId,
    position: transfer.position,
    fromAddress: transfer.from,
    toAddress: transfer.to,
    blockHeight: block.height,
    blockHash: block.hash,
    confirmationsNeeded: Math.max(provider.confirmations, transfer.confirmationsMin ?? 0),
    rejectReason: isTooSmall ? belowMinimumReason : null,
    createdAt: millis(clock()),
  });
  log.info({ chainId: network.chainId, txId: transfer.txId, height: block.height }, 'deposit seen');
}

/**
 * Writes a new ticket, or the new block of a known one. A ticket that failed in a reorg and was not credited becomes pending again; one
 * that was credited or rejected keeps its status. Until the ledger is called, the data of the newest block applies: in another
 * block a contract may send another amount to another address under the same key.
 */
async function writeSighting(
  options: DepositTicketOptions,
  tx: TicketQueryable,
  seen: Sighting,
): Promise<void> {
  const known = await findDepositByKey(tx, seen.key);
  if (known !== null) return renew(options, tx, known, seen);
  const written = { ...seen, ticketId: await takeTicketNumber(tx) };
  if (await insertDeposit(tx, { ...written, transition: sealDeposit(options, null, written, seen.status) }))
    return;
  const meanwhile = await findDepositByKey(tx, seen.key);
  assert(meanwhile !== null, `deposit ${seen.key} was written meanwhile`);
  await renew(options, tx, meanwhile, seen);
}

async function renew(
  options: DepositTicketOptions,
  tx: TicketQueryable,
  known: DepositRow,
  seen: Sighting,
): Promise<void> {
  const { ticketId } = known;
  const again = { ticketId, blockHeight: seen.blockHeight, blockHash: seen.blockHash, at: seen.createdAt };
  if (known.status !== 'Pending' && known.status !== 'Failed') return renewDepositBlock(tx, again);
  const { status, rejectReason } = known.status === 'Failed' ? seen : known;
  const { accountId, productId, providerId, amount, fromAddress, toAddress } = seen;
  const details = { accountId, productId, providerId, amount, fromAddress, toAddress, rejectReason };
  const isSame =
    status === known.status &&
    accountId === known.accountId &&
    productId === known.productId &&
    providerId === known.providerId &&
    amount === known.amount &&
    fromAddress === known.fromAddress &&
    toAddress === known.toAddress;
  if (isSame) return renewDepositBlock(tx, again);
  const transition = sealDeposit(options, known, { ...known, ...details }, status);
  await renewDeposit(tx, again, { ...details, status, transition });
}

/** Builds the key that makes a credit happen once: chain, transaction, and position in it. */
export function buildDepositKey(
  { family, chainId }: Pick<NetworkSettings, 'family' | 'chainId'>,
  { txId, position }: Pick<ChainTransfer, 'txId' | 'position'>,
): string {
  return `${family}:${chainId}:${txId}:${position}`;
}
