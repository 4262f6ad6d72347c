/** Bytes that are not a snapshot this version can read. The caller falls back to an older one, or to the journal. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
