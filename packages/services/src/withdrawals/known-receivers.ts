/** Finds since when a receiver is known to be the customer's own: confirmed by mail, or paid before. */
import { listPaidWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import { isMac } from '../crypto/mac-keys.ts';
import { computeTicketMac } from '../crypto/ticket-macs.ts';
import type { DestinationRecords } from '../destinations/destination-records.ts';
import { toChainId } from '../tickets/networks.ts';
import { toUncheckedTerms } from './withdrawal-steps.ts';
import type { StepContext } from './withdrawal-steps.ts';

export type KnownReceiversContext = Pick<
  StepContext,
  'database' | 'ledger' | 'ticketMacKey' | 'log' | 'providers'
> & {
  readonly savedDestinations: Pick<DestinationRecords, 'findConfirmedSince'>;
};

/** Forged rows can crowd out the payments: the receiver counts as new then. */
const paymentsMax = 20;

/** Returns null for a new receiver. A row that somebody else wrote makes no receiver known. */
export async function findKnownSince(
  context: KnownReceiversContext,
  { userId, destination }: Pick<WithdrawalRow, 'userId' | 'destination'>,
): Promise<number | null> {
  const { database, savedDestinations } = context;
  const confirmed = await savedDestinations.findConfirmedSince(database, { userId, identifier: destination });
  const paid = await findPaidSince(context, { userId, destination });
  const times = [confirmed, paid].flatMap((time) => time ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

async function findPaidSince(
  context: KnownReceiversContext,
  receiver: Pick<WithdrawalRow, 'userId' | 'destination'>,
): Promise<number | null> {
  for (const row of await listPaidWithdrawals(context.database, { ...receiver, limit: paymentsMax })) {
    if (await isPaid(context, row)) return row.createdAt;
    const { ticketId } = row;
    context.log.error(
      { ticketId },
      'ALERT: nothing proves that a withdrawal was paid: its receiver is not known by it',
    );
  }
  return null;
}

/** The MAC proves the receiver and the time, and the ledger that the money was spent. */
async function isPaid(
  { ledger, ticketMacKey, providers }: KnownReceiversContext,
  row: WithdrawalRow,
): Promise<boolean> {
  const provider = providers.find(({ providerId }) => providerId === row.providerId);
  if (provider === undefined) return false;
  const terms = toUncheckedTerms(row, toChainId(provider));
  if (!isMac(ticketMacKey, row.mac, (key) => computeTicketMac(key, terms))) return false;
  return (await ledger.read((view) => view.withdrawal(row.ticketId)?.state)) === 'settled';
}
