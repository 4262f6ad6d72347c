/** Times as spelled on the wire (milliseconds internally). */
import { toWireInteger } from './number.ts';
import type { WireNumber } from './number.ts';

const ticksPerMilli = 10_000n;
/** 100 ns units from the year 1 to 1970. */
const epochTicks = 621_355_968_000_000_000n;

/** Converts to 100 ns units since 0001-01-01. */
export function toWireTicks(at: number): WireNumber {
  return toWireInteger(BigInt(at) * ticksPerMilli + epochTicks);
}

/** Formats as ISO 8601 in UTC with milliseconds. */
export function formatIso(at: number): string {
  return new Date(at).toISOString();
}

/**
 * Parses an ISO 8601 text with its zone, such as `2026-05-04T12:00:00Z`, to milliseconds; undefined for any other
 * text and for days that do not exist.
 */
export function parseIso(text: string): number | undefined {
  const [, day] = isoPattern.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
const isoPattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Parses a date in UTC to milliseconds: `2023-11-14 22:00:00`, the same with `T` and `Z`, or the day alone, which
 * means its midnight; undefined for any other text and for days that do not exist.
 */
export function parseUtcDate(text: string): number | undefined {
  const [, day, time] = datePattern.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const at = Date.parse(`${day}T${time ?? '00:00:00'}Z`);
  return Number.isNaN(at) ? undefined : at;
}
const datePattern = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,7})?)?)Z?)?$/;

/** False for a day that `Date.parse` would read as one of the next month. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && formatIso(at).startsWith(day);
}

/** The value of an ISO field that is not set. */
export const noDate = '0001-01-01T00:00:00.000Z';

/**
 * Reads a time filter without a unit: below 10^11 seconds, below 10^15 milliseconds, otherwise ticks.
 *
 * @param value a whole number of up to 18 digits
 * @returns milliseconds since 1970
 */
export function parseTimeFilter(value: bigint): number {
  if (value < 100_000_000_000n) return Number(value * 1000n);
  if (value < 1_000_000_000_000_000n) return Number(value);
  return Number((value - epochTicks) / ticksPerMilli);
}
