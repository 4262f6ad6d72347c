/** Mails customers whose deposit waits, because others may have the key of the address: they stop using it. */
import { assert, formatAmount } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { findUserIdByAccount } from '@salar/store/tables/customers/users';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import type { CustomerDirectory } from '../ports/customer-directory.ts';
import type { Notifier } from '../ports/notifier.ts';

type HeldDepositMailsOptions = {
  readonly customers: CustomerDirectory;
  readonly notifier: Notifier;
  readonly findProduct: (
    productId: ProductId,
  ) => { readonly symbol: string; readonly decimals: number } | undefined;
};

export class HeldDepositMails {
  readonly #options: HeldDepositMailsOptions;

  constructor(options: HeldDepositMailsOptions) {
    this.#options = options;
  }

  /** Queues the mail. The house's accounts belong to no customer and get none. */
  async enqueue(tx: Queryable, deposit: DepositRow, network: string): Promise<void> {
    const { customers, notifier, findProduct } = this.#options;
    const userId = await findUserIdByAccount(tx, deposit.accountId);
    const to = userId === null ? null : await customers.findEmail(userId);
    if (userId === null || to === null) return;
    const product = findProduct(deposit.productId);
    assert(product !== undefined, 'the product of a deposit is defined');
    await notifier.enqueue(tx, {
      userId,
      to,
      dedupKey: `deposit-held:${deposit.ticketId}`,
      notification: {
        kind: 'deposit_held',
        amount: formatAmount(deposit.amount, product.decimals),
        product: product.symbol,
        network,
        address: deposit.toAddress,
        seenAt: deposit.createdAt,
      },
    });
  }
}
