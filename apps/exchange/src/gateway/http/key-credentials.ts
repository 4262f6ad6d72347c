/** Credentials of programs in the headers `Nonce`, `APIKey`, `Signature` and `UserId` (wire-protocol 1.3). */
import type { KeyCredentials } from '@salar/services/api-keys/key-signature';
import type { RequestFacts } from '../call.ts';

export const nonceLengthMax = 128;
const userIdLengthMax = 16;
const signatureLength = 64;

/** Null when the four headers are not all there, or one is longer than it can be. */
export function keyCredentialsOf(request: Pick<RequestFacts, 'header'>): KeyCredentials | null {
  const apiKey = request.header('apikey');
  if (apiKey === undefined) return null;
  return readKeyCredentials({
    apiKey,
    nonce: request.header('nonce'),
    userId: request.header('userid'),
    signature: request.header('signature'),
  });
}

/** The same of credentials that came as fields. */
export function readKeyCredentials(given: {
  readonly [Name in keyof KeyCredentials]: string | undefined;
}): KeyCredentials | null {
  const { apiKey, nonce, userId, signature } = given;
  if (apiKey === undefined || nonce === undefined || userId === undefined || signature === undefined)
    return null;
  const isFit =
    nonce.length <= nonceLengthMax &&
    userId.length <= userIdLengthMax &&
    signature.length === signatureLength;
  return isFit ? { apiKey, nonce, userId, signature } : null;
}
