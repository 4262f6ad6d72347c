/** Writes the ticket of a transfer when it is first seen in a block. */
import { randomUUID } from 'node:crypto';
import { customerAccountMin, millis, minor } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import type { TicketQueryable } from '@salar/store';
import type { ChainPoint } from '@salar/store/tables/chains/chain-cursors';
import { belowMinimumReason, upsertDeposit } from '@salar/store/tables/tickets/deposits';
import type { ChainTransfer } from '../ports/chain-client.ts';
import type { Log } from '../ports/log.ts';
import type { ChainProvider, NetworkSettings } from '../tickets/networks.ts';

export type DepositTicketOptions = {
  readonly network: NetworkSettings;
  readonly providers: readonly ChainProvider[];
  readonly clock: () => number;
  readonly log: Log;
};

/** Writes the ticket, or the new block of one that is there. */
export async function writeDepositTicket(
  { network, providers, clock, log }: DepositTicketOptions,
  tx: TicketQueryable,
  block: ChainPoint,
  { transfer, accountId }: { readonly transfer: ChainTransfer; readonly accountId: AccountId },
): Promise<void> {
  const provider = providers.find((candidate) => candidate.productId === transfer.productId);
  if (provider === undefined) return; // an asset of the network without a provider
  const isTooSmall = accountId >= customerAccountMin && transfer.amount < provider.depositMin;
  await upsertDeposit(tx, {
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

/** Builds the key that makes a credit happen once: chain, transaction, and position in it. */
export function buildDepositKey(
  { family, chainId }: Pick<NetworkSettings, 'family' | 'chainId'>,
  { txId, position }: Pick<ChainTransfer, 'txId' | 'position'>,
): string {
  return `${family}:${chainId}:${txId}:${position}`;
}
