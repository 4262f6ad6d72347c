/** Halts withdrawals of a product by one operator, and resumes them by two. */
import { refuseAct } from '../act.ts';
import type { ChangeAct } from '../act.ts';
import { readProduct } from '../act-format.ts';

export const haltProduct = createHaltAct(true);
export const resumeProduct = createHaltAct(false);

function createHaltAct(halted: boolean): ChangeAct {
  const state = halted ? 'halted' : 'open';
  return {
    kind: 'change',
    async check(context, { product = '', reason = '' }) {
      const found = await readProduct(context, product);
      if (!found.ok) return found;
      const { symbol, name } = found.value;
      if (found.value.halted === halted)
        return refuseAct('not_possible', `withdrawals of ${symbol} are ${state} already`);
      return {
        ok: true,
        object: `product ${symbol}`,
        details: { product: `${symbol} (${name})`, withdrawals: state, reason },
        needsTwo: !halted, // security rule A2: one operator may halt, two may resume
        value: null,
        owner: null,
      };
    },
    async run(context, { product = '' }) {
      const found = await readProduct(context, product);
      if (!found.ok) return found;
      const { productId, symbol } = found.value;
      const outcome = await context.ledger.submit({ type: 'SetProductHalt', productId, halted });
      if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
      return { ok: true, text: `Withdrawals of ${symbol} are ${state}.` };
    },
  };
}
