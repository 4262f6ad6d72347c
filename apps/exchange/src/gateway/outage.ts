/** Tells "come back in a moment" from "this is a fault of ours". */

/** Seconds to wait when an error means that a part of us is away or full for now; null for every other error. */
export function retryAfterOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('retryAfterMs' in error && typeof error.retryAfterMs === 'number')
    return Math.max(1, Math.ceil(error.retryAfterMs / 1000));
  if ('code' in error && typeof error.code === 'string' && isDatabaseAway(error.code)) return 1;
  return databaseAwayTexts.some((text) => error.message.includes(text)) ? 1 : null;
}

/** Connection lost or refused, server starting or stopping, out of connections. */
function isDatabaseAway(code: string): boolean {
  return code.startsWith('08') || databaseAwayCodes.has(code);
}
const databaseAwayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
/** What the driver says without a code. */
const databaseAwayTexts = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'not queryable',
];
