/** Lists the columns that the MAC of a session covers: its customer, its times, its API key and its address. */
import type { SessionRecord } from '@salar/store/tables/sign-in/sessions';
import type { ProvableRow } from '../crypto/row-macs.ts';

/**
 * Returns the columns of a session. The version of its customer's password is one: a session from before a new password does
 * not come back with its row. The time of last use is not covered.
 */
export function toProvableSession(
  row: Omit<SessionRecord, 'usedAt' | 'mac'>,
  tokenHash: Buffer,
  passwordVersion: number,
): ProvableRow {
  const { sessionId, userId, createdAt, provedAt, apiKey, requestIp } = row;
  const columns = [sessionId, tokenHash, userId, passwordVersion, createdAt, provedAt, apiKey, requestIp];
  return { table: 'user_session', id: sessionId, columns };
}
