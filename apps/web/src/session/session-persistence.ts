/** Keeps the session across reloads: read at once before the first paint, written when somebody signs in or out. */
import { signedOutState } from './session-slice.ts';
import type { SessionState, SessionUser } from './session-slice.ts';

export const sessionKey = 'app.user.v1';
/** Stands in place of a session that the server ended, for the other tabs to tell it from signing out. */
const endedText = '"ended"';

/** The stored session; a missing, damaged or unreadable value means signed out. */
export function readSession(storage: Pick<Storage, 'getItem'>): SessionState {
  try {
    return parseSession(storage.getItem(sessionKey));
  } catch {
    // Storage is switched off in some private windows: the app works, it only forgets.
    return signedOutState;
  }
}

/** True when what a tab wrote says that the server ended the session. */
export function wasEndedByServer(text: string | null): boolean {
  return text === endedText;
}

/** Writes id, user and token, or removes them all. Returns whether the browser kept it. */
export function writeSession(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  session: SessionState,
): boolean {
  const { userId, user, sessionToken, endedBy } = session;
  try {
    if (userId !== null && sessionToken !== null)
      storage.setItem(sessionKey, JSON.stringify({ userId, user, sessionToken }));
    else if (endedBy === 'server') storage.setItem(sessionKey, endedText);
    else storage.removeItem(sessionKey);
    return true;
  } catch {
    // Full or switched off: signing in still works until the page is closed.
    return false;
  }
}

/** Reads what was written, trusting nothing. */
export function parseSession(text: string | null): SessionState {
  if (text === null) return signedOutState;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return signedOutState;
  }
  if (!isRecord(stored)) return signedOutState;
  const { userId, sessionToken, user } = stored;
  if (!isIdentifier(userId) || typeof sessionToken !== 'string' || sessionToken === '') return signedOutState;
  return { ...signedOutState, userId, sessionToken, user: readUser(user, userId) };
}

function readUser(user: unknown, userId: number): SessionUser | null {
  if (!isRecord(user) || user['userId'] !== userId || !isIdentifier(user['accountId'])) return null;
  const { userName, email } = user;
  if (typeof userName !== 'string' || typeof email !== 'string') return null;
  return {
    userId,
    userName,
    email,
    accountId: user['accountId'],
    operatorId: isIdentifier(user['operatorId']) ? user['operatorId'] : 1,
    isEmailVerified: user['isEmailVerified'] === true,
    use2FA: user['use2FA'] === true,
    isLocked: user['isLocked'] === true,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIdentifier(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
