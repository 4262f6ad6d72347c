/** Bytes that are not a snapshot this version can read. The caller falls back to an older one, or to the journal. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}

/** What the snapshot names must be something that it has defined before. */
export function known<Entry>(entry: Entry | undefined): Entry {
  if (entry === undefined) throw new SnapshotError('the snapshot names something it does not define');
  return entry;
}
