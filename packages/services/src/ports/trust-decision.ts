/** Somebody's decision to trust what a version without MACs left in the database. It is kept outside the database. */
import type { FormerRows } from '@salar/store/tables/former-rows';

export interface TrustDecision {
  /**
   * Checks that somebody has decided to trust these rows.
   *
   * @param part  a table, or `journal`
   * @throws when nobody has, or when the rows are others than those that were shown
   */
  check(part: string, former: FormerRows): void;
}
