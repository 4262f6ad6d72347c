/** Steps of a withdraw ticket that both the service and the worker take. Each may be repeated after a crash. */
import { InvariantError, assert, millis } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import { insertAudit } from '@salar/store/tables/sign-in/audit';
import { markMoneyDone } from '@salar/store/tables/tickets/withdrawals';
import type { NewWithdrawal, WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import { toChainId } from '../tickets/networks.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import type { WithdrawTicket } from '../tickets/ticket-types.ts';
import { describeWrongMac, isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeTicketMac } from '../crypto/ticket-macs.ts';
import type { TicketTerms } from '../ports/chain-signer.ts';
import { aboveLevelReason } from './level-allowance.ts';
import type { SignedWithdrawals } from './signed-withdrawals.ts';
import { UnsignedChecks } from './signed-payments.ts';
import type { ListSigned } from './signed-payments.ts';
import { releasingStates, listStatesBefore, toWithdrawalState } from './transitions.ts';
import type { WithdrawalState } from './transitions.ts';
import { checkNewest, move, reportUnproved, unprovedAlert } from './withdrawal-moves.ts';
import type { MoveContext, MoveDetails } from './withdrawal-moves.ts';

/** Durable points of a ticket's life, in order: tests stop the process at each of them. */
export type WithdrawalStep =
  | 'ticket_written'
  | 'hold_placed'
  | 'mail_queued'
  | 'confirmed'
  | 'accepted'
  | 'processing'
  | 'nonce_reserved'
  | 'payment_signed'
  | 'payment_stored'
  | 'payment_sent'
  | 'payment_seen'
  | 'settled'
  | 'finished'
  | 'end_written'
  | 'released'
  | 'returned';

export type StepContext = {
  readonly database: TicketDatabase;
  readonly ledger: Pick<LedgerPort, 'read' | 'submit'>;
  readonly ticketMacKey: MacKey;
  readonly providers: readonly TicketProvider[];
  readonly listSigned: ListSigned;
  /** The withdrawals that customers sign; null where the signer accepts no such signatures. */
  readonly signedWithdrawals: Pick<SignedWithdrawals, keyof SignedWithdrawals> | null;
  readonly clock: () => number;
  readonly log: Log;
  readonly onStep?: (step: WithdrawalStep, ticketId: TicketId) => void;
};

/** The context of somebody who moves tickets. */
export type ActingContext = StepContext & {
  /** The customer, operator or worker, as `actors.ts` describes them: the MAC of each transition covers it. */
  readonly by: string;
};

/** The reason of tickets that operators decide about because nothing proved their status. */
export const unprovedReason = 'status_unproved';
/** The reason of tickets that an API key without a list of addresses requested: operators decide about them. */
export const openKeyReason = 'requested_by_key_without_addresses';
/** The text for customers about a withdrawal that their level does not allow any more; the app translates it. */
const levelTooLowText = 'Verification level too low';
/** The reason of tickets whose hold has another account, product, amount or fee. */
const holdDiffersReason = 'hold_differs';

/** The reasons of tickets whose payment is in a block and paid nothing. */
export const networkRefusals = {
  free: 'the network refused the payment',
  charged: 'the network refused the payment and kept its fee',
} as const;

const doubtAlerts = {
  [unprovedReason]: unprovedAlert,
  [holdDiffersReason]: 'ALERT: the money that is held for a withdrawal is not that of its ticket',
} as const;

/** Statuses after the confirmation in which nothing was sent. */
const unpaidStates: readonly string[] = [
  'Confirmed2Fa',
  'Delayed',
  'AutoAccepted',
  'Accepted',
  'SystemProcessing',
];

/** States of a hold whose payment is in a block: it paid, or the network refused it and kept its fee. */
const spentStates: readonly string[] = ['settled', 'returned'];

/**
 * Checks a ticket before anything is done because of its status: its terms and its status are proved, and the ledger holds exactly
 * its money. One that fails is reported, and left to operators where that is possible. The terms of one that ended are not needed:
 * its hold is released by the number of the ticket, also when its receiver cannot be read any more.
 *
 * @returns false when nothing may be done, also when the ticket has moved since its row was read
 */
export async function checkStatus(
  context: MoveContext & Pick<StepContext, 'ledger' | 'log' | 'providers'>,
  seen: WithdrawalRow,
): Promise<boolean> {
  const ends: readonly string[] = releasingStates;
  if (!ends.includes(seen.status))
    toTicketTerms(context, seen, toChainId(findProvider(context.providers, seen)));
  return checkStatusAndHold(context, seen);
}

/**
 * Checks a ticket as `checkStatus` does, but for its terms: for steps that send nothing to its receiver. The account, product, amount
 * and fee are those that the ledger holds.
 *
 * @returns false when nothing may be done, also when the ticket has moved since its row was read
 */
export async function checkStatusAndHold(
  context: MoveContext & Pick<StepContext, 'ledger' | 'log'>,
  seen: WithdrawalRow,
): Promise<boolean> {
  const { row, isProved } = await checkNewest(context, seen);
  if (isProved && row.step !== seen.step) return false;
  const reason = isProved ? await findHoldDoubt(context, row) : unprovedReason;
  if (reason === null) return true;
  if (isProved && (await checkNewest(context, row)).row.step !== row.step) return false; // its end released the hold
  const { ticketId, status } = row;
  if (isProved) context.log.error({ ticketId, status }, doubtAlerts[reason]);
  else reportUnproved(context, row);
  // A payment may have begun in SystemProcessing: it waits there, and its nonce or outputs stay reserved.
  const from = listStatesBefore('AdminProcessing').filter((state) => state === status);
  if (status !== 'SystemProcessing')
    await move(context, ticketId, 'AdminProcessing', { reason, isUnproved: reason === unprovedReason, from });
  return false;
}

/**
 * Compares a ticket with its hold: an earlier status, put back with its MAC, is noticed because the hold was released or settled
 * since, and the hold of another account or amount is never spent for the ticket. A release returns what was held to whose it was.
 */
async function findHoldDoubt(
  { ledger }: Pick<StepContext, 'ledger'>,
  row: WithdrawalRow,
): Promise<keyof typeof doubtAlerts | null> {
  const { ticketId, accountId, productId, amount, fee, status } = row;
  if (releasingStates.includes(toWithdrawalState(status))) return null;
  const hold = await ledger.read((view) => view.withdrawal(ticketId));
  const isSpent = hold !== undefined && spentStates.includes(hold.state) && !unpaidStates.includes(status);
  if (hold === undefined || !(hold.state === 'held' || isSpent)) return unprovedReason;
  const isSame =
    hold.accountId === accountId &&
    hold.productId === productId &&
    hold.amount === amount &&
    hold.fee === fee;
  return isSame ? null : holdDiffersReason;
}

/**
 * Ends a ticket without a payment and releases its hold; null when its status does not allow it. The caller has made sure that
 * no signed payment of it can be mined.
 */
export async function endAndRelease(
  context: ActingContext,
  ticketId: TicketId,
  to: WithdrawalState,
  reason?: string,
): Promise<WithdrawalRow | null> {
  assert(releasingStates.includes(to), `${to} releases the hold`);
  const row = await move(context, ticketId, to, reason === undefined ? {} : { reason });
  if (row === null) return null;
  context.onStep?.('end_written', ticketId);
  await release(context, ticketId);
  return row;
}

/**
 * Cancels a ticket for its customer; null when that is no longer possible. A ticket that the signer or an operator at the bank
 * has ever had may be in payment, whatever its status now: only an operator ends it, as one whose status nothing proves. The hold is released once the signer
 * confirms that it signed nothing: at once, or by the worker.
 */
export async function cancelUnpaid(
  context: ActingContext,
  seen: WithdrawalRow,
  requestIp: string | null,
): Promise<WithdrawalRow | null> {
  const { ticketId } = seen;
  const checked = await checkNewest(context, seen);
  if (!checked.isProved) {
    reportUnproved(context, checked.row);
    return null;
  }
  const row = await moveByCustomer(context, ticketId, 'UserCanceled', {
    unlessEver: 'SystemProcessing',
    requestIp,
  });
  if (row === null) return null;
  context.onStep?.('end_written', ticketId);
  if (await new UnsignedChecks(context).pass(row)) await release(context, ticketId);
  return row;
}

/** Moves a ticket by its customer's action: the transition and its audit entry are one transaction. */
export async function moveByCustomer(
  context: ActingContext,
  ticketId: TicketId,
  to: 'Confirmed2Fa' | 'UserCanceled',
  { requestIp, ...details }: MoveDetails & { readonly requestIp: string | null },
): Promise<WithdrawalRow | null> {
  const { database, clock } = context;
  return database.transaction(async (tx) => {
    const row = await move({ ...context, database: tx }, ticketId, to, details);
    if (row === null) return null;
    const action = to === 'UserCanceled' ? 'withdrawal_canceled' : 'withdrawal_confirmed';
    await insertAudit(tx, {
      at: millis(clock()),
      userId: row.userId,
      requestIp,
      action,
      object: `withdrawal ${ticketId}`,
    });
    return row;
  });
}

/**
 * Ends a ticket whose payment the network refused, for good. Where the network kept its fee, the customer pays ours and gets the
 * net amount back: otherwise payments to a contract that refuses them would cost only the house. Like a settlement, the money
 * moves first and the status follows, so that a crash in between never releases the whole amount.
 */
export async function endRefusedByNetwork(
  context: ActingContext,
  ticketId: TicketId,
  { networkFee }: { readonly networkFee: bigint },
): Promise<void> {
  if (networkFee === 0n) {
    await endAndRelease(context, ticketId, 'Failed', networkRefusals.free);
    return;
  }
  const outcome = await context.ledger.submit({ type: 'ReturnWithdrawal', ticketId });
  assert(
    outcome.ok || outcome.refusal === 'ticket_already_returned',
    `the hold of refused ticket ${ticketId} can be returned`,
  );
  context.onStep?.('returned', ticketId);
  await move(context, ticketId, 'Failed', { reason: networkRefusals.charged, moneyDone: true });
}

/** Releases the hold of an ended ticket, once, however often it is called. */
export async function release(context: StepContext, ticketId: TicketId): Promise<void> {
  const outcome = await context.ledger.submit({ type: 'ReleaseWithdrawal', ticketId });
  assert(
    outcome.ok || outcome.refusal === 'ticket_already_released',
    `the hold of ended ticket ${ticketId} can be released`,
  );
  context.onStep?.('released', ticketId);
  await markMoneyDone(context.database, ticketId);
}

/** Returns the terms of a row after verifying its MAC: a tampered row is never processed. */
export function toTicketTerms(
  context: Pick<StepContext, 'ticketMacKey'>,
  row: NewWithdrawal,
  chainId: number,
): TicketTerms {
  const terms = toUncheckedTerms(row, chainId);
  const { ticketMacKey } = context;
  assert(
    isMac(ticketMacKey, row.mac, (key) => computeTicketMac(key, terms)),
    `withdraw ticket ${row.ticketId} has a valid MAC: ${describeWrongMac(ticketMacKey, row.mac)}`,
  );
  return terms;
}

/** Returns true when the terms of a row are what its MAC covers: somebody changed the others, or their receiver does not open. */
export function areTermsProved(
  { ticketMacKey, providers }: Pick<StepContext, 'ticketMacKey' | 'providers'>,
  row: NewWithdrawal,
): boolean {
  const terms = toUncheckedTerms(row, toChainId(findProvider(providers, row)));
  return isMac(ticketMacKey, row.mac, (key) => computeTicketMac(key, terms));
}

/** Reports a ticket whose terms are not proved. */
export function reportTerms(
  { log, ticketMacKey }: Pick<StepContext, 'log' | 'ticketMacKey'>,
  { ticketId, status, mac }: Pick<WithdrawalRow, 'ticketId' | 'status' | 'mac'>,
): void {
  const because = describeWrongMac(ticketMacKey, mac);
  log.error(
    { ticketId, status, because },
    'ALERT: nothing proves the terms of a withdrawal: operators can only end it',
  );
}

/** Reports one broken ticket and leaves it to an operator, so that it does not stop the others. Outages do. */
export async function guarded<T>(
  context: StepContext,
  row: Pick<WithdrawalRow, 'ticketId'>,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error;
    context.log.error({ ticketId: row.ticketId, err: error }, 'ALERT: a withdraw ticket breaks a rule');
    return null;
  }
}

export function findProvider(
  providers: readonly TicketProvider[],
  row: Pick<WithdrawalRow, 'providerId'>,
): TicketProvider {
  const provider = providers.find((candidate) => candidate.providerId === row.providerId);
  assert(provider !== undefined, `provider ${row.providerId} of a withdraw ticket exists`);
  return provider;
}

export function toUncheckedTerms(row: Omit<TicketTerms, 'chainId'>, chainId: number): TicketTerms {
  const { ticketId, requestCode, userId, accountId, productId, providerId } = row;
  const { destination, amount, fee, createdAt } = row;
  const ids = { ticketId, requestCode, userId, accountId, productId, providerId };
  return { ...ids, chainId, destination, amount, fee, createdAt };
}

/** Converts a row to a ticket for callers outside the service. */
export function toWithdrawTicket(row: WithdrawalRow): WithdrawTicket {
  const status = toWithdrawalState(row.status);
  assert(status !== 'New', 'a new ticket is not visible');
  const { ticketId, requestCode, userId, accountId, productId, providerId, templateType, templateForm } = row;
  const { destination, amount, fee, txId, rejectReason, delayedUntil, requestIp, createdAt, updatedAt } = row;
  return {
    ticketId,
    requestCode,
    userId,
    accountId,
    productId,
    providerId,
    templateType,
    templateForm,
    destination,
    amount,
    fee,
    status,
    txId,
    rejectReason: toCustomerReason(status, rejectReason),
    delayedUntil: status === 'Delayed' ? delayedUntil : null,
    requestIp,
    createdAt,
    updatedAt,
  };
}

/** Customers do not see what operators look into, except a level that they can do something about. */
function toCustomerReason(status: WithdrawalState, reason: string | null): string | null {
  if (reason === aboveLevelReason) return status === 'AdminProcessing' ? levelTooLowText : null;
  return reason === openKeyReason ? null : reason;
}
