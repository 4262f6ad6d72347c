/** Shows the fees of markets, and changes them by two operators. */
import type { Instrument } from '@salar/engine';
import { computeUnit, formatAmount, minor, parseAmount } from '@salar/protocol';
import type { FeeTier, Millis } from '@salar/protocol';
import { sumTradedNotional } from '@salar/store/projection/traded-notional';
import type { TradedNotional } from '@salar/store/projection/traded-notional';
import { refuseAct } from '../../act.ts';
import type { ActContext, ActDetails, ActRefused, ChangeAct, Params, ReadAct } from '../../act.ts';
import { findProduct, notionalDecimals, readInstrument } from '../../act-format.ts';

const dayMs = 24 * 3_600_000;
/** Percent with four decimals are millionths. */
const percentDecimals = 4;
const million = 1_000_000n;
/** Above this rate a fee is taken for a mistake in typing: 5 %. */
const ratePpmMax = 50_000n;

export const listFees: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const instruments = await context.ledger.read((view) => view.instruments());
    const rows = instruments.flatMap(({ symbol, tiers }) =>
      tiers.map(({ volumeMin, makerPpm, takerPpm }, index) => ({
        market: index === 0 ? symbol : '',
        'traded in 30 days, from': `${formatAmount(volumeMin, notionalDecimals)} COP`,
        maker: formatPercent(makerPpm),
        taker: formatPercent(takerPpm),
      })),
    );
    return { ok: true, text: `Fees of ${instruments.length} markets.`, rows };
  },
};

export const setFeeTiers: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const read = await readChange(context, params);
    if (!read.ok) return read;
    const { instruments, tiers } = read;
    const before = instruments.map(({ symbol, tiers: now }) => [`now, ${symbol}`, formatTiers(now)]);
    return {
      ok: true,
      object: instruments.length === 1 ? `market ${instruments[0]?.symbol}` : 'all markets',
      details: {
        ...Object.fromEntries(before),
        afterwards: formatTiers(tiers),
        'in force':
          'from the next order on; open orders keep their place and pay the new fees when they trade',
        undo: instruments
          .map(({ symbol, tiers: now }) => `fees tiers ${symbol} --tiers ${typeTiers(now)}`)
          .join('; '),
        reason: params['reason'] ?? '',
      },
      effects: await describeEffects(context, instruments, tiers),
      needsTwo: true,
      value: null,
      owner: null,
    };
  },
  async run(context, params) {
    const read = await readChange(context, params);
    if (!read.ok) return read;
    for (const { instrumentId, symbol } of read.instruments) {
      const outcome = await context.ledger.submit({
        type: 'DefineFeeTiers',
        instrumentId,
        tiers: read.tiers,
      });
      if (!outcome.ok)
        return refuseAct('not_possible', `the ledger refused the fees of ${symbol}: ${outcome.refusal}`);
    }
    const symbols = read.instruments.map(({ symbol }) => symbol).join(', ');
    return { ok: true, text: `The fees of ${symbols} are ${formatTiers(read.tiers)}.` };
  },
};

type ReadChange = {
  readonly ok: true;
  readonly instruments: readonly Instrument[];
  readonly tiers: readonly FeeTier[];
};

async function readChange(context: ActContext, params: Params): Promise<ReadChange | ActRefused> {
  const tiers = readTiers(params['tiers'] ?? '');
  if (typeof tiers === 'string') return refuseAct('params_wrong', tiers);
  const wanted = params['instrument'] ?? '';
  if (wanted.toLowerCase() === 'all')
    return { ok: true, instruments: await context.ledger.read((view) => view.instruments()), tiers };
  const found = await readInstrument(context, wanted);
  return found.ok ? { ok: true, instruments: [found.value], tiers } : found;
}

/**
 * Reads tiers such as `0=0.1/0.2,100000000=0.08/0.17`: pesos traded in 30 days, then maker and taker in percent. @returns the
 * problem as a sentence when the engine would refuse them, or a rate is above 5 %
 */
function readTiers(text: string): readonly FeeTier[] | string {
  const tiers: FeeTier[] = [];
  for (const part of text.split(',')) {
    const [, from = '', maker = '', taker = ''] = /^(\d+)=(-?[\d.]+)\/([\d.]+)$/.exec(part.trim()) ?? [];
    const volume = parseAmount(from, notionalDecimals);
    const makerPpm = readPercent(maker);
    const takerPpm = readPercent(taker);
    if (!volume.ok || makerPpm === null || takerPpm === null)
      return `${part} is no tier: write PESOS=MAKER/TAKER, in percent up to 5, such as 0=0.1/0.2`;
    tiers.push({ volumeMin: minor(volume.value), makerPpm, takerPpm });
  }
  if (tiers.length > 20) return 'there are at most 20 tiers';
  if (tiers[0]?.volumeMin !== 0n) return 'the first tier begins at 0';
  if (tiers.some(({ volumeMin }, index) => volumeMin <= (tiers[index - 1]?.volumeMin ?? -1n)))
    return 'each tier begins above the one before';
  const lowestTaker = Math.min(...tiers.map(({ takerPpm }) => takerPpm));
  if (tiers.some(({ makerPpm }) => -makerPpm > lowestTaker))
    return 'no rebate is larger than the lowest fee of takers';
  return tiers;
}

function readPercent(text: string): number | null {
  const isRebate = text.startsWith('-');
  const parsed = parseAmount(isRebate ? text.slice(1) : text, percentDecimals);
  if (!parsed.ok || parsed.value > ratePpmMax) return null;
  return isRebate ? -Number(parsed.value) : Number(parsed.value);
}

/** Says what the trades of yesterday would have paid, by the volume that each account has today. */
async function describeEffects(
  context: ActContext,
  instruments: readonly Instrument[],
  tiers: readonly FeeTier[],
): Promise<ActDetails> {
  const today = Math.floor(context.clock() / dayMs) * dayMs;
  const effects: Record<string, string> = {};
  for (const instrument of instruments) {
    const { instrumentId, symbol, quoteProductId } = instrument;
    const traded = await sumTradedNotional(context.database, {
      instrumentId,
      from: (today - dayMs) as Millis,
      until: today as Millis,
    });
    const volumes = await context.ledger.read((view) =>
      traded.map(({ accountId }) => view.feeRates(accountId, instrumentId, today as Millis).volume),
    );
    const { decimals, symbol: quote } = findProduct(context, quoteProductId);
    const before = sumFees(traded, volumes, instrument.tiers);
    const after = sumFees(traded, volumes, tiers);
    const change = before === 0n ? '' : ` (${formatChange(before, after)})`;
    effects[`yesterday's fees, ${symbol}`] =
      `${formatAmount(before, decimals)} ${quote} -> ${formatAmount(after, decimals)} ${quote}${change}`;
  }
  return effects;
}

/** Sums fees in minor units of the quote product: what is paid in the base product counts at the price of its trade. */
function sumFees(
  traded: readonly TradedNotional[],
  volumes: readonly bigint[],
  tiers: readonly FeeTier[],
): bigint {
  let sum = 0n;
  for (const [index, { asTaker, asMaker }] of traded.entries()) {
    const tier = tiers.findLast(({ volumeMin }) => volumeMin <= (volumes[index] ?? 0n));
    if (tier !== undefined) sum += asTaker * BigInt(tier.takerPpm) + asMaker * BigInt(tier.makerPpm);
  }
  return sum / million;
}

/** Formats a change such as `-4.5 %`, rounded towards zero. */
function formatChange(before: bigint, after: bigint): string {
  const change = ((after - before) * 10_000n) / (before < 0n ? -before : before);
  return `${change > 0n ? '+' : ''}${formatAmount(change, 2)} %`;
}

function formatTiers(tiers: readonly FeeTier[]): string {
  return tiers
    .map(
      ({ volumeMin, makerPpm, takerPpm }) =>
        `from ${formatAmount(volumeMin, notionalDecimals)} COP maker ${formatPercent(makerPpm)}, taker ${formatPercent(takerPpm)}`,
    )
    .join('; ');
}

/** Formats tiers as `--tiers` takes them. */
function typeTiers(tiers: readonly FeeTier[]): string {
  const percent = (ppm: number) => formatAmount(BigInt(ppm), percentDecimals);
  return tiers
    .map(
      ({ volumeMin, makerPpm, takerPpm }) =>
        `${volumeMin / computeUnit(notionalDecimals)}=${percent(makerPpm)}/${percent(takerPpm)}`,
    )
    .join(',');
}

function formatPercent(ppm: number): string {
  return `${formatAmount(BigInt(ppm), percentDecimals)} %`;
}
