/** Describes the credentials of calls in OpenAPI's terms. */
import type { Call } from '../call.ts';

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

export const keySchemes = {
  session: header('aptoken', 'The token of a session, from AuthenticateUser.'),
  password: {
    type: 'http',
    scheme: 'basic',
    description: 'User name or e-mail address, and password. Only for signing in.',
  },
  pendingToken: header('Pending2FaToken', 'From a sign-in that requires a second factor.'),
  apiKey: header('APIKey', 'An API key.'),
  nonce: header('Nonce', 'Any text; part of the signature.'),
  signature: header('Signature', 'hex(HMAC-SHA256(secret, Nonce + UserId + APIKey)).'),
  userId: header('UserId', "The key's owner."),
} as const;

const byKey = { apiKey: [], nonce: [], signature: [], userId: [] };

/** Returns a session; or, for calls that a key's permission admits, the headers of a signature. */
export function buildSecurity(call: Call): object[] {
  if (call.name === 'AuthenticateUser') return [{ password: [] }, byKey, {}];
  if (call.name === 'Authenticate2FA') return [{ pendingToken: [] }, { session: [] }];
  if (call.auth === 'public') return [];
  return call.permissions.length === 0 ? [{ session: [] }] : [{ session: [] }, byKey];
}
