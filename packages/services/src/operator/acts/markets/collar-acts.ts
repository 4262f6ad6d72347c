/** Sets how far from the reference price orders of a market may trade: for a while or for good. */
import type { EngineView, Instrument, Level2 } from '@salar/engine';
import { formatAmount, millis, parseAmount } from '@salar/protocol';
import { refuseAct } from '../../act.ts';
import type { ActContext, ActDetails, ActRefused, ChangeAct, Params } from '../../act.ts';
import { formatTime, readInstrument } from '../../act-format.ts';

const hourMs = 3_600_000;
const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: hourMs, d: 24 * hourMs };
const durationMaxMs = 30 * 24 * hourMs;
/** Percent with four decimals are millionths. */
const percentDecimals = 4;
const ppmMax = 1_000_000n;

export const setCollars: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const read = await readCollars(context, params);
    if (!read.ok) return read;
    const { instrument, collarPpm, limitCollarPpm, forMs } = read;
    const effects = await context.ledger.read((view) => describeEffects(view, instrument, read));
    return {
      ok: true,
      object: `market ${instrument.symbol}`,
      details: {
        market: instrument.symbol,
        'market orders': describeChange(instrument.collarPpm, collarPpm),
        'limit orders': describeChange(instrument.limitCollarPpm, limitCollarPpm),
        lasts: describeDuration(instrument, forMs),
        undo: describeUndo(instrument),
        reason: params['reason'] ?? '',
      },
      effects,
      needsTwo: isWider(instrument, read),
      value: null,
      owner: null,
    };
  },
  async run(context, params) {
    const read = await readCollars(context, params);
    if (!read.ok) return read;
    const { collarPpm, limitCollarPpm, forMs } = read;
    const { instrumentId, symbol } = read.instrument;
    const until = millis(forMs === null ? 0 : context.clock() + forMs);
    const outcome = await context.ledger.submit({
      type: 'SetCollars',
      instrumentId,
      collarPpm,
      limitCollarPpm,
      until,
    });
    if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
    const end = forMs === null ? '' : `, until ${formatTime(until)}`;
    return {
      ok: true,
      text: `The collars of ${symbol} are ${formatPercent(collarPpm)} and ${formatPercent(limitCollarPpm)}${end}.`,
    };
  },
};

type Collars = {
  readonly collarPpm: number;
  readonly limitCollarPpm: number;
  /** Null for good. */
  readonly forMs: number | null;
};
type ReadCollars = Collars & { readonly ok: true; readonly instrument: Instrument };

async function readCollars(context: ActContext, params: Params): Promise<ReadCollars | ActRefused> {
  const found = await readInstrument(context, params['instrument'] ?? '');
  if (!found.ok) return found;
  const collarPpm = readPercent(params['market'] ?? '');
  const limitCollarPpm = readPercent(params['limit'] ?? '');
  if (collarPpm === null || limitCollarPpm === null)
    return refuseAct('amount_wrong', 'a collar is a percentage above 0 and up to 100, such as 2.5');
  const duration = params['for'];
  const forMs = duration === undefined ? null : readDuration(duration);
  if (duration !== undefined && forMs === null)
    return refuseAct(
      'params_wrong',
      `${duration} is no duration: write it as 30m, 2h or 7d, 30 days at most`,
    );
  return { ok: true, instrument: found.value, collarPpm, limitCollarPpm, forMs };
}

/** Reads a percentage in millionths; null for what is no percentage above 0 and up to 100. */
function readPercent(text: string): number | null {
  const parsed = parseAmount(text, percentDecimals);
  return parsed.ok && parsed.value > 0n && parsed.value <= ppmMax ? Number(parsed.value) : null;
}

function readDuration(text: string): number | null {
  const [, count = '', unit = ''] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? [];
  const duration = Number(count) * (unitMs[unit] ?? 0);
  return duration > 0 && duration <= durationMaxMs ? duration : null;
}

/**
 * Returns true when orders could trade further away than now, or than after the present collars: otherwise one operator could
 * prolong what two have allowed for a while.
 */
function isWider({ collarPpm, limitCollarPpm, lasting }: Instrument, wanted: Collars): boolean {
  const each = [{ collarPpm, limitCollarPpm }, ...(lasting === null ? [] : [lasting])];
  return each.some(
    (one) =>
      wanted.collarPpm > one.collarPpm ||
      (one.limitCollarPpm !== null && wanted.limitCollarPpm > one.limitCollarPpm),
  );
}

function describeChange(before: number | null, after: number): string {
  return `${before === null ? 'no collar' : formatPercent(before)} -> ${formatPercent(after)} from the reference price`;
}

function describeDuration(instrument: Instrument, forMs: number | null): string {
  if (forMs === null) return 'until it is changed';
  const minutes = forMs / 60_000;
  const duration = minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`;
  const { collarPpm, limitCollarPpm } = instrument.lasting ?? instrument;
  const after = [collarPpm, limitCollarPpm].map((ppm) => (ppm === null ? 'none' : formatPercent(ppm)));
  return `${duration} from the moment it is done, then ${after.join(' and ')} again`;
}

function describeUndo({ symbol, collarPpm, limitCollarPpm }: Instrument): string {
  const limit = limitCollarPpm ?? Number(ppmMax);
  return `market collars ${symbol} --market ${toPercent(collarPpm)} --limit ${toPercent(limit)}`;
}

function describeEffects(view: EngineView, instrument: Instrument, wanted: Collars): ActDetails {
  const { instrumentId } = instrument;
  const market = view.collarBounds(instrumentId, wanted.collarPpm);
  const limit = view.collarBounds(instrumentId, wanted.limitCollarPpm);
  if (market === null || limit === null)
    return { 'prices now': 'not bounded: a product of the market has no reference price' };
  const quote = view.product(instrument.quoteProductId);
  const format = (price: number) => formatAmount(BigInt(price) * instrument.tickSize, quote?.decimals ?? 0);
  const { beyond, all } = countBeyond(view.level2(instrumentId, Number.MAX_SAFE_INTEGER), limit);
  return {
    'market orders now trade': `from ${format(market.low)} to ${format(market.high)} ${quote?.symbol}`,
    'limit orders now trade': `from ${format(limit.low)} to ${format(limit.high)} ${quote?.symbol}`,
    'open orders': `${all} stay; ${beyond} of them would be canceled if they were placed again`,
  };
}

/** Counts the orders in the book, and those that cost more than the bound allows. */
function countBeyond(book: Level2, { low, high }: { readonly low: number; readonly high: number }) {
  const sum = (levels: Level2['bids']) => levels.reduce((total, { orders }) => total + orders, 0);
  const beyond = [
    ...book.bids.filter(({ price }) => price > high),
    ...book.asks.filter(({ price }) => price < low),
  ];
  return { beyond: sum(beyond), all: sum([...book.bids, ...book.asks]) };
}

function toPercent(ppm: number): string {
  return formatAmount(BigInt(ppm), percentDecimals);
}

function formatPercent(ppm: number): string {
  return `${toPercent(ppm)} %`;
}
