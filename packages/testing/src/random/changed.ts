/** Commands of which one value is another: what a careless or hostile caller might send. */
import type { Command } from '@salar/protocol';
import type { Dice } from '../seeded-random.ts';

type Value = number | bigint | boolean;
type Change = (value: Value) => Value;

const oddNumbers = [0, -1, 1, 1_000_001, Number.MAX_SAFE_INTEGER];
const oddAmounts = [0n, -1n, 1n, 2n ** 63n - 1n, 2n ** 63n];
/** Rules stay in force: what is odd here is refused or does no harm, or trading would end for good. */
const oddRuleNumbers = [-1, 0, 1_000_001, -1_000_001];
const oddRuleAmounts = [-1n];
/** What a command is told again under. */
const kept = new Set(['type', 'clientOrderId', 'ticketId']);
const rules = new Set<Command['type']>([
  'DefineProduct',
  'DefineInstrument',
  'DefineFeeSchedule',
  'DefineFeeTiers',
  'AlterInstrument',
  'SetReferencePrice',
  'DefineLevel',
]);

/** The command with a value that does not belong there. */
export function breakCommand<C extends Command>(command: C, dice: Dice): C {
  const isRule = rules.has(command.type);
  return changed(command, dice, (value) => {
    if (typeof value === 'number') return dice.pick(isRule ? oddRuleNumbers : oddNumbers);
    if (typeof value === 'bigint') return dice.pick(isRule ? oddRuleAmounts : oddAmounts);
    return value;
  }) as C;
}

/** The command with a value that is a little more or less, or the other of two. */
export function varyCommand<C extends Command>(command: C, dice: Dice): C {
  const step = dice.pick([-1, 1]);
  return changed(command, dice, (value) => {
    // Beyond the last safe integer there is no command: the wire and the journal do not let it in.
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
