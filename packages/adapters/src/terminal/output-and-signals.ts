/** Keeps programs with a long life running when nobody reads their output any more. */

/**
 * Keeps the process running when the reader of its standard output or standard error goes away (a log collector that ends, a
 * closed pipe): what it writes there is lost, and nothing else.
 */
export function surviveClosedOutput(): void {
  // The error cannot be reported: the place to report it is the one that is gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Calls `act` on SIGHUP, which rotating logs and closing terminals send, and which would end the process otherwise. */
export function onHangUp(act: () => void = () => undefined): void {
  process.on('SIGHUP', act);
}
