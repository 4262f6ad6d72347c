/**
 * Proves rows of the database: a MAC over the columns that a decision rests on, under a key that the database does not have.
 *
 * Somebody who writes to the database can delete a row, or restore one as it was before, but not create or change one.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Log } from '../ports/log.ts';
import type { SealedBox } from './sealed-box.ts';

/** A column. A table's columns always have the same types in the same order, so that no two rows have the same text. */
type Column = string | number | bigint | boolean | null | Uint8Array | readonly string[];

export type ProvableRow = {
  readonly table: string;
  /** Identifies the row in the log. */
  readonly id: string | number;
  readonly columns: readonly Column[];
};

type RowMacsOptions = { readonly box: Pick<SealedBox, 'keyId' | 'keyIds' | 'mac'>; readonly log: Log };

export class RowMacs {
  readonly #options: RowMacsOptions;

  constructor(options: RowMacsOptions) {
    this.#options = options;
  }

  /** Computes the MAC of a row. It begins with the id of its key. */
  compute(row: Omit<ProvableRow, 'id'>): Buffer {
    return this.#compute(row, this.#options.box.keyId);
  }

  /** Checks a keyed hash that `compute` returned, under its own key. A wrong one is no alert: it may have been typed. */
  isSame(row: Omit<ProvableRow, 'id'>, mac: Uint8Array): boolean {
    const [keyId = 0] = mac;
    if (!this.#options.box.keyIds.includes(keyId)) return false;
    const expected = this.#compute(row, keyId);
    return mac.length === expected.length && timingSafeEqual(mac, expected);
  }

  /** Checks who wrote a row. Returns false, with an alert, when it was not the exchange. */
  isProved(row: ProvableRow, mac: Uint8Array | null): boolean {
    if (mac !== null && this.isSame(row, mac)) return true;
    const { table, id } = row;
    this.#options.log.error({ table, id }, 'ALERT: a row was changed in the database, and is refused');
    return false;
  }

  #compute({ table, columns }: Omit<ProvableRow, 'id'>, keyId: number): Buffer {
    const text = JSON.stringify(columns.map(toJson));
    return Buffer.concat([Buffer.of(keyId), this.#options.box.mac(text, `row/${table}`, keyId)]);
  }
}

function toJson(column: Column): string | number | boolean | null | readonly string[] {
  if (typeof column === 'bigint') return String(column);
  return column instanceof Uint8Array ? Buffer.from(column).toString('hex') : column;
}
