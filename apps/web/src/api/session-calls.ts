/**
 * Sends calls within a session that can be dead, renewed by another tab, or too old for the call.
 *
 * A dead session does not remove the page: the customer signs in again in front of it, then reads are repeated
 * automatically, while calls that change something fail and the customer presses again. A call that needs a recent
 * re-authentication was refused before it did anything, so it is repeated with the same body after re-authentication; one
 * that needs a code of the second factor, with the same body and the code.
 */
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import type { CallOutput } from '@salar/client/client';
import { readSession } from '../session/session-persistence.ts';
import {
  codeAwaited,
  codePromptEnded,
  codeRequested,
  reauthenticationRequested,
  sessionAwaited,
  sessionLost,
  sessionRenewed,
  signedOut,
} from '../session/session-slice.ts';
import type { EnteredCode, SessionState, WithSession } from '../session/session-slice.ts';
import type { ApiAnswer, ApiRequest } from './base-query.ts';
import {
  findWrongCode,
  reauthenticationWasDeclined,
  requiresCode,
  requiresReauthentication,
} from './reauthentication.ts';
import { waitForRenewals, runRenewal } from './session-renewal.ts';
import { WireRow } from './wire/wire-row.ts';

/** Sends the request with the given token; the body is the same each time, but for the code. */
type Send = (token: string | null, code?: string) => Promise<ApiAnswer>;

export async function sendWithSession(
  send: Send,
  request: ApiRequest,
  api: BaseQueryApi,
): Promise<ApiAnswer> {
  if (request.session === 'ends') return send(getSession(api).sessionToken);
  const attempt = () =>
    request.session === 'renews' ? runRenewal(() => sendForToken(send, api)) : sendInSession(send, api);
  const answer = await attempt();
  if (!answer.error && requiresCode(answer.data)) return sendWithCode(send, api);
  if (answer.error || !requiresReauthentication(answer.data)) return answer;
  return (await waitForReauthentication(api)) ? attempt() : { error: reauthenticationWasDeclined };
}

async function sendInSession(send: Send, api: BaseQueryApi): Promise<ApiAnswer> {
  if (getSession(api).prompt === 'signIn') await waitForSignIn(api);
  const { sessionToken } = getSession(api);
  const answer = await send(sessionToken);
  if (sessionToken === null || !isUnauthorized(answer)) return answer;
  // The call was refused before it did anything. A token that was renewed in the meantime does not mean a dead session.
  await adoptRenewal(api);
  if (getSession(api).sessionToken !== sessionToken)
    return getSession(api).sessionToken === null ? answer : sendInSession(send, api);
  const isBack = await waitForSignIn(api);
  return isBack && api.type === 'query' ? sendInSession(send, api) : answer;
}

/** Repeats a refused call with a code, until the server accepts one or the customer gives up. */
async function sendWithCode(send: Send, api: BaseQueryApi): Promise<ApiAnswer> {
  for (;;) {
    const entered = await waitForCode(api);
    if (entered === null) return { error: reauthenticationWasDeclined };
    const answer = await sendInSession((token) => send(token, entered.code), api);
    const problem = answer.error ? null : findWrongCode(answer.data);
    entered.report(problem);
    if (problem !== null) continue;
    api.dispatch(codePromptEnded());
    return answer;
  }
}

async function sendForToken(send: Send, api: BaseQueryApi): Promise<ApiAnswer> {
  const answer = await send(getSession(api).sessionToken);
  if (isUnauthorized(answer)) loseSession(api);
  const sessionToken = answer.error
    ? null
    : new WireRow<CallOutput<'Reauthenticate'>>(answer.data).textOr('SessionToken', null);
  // Stored while no other tab can read the old token.
  if (sessionToken) api.dispatch(sessionRenewed({ sessionToken }));
  return answer;
}

/** Adopts the token that another tab, or another call, was about to store. */
async function adoptRenewal(api: BaseQueryApi): Promise<void> {
  await waitForRenewals();
  const mine = getSession(api);
  const { userId, sessionToken } = readSession(localStorage);
  if (sessionToken !== null && userId === mine.userId && sessionToken !== mine.sessionToken)
    api.dispatch(sessionRenewed({ sessionToken }));
}

/** Prompts the customer to sign in again. Resolves to whether the same customer did. */
function waitForSignIn(api: BaseQueryApi): Promise<boolean> {
  loseSession(api);
  return getSession(api).prompt === 'signIn' ? waitForRenewal(api) : Promise.resolve(false);
}

/** A page that never received an answer has nothing to keep, so it gives way to sign-in. */
function loseSession(api: BaseQueryApi): void {
  api.dispatch(getSession(api).isConfirmed ? sessionLost() : signedOut('server'));
}

/** Prompts the customer to re-authenticate. Resolves to whether they did. */
function waitForReauthentication(api: BaseQueryApi): Promise<boolean> {
  api.dispatch(reauthenticationRequested());
  return waitForRenewal(api);
}

/** Prompts the customer for a code. Resolves to null when they enter none. */
function waitForCode(api: BaseQueryApi): Promise<EnteredCode | null> {
  api.dispatch(codeRequested());
  if (getSession(api).prompt !== 'code') return Promise.resolve(null);
  return new Promise((resolve) => {
    api.dispatch(codeAwaited(resolve));
  });
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
