/** Generates a past for a market without one: rates at given times, ending at the current ones. */
import { mapRates, wander } from './market-model.ts';
import type { Rates } from './market-model.ts';
import { seededRandom } from './random.ts';

export type PathPoint = { readonly at: number; readonly rates: Rates };

/**
 * Walks backwards from `end` through `times`.
 *
 * With `start` given the path is adjusted so that it also begins there: it fills the gap while the machine was off.
 *
 * @param options.times  ascending, all before `end.at`
 */
export function pastPath(options: {
  readonly times: readonly number[];
  readonly end: PathPoint;
  readonly start?: PathPoint;
  readonly seed: number;
}): readonly PathPoint[] {
  const { times, end, start } = options;
  const random = seededRandom(options.seed);
  const logs: { at: number; logs: Rates }[] = [];
  let at = end.at;
  let current = mapRates((name) => Math.log(end.rates[name]));
  for (const time of [...times].reverse()) {
    const moved = wander(at - time, random);
    current = mapRates((name) => current[name] + moved[name]);
    at = time;
    logs.push({ at, logs: current });
  }
  const first = logs.at(-1);
  const bend =
    start && first ? mapRates((name) => Math.log(start.rates[name]) - first.logs[name]) : mapRates(() => 0);
  const length = end.at - (first?.at ?? end.at);
  return logs.reverse().map((point) => {
    const share = length === 0 ? 0 : (end.at - point.at) / length;
    return { at: point.at, rates: mapRates((name) => Math.exp(point.logs[name] + bend[name] * share)) };
  });
}
