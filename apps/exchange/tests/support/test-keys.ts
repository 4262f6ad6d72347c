/** API keys of customers in tests, and requests signed with them. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { assert } from '@salar/protocol';
import type { Customer, GatewayWorld } from './gateway-world.ts';

export type TestKey = { readonly apiKey: string; readonly secret: string };
export type SignedHeaders = {
  readonly Nonce: string;
  readonly APIKey: string;
  readonly Signature: string;
  readonly UserId: string;
};

/**
 * Adds a key with exactly these permissions, possibly none. One with Withdraw accepts signed requests only, others the family's
 * signature too.
 */
export async function addKey(
  owner: Customer,
  permissions: readonly string[],
  IpWhiteList = '',
): Promise<TestKey> {
  const fields = permissions.length > 0 ? permissions : ['Trading'];
  const added = await owner.call('AddUserAPIKey', {
    Permissions: fields,
    IpWhiteList,
    SignedRequestsOnly: fields.includes('Withdraw'),
  });
  const { APIKey: apiKey, APISecret: secret } = added.json();
  assert(typeof apiKey === 'string' && typeof secret === 'string', `the key was created: ${added.text}`);
  if (permissions.length === 0)
    await owner.call('RemoveUserAPIKeyPermission', { APIKey: apiKey, Permission: 'Trading' });
  return { apiKey, secret };
}

/** Returns the headers, or fields, of a request with the family's signature. */
export function signHeaders(
  { apiKey, secret }: TestKey,
  owner: { readonly userId: number },
  nonce = '1',
): SignedHeaders {
  const Signature = createHmac('sha256', secret).update(`${nonce}${owner.userId}${apiKey}`).digest('hex');
  return { Nonce: nonce, APIKey: apiKey, Signature, UserId: String(owner.userId) };
}

/** Returns the headers of one request whose signature covers all of it; `url` is path and query. */
export function signRequest(
  { apiKey, secret }: TestKey,
  request: { readonly at: number; readonly method?: string; readonly url: string; readonly body?: string },
): Readonly<Record<string, string>> {
  const { at, method = 'POST', url, body = '' } = request;
  const nonce = randomBytes(8).toString('hex');
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const text = [at, nonce, method, url, bodyHash].join('\n');
  return {
    APIKey: apiKey,
    'X-Salar-Timestamp': String(at),
    'X-Salar-Nonce': nonce,
    'X-Salar-Signature': createHmac('sha256', secret).update(text).digest('hex'),
  };
}

/** Returns the fields of a sign-in whose signature covers it, for either transport. */
export function signSignIn(key: TestKey, at: number): Readonly<Record<string, string | undefined>> {
  const headers = signRequest(key, { at, method: 'SIGN-IN', url: 'AuthenticateUser' });
  return {
    APIKey: key.apiKey,
    Timestamp: headers['X-Salar-Timestamp'],
    Nonce: headers['X-Salar-Nonce'],
    Signature: headers['X-Salar-Signature'],
  };
}

/** Opens a session of a key, and returns its token. */
export async function openKeySession(
  world: Pick<GatewayWorld, 'call' | 'clock'>,
  key: TestKey,
): Promise<string> {
  const answer = await world.call('AuthenticateUser', signSignIn(key, world.clock.now));
  const { SessionToken: token } = answer.json();
  assert(typeof token === 'string', `the key signed in: ${answer.text}`);
  return token;
}
