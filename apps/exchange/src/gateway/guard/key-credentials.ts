/**
 * Reads API key credentials. Headers are `APIKey` with `X-Salar-Timestamp`, `X-Salar-Nonce` and `X-Salar-Signature`,
 * which sign one request (security rule K2), or with `Nonce`, `Signature` and `UserId`, as the family does
 * (wire-protocol 1.3).
 */
import type { SignedCredentials } from '@salar/services/api-keys/key-authenticator';
import type { IncomingRequest } from '../call.ts';

export const nonceLengthMax = 128;
const userIdLengthMax = 16;
const signatureLength = 64;

type PresentedCredentials = {
  readonly [Name in 'apiKey' | 'nonce' | 'userId' | 'signature' | 'timestamp']?: string | undefined;
};

/** Returns null when the headers of neither form are complete, or one exceeds its maximum length. */
export function findKeyCredentials(
  request: Pick<IncomingRequest, 'header' | 'sent'>,
): SignedCredentials | null {
  const apiKey = request.header('apikey');
  if (apiKey === undefined) return null;
  const timestamp = request.header('x-salar-timestamp');
  if (timestamp === undefined)
    return readFamilyForm({
      apiKey,
      nonce: request.header('nonce'),
      userId: request.header('userid'),
      signature: request.header('signature'),
    });
  const nonce = request.header('x-salar-nonce');
  const signature = request.header('x-salar-signature');
  return request.sent === undefined
    ? null
    : readRequestForm({ apiKey, timestamp, nonce, signature }, request.sent);
}

/** Reads credentials that came as fields. With a timestamp, they sign the sign-in itself. */
export function readKeyCredentials(given: PresentedCredentials): SignedCredentials | null {
  return given.timestamp === undefined ? readFamilyForm(given) : readRequestForm(given, signInByFields);
}

/** Replaces method, path and body in the signature of a sign-in by fields, on either transport. */
const signInByFields = { method: 'SIGN-IN', target: 'AuthenticateUser', body: null } as const;

function readFamilyForm({
  apiKey,
  nonce,
  userId,
  signature,
}: PresentedCredentials): SignedCredentials | null {
  if (apiKey === undefined || nonce === undefined || userId === undefined || signature === undefined)
    return null;
  const isFit =
    nonce.length <= nonceLengthMax &&
    userId.length <= userIdLengthMax &&
    signature.length === signatureLength;
  return isFit ? { apiKey, nonce, userId, signature } : null;
}

function readRequestForm(
  { apiKey, timestamp, nonce, signature }: PresentedCredentials,
  request: NonNullable<IncomingRequest['sent']>,
): SignedCredentials | null {
  if (apiKey === undefined || timestamp === undefined || nonce === undefined || signature === undefined)
    return null;
  const isFit = nonce.length <= nonceLengthMax && signature.length === signatureLength;
  return isFit ? { apiKey, timestamp, nonce, signature, request } : null;
}
