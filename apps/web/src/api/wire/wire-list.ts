/** Reads one row of market data: a list whose fields are identified by position. */
import type { WireValue } from '@salar/client/lossless-json';
import type { RowReading } from '@salar/client/reading';
import { WireRow, WireShapeError } from './wire-row.ts';
import type { Wire } from './wire-row.ts';

/**
 * @param places  the field names by position, as the client declares them
 * @throws WireShapeError when the row has fewer fields than the call promises
 */
export function readPlaces<Row>(answer: Wire<Row>, { row: places }: RowReading): WireRow<Row> {
  const values = answer as unknown as WireValue;
  if (!Array.isArray(values) || values.length < places.length)
    throw new WireShapeError('expected a row of market data');
  return new WireRow<Row>(Object.fromEntries(places.map(([name], place) => [name, values[place]])));
}
