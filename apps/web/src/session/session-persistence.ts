/** Keeps the session across reloads: read before the first paint, written on sign-in and sign-out. */
import { signedOutState } from './session-slice.ts';
import type { SessionState, SessionUser } from './session-slice.ts';

export const sessionKey = 'app.user.v1';
/** Stored in place of a session that the server ended, so that other tabs can distinguish it from signing out. */
const endedText = '"ended"';

/** Returns the stored session; a missing, damaged or unreadable value means signed out. */
export function readSession(storage: Pick<Storage, 'getItem'>): SessionState {
  try {
    return parseSession(storage.getItem(sessionKey));
  } catch {
    // Some private windows disable storage: the app works, but forgets the session on reload.
    return signedOutState;
  }
}

/** True when a stored value says that the server ended the session. */
export function wasEndedByServer(text: string | null): boolean {
  return text === endedText;
}

/** Stores id, user and token, or removes them. Returns whether the browser stored it. */
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
    // Storage is full or disabled: the session lasts until the page is closed.
    return false;
  }
}

/** Parses a stored value and validates every field. */
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
