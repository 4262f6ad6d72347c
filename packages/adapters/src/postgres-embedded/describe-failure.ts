/** Converts PostgreSQL's output before it died to one sentence for a person. */

const known: readonly (readonly [RegExp, string])[] = [
  [/No space left on device/i, 'there is no disk space left for PostgreSQL'],
  [
    /could not create shared memory segment|Cannot allocate memory/i,
    'there is not enough memory for PostgreSQL',
  ],
  [/Permission denied/i, 'PostgreSQL cannot read or write its directory'],
  [/Read-only file system/i, 'the file system of the data directory is read-only'],
  [
    /invalid (magic|checksum|page)|could not locate a valid checkpoint|checksums? .*(incorrect|does not match)|database files are incompatible|could not open file "(global|base|pg_)/i,
    'the PostgreSQL cluster is damaged: restore it from a backup',
  ],
  [/recovery ended before configured recovery target/i, 'the archive ends before that moment'],
  [/recovery stop point is before consistent recovery point/i, 'that moment is before the end of the backup'],
  [/could not bind Unix address/i, 'the socket of PostgreSQL is taken by another process'],
];

/** Lines of an earlier server: its last connections may still be ending in the same log. */
function isOfOthers(line: string): boolean {
  return line.includes('terminating connection due to unexpected postmaster exit');
}

/** @param output  the end of the log or of the standard error */
export function describeFailure(output: string, otherwise: string): string {
  const found = known.find(([pattern]) => pattern.test(output));
  const fatal = output.split('\n').findLast((line) => /FATAL|PANIC|error:/.test(line) && !isOfOthers(line));
  const detail = (fatal ?? output.trim().split('\n').at(-1) ?? '')
    .replace(/^.*(FATAL|PANIC|error):\s*/, '')
    .trim();
  const sentence = found?.[1] ?? otherwise;
  return detail === '' ? sentence : `${sentence} (${detail})`;
}
