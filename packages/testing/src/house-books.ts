/** Reads from the books what is the house's own money. */
import type { Engine } from '@salar/engine';
import { houseAccounts } from '@salar/protocol';
import type { AccountId, ProductId } from '@salar/protocol';

/** Returns the minor units that the wallets should have, those of them that the house owns, and those whose owner is not known. */
export function readHouseBooks(
  engine: Engine,
  product: ProductId,
): { readonly custody: bigint; readonly owned: bigint; readonly suspense: bigint } {
  const readTotal = (account: AccountId): bigint => engine.position(account, product).total;
  const { custody, suspense, ...owners } = houseAccounts;
  return {
    custody: 0n - readTotal(custody),
    owned: Object.values(owners).reduce((sum, account) => sum + readTotal(account), 0n),
    suspense: readTotal(suspense),
  };
}
