/**
 * Moves everything that was written under a former key to the current one, while the exchange runs: a few rows at a time, each in
 * the transaction of its check.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable } from '@salar/store';
import { countFormerRows, listFormerRows } from '@salar/store/tables/key-rotation';
import type { RotatedColumns } from '@salar/store/tables/key-rotation';
import type { Log } from '../ports/log.ts';

const batchSize = 100;

/** A table with values under keys. */
export type RotatedTable = RotatedColumns & {
  /** Writes a row under the current key. Returns false for a row that the exchange did not write. */
  rotate(tx: Queryable, id: string): Promise<boolean>;
};

type KeyRotationOptions = {
  /** Names the keys in the log. */
  readonly ring: string;
  readonly database: Database;
  readonly keyIds: readonly number[];
  readonly tables: readonly RotatedTable[];
  /** The delay between two batches. */
  readonly pauseMs: number;
  readonly log: Log;
};

export class KeyRotation {
  readonly #options: KeyRotationOptions;

  constructor(options: KeyRotationOptions) {
    this.#options = options;
  }

  /**
   * Rotates all tables; without a former key there is nothing to do.
   *
   * @returns how many rows are left under a former key: those that were changed in the database, and others that were
   * written meanwhile
   */
  async run(signal: AbortSignal): Promise<number> {
    const { ring, database, keyIds, tables, log } = this.#options;
    const [keyId = 1, ...former] = keyIds;
    if (former.length === 0) return 0;
    let left = 0;
    for (const table of tables) {
      const rotated = await this.#rotate(table, keyId, signal);
      const remaining = await countFormerRows(database, table, keyId);
      left += remaining;
      log.info({ table: table.table, rotated, remaining, key: keyId }, 'rows moved to the current key');
    }
    if (left > 0)
      log.warn({ ring, rows: left, former }, 'rows are left under a former key: it is still needed');
    else log.info({ ring, former }, 'no row is left under a former key');
    return left;
  }

  async #rotate(table: RotatedTable, keyId: number, signal: AbortSignal): Promise<number> {
    const { database, pauseMs } = this.#options;
    let after: string | null = null;
    let rotated = 0;
    while (!signal.aborted) {
      const ids: readonly string[] = await listFormerRows(database, table, {
        keyId,
        after,
        limit: batchSize,
      });
      for (const id of ids) if (await database.transaction((tx) => table.rotate(tx, id))) rotated += 1;
      after = ids.at(-1) ?? null;
      if (after === null) break;
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    }
    return rotated;
  }
}
