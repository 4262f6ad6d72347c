import { expect, test } from 'vitest';
import { answering, exchange } from '../api/testing/fake-exchange.ts';
import { signedInStore, useFakeExchange } from '../api/testing/render-page.tsx';
import { getUserAccountInfos } from '../api/calls/accounts/get-user-account-infos.ts';
import { readSession } from '../session/session-persistence.ts';
import { signedOut } from '../session/session-slice.ts';
import { createStore } from './store.ts';

useFakeExchange();

// covers: session.6
test('the state is the session, the live connection and the answers, and nothing else', () => {
  const store = createStore(readSession(localStorage), localStorage);
  expect(Object.keys(store.getState()).sort()).toEqual(['api', 'live', 'session']);
});

// covers: session.1
test('before sign-in, user id, user, token and accounts are null', () => {
  const { session } = createStore(readSession(localStorage), localStorage).getState();
  expect(session).toMatchObject({ userId: null, user: null, sessionToken: null, accounts: null });
});

// covers: session.2, session.3
test("the customer's accounts are in the state and go with the session", async () => {
  exchange.use(
    answering('GetUserAccountInfos', [
      { AccountId: 31, AccountName: 'maria', AccountType: 'Legal entity', VerificationLevel: 2 },
    ]),
  );
  const store = signedInStore();
  await store.dispatch(getUserAccountInfos.initiate({ userId: 17, userName: 'maria' }));
  expect(store.getState().session.accounts).toMatchObject([{ accountId: 31, accountName: 'maria' }]);
  store.dispatch(signedOut('customer'));
  expect(store.getState().session.accounts).toBeNull();
});
