/**
 * Decides about a confirmed withdrawal: it is delayed, accepted automatically, or left to an operator.
 *
 * It is delayed while its destination is new or right after a change of credentials, so that the owner of a stolen account
 * notices first (security rule W6). After that, amounts up to the automatic limits are accepted automatically (rule W5). One that the
 * customer's level no longer allows is left to operators at once.
 */
import { assert, divideUp, formatAmount, millis, minor, computeUnit } from '@salar/protocol';
import type { Millis, Minor, TicketId } from '@salar/protocol';
import type { Queryable, SealedQueryable, TicketQueryable } from '@salar/store';
import {
  countRefusedPayments,
  sumAcceptedSince,
  lockAcceptance,
  noteAccepted,
  noteDelay,
} from '@salar/store/tables/tickets/acceptance';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { CredentialChanges } from '../accounts/credential-changes.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { CustomerDirectory } from '../ports/customer-directory.ts';
import type { TicketTerms } from '../ports/chain-signer.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { PriceTrust } from '../ports/price-trust.ts';
import type { CodeChecker } from '../second-factor/code-checker.ts';
import { toChainId } from '../tickets/networks.ts';
import { findKnownSince } from './known-receivers.ts';
import type { KnownReceiversContext } from './known-receivers.ts';
import { aboveLevelReason, isAboveLevel } from './level-allowance.ts';
import {
  checkStatus,
  findProvider,
  networkRefusals,
  openKeyReason,
  toTicketTerms,
} from './withdrawal-steps.ts';
import type { ActingContext } from './withdrawal-steps.ts';
import { isStatusProved, move } from './withdrawal-moves.ts';

/** Minor units of the notional product (COP). Higher values are decided by an operator. */
export type AutomaticLimits = {
  readonly perTicket: Minor;
  /** For one customer within any 24 hours. */
  readonly perUserDay: Minor;
  /** For one product, all customers together, within any hour. */
  readonly perProductHour: Minor;
};

export type AcceptancePolicy = {
  readonly autoAccept: AutomaticLimits;
  /** The limits of withdrawals that their customers signed with a passkey, counted apart. */
  readonly autoAcceptSigned: AutomaticLimits;
  /** The limits of customers without a second factor; what they withdraw counts together with what others do. */
  readonly autoAcceptWithoutFactor: Pick<AutomaticLimits, 'perTicket' | 'perUserDay'>;
  /** How long a destination must be known, and credentials unchanged; 0 for no delay. */
  readonly newDestinationHoldMs: number;
};

export type AcceptanceContext = ActingContext &
  KnownReceiversContext & {
    readonly ledger: LedgerPort;
    readonly priceTrust: PriceTrust;
    readonly policy: AcceptancePolicy;
    readonly credentialChanges: Pick<CredentialChanges, 'readLast'>;
    readonly codes: Pick<CodeChecker, 'isOn'>;
    readonly notifier: Notifier;
    readonly customers: CustomerDirectory;
  };

export type Decision = 'AutoAccepted' | 'Delayed' | 'AdminProcessing';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** After so many payments that the network refused within a day, an operator decides about others to the same destination. */
const refusedPaymentsMax = 3;
const refusals = Object.values(networkRefusals);

/**
 * Decides about one ticket, in one transaction and after every earlier decision, so that concurrent tickets never exceed a
 * limit together.
 *
 * @returns null when the ticket has another status by now, for example after a cancel, and while prices are awaited
 */
export async function decide(context: AcceptanceContext, ticketId: TicketId): Promise<Decision | null> {
  const seen = await findWithdrawal(context.database, ticketId);
  if (seen === null || !(await checkStatus(context, seen))) return null;
  const trust = context.priceTrust.judge(seen.productId);
  if (trust === 'awaited') return null;
  // Read before the transaction, because the writer's next commit could wait for its locks.
  const terms = toTicketTerms(context, seen, toChainId(findProvider(context.providers, seen)));
  const at = millis(context.clock());
  const { price, isAbove } = await context.ledger.read((view) => ({
    price: view.referencePrice(seen.productId),
    isAbove: isAboveLevel(view, seen, at),
  }));
  const isSigned = await isSignedByCustomer(context, terms);
  const knownSince = (await findKnownSince(context, seen)) ?? seen.createdAt;
  return context.database.transaction(async (tx) => {
    await lockAcceptance(tx);
    const row = await findWithdrawal(tx, ticketId);
    if (row === null || (row.status !== 'Confirmed2Fa' && row.status !== 'Delayed')) return null;
    toTicketTerms(context, row, toChainId(findProvider(context.providers, row)));
    if (!(await isStatusProved({ ...context, database: tx }, row))) return null; // changed in the database a moment ago: the next turn reports it
    if (isAbove) return moveTo(context, tx, row, 'AdminProcessing', aboveLevelReason);
    const until = await findDelayEnd(context, tx, row, knownSince);
    if (until > context.clock()) return delay(context, tx, row, until);
    // Without a price that is trusted, an operator decides.
    const notional = price === null || trust !== 'trusted' ? null : computeCapNotional(context, row, price);
    const isAutomatic =
      notional !== null &&
      row.rejectReason !== openKeyReason &&
      (await isWithinLimits(context, tx, row, { notional, isSigned })) &&
      (await isPayable(context, tx, row));
    if (!isAutomatic) return moveTo(context, tx, row, 'AdminProcessing');
    await noteAccepted(tx, { ticketId, notional, isSigned, at: context.clock() });
    return moveTo(context, tx, row, 'AutoAccepted');
  });
}

/** A signature of which the signer would refuse the key raises no limit. */
async function isSignedByCustomer(
  { signedWithdrawals }: AcceptanceContext,
  terms: TicketTerms,
): Promise<boolean> {
  return signedWithdrawals !== null && (await signedWithdrawals.findCounting(terms)) !== null;
}

async function findDelayEnd(
  { credentialChanges, policy }: AcceptanceContext,
  tx: Queryable,
  { userId }: WithdrawalRow,
  knownSince: number,
): Promise<Millis> {
  const changedAt = (await credentialChanges.readLast(tx, userId)) ?? 0;
  return millis(Math.max(knownSince, changedAt) + policy.newDestinationHoldMs);
}

/**
 * Returns the limits of automatic acceptance of a customer. A signature with a passkey counts more than a second factor, and without
 * one a customer never has more than with one.
 */
export function getAutomaticLimits(
  policy: AcceptancePolicy,
  { isSigned, hasSecondFactor }: { readonly isSigned: boolean; readonly hasSecondFactor: boolean },
): AutomaticLimits {
  if (isSigned) return policy.autoAcceptSigned;
  const { autoAccept, autoAcceptWithoutFactor: bare } = policy;
  if (hasSecondFactor) return autoAccept;
  return {
    ...autoAccept,
    perTicket: min(autoAccept.perTicket, bare.perTicket),
    perUserDay: min(autoAccept.perUserDay, bare.perUserDay),
  };
}

async function isWithinLimits(
  { policy, codes, clock }: AcceptanceContext,
  tx: Queryable,
  { userId, productId }: WithdrawalRow,
  { notional, isSigned }: { readonly notional: Minor; readonly isSigned: boolean },
): Promise<boolean> {
  const hasSecondFactor = await codes.isOn(userId, tx);
  const limits = getAutomaticLimits(policy, { isSigned, hasSecondFactor });
  const { perTicket, perUserDay, perProductHour } = limits;
  if (notional > perTicket) return false;
  const byUser = await sumAcceptedSince(tx, clock() - dayMs, { userId, isSigned, refusals });
  if (byUser + notional > perUserDay) return false;
  const byProduct = await sumAcceptedSince(tx, clock() - hourMs, { productId, isSigned, refusals });
  return byProduct + notional <= perProductHour;
}

function min(one: Minor, other: Minor): Minor {
  return one < other ? one : other;
}

/** A destination whose payments the network refuses costs a fee each time, as a contract may do on purpose. */
async function isPayable(
  { clock }: AcceptanceContext,
  tx: SealedQueryable,
  { userId, destination }: WithdrawalRow,
): Promise<boolean> {
  const since = clock() - dayMs;
  return (await countRefusedPayments(tx, { userId, destination, since, refusals })) < refusedPaymentsMax;
}

/**
 * Computes the value that counts against the limits, rounded up, in minor units of the notional product: by the reference price, or
 * by the median of the day where that is higher.
 */
export function computeCapNotional(
  { ledger, priceTrust }: Pick<AcceptanceContext, 'ledger' | 'priceTrust'>,
  { productId, amount }: Pick<WithdrawalRow, 'productId' | 'amount'>,
  present: Minor,
): Minor {
  const price = priceTrust.findCapPrice(productId, present);
  const product = ledger.undurable.product(productId);
  assert(product !== undefined, 'the product of a withdrawal is defined');
  return minor(divideUp(amount * price, computeUnit(product.decimals)));
}

/** Delays a ticket, or prolongs the delay; its customer is notified once. */
async function delay(
  context: AcceptanceContext,
  tx: TicketQueryable,
  row: WithdrawalRow,
  until: Millis,
): Promise<Decision | null> {
  await noteDelay(tx, row.ticketId, until);
  if (row.status === 'Delayed') return 'Delayed';
  await notifyDelay(context, tx, row, until);
  return moveTo(context, tx, row, 'Delayed');
}

async function notifyDelay(
  { customers, notifier, ledger, providers }: AcceptanceContext,
  tx: Queryable,
  row: WithdrawalRow,
  until: Millis,
): Promise<void> {
  const to = await customers.findEmail(row.userId);
  assert(to !== null, `customer ${row.userId} of a withdrawal has an e-mail address`);
  const product = ledger.undurable.product(row.productId);
  assert(product !== undefined, 'the product of a withdrawal is defined');
  await notifier.enqueue(tx, {
    userId: row.userId,
    to,
    dedupKey: `withdrawal-delayed:${row.ticketId}`,
    notification: {
      kind: 'withdrawal_delayed',
      amount: formatAmount(row.amount, product.decimals),
      product: product.symbol,
      network: findProvider(providers, row).displayName,
      destination: row.destination,
      templateType: row.templateType,
      requestedAt: row.createdAt,
      until,
    },
  });
}

async function moveTo(
  context: AcceptanceContext,
  tx: TicketQueryable,
  { ticketId }: WithdrawalRow,
  to: Decision,
  reason?: string,
): Promise<Decision | null> {
  const details = reason === undefined ? {} : { reason };
  return (await move({ ...context, database: tx }, ticketId, to, details)) === null ? null : to;
}
