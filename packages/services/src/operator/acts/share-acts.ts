/** Shows whether customers' money and the house's are in their own wallets. */
import type { ProductId } from '@salar/protocol';
import { listReconciliations } from '@salar/store/tables/operators/reconciliation';
import type { ReadAct } from '../act.ts';
import { formatProductAmount } from '../act-format.ts';

export const showShares: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const { database, houseShares } = context;
    const found = new Map<ProductId, bigint>();
    for (const { productId, part, found: held } of await listReconciliations(database))
      if (part !== 'books' && part !== 'banks') found.set(productId, (found.get(productId) ?? 0n) + held);
    const rows = [];
    for (const [productId, held] of found) {
      const ofHouse = houseShares.sumHeld(productId);
      if (ofHouse === null) continue;
      const { owned, owed } = await houseShares.readBooks(productId);
      const format = (amount: bigint) => formatProductAmount(context, productId, amount);
      rows.push({
        'customers’ wallets': format(held - ofHouse),
        'owed to customers': format(owed),
        'house’s wallets': format(ofHouse),
        'the house owns': format(owned),
      });
    }
    return { ok: true, text: 'Wallets by the last comparison, over all networks, and the books.', rows };
  },
};
