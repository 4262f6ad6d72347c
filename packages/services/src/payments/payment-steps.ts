/** What paying is made of on every network: which tickets wait, what the signer is asked, how a paid ticket ends. */
import { assert, houseAccounts, minor } from '@salar/protocol';
import type { ProductId, TicketId } from '@salar/protocol';
import { markMoneyDone, openWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import { insertNetworkCost } from '@salar/store/tables/chains/network-costs';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { PaymentPlan, SignRefusal, SignRequest } from '../ports/chain-signer.ts';
import { findCoin } from '../tickets/networks.ts';
import type { ChainProvider, NetworkSettings } from '../tickets/networks.ts';
import { computeApproval } from '../crypto/ticket-macs.ts';
import { endAndRelease, toTicketTerms, move } from '../withdrawals/withdrawal-steps.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';

/** Tickets of one provider looked at in one turn. */
const ticketsPerTurn = 200;

/** The payments of one network. */
export interface PaymentWork {
  /**
   * One turn: send again what the network has lost, watch what was sent, then pay what waits, oldest first.
   *
   * @param height  of the newest block that the watcher has read
   */
  work(height: number): Promise<void>;
}

export type PaymentContext = StepContext & {
  readonly network: NetworkSettings;
  /** Those of this network. */
  readonly providers: readonly ChainProvider[];
};

/**
 * Open tickets of the network in any of the statuses, oldest first. Each provider has its own room among them: tickets that
 * wait for one product's money keep no other product waiting.
 */
export async function listOpenTickets(
  { database, providers }: PaymentContext,
  statuses: readonly string[],
): Promise<readonly WithdrawalRow[]> {
  const rows: WithdrawalRow[] = [];
  for (const { providerId } of providers)
    rows.push(
      ...(await openWithdrawals(database, { statuses, providerIds: [providerId], limit: ticketsPerTurn })),
    );
  return rows.sort((left, right) => left.ticketId - right.ticketId);
}

/**
 * True while no payment may begin for a ticket: withdrawals of its product are halted, or its account is locked. What has
 * begun goes on, because its bytes may be out.
 */
export function isStopped(
  { ledger: { engine } }: Pick<StepContext, 'ledger'>,
  { productId, accountId }: Pick<WithdrawalRow, 'productId' | 'accountId'>,
): boolean {
  return engine.product(productId)?.halted === true || engine.account(accountId)?.locked === true;
}

/** Minor units of a product that tickets pay out. */
export function computeNet(rows: readonly WithdrawalRow[], productId: ProductId): bigint {
  return rows
    .filter((row) => row.productId === productId)
    .reduce((sum, { amount, fee }) => sum + amount - fee, 0n);
}

/** What the signer is asked: the ticket's facts with both marks, and how the payment is built. */
export function buildSignRequest(
  context: PaymentContext,
  row: WithdrawalRow,
  plan: PaymentPlan,
): SignRequest {
  return {
    ticket: toTicketTerms(context, row, context.network.chainId),
    mac: row.mac.toString('hex'),
    approval: computeApproval(context.ticketMacKey, row.mac).toString('hex'),
    plan,
  };
}

/** After these the money may be on its way already: the signer knows of bytes that we may not know. */
export const signedBeforeRefusals: ReadonlySet<SignRefusal> = new Set([
  'ticket_already_signed',
  'nonce_taken',
  'inputs_taken',
]);
/** After these the money may be on its way already, or may still go with an operator's word. */
const operatorRefusals: ReadonlySet<SignRefusal> = new Set([
  ...signedBeforeRefusals,
  'transaction_cap_exceeded',
]);

/**
 * What becomes of a ticket that the signer refuses for good, and that no bytes are known of: an operator decides where
 * the signer knows of bytes that we do not, as after a restore of an older database; else the money goes back.
 */
export async function endRefused(
  context: StepContext,
  ticketId: TicketId,
  refusal: SignRefusal,
): Promise<void> {
  context.log.error({ ticketId, refusal }, 'ALERT: the signer refuses a withdrawal');
  if (operatorRefusals.has(refusal)) await move(context, ticketId, 'AdminProcessing', { reason: refusal });
  else await endAndRelease(context, ticketId, 'Failed', refusal);
}

/** Ends a ticket whose payment is final: the hold is spent, once. */
export async function settle(context: StepContext, ticketId: TicketId): Promise<void> {
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
 * Books what a transaction of ours, now final, paid to its network, once: the house's costs lower custody by it. Nothing
 * is booked where the network's coin is no product.
 *
 * Call it before the ticket is settled: an open ticket is looked at again, a settled one is not.
 */
export async function bookNetworkCost(
  { database, ledger, network, clock }: Pick<PaymentContext, 'database' | 'ledger' | 'network' | 'clock'>,
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
