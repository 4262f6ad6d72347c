/** The operator's initial transfers. The key makes each one happen once, whatever is restarted. */
import { assert, houseAccounts } from '@salar/protocol';
import type { AccountId, Minor, ProductId } from '@salar/protocol';
import type { EnginePort } from '@salar/services/ports/engine-port';

/**
 * Skips the command when the target holds some of the product already, so that a restart adds nothing to the journal.
 */
export async function transferOnce(
  sequencer: EnginePort,
  transfer: {
    readonly target: AccountId;
    readonly productId: ProductId;
    readonly amount: Minor;
    readonly key: string;
  },
): Promise<void> {
  const { productId } = transfer;
  if (sequencer.undurable.position(transfer.target, productId).total > 0n) return;
  const outcome = await sequencer.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: transfer.target,
    productId,
    amount: transfer.amount,
    key: transfer.key,
  });
  assert(outcome.ok, `the seed ${transfer.key} is a valid transfer`);
}
