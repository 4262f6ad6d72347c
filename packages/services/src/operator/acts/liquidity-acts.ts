/** The stock of the house's quotes: two operators fund it from the operator's own money, and take it back. */
import { assert, houseAccounts } from '@salar/protocol';
import type { AccountId, Minor } from '@salar/protocol';
import type { Product } from '@salar/engine';
import { refuseAct } from '../act.ts';
import type { ActContext, ActRefused, ChangeAct, Params } from '../act.ts';
import {
  computeWorth,
  formatProductAmount,
  formatWorth,
  readAmount,
  readProduct,
  spellProductAmount,
} from '../act-format.ts';

type House = { readonly name: string; readonly accountId: AccountId };

const funding: House = { name: 'the operator’s own money', accountId: houseAccounts.operatorFunding };
const liquidity: House = { name: 'the stock of the quotes', accountId: houseAccounts.liquidity };

export const fundLiquidity = createStockAct({ from: funding, to: liquidity, key: 'liquidity-fund' });
export const returnLiquidity = createStockAct({ from: liquidity, to: funding, key: 'liquidity-return' });

function createStockAct({ from, to, key }: { from: House; to: House; key: string }): ChangeAct {
  return {
    kind: 'change',
    async check(context, params) {
      const read = await readTransfer(context, params);
      if (!read.ok) return read;
      const { product, amount } = read;
      const { productId, symbol } = product;
      const format = (value: bigint) => formatProductAmount(context, productId, value);
      const { source, target } = await context.ledger.read((view) => ({
        source: view.position(from.accountId, productId),
        target: view.position(to.accountId, productId),
      }));
      const available = source.total - source.held;
      // Checked even for an account that may go negative: money must exist before it is quoted (security rule O7).
      if (available < amount)
        return refuseAct('not_possible', `${from.name} is ${format(available)} that is free`);
      return {
        ok: true,
        object: `liquidity ${symbol}`,
        details: {
          from: from.name,
          to: to.name,
          amount: format(amount),
          'amount in words': spellProductAmount(context, productId, amount),
          worth: formatWorth(await computeWorth(context, productId, amount)),
          [`${from.name}, after`]: format(source.total - amount),
          [`${to.name}, after`]: format(target.total + amount),
          reason: params['reason'] ?? '',
        },
        needsTwo: true,
        value: null,
        owner: null,
      };
    },
    async run(context, params, { proposalId }) {
      assert(proposalId !== null, 'a transfer of stock was approved by a second operator');
      const read = await readTransfer(context, params);
      if (!read.ok) return read;
      const { productId } = read.product;
      const outcome = await context.ledger.submit({
        type: 'TransferFunds',
        sourceAccountId: from.accountId,
        targetAccountId: to.accountId,
        productId,
        amount: read.amount,
        key: `${key}:${proposalId}`,
      });
      if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
      const total = await context.ledger.read((view) => view.position(to.accountId, productId).total);
      return { ok: true, text: `${to.name} is ${formatProductAmount(context, productId, total)}.` };
    },
  };
}

type Transfer = { readonly ok: true; readonly product: Product; readonly amount: Minor };

async function readTransfer(
  context: ActContext,
  { product = '', amount = '' }: Params,
): Promise<Transfer | ActRefused> {
  const found = await readProduct(context, product);
  if (!found.ok) return found;
  const money = readAmount(amount, found.value);
  if (!money.ok) return money;
  return { ok: true, product: found.value, amount: money.value };
}
