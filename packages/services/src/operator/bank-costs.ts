/** Books bank charges: a statement line and a cost of the house first, then the ledger, keyed by the reference. */
import { assert, houseAccounts, minor } from '@salar/protocol';
import type { Minor, ProductId, Result } from '@salar/protocol';
import { accept, refuse } from '@salar/protocol';
import { listNewestBankCosts } from '@salar/store/tables/operators/bank-entries';
import { insertNetworkCost } from '@salar/store/tables/chains/network-costs';
import { writePoint } from '@salar/store/write-points';
import { addBankMovement, isMovementProved } from '../payments/bank-movements.ts';
import { rollbackOnRefusal } from '../payments/rollback-on-refusal.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import { bankChainId } from '../tickets/networks.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';

/** The most charges that are looked through for the newest one that is proved. */
const costsMax = 100;

type Context = Pick<StepContext, 'database' | 'clock' | 'log' | 'ticketMacKey'> & {
  readonly ledger: Pick<LedgerPort, 'submit'>;
};

export type BankCost = {
  readonly providerId: number;
  readonly productId: ProductId;
  /** Above zero. */
  readonly amount: Minor;
  /** The bank's reference. */
  readonly reference: string;
  readonly operator: string;
};

/** Books a charge once. @returns `reference_used` when the reference was used before; nothing is written then */
export async function bookBankCost(
  context: Context,
  cost: BankCost,
): Promise<Result<null, 'reference_used'>> {
  const { database, clock } = context;
  const { productId, amount } = cost;
  const at = clock();
  const written = await rollbackOnRefusal<null, 'reference_used'>(database, async (tx) => {
    const entry = { ...cost, kind: 'cost', amount: minor(0n - amount), ticketId: null, at } as const;
    if (!(await addBankMovement(context, tx, entry))) return refuse('reference_used');
    await insertNetworkCost(tx, { chainId: bankChainId, txId: buildCostId(cost), productId, amount }, at);
    return accept(null);
  });
  if (!written.ok) return written;
  writePoint('bank.cost_written');
  await charge(context, cost);
  return written;
}

/**
 * After a crash, submits the newest charge again; the ledger ignores a repeat. Older ones were completed before it. A charge that
 * the exchange did not write is reported and not booked; one of a version without MACs was completed by it.
 */
export async function finishBankCost(context: Context): Promise<void> {
  const costs = await listNewestBankCosts(context.database, costsMax);
  const place = costs.findIndex((cost) => isMovementProved(context, cost));
  const forged = place === -1 ? costs.filter(({ mac }) => mac !== null) : costs.slice(0, place);
  for (const { providerId, reference } of forged)
    context.log.error(
      { providerId, reference },
      'ALERT: the exchange did not write a bank charge: it is not booked',
    );
  const newest = costs[place];
  if (newest !== undefined) await charge(context, { ...newest, amount: minor(0n - newest.amount) });
}

async function charge({ ledger }: Context, cost: BankCost): Promise<void> {
  const outcome = await ledger.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.networkCosts,
    targetAccountId: houseAccounts.custody,
    productId: cost.productId,
    amount: cost.amount,
    key: `cost:${bankChainId}:${buildCostId(cost)}`,
  });
  assert(outcome.ok, `the charge ${cost.reference} of a bank can be booked`);
}

function buildCostId({ providerId, reference }: BankCost): string {
  return `${providerId}:${reference}`;
}
