/** Lists reference prices, and sets one by two operators while the sources give none. */
import { formatAmount, parseAmount } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import type { Product } from '@salar/engine';
import { refuseAct } from '../act.ts';
import type { ActContext, ActRefused, ChangeAct, Params, ReadAct } from '../act.ts';
import { formatTime, formatWorth, notionalDecimals, readProduct } from '../act-format.ts';

/** A price that differs more from the last one is taken for a mistake in typing. */
const factorMax = 10n;
/** The most digits before the point: 10^14 pesos for one unit. */
const priceMax = 10n ** 16n;

export const listPrices: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const products = await context.ledger.read((view) =>
      view
        .products()
        .map(({ productId, symbol }) => ({ productId, symbol, price: view.referencePrice(productId) })),
    );
    const rows = products.map(({ productId, symbol, price }) => {
      const confirmation = context.prices.find(productId);
      return {
        product: symbol,
        price: price === null ? 'none' : formatWorth(price),
        state: price === null ? 'doubtful' : context.prices.judge(productId),
        'confirmed by': confirmation?.by ?? '',
        'confirmed at': confirmation === null ? '' : formatTime(confirmation.at),
      };
    });
    return { ok: true, text: 'Reference prices of one unit.', rows };
  },
};

export const setPrice: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const read = await readPrice(context, params);
    if (!read.ok) return read;
    const { product, price, former } = read;
    return {
      ok: true,
      object: `price of ${product.symbol}`,
      details: {
        product: `${product.symbol} (${product.name})`,
        price: formatWorth(price),
        'price now': former === null ? 'none' : formatWorth(former),
        change: former === null ? 'none' : formatChange(former, price),
        reason: params['reason'] ?? '',
      },
      needsTwo: true,
      value: null,
      owner: null,
    };
  },
  async run(context, params) {
    const read = await readPrice(context, params);
    if (!read.ok) return read;
    const { price, former } = read;
    const { productId, symbol } = read.product;
    const outcome = await context.ledger.submit({ type: 'SetReferencePrice', productId, price });
    if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
    context.prices.setByOperators(productId, { price, former });
    return {
      ok: true,
      text: `The price of ${symbol} is ${formatWorth(price)} until its sources agree again.`,
    };
  },
};

type ReadPrice = {
  readonly ok: true;
  readonly product: Product;
  readonly price: Minor;
  readonly former: Minor | null;
};

async function readPrice(
  context: ActContext,
  { product = '', price = '' }: Params,
): Promise<ReadPrice | ActRefused> {
  const found = await readProduct(context, product);
  if (!found.ok) return found;
  const { productId, symbol } = found.value;
  if (context.prices.judge(productId) === 'trusted' && context.prices.find(productId)?.by !== 'operators')
    return refuseAct('not_possible', `the price of ${symbol} is trusted; operators set one that is not`);
  const parsed = parseAmount(price, notionalDecimals);
  if (!parsed.ok || parsed.value === 0n || parsed.value > priceMax)
    return refuseAct('amount_wrong', `${price} is no price: write pesos for one unit as 1234.56`);
  const former = await context.ledger.read((view) => view.referencePrice(productId));
  if (former !== null && (parsed.value > former * factorMax || parsed.value * factorMax < former))
    return refuseAct(
      'amount_wrong',
      `${price} is more than ten times away from the last price, ${formatWorth(former)}: set it in steps`,
    );
  return { ok: true, product: found.value, price: parsed.value, former };
}

/** Formats how far a price is from the former one, such as `+3.25 %`, rounded down. */
function formatChange(former: Minor, price: Minor): string {
  const difference = price > former ? price - former : former - price;
  return `${price < former ? '-' : '+'}${formatAmount((difference * 10_000n) / former, 2)} %`;
}
