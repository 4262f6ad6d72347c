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
  proofAsked,
  sessionAwaited,
  sessionLost,
  sessionRenewed,
  signedOut,
} from '../session/session-slice.ts';
import type { SessionState, WithSession } from '../session/session-slice.ts';
import type { ApiAnswer, ApiRequest } from './base-query.ts';
import { isProofDemand, proofWasDeclined } from './reauthentication.ts';
import { renewalsDone, renewing } from './session-renewal.ts';
import { WireRow } from './wire/wire-row.ts';

/** Sends the request with this token; the same body each time. */
type Ask = (token: string | null) => Promise<ApiAnswer>;

export async function askWithSession(ask: Ask, request: ApiRequest, api: BaseQueryApi): Promise<ApiAnswer> {
  if (request.session === 'renews') return renewing(() => askForToken(ask, api));
  if (request.session === 'ends') return ask(sessionOf(api).sessionToken);
  const answer = await askInSession(ask, api);
  if (answer.error || !isProofDemand(answer.data)) return answer;
  return (await proofGiven(api)) ? askInSession(ask, api) : { error: proofWasDeclined };
}

async function askInSession(ask: Ask, api: BaseQueryApi): Promise<ApiAnswer> {
  if (sessionOf(api).asksFor === 'signIn') await signedInAgain(api);
  const { sessionToken } = sessionOf(api);
  const answer = await ask(sessionToken);
  if (sessionToken === null || !isUnauthorized(answer)) return answer;
  // It was refused before it did anything. A token that was renewed meanwhile is not a dead session.
  await adoptRenewal(api);
  if (sessionOf(api).sessionToken !== sessionToken)
    return sessionOf(api).sessionToken === null ? answer : askInSession(ask, api);
  const isBack = await signedInAgain(api);
  return isBack && api.type === 'query' ? askInSession(ask, api) : answer;
}

async function askForToken(ask: Ask, api: BaseQueryApi): Promise<ApiAnswer> {
  const answer = await ask(sessionOf(api).sessionToken);
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
  const mine = sessionOf(api);
  const { userId, sessionToken } = readSession(localStorage);
  if (sessionToken !== null && userId === mine.userId && sessionToken !== mine.sessionToken)
    api.dispatch(sessionRenewed({ sessionToken }));
}

/** Asks the customer to sign in again. Resolves with whether the same customer did. */
function signedInAgain(api: BaseQueryApi): Promise<boolean> {
  loseSession(api);
  return sessionOf(api).asksFor === 'signIn' ? renewed(api) : Promise.resolve(false);
}

/** On a page that was never answered there is nothing to keep: it gives way to sign-in. */
function loseSession(api: BaseQueryApi): void {
  api.dispatch(sessionOf(api).isConfirmed ? sessionLost() : signedOut('server'));
}

/** Asks the customer to prove who they are. Resolves with whether they did. */
function proofGiven(api: BaseQueryApi): Promise<boolean> {
  api.dispatch(proofAsked());
  return renewed(api);
}

function renewed(api: BaseQueryApi): Promise<boolean> {
  return new Promise((resolve) => {
    api.dispatch(sessionAwaited(resolve));
  });
}

function isUnauthorized({ error }: ApiAnswer): boolean {
  return error?.status === 401;
}

function sessionOf(api: BaseQueryApi): SessionState {
  return (api.getState() as WithSession).session;
}
