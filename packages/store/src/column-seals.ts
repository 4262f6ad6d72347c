/** How the store seals what only the exchange may read: bank accounts of customers. The keys are not in the database. */
import type { Queryable } from './database.ts';

export interface ColumnSeals {
  /** Seals texts for one location, such as `withdrawal/1007`. */
  seal(texts: readonly string[], location: string): Buffer;
  /** Opens sealed texts; null, with an alert, when they were changed, moved, or sealed under a key that is not in the settings. */
  open(sealed: Buffer, location: string): readonly string[] | null;
  /** Computes the keyed hashes by which a text is found: under the current key first, then under former ones. */
  hashes(text: string, location: string): readonly [Buffer, ...Buffer[]];
}

/** Runs statements on tables with sealed columns. */
export interface SealedQueryable extends Queryable {
  readonly seals: ColumnSeals;
}

/** Adds the seals to a connection without them. */
export function withSeals(on: Queryable, seals: ColumnSeals): SealedQueryable {
  return {
    query: (text, values, name) => on.query(text, values, name),
    afterCommit: (effect) => on.afterCommit(effect),
    seals,
  };
}
