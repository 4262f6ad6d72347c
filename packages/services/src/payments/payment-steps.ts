/** Steps of a payment on any network: open tickets, the sign request, the end of a paid ticket. */
import { assert, houseAccounts, millis, minor } from '@salar/protocol';
import type { ProductId, TicketId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { markMoneyDone, listOpenWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { insertNetworkCost } from '@salar/store/tables/chains/network-costs';
import { listPaymentApprovals } from '@salar/store/tables/tickets/payment-approvals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { EvmChain, TronChain } from '../ports/chain-client.ts';
import type { PaymentPlan, SignRefusal, SignRequest } from '../ports/chain-signer.ts';
import { findCoin } from '../tickets/networks.ts';
import type { ChainProvider, NetworkSettings } from '../tickets/networks.ts';
import { computeApproval } from '../crypto/ticket-macs.ts';
import { aboveLevelReason, isAboveLevel } from '../withdrawals/level-allowance.ts';
import { isUnsigned } from '../withdrawals/signed-payments.ts';
import { move } from '../withdrawals/withdrawal-moves.ts';
import { endAndRelease, toTicketTerms } from '../withdrawals/withdrawal-steps.ts';
import type { ActingContext } from '../withdrawals/withdrawal-steps.ts';

/** The most tickets of one provider in one turn. */
const ticketsPerTurn = 200;

/** The payments of one network. */
export interface PaymentWork {
  /**
   * Runs one turn: sends again what the network has lost, watches sent payments, then pays waiting tickets, oldest first.
   *
   * @param height  the newest block that the watcher has read
   */
  work(height: number): Promise<void>;
}

export type PaymentContext = Omit<ActingContext, 'providers'> & {
  readonly network: NetworkSettings;
  /** The providers of this network. */
  readonly providers: readonly ChainProvider[];
};

/**
 * Lists open tickets of the network in any of the statuses, oldest first. Each provider has its own share: tickets that wait
 * for one product's money do not block other products.
 */
export async function listOpenTickets(
  { database, providers }: PaymentContext,
  statuses: readonly string[],
): Promise<readonly WithdrawalRow[]> {
  const rows: WithdrawalRow[] = [];
  for (const { providerId } of providers)
    rows.push(
      ...(await listOpenWithdrawals(database, {
        statuses,
        providerIds: [providerId],
        limit: ticketsPerTurn,
      })),
    );
  return rows.sort((left, right) => left.ticketId - right.ticketId);
}

/**
 * Returns true while no payment may begin for a ticket: withdrawals of its product or provider are halted, its account is locked,
 * or the account's level does not allow it any more. A payment that has begun continues, because its bytes may have been sent.
 */
export function isStopped(
  { ledger, clock }: { readonly ledger: Pick<LedgerPort, 'read'>; readonly clock: () => number },
  row: Pick<WithdrawalRow, 'ticketId' | 'productId' | 'providerId' | 'accountId'>,
): Promise<boolean> {
  const at = millis(clock());
  return ledger.read(
    (view) =>
      view.product(row.productId)?.halted === true ||
      view.providerHalt(row.providerId).withdrawals ||
      view.account(row.accountId)?.locked === true ||
      isAboveLevel(view, row, at),
  );
}

/**
 * Returns true when the payment of a ticket of which nothing is reserved may begin. One that waits for the wallet's money, and that the
 * level no longer allows, is left to operators: nobody else could end it.
 */
export async function mayBegin(context: ActingContext, row: WithdrawalRow): Promise<boolean> {
  if (!(await isStopped(context, row))) return true;
  if (row.status !== 'SystemProcessing') return false; // the worker leaves accepted ones to operators
  const at = millis(context.clock());
  const isAbove = await context.ledger.read((view) => isAboveLevel(view, row, at));
  if (isAbove && (await context.listSigned(row)).length === 0)
    await move(context, row.ticketId, 'AdminProcessing', {
      from: ['SystemProcessing'],
      reason: aboveLevelReason,
    });
  return false;
}

/** The reason of tickets whose payment the network would refuse, for its fee. */
const wouldRevertReason = 'payment_would_revert';

/**
 * Tries a payment on the node before anything of it is signed. One that the network would refuse costs its fee: it is left to an
 * operator. The text of the refusal may come from the receiver, so only the log has it.
 *
 * @returns false when the payment must not be signed now
 */
export async function wouldPay(
  context: ActingContext & {
    readonly client: Pick<EvmChain | TronChain, 'tryPayment'>;
    readonly hotAddress: string;
  },
  row: WithdrawalRow,
): Promise<boolean> {
  const { ticketId, productId, destination: to, amount, fee } = row;
  const { client, hotAddress: from, log } = context;
  const trial = await client.tryPayment({ productId, from, to, amount: amount - fee });
  if (trial.kind === 'pays') return true;
  const { kind, reason } = trial;
  if (kind === 'unclear') {
    log.warn({ ticketId, reason }, 'a withdrawal waits: the node did not try its payment');
    return false;
  }
  log.error({ ticketId, reason }, 'ALERT: the network would refuse a payment');
  await move(context, ticketId, 'AdminProcessing', { reason: wouldRevertReason });
  return false;
}

/** Computes what tickets pay out of a product, in minor units. */
export function computeNet(rows: readonly WithdrawalRow[], productId: ProductId): bigint {
  return rows
    .filter((row) => row.productId === productId)
    .reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
}

/** Builds the request to the signer: the ticket's terms with both MACs, people's signatures, and the plan of the payment. */
export async function buildSignRequest(
  context: PaymentContext,
  row: WithdrawalRow,
  plan: PaymentPlan,
): Promise<SignRequest> {
  const approvals = await listPaymentApprovals(context.database, row.ticketId);
  const ticket = toTicketTerms(context, row, context.network.chainId);
  const passkeySignature = await context.signedWithdrawals?.findCounting(ticket);
  return {
    ticket,
    mac: row.mac.toString('hex'),
    approval: computeApproval(context.ticketMacKey, row.mac).toString('hex'),
    approvals: approvals.map(({ approver, signature }) => ({ approver, signature })),
    ...(passkeySignature != null && { passkeySignature }),
    plan,
  };
}

/** After these refusals the money may have been sent already: the signer may have signed bytes that we do not have. */
export const signedBeforeRefusals: ReadonlySet<SignRefusal> = new Set([
  'ticket_already_signed',
  'nonce_taken',
  'inputs_taken',
]);
/** After these refusals the money may have been sent already, or may still be sent with an operator's approval. */
const operatorRefusals: ReadonlySet<SignRefusal> = new Set([
  ...signedBeforeRefusals,
  'approvals_invalid',
  'passkey_unknown',
  'passkey_too_new',
  'passkey_signature_invalid',
  'transaction_cap_exceeded',
]);

/**
 * Ends a ticket that the signer refuses for good, and of which we have no signed bytes: an operator decides where the signer
 * may have signed bytes that we do not have, as after a restore of an older database; otherwise the money is returned.
 *
 * @throws SignerUnavailable when it no longer answers: nothing was done
 */
export async function endRefused(
  context: ActingContext,
  row: WithdrawalRow,
  refusal: SignRefusal,
): Promise<void> {
  const { ticketId } = row;
  context.log.error({ ticketId, refusal }, 'ALERT: the signer refuses a withdrawal');
  if (operatorRefusals.has(refusal) || !(await isUnsigned(context, row)))
    await move(context, ticketId, 'AdminProcessing', { reason: refusal });
  else await endAndRelease(context, ticketId, 'Failed', refusal);
}

/** Ends a ticket whose payment is final: the hold is spent, once. */
export async function settle(context: ActingContext, ticketId: TicketId): Promise<void> {
  const { ledger, database, onStep, log } = context;
  const outcome = await ledger.submit({ type: 'SettleWithdrawal', ticketId });
  assert(
    outcome.ok || outcome.refusal === 'ticket_already_settled',
    `the hold of paid ticket ${ticketId} can be settled`,
  );
  onStep?.('settled', ticketId);
  await move(context, ticketId, 'FullyProcessed', { moneyDone: true });
  await markMoneyDone(database, ticketId);
  onStep?.('finished', ticketId);
  log.info({ ticketId }, 'withdrawal finished');
}

/**
 * Books the network fee of one of our transactions, now final, once: the house's costs lower custody by it. Nothing is booked
 * where the network's coin is not a product.
 *
 * Call it before the ticket is settled: an open ticket is processed again, a settled one is not.
 */
export async function bookNetworkCost(
  {
    database,
    ledger,
    network,
    clock,
  }: Pick<PaymentContext, 'ledger' | 'network' | 'clock'> & { readonly database: Queryable },
  { txId, networkFee }: { readonly txId: string; readonly networkFee: bigint },
): Promise<void> {
  const productId = findCoin(network);
  if (productId === null || networkFee === 0n) return;
  const { chainId } = network;
  await insertNetworkCost(database, { chainId, txId, productId, amount: networkFee }, clock());
  const outcome = await ledger.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.networkCosts,
    targetAccountId: houseAccounts.custody,
    productId,
    amount: minor(networkFee),
    key: `cost:${chainId}:${txId}`,
  });
  assert(outcome.ok, `the cost of transaction ${txId} can be booked`);
}
