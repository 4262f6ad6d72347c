/**
 * How values of PostgreSQL become values of JavaScript.
 *
 * `bigint` columns are ids, times and counters and become `number` (always below 2^53, checked); `numeric` columns
 * are amounts in minor units and become `bigint`. Nothing that is money is ever a double.
 */
import pg from 'pg';

const int8 = 20;
const numeric = 1700;

export function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8) return parseSafeInteger;
  if (oid === numeric) return (value) => BigInt(value);
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}

function parseSafeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`bigint column holds ${value}, beyond 2^53`);
  return number;
}
