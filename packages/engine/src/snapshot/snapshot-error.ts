/**
 * Thrown for bytes that are not a snapshot this version can read. The caller falls back to an older one, or to the
 * journal.
 */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Thrown for a snapshot of a newer version. That version may have decided differently, so there is no fallback. */
export class NewerSnapshot extends SnapshotError {
  /** The format version of the snapshot. */
  readonly format: number;

  constructor(format: number, known: number) {
    super(`the snapshot has format ${format}, this version reads format ${known}: update the software`);
    this.format = format;
  }
}

/** Returns an entry that the snapshot refers to, which it must have defined before. */
export function requireDefined<Entry>(entry: Entry | undefined): Entry {
  if (entry === undefined)
    throw new SnapshotError('the snapshot refers to something that it does not define');
  return entry;
}
