/** Shows how much customers of each level withdraw, and changes it: one operator lowers a limit, two raise it. */
import type { LevelLimits } from '@salar/engine';
import { minor, parseAmount } from '@salar/protocol';
import type { Minor } from '@salar/protocol';
import { levelMax } from '../../../verification/levels.ts';
import { refuseAct } from '../../act.ts';
import type { ActContext, ActRefused, ChangeAct, Params, ReadAct } from '../../act.ts';
import { formatWorth, notionalDecimals } from '../../act-format.ts';

const levels = Array.from({ length: levelMax + 1 }, (_, level) => level);

export const listLimits: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context) {
    const limits = await context.ledger.read((view) =>
      levels.map((level) => view.levelLimits(level) ?? null),
    );
    const rows = limits.map((limit, level) => ({
      level: String(level),
      'withdrawals in a day': limit === null ? 'not defined' : formatLimit(limit.dailyLimit),
      'withdrawals in a month': limit === null ? 'not defined' : formatLimit(limit.monthlyLimit),
    }));
    return { ok: true, text: 'Limits of withdrawals, in pesos.', rows };
  },
};

export const setLevelLimits: ChangeAct = {
  kind: 'change',
  async check(context, params) {
    const read = await readLimits(context, params);
    if (!read.ok) return read;
    const { level, before, after } = read;
    if (before.dailyLimit === after.dailyLimit && before.monthlyLimit === after.monthlyLimit)
      return refuseAct('not_possible', `level ${level} has these limits already`);
    return {
      ok: true,
      object: `level ${level}`,
      details: {
        level: String(level),
        'withdrawals in a day': `${formatLimit(before.dailyLimit)} -> ${formatLimit(after.dailyLimit)}`,
        'withdrawals in a month': `${formatLimit(before.monthlyLimit)} -> ${formatLimit(after.monthlyLimit)}`,
        'in force': 'at once; a withdrawal that is above a lower limit is not paid until the limit allows it',
        undo: `limits level ${level} --daily ${typeLimit(before.dailyLimit)} --monthly ${typeLimit(before.monthlyLimit)}`,
        reason: params['reason'] ?? '',
      },
      needsTwo:
        isHigher(before.dailyLimit, after.dailyLimit) || isHigher(before.monthlyLimit, after.monthlyLimit),
      value: null,
      owner: null,
    };
  },
  async run(context, params) {
    const read = await readLimits(context, params);
    if (!read.ok) return read;
    const { level, after } = read;
    const outcome = await context.ledger.submit({ type: 'DefineLevel', level, ...after });
    if (!outcome.ok) return refuseAct('not_possible', `the ledger refused it: ${outcome.refusal}`);
    return {
      ok: true,
      text: `Customers of level ${level} withdraw ${formatLimit(after.dailyLimit)} in a day and ${formatLimit(after.monthlyLimit)} in a month.`,
    };
  },
};

type ReadLimits = {
  readonly ok: true;
  readonly level: number;
  readonly before: LevelLimits;
  readonly after: LevelLimits;
};

async function readLimits(
  context: ActContext,
  { level: text = '', daily = '', monthly = '' }: Params,
): Promise<ReadLimits | ActRefused> {
  const level = levels.find((one) => String(one) === text);
  const before =
    level === undefined ? undefined : await context.ledger.read((view) => view.levelLimits(level) ?? null);
  if (level === undefined || before === undefined || before === null)
    return refuseAct('not_found', `there is no level ${text}: 0 to ${levelMax}`);
  const dailyLimit = readLimit(daily);
  const monthlyLimit = readLimit(monthly);
  if (dailyLimit === undefined || monthlyLimit === undefined)
    return refuseAct('amount_wrong', 'a limit is in pesos, such as 10000000, or unlimited');
  if (dailyLimit !== null && monthlyLimit !== null && dailyLimit > monthlyLimit)
    return refuseAct('params_wrong', 'the limit of a day is above the limit of a month');
  return { ok: true, level, before, after: { dailyLimit, monthlyLimit } };
}

/** @returns null without a limit, undefined for what is no amount */
function readLimit(text: string): Minor | null | undefined {
  if (text === 'unlimited') return null;
  const parsed = parseAmount(text, notionalDecimals);
  return parsed.ok ? minor(parsed.value) : undefined;
}

function isHigher(before: bigint | null, after: bigint | null): boolean {
  return before !== null && (after === null || after > before);
}

function formatLimit(limit: Minor | null): string {
  return limit === null ? 'unlimited' : formatWorth(limit);
}

/** Formats a limit as `--daily` takes it. */
function typeLimit(limit: Minor | null): string {
  return limit === null ? 'unlimited' : formatWorth(limit).replace(' COP', '');
}
