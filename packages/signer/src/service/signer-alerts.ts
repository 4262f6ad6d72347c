/** The alerts of a signer: what it refuses, and who may not connect. */

export type SignerAlert = {
  /** The event, such as `refused to sign: hourly_cap_exceeded`. */
  readonly event: string;
  /** The object of the request, such as `ticket 1003`; empty when that is unknown. */
  readonly subject: string;
};

/** A payment that waits for a cap is requested every few seconds: the same alert is written again after an hour. */
const silentMs = 3_600_000;
/** More different alerts than this are kept by the oldest being forgotten, so that a caller cannot fill the memory. */
const rememberedMax = 10_000;

/**
 * Creates a function that writes alerts as lines which start with `ALERT`, the same one at most once an hour, with the number
 * of alerts of this event so far.
 */
export function createAlerts(
  write: (line: string) => void,
  clock: () => number = Date.now,
): (alert: SignerAlert) => void {
  const written = new Map<string, number>();
  const counts = new Map<string, number>();
  return ({ event, subject }) => {
    const count = (counts.get(event) ?? 0) + 1;
    counts.set(event, count);
    const key = `${event} ${subject}`;
    const last = written.get(key);
    const now = clock();
    if (last !== undefined && now - last < silentMs) return;
    written.delete(key);
    written.set(key, now);
    const [oldest] = written.keys();
    if (written.size > rememberedMax && oldest !== undefined) written.delete(oldest);
    write(`ALERT: ${event}${subject === '' ? '' : ` (${subject})`}; ${count} since the start\n`);
  };
}
