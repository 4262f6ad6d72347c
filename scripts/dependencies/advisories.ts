/** Judges what `npm audit` reports by the advisories that somebody accepted, with a reason and a last day. */
import { z } from 'zod';

const acceptedAdvisories = z.array(
  z.strictObject({
    /** Such as GHSA-xxxx-xxxx-xxxx. */
    id: z.string().regex(/^GHSA(?:-[0-9a-z]{4}){3}$/),
    package: z.string(),
    reason: z.string().min(20),
    /** The last day on which it is accepted. */
    until: z.iso.date(),
  }),
);

const auditReport = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          z.string(),
          z.object({ name: z.string(), title: z.string(), url: z.url(), severity: z.string() }),
        ]),
      ),
    }),
  ),
});

/** Somebody looks again at each acceptance within this time. */
const longestAcceptanceDays = 90;

export type AcceptedAdvisories = z.infer<typeof acceptedAdvisories>;

/** Reads the list of accepted advisories. */
export function readAcceptedAdvisories(text: string): AcceptedAdvisories {
  return acceptedAdvisories.parse(JSON.parse(text));
}

/** Returns what a failed `npm audit` printed instead of a report, or null for a report. */
export function findAuditFailure(output: string): string | null {
  const failure = z
    .union([
      z.object({ message: z.string() }).transform(({ message }) => message),
      z.object({ error: z.object({ summary: z.string() }) }).transform(({ error }) => error.summary),
    ])
    .safeParse(parseJson(output));
  if (failure.success) return failure.data;
  return auditReport.safeParse(parseJson(output)).success ? null : 'npm audit printed no report';
}

/**
 * Returns a sentence for each advisory that nobody accepted, each acceptance that ended, and each that is not needed any more.
 *
 * @param today  the day as 2026-11-27
 */
export function judgeAdvisories(output: string, accepted: AcceptedAdvisories, today: string): string[] {
  const { vulnerabilities } = auditReport.parse(parseJson(output));
  const reported = new Map(
    Object.values(vulnerabilities)
      .flatMap(({ via }) => via)
      .filter((cause) => typeof cause !== 'string')
      .map((cause) => [`${cause.url.split('/').at(-1)} ${cause.name}`, cause]),
  );
  const byKey = new Map(accepted.map((entry) => [`${entry.id} ${entry.package}`, entry]));
  const open = [...reported].flatMap(([key, { severity, title }]) => {
    const entry = byKey.get(key);
    if (entry === undefined) return [`${key}: ${severity}: ${title}`];
    if (Date.parse(entry.until) - Date.parse(today) > longestAcceptanceDays * 86_400_000)
      return [`${key}: is accepted for more than ${longestAcceptanceDays} days, until ${entry.until}`];
    return entry.until < today ? [`${key}: was accepted until ${entry.until}: ${entry.reason}`] : [];
  });
  const unneeded = [...byKey.keys()].filter((key) => !reported.has(key));
  return [...open, ...unneeded.map((key) => `${key}: is not reported any more: remove it from the list`)];
}

/** Parses what a program printed; null when that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
