/** API keys of customers in tests, and requests signed with them. */
import { createHmac } from 'node:crypto';
import { assert } from '@salar/protocol';
import type { Customer } from './gateway-world.ts';

export type TestKey = { readonly apiKey: string; readonly secret: string };
export type SignedHeaders = {
  readonly Nonce: string;
  readonly APIKey: string;
  readonly Signature: string;
  readonly UserId: string;
};

/** A key of exactly these permissions, none of them included. */
export async function addKey(
  owner: Customer,
  permissions: readonly string[],
  IpWhiteList = '',
): Promise<TestKey> {
  const asked = permissions.length > 0 ? permissions : ['Trading'];
  const added = await owner.call('AddUserAPIKey', { Permissions: asked, IpWhiteList });
  const { APIKey: apiKey, APISecret: secret } = added.json();
  assert(typeof apiKey === 'string' && typeof secret === 'string', `a key was made: ${added.text}`);
  if (permissions.length === 0)
    await owner.call('RemoveUserAPIKeyPermission', { APIKey: apiKey, Permission: 'Trading' });
  return { apiKey, secret };
}

/** The headers, or fields, of a request that a program signed. */
export function signed(
  { apiKey, secret }: TestKey,
  owner: { readonly userId: number },
  nonce = '1',
): SignedHeaders {
  const Signature = createHmac('sha256', secret).update(`${nonce}${owner.userId}${apiKey}`).digest('hex');
  return { Nonce: nonce, APIKey: apiKey, Signature, UserId: String(owner.userId) };
}
