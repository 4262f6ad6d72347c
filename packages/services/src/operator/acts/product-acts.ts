/** Withdrawals of a product stopped by one operator, and allowed again by two. */
import { refuseAct } from '../act.ts';
import type { ChangeAct } from '../act.ts';
import { readProduct } from '../act-format.ts';

export const haltProduct = haltAct(true);
export const resumeProduct = haltAct(false);

function haltAct(halted: boolean): ChangeAct {
  const word = halted ? 'halted' : 'open';
  return {
    kind: 'change',
    check(context, { product = '', reason = '' }) {
      const found = readProduct(context, product);
      if (!found.ok) return Promise.resolve(found);
      const { symbol, name } = found.value;
      if (found.value.halted === halted)
        return Promise.resolve(refuseAct('not_possible', `withdrawals of ${symbol} are ${word} already`));
      return Promise.resolve({
        ok: true,
        object: `product ${symbol}`,
        facts: { product: `${symbol} (${name})`, withdrawals: word, reason },
        needsTwo: !halted, // security rule A2: one may stop, two may go on
        value: null,
        owner: null,
      });
    },
    async run(context, { product = '' }) {
      const found = readProduct(context, product);
      if (!found.ok) return found;
      const { productId, symbol } = found.value;
      const outcome = await context.ledger.submit({ type: 'SetProductHalt', productId, halted });
      if (!outcome.ok) return refuseAct('not_possible', `the books refused it: ${outcome.refusal}`);
      return { ok: true, text: `Withdrawals of ${symbol} are ${word}.` };
    },
  };
}
