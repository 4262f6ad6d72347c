/** The journal's parts report in lines of text; one that begins with ALERT needs somebody to look. */
import type { Log } from '@salar/services/ports/log';

/** Creates a function that logs lines of one part of the program: alerts as errors, others as information. */
export function logLines(log: Log, part: string): (line: string) => void {
  return (line) => (line.startsWith('ALERT') ? log.error({ part }, line) : log.info({ part }, line));
}
