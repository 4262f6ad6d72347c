/** How a call is opened, in the words of OpenAPI. */
import type { Call } from '../call.ts';

const header = (name: string, description: string) => ({ type: 'apiKey', in: 'header', name, description });

export const keySchemes = {
  session: header('aptoken', 'The token of a session, from AuthenticateUser.'),
  password: {
    type: 'http',
    scheme: 'basic',
    description: 'User name or e-mail address, and password. Only where a session begins.',
  },
  pendingToken: header('Pending2FaToken', 'From a sign-in that asks for a second factor.'),
  apiKey: header('APIKey', 'An API key.'),
  nonce: header('Nonce', 'Any text; part of what is signed.'),
  signature: header('Signature', 'hex(HMAC-SHA256(secret, Nonce + UserId + APIKey)).'),
  userId: header('UserId', "The key's owner."),
} as const;

const byKey = { apiKey: [], nonce: [], signature: [], userId: [] };

/** A session; or, for calls that a key's permission opens, the headers of a signature. */
export function buildSecurity(call: Call): object[] {
  if (call.name === 'AuthenticateUser') return [{ password: [] }, byKey, {}];
  if (call.name === 'Authenticate2FA') return [{ pendingToken: [] }, { session: [] }];
  if (call.auth === 'public') return [];
  return call.permissions.length === 0 ? [{ session: [] }] : [{ session: [] }, byKey];
}
