/** Commands with one changed value: what a careless or hostile caller might send. */
import type { Command } from '@salar/protocol';
import type { Dice } from '../seeded-random.ts';

type Value = number | bigint | boolean;
type Change = (value: Value) => Value;

const oddNumbers = [0, -1, 1, 1_000_001, Number.MAX_SAFE_INTEGER];
const oddAmounts = [0n, -1n, 1n, 2n ** 63n - 1n, 2n ** 63n];
/** Rules stay in force: an odd value here is refused or harmless, because trading would end for good otherwise. */
const oddRuleNumbers = [-1, 0, 1_000_001, -1_000_001];
const oddRuleAmounts = [-1n];
/** Fields that identify a repeated command. */
const kept = new Set(['type', 'clientOrderId', 'ticketId']);
const rules = new Set<Command['type']>([
  'DefineProduct',
  'DefineInstrument',
  'DefineFeeSchedule',
  'DefineFeeTiers',
  'AlterInstrument',
  'SetLimitCollar',
  'SetCollars',
  'SetReferencePrice',
  'DefineLevel',
]);

/** Returns the command with an invalid value. */
export function breakCommand<C extends Command>(command: C, dice: Dice): C {
  const isRule = rules.has(command.type);
  return changed(command, dice, (value) => {
    if (typeof value === 'number') return dice.pick(isRule ? oddRuleNumbers : oddNumbers);
    if (typeof value === 'bigint') return dice.pick(isRule ? oddRuleAmounts : oddAmounts);
    return value;
  }) as C;
}

/** Returns the command with a value that is slightly larger or smaller, or the other of two. */
export function varyCommand<C extends Command>(command: C, dice: Dice): C {
  const step = dice.pick([-1, 1]);
  return changed(command, dice, (value) => {
    // Values beyond the last safe integer cannot occur: wire and journal refuse them.
    if (typeof value === 'number') return Number.isSafeInteger(value + step) ? value + step : value - step;
    return typeof value === 'bigint' ? value + BigInt(step) : !value;
  }) as C;
}

function changed(value: unknown, dice: Dice, change: Change): unknown {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return change(value);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const at = dice.int(0, value.length - 1);
    return value.map((item: unknown, index) => (index === at ? changed(item, dice, change) : item));
  }
  const names = Object.keys(value).filter((name) => !kept.has(name));
  if (names.length === 0) return value;
  const name = dice.pick(names);
  return { ...value, [name]: changed((value as Readonly<Record<string, unknown>>)[name], dice, change) };
}
