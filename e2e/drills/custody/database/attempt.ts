/** An attempt of the owner of the database. */
import type { AttackedDatabase } from './attacked-database.ts';

/** Names the line of the log that reports an attempt. */
export type Alert = {
  readonly alert: string;
  /** The table that the line names; any by default. */
  readonly table?: string;
};

export type DatabaseAttempt = {
  readonly tries: string;
  /** The outcome that the defence promises. */
  readonly expected: string;
  /** Writes what takes effect at the next start, which is shared by several attempts. */
  prepare?(attacked: AttackedDatabase): Promise<void>;
  /** @returns what it got */
  run(attacked: AttackedDatabase): Promise<string>;
} & (
  | Alert
  | {
      /** Why nothing reports it. */
      readonly unreported: string;
    }
);

/** Returns the alert of a row whose MAC is wrong. */
export function refusedRowOf(table: string): Alert {
  return { alert: 'a row was changed in the database, and is refused', table };
}
