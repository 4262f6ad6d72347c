import { describe, expect, test } from 'vitest';
import { parseSession, readSession, sessionKey, writeSession } from './session-persistence.ts';
import { signedOutState } from './session-slice.ts';
import type { SessionState } from './session-slice.ts';

const maria: SessionState = {
  ...signedOutState,
  userId: 17,
  sessionToken: 'token',
  user: {
    userId: 17,
    userName: 'maria',
    email: 'maria@example.com',
    accountId: 1001,
    operatorId: 1,
    isEmailVerified: true,
    use2FA: false,
    isLocked: false,
  },
};

// covers: session.4
test('a session survives a reload', () => {
  expect(writeSession(localStorage, maria)).toBe(true);
  expect(readSession(localStorage)).toEqual(maria);
});

test('signing out leaves nothing behind', () => {
  writeSession(localStorage, maria);
  writeSession(localStorage, signedOutState);
  expect(localStorage.getItem(sessionKey)).toBeNull();
});

// covers: session.5
test('accounts and the reason for the end are not stored', () => {
  writeSession(localStorage, {
    ...maria,
    accounts: [{ accountId: 1001, accountName: 'maria', verificationLevel: 1 }],
    endedBy: 'server',
  });
  expect(Object.keys(JSON.parse(localStorage.getItem(sessionKey) ?? '{}'))).toEqual([
    'userId',
    'user',
    'sessionToken',
  ]);
});

describe('a damaged value means signed out', () => {
  test.each([
    'not json',
    'null',
    '[]',
    '{}',
    '{"userId":"17","sessionToken":"token"}',
    '{"userId":17,"sessionToken":""}',
    '{"userId":-1,"sessionToken":"token"}',
    '{"userId":1.5,"sessionToken":"token"}',
  ])('%s', (text) => {
    expect(parseSession(text)).toEqual(signedOutState);
  });
});

test('a damaged user is fetched again, the session stays', () => {
  expect(parseSession('{"userId":17,"sessionToken":"token","user":{"userId":18}}')).toEqual({
    ...signedOutState,
    userId: 17,
    sessionToken: 'token',
  });
});

test('without storage the app still starts and signs in', () => {
  const broken = {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  };
  expect(readSession(broken)).toEqual(signedOutState);
  expect(writeSession(broken, maria)).toBe(false);
});
