/** Commands with one value that does not belong there, as a careless or hostile caller might send. */
import type { Command } from '@salar/protocol';
import type { Dice } from '../seeded-random.ts';

const oddNumbers = [0, -1, 1, 1_000_001, Number.MAX_SAFE_INTEGER];
const oddAmounts = [0n, -1n, 1n, 2n ** 63n - 1n, 2n ** 63n];
/** Rules stay in force: what is odd here is refused or does no harm, or trading would end for good. */
const oddRuleNumbers = [-1, 0, 1_000_001, -1_000_001];
const oddRuleAmounts = [-1n];
/** Ids that the engine takes as they come. */
const free = new Set(['type', 'userId', 'clientOrderId', 'ticketId']);
const rules = new Set<Command['type']>([
  'DefineProduct',
  'DefineInstrument',
  'DefineFeeSchedule',
  'DefineFeeTiers',
  'AlterInstrument',
  'SetReferencePrice',
  'DefineLevel',
]);

/** The command with one of its numbers, or one inside of its parts, replaced. */
export function spoiled<C extends Command>(command: C, dice: Dice): C {
  return spoiledPart(command, dice, rules.has(command.type)) as C;
}

function spoiledPart(value: unknown, dice: Dice, isRule: boolean): unknown {
  if (typeof value === 'number') return dice.pick(isRule ? oddRuleNumbers : oddNumbers);
  if (typeof value === 'bigint') return dice.pick(isRule ? oddRuleAmounts : oddAmounts);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const at = dice.int(0, value.length - 1);
    return value.map((item: unknown, index) => (index === at ? spoiledPart(item, dice, isRule) : item));
  }
  const names = Object.keys(value).filter((name) => !free.has(name));
  if (names.length === 0) return value;
  const name = dice.pick(names);
  const part = (value as Readonly<Record<string, unknown>>)[name];
  return { ...value, [name]: spoiledPart(part, dice, isRule) };
}
