/** Bytes that are not a snapshot this version can read. The caller falls back to an older one, or to the journal. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** Its form is of a newer version, which may have decided otherwise since: there is nothing to fall back to. */
export class NewerSnapshot extends SnapshotError {
  /** Of the snapshot. */
  readonly format: number;

  constructor(format: number, known: number) {
    super(`the snapshot has format ${format}, this version reads format ${known}: update the software`);
    this.format = format;
  }
}

/** What the snapshot names must be something that it has defined before. */
export function requireDefined<Entry>(entry: Entry | undefined): Entry {
  if (entry === undefined) throw new SnapshotError('the snapshot names something it does not define');
  return entry;
}
