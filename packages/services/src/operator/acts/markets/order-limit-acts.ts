/** Sets how small and how large an order of a market may be: one operator narrows it, two widen it. */
import type { Instrument } from '@salar/engine';
import { formatAmount, lots, minor, parseAmount } from '@salar/protocol';
import type { Lots, Minor } from '@salar/protocol';
import { refuseAct } from '../../act.ts';
import type { ActContext, ActRefused, ChangeAct, Params } from '../../act.ts';
import { findProduct, formatTime, readInstrument } from '../../act-format.ts';

/** 0n means no maximum. */
type OrderLimits = Pick<Instrument, 'quantityMin' | 'quantityMax' | 'notionalMin' | 'notionalMax'>;

export const setOrderLimits: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const read = await readLimits(context, params);
    if (!read.ok) return read;
    const { instrument, limits } = read;
    const { instrumentId, symbol } = instrument;
    const { resting, refused } = await context.ledger.read((view) => ({
      resting: view.openOrderCounts(instrumentId).resting,
      refused: view.refusedOrderCount(instrumentId, limits),
    }));
    const [before, after] = [
      describe(context, instrument, instrument),
      describe(context, instrument, limits),
    ];
    return {
      ok: true,
      object: `market ${symbol}`,
      details: {
        market: symbol,
        quantity: `${before.quantity} -> ${after.quantity}`,
        value: `${before.value} -> ${after.value}`,
        undo: `market limits ${symbol} ${before.typed}`,
        reason: params['reason'] ?? '',
      },
      effects: {
        'open orders': `${resting} stay in the book; ${refused} of them would be refused if they were placed again`,
      },
      needsTwo: isWider(instrument, limits),
      value: null,
      owner: null,
    };
  },
  async run(context, params) {
    const read = await readLimits(context, params);
    if (!read.ok) return read;
    const { instrument, limits } = read;
    const { instrumentId, symbol, collarPpm } = instrument;
    const outcome = await context.ledger.submit({
      type: 'AlterInstrument',
      instrumentId,
      ...limits,
      collarPpm,
    });
    if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
    const { quantity, value } = describe(context, instrument, limits);
    return { ok: true, text: `An order of ${symbol} is ${quantity}, and ${value}.` };
  },
};

type ReadLimits = { readonly ok: true; readonly instrument: Instrument; readonly limits: OrderLimits };

async function readLimits(context: ActContext, params: Params): Promise<ReadLimits | ActRefused> {
  const found = await readInstrument(context, params['instrument'] ?? '');
  if (!found.ok) return found;
  const instrument = found.value;
  const { symbol, lasting } = instrument;
  // The command ends them, which two operators would have to decide where they are narrow.
  if (lasting !== null)
    return refuseAct('not_possible', `${symbol} has collars for a while, until ${formatTime(lasting.until)}`);
  const quantityMin = readQuantity(context, instrument, params['quantity-min'] ?? '');
  const quantityMax = readQuantity(context, instrument, params['quantity-max'] ?? '');
  const notionalMin = readValue(context, instrument, params['value-min'] ?? '');
  const notionalMax = readValue(context, instrument, params['value-max'] ?? '');
  if (quantityMin === null || quantityMax === null || notionalMin === null || notionalMax === null)
    return refuseAct(
      'amount_wrong',
      `quantities are multiples of ${formatQuantity(context, instrument, lots(1n))}, values are in ${findProduct(context, instrument.quoteProductId).symbol}, and "none" is no limit`,
    );
  if ((quantityMax !== 0n && quantityMax < quantityMin) || (notionalMax !== 0n && notionalMax < notionalMin))
    return refuseAct('params_wrong', 'a maximum is below its minimum');
  return { ok: true, instrument, limits: { quantityMin, quantityMax, notionalMin, notionalMax } };
}

/** Returns 0 for `none`; null for what is no quantity of whole lots. */
function readQuantity(context: ActContext, instrument: Instrument, text: string): Lots | null {
  if (text === 'none') return lots(0n);
  const parsed = parseAmount(text, findProduct(context, instrument.baseProductId).decimals);
  if (!parsed.ok || parsed.value % instrument.lotSize !== 0n) return null;
  return lots(parsed.value / instrument.lotSize);
}

function readValue(context: ActContext, { quoteProductId }: Instrument, text: string): Minor | null {
  if (text === 'none') return minor(0n);
  const parsed = parseAmount(text, findProduct(context, quoteProductId).decimals);
  return parsed.ok ? minor(parsed.value) : null;
}

function isWider(before: OrderLimits, after: OrderLimits): boolean {
  const isHigher = (from: bigint, to: bigint) => from !== 0n && (to === 0n || to > from);
  return (
    after.quantityMin < before.quantityMin ||
    after.notionalMin < before.notionalMin ||
    isHigher(before.quantityMax, after.quantityMax) ||
    isHigher(before.notionalMax, after.notionalMax)
  );
}

function describe(context: ActContext, instrument: Instrument, limits: OrderLimits) {
  const { decimals, symbol } = findProduct(context, instrument.quoteProductId);
  const quantity = (amount: Lots) => formatQuantity(context, instrument, amount);
  const value = (amount: Minor) => `${formatAmount(amount, decimals)} ${symbol}`;
  const { quantityMin, quantityMax, notionalMin, notionalMax } = limits;
  const range = (from: string, to: string, hasMax: boolean) =>
    hasMax ? `from ${from} to ${to}` : `${from} or more`;
  const typed = [
    `--quantity-min ${quantity(quantityMin).split(' ')[0]}`,
    `--quantity-max ${quantityMax === 0n ? 'none' : quantity(quantityMax).split(' ')[0]}`,
    `--value-min ${formatAmount(notionalMin, decimals)}`,
    `--value-max ${notionalMax === 0n ? 'none' : formatAmount(notionalMax, decimals)}`,
  ];
  return {
    quantity: range(quantity(quantityMin), quantity(quantityMax), quantityMax !== 0n),
    value: range(value(notionalMin), value(notionalMax), notionalMax !== 0n),
    /** As the act takes them. */
    typed: typed.join(' '),
  };
}

function formatQuantity(context: ActContext, instrument: Instrument, quantity: Lots): string {
  const { decimals, symbol } = findProduct(context, instrument.baseProductId);
  return `${formatAmount(quantity * instrument.lotSize, decimals)} ${symbol}`;
}
