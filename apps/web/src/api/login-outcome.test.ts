import { expect, test } from 'vitest';
import type { LoginAnswer } from './calls/sign-in/authenticate-user.ts';
import { toLoginOutcome } from './login-outcome.ts';

const complete: LoginAnswer = {
  isAuthenticated: true,
  isLocked: false,
  requires2FA: false,
  enforceEnable2FA: false,
  sessionToken: 'token',
  pending2FaToken: null,
  userId: 17,
  message: null,
};

// covers: sign-in.29, session.8
test('a complete answer signs in', () => {
  expect(toLoginOutcome(complete)).toEqual({ kind: 'signedIn', userId: 17, sessionToken: 'token' });
});

// covers: sign-in.13, sign-in.17, sign-in.26
test.each([
  ['a locked account differs from a wrong password', { isAuthenticated: false, isLocked: true }, 'locked'],
  [
    'a wrong password and an unknown user are one refusal',
    { isAuthenticated: false, message: 'Invalid username or password' },
    'refused',
  ],
  [
    'an unverified e-mail has its own outcome',
    { isAuthenticated: false, message: 'Email not verified' },
    'emailNotVerified',
  ],
  [
    'an enforced second factor is set up first, whatever else the answer carries',
    { enforceEnable2FA: true, pending2FaToken: 'pending' },
    'enforced',
  ],
  ['F5 an answer that asks for a code is no session, even with a token', { requires2FA: true }, 'refused'],
  ['F5 nor is one that asks for a set-up', { enforceEnable2FA: true }, 'refused'],
  ['an answer without a token is not a session', { sessionToken: null }, 'refused'],
  ['an answer without a user is not a session', { userId: null }, 'refused'],
] as const)('%s', (_, given, kind) => {
  expect(toLoginOutcome({ ...complete, ...given }).kind).toBe(kind);
});

// covers: sign-in.14
test('a pending second factor requires the code and keeps its token', () => {
  const answer = {
    ...complete,
    requires2FA: true,
    sessionToken: null,
    userId: null,
    pending2FaToken: 'pending',
  };
  expect(toLoginOutcome(answer)).toEqual({ kind: 'codeNeeded', pending2FaToken: 'pending' });
});

test.each([
  ['Too many attempts. Please wait a moment and try again.', { kind: 'throttled', seconds: null }],
  ['Too many attempts. Please wait 32 seconds and try again.', { kind: 'throttled', seconds: 32 }],
  ['Invalid username or password', { kind: 'refused', message: null }],
  ['Closed for maintenance', { kind: 'refused', message: 'Closed for maintenance' }],
] as const)('what the server says of a refusal: %s', (message, outcome) => {
  expect(toLoginOutcome({ ...complete, isAuthenticated: false, message })).toEqual(outcome);
});
