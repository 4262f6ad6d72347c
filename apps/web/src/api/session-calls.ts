/**
 * Calls with a session, which can be dead, renewed by another tab, or too old for what is asked.
 *
 * A dead session does not take the page away: the customer signs in again in front of it, then reads are repeated by
 * themselves and whatever would have changed something fails, for the customer to press again. A call that needs a fresh
 * proof was refused before it did anything, so it is repeated with the same body once the proof is given.
 */
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { CallOutput } from '@salar/client/client';
import { readSession } from '../session/session-persistence.ts';
import {
  reauthenticationRequested,
  sessionAwaited,
  sessionLost,
  sessionRenewed,
  signedOut,
} from '../session/session-slice.ts';
import type { SessionState, WithSession } from '../session/session-slice.ts';
import type { ApiAnswer, ApiRequest } from './base-query.ts';
import { requiresReauthentication, reauthenticationWasDeclined } from './reauthentication.ts';
import { renewalsDone, renewing } from './session-renewal.ts';
import { WireRow } from './wire/wire-row.ts';

/** Sends the request with this token; the same body each time. */
type Send = (token: string | null) => Promise<ApiAnswer>;

export async function sendWithSession(ask: Send, request: ApiRequest, api: BaseQueryApi): Promise<ApiAnswer> {
  if (request.session === 'renews') return renewing(() => sendForToken(ask, api));
  if (request.session === 'ends') return ask(getSession(api).sessionToken);
  const answer = await sendInSession(ask, api);
  if (answer.error || !requiresReauthentication(answer.data)) return answer;
  return (await waitForReauthentication(api))
    ? sendInSession(ask, api)
    : { error: reauthenticationWasDeclined };
}

async function sendInSession(ask: Send, api: BaseQueryApi): Promise<ApiAnswer> {
  if (getSession(api).prompt === 'signIn') await waitForSignIn(api);
  const { sessionToken } = getSession(api);
  const answer = await ask(sessionToken);
  if (sessionToken === null || !isUnauthorized(answer)) return answer;
  // It was refused before it did anything. A token that was renewed meanwhile is not a dead session.
  await adoptRenewal(api);
  if (getSession(api).sessionToken !== sessionToken)
    return getSession(api).sessionToken === null ? answer : sendInSession(ask, api);
  const isBack = await waitForSignIn(api);
  return isBack && api.type === 'query' ? sendInSession(ask, api) : answer;
}

async function sendForToken(ask: Send, api: BaseQueryApi): Promise<ApiAnswer> {
  const answer = await ask(getSession(api).sessionToken);
  if (isUnauthorized(answer)) loseSession(api);
  const sessionToken = answer.error
    ? null
    : new WireRow<CallOutput<'Reauthenticate'>>(answer.data).textOr('SessionToken', null);
  // Stored before any other tab may look.
  if (sessionToken) api.dispatch(sessionRenewed({ sessionToken }));
  return answer;
}

/** Takes over the token that another tab, or another call, was about to store. */
async function adoptRenewal(api: BaseQueryApi): Promise<void> {
  await renewalsDone();
  const mine = getSession(api);
  const { userId, sessionToken } = readSession(localStorage);
  if (sessionToken !== null && userId === mine.userId && sessionToken !== mine.sessionToken)
    api.dispatch(sessionRenewed({ sessionToken }));
}

/** Asks the customer to sign in again. Resolves with whether the same customer did. */
function waitForSignIn(api: BaseQueryApi): Promise<boolean> {
  loseSession(api);
  return getSession(api).prompt === 'signIn' ? waitForRenewal(api) : Promise.resolve(false);
}

/** On a page that was never answered there is nothing to keep: it gives way to sign-in. */
function loseSession(api: BaseQueryApi): void {
  api.dispatch(getSession(api).isConfirmed ? sessionLost() : signedOut('server'));
}

/** Asks the customer to prove who they are. Resolves with whether they did. */
function waitForReauthentication(api: BaseQueryApi): Promise<boolean> {
  api.dispatch(reauthenticationRequested());
  return waitForRenewal(api);
}

function waitForRenewal(api: BaseQueryApi): Promise<boolean> {
  return new Promise((resolve) => {
    api.dispatch(sessionAwaited(resolve));
  });
}

function isUnauthorized({ error }: ApiAnswer): boolean {
  return error?.status === 401;
}

function getSession(api: BaseQueryApi): SessionState {
  return (api.getState() as WithSession).session;
}
