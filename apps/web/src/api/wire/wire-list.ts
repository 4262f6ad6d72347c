/** Reads one row of market data: a list whose meaning goes by place. */
import { WireRow, WireShapeError } from './wire-row.ts';
import type { WireValue } from '@salar/client/lossless-json';

/** @throws WireShapeError when the row has fewer fields than the call promises */
export function readFields(value: WireValue, names: readonly string[]): WireRow {
  if (!Array.isArray(value) || value.length < names.length)
    throw new WireShapeError('expected a row of market data');
  return new WireRow(Object.fromEntries(names.map((name, place) => [name, value[place]])));
}

/** @throws WireShapeError when it is no list of rows */
export function readList<Row>(value: WireValue, read: (row: WireValue) => Row): Row[] {
  if (!Array.isArray(value)) throw new WireShapeError('expected a list');
  return value.map(read);
}
