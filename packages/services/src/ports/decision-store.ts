/** Storage for what the database alone must not prove, outside the database. */

export type DecisionState = {
  /** The version of each operator's newest row; null before the exchange has given its operators versions. */
  readonly operators: Readonly<Record<string, number>> | null;
  /** When each proposal of the last days was performed or declined, by its number. */
  readonly proposals: Readonly<Record<string, number>>;
  /** When each bank payout in progress was started, by its ticket. */
  readonly payouts: Readonly<Record<string, number>>;
  /** The highest index of the deposit addresses that were shown, by family. */
  readonly addresses: Readonly<Record<string, number>>;
  /** When each halt of the watcher was carried out, by its identity; null before the exchange has recorded any. */
  readonly halts: Readonly<Record<string, number>> | null;
  /** Until when all decisions of a kind about levels were applied, by the kind. */
  readonly levelsApplied: Readonly<Record<string, number>>;
  /** The lowest level that operators took from each customer and have not given back, by user id. */
  readonly levelsTaken: Readonly<Record<string, number>>;
};

export type DecisionStore = {
  /** Null when nothing was saved yet. @throws when what was saved cannot be read */
  load(): DecisionState | null;
  /** Replaces what was saved. It is on disk when this returns. */
  save(state: DecisionState): void;
};
