/** Money the operator puts in at the start. The key makes each transfer happen once, whatever is restarted. */
import { assert, houseAccounts } from '@salar/protocol';
import type { AccountId, Minor } from '@salar/protocol';
import type { ExchangeDoor } from '@salar/services/ports/engine-port';
import { products } from './catalogue.ts';
import type { SeedProduct } from './catalogue.ts';

/** Skips the command when the target holds some of the product already, so that a restart adds nothing to the journal. */
export async function transferOnce(
  door: ExchangeDoor,
  transfer: {
    readonly target: AccountId;
    readonly symbol: SeedProduct;
    readonly amount: Minor;
    readonly key: string;
  },
): Promise<void> {
  const { productId } = products[transfer.symbol];
  if (door.engine.position(transfer.target, productId).total > 0n) return;
  const outcome = await door.submit({
    type: 'TransferFunds',
    sourceAccountId: houseAccounts.operatorFunding,
    targetAccountId: transfer.target,
    productId,
    amount: transfer.amount,
    key: transfer.key,
  });
  assert(outcome.ok, `the seed ${transfer.key} is a valid transfer`);
}
