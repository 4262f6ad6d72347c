/** Attacks with API keys that leaked (rules K). */
import { createApiKey } from '../../support/api-key-client.ts';
import { signHeaders, signRequest } from '@salar/exchange/tests/support/test-keys';
import type { TestKey } from '@salar/exchange/tests/support/test-keys';
import { loot, mustRefuse, mustRefuseAll, nothing } from './attack.ts';
import type { Attack } from './attack.ts';
import type { Answer, Target } from './target.ts';

const minuteMs = 60_000;
const json = { 'content-type': 'application/json' };

async function addKey(target: Target, fields: object): Promise<Answer> {
  return target.call('AddUserAPIKey', { IpWhiteList: '', ...fields });
}

async function createKey(target: Target, permissions: readonly string[], IpWhiteList = ''): Promise<TestKey> {
  const answer = await addKey(target, { Permissions: permissions, IpWhiteList });
  const { APIKey: apiKey, APISecret: secret } = (answer.json ?? {}) as Record<string, string | undefined>;
  if (apiKey === undefined || secret === undefined) throw new Error(`no key: ${answer.summary}`);
  return { apiKey, secret };
}

/** Makes one signed call. */
function callSigned(
  target: Target,
  key: TestKey,
  name: string,
  fields: object,
  at = Date.now(),
): Promise<Answer> {
  const url = `/AP/${name}`;
  const body = JSON.stringify(fields);
  return target.send(url, { headers: { ...json, ...signRequest(key, { at, url, body }) }, body });
}

export const keyAttacks: readonly Attack[] = [
  {
    rule: 'K3',
    tries: 'withdraws, saves a destination and makes keys with a key for trading',
    async run(target) {
      const key = await createKey(target, ['Trading', 'AccountReadOnly']);
      const { userId } = target.attacker;
      return mustRefuseAll([
        await callSigned(target, key, 'CreateWithdrawTicket', target.withdrawal()),
        await callSigned(target, key, 'AddUserAPIKey', { UserId: userId, Permissions: ['Withdraw'] }),
        await callSigned(target, key, 'AddUserAPIKeyPermission', {
          APIKey: key.apiKey,
          Permission: 'Withdraw',
        }),
        await callSigned(target, key, 'ChangePassword', { OldPassword: 'x', NewPassword: 'Sal-y-mar-2027' }),
        await callSigned(target, key, 'EnableGoogle2FA', {}),
      ]);
    },
  },
  {
    rule: 'K3',
    tries: 'trades with a key that only reads',
    async run(target) {
      const key = await createKey(target, ['AccountReadOnly']);
      return mustRefuse(await callSigned(target, key, 'SendOrder', target.order()));
    },
  },
  {
    rule: 'K4',
    tries: 'withdraws with a key for withdrawals to an address that is not saved',
    async run(target) {
      const key = await createKey(target, ['Withdraw']);
      return mustRefuse(await callSigned(target, key, 'CreateWithdrawTicket', target.withdrawal()));
    },
  },
  {
    rule: 'K4',
    tries: 'uses a key from an address that is not on its list, and claims one that is',
    async run(target) {
      const key = await createKey(target, ['AccountReadOnly'], '203.0.113.9');
      const url = '/AP/GetAccountPositions';
      const claims = {
        'x-forwarded-for': '203.0.113.9',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9',
      };
      const headers = { ...json, ...claims, ...signRequest(key, { at: Date.now(), url, body: '{}' }) };
      return mustRefuseAll([
        await callSigned(target, key, 'GetAccountPositions', {}),
        await target.send(url, { headers, body: '{}' }),
      ]);
    },
  },
  {
    rule: 'K4',
    tries: 'makes keys for any address, for addresses that are none, and for unknown permissions',
    run: async (target) =>
      mustRefuseAll([
        await addKey(target, { Permissions: ['Trading'], IpWhiteList: '0.0.0.0/0' }),
        await addKey(target, { Permissions: ['Trading'], IpWhiteList: '::/0' }),
        await addKey(target, { Permissions: ['Trading'], IpWhiteList: '999.1.1.1' }),
        await addKey(target, { Permissions: ['Operator'] }),
        await addKey(target, { Permissions: [] }),
      ]),
  },
  {
    rule: 'K2',
    tries: 'sends a signed request twice, an old one, and one with another body',
    async run(target) {
      const key = await createKey(target, ['AccountReadOnly', 'Trading']);
      const url = '/AP/GetAccountPositions';
      const body = '{}';
      const headers = { ...json, ...signRequest(key, { at: Date.now(), url, body }) };
      const first = await target.send(url, { headers, body });
      if (first.isRefused) return loot('a key that does not work', first.summary);
      const fresh = { ...json, ...signRequest(key, { at: Date.now(), url, body }) };
      return mustRefuseAll([
        await target.send(url, { headers, body }),
        await callSigned(target, key, 'GetAccountPositions', {}, Date.now() - 2 * minuteMs),
        await callSigned(target, key, 'GetAccountPositions', {}, Date.now() + 2 * minuteMs),
        await target.send(url, { headers: fresh, body: `{"AccountId":${target.attacker.accountId}}` }),
        await target.send('/AP/CancelAllOrders', { headers: fresh, body }),
      ]);
    },
  },
  {
    rule: 'K2',
    tries: "signs with the family's plain signature and a key that does not allow it",
    async run(target) {
      const key = await createKey(target, ['AccountReadOnly', 'Trading']);
      const headers = { ...json, ...signHeaders(key, target.attacker, String(Date.now())) };
      return mustRefuse(await target.send('/AP/GetAccountPositions', { headers, body: '{}' }));
    },
  },
  {
    rule: 'K3',
    tries: "gives a key of the family's kind the right to withdraw",
    async run(target) {
      const { APIKey } = await createApiKey(target.attacker);
      return mustRefuseAll([
        await addKey(target, { Permissions: ['Withdraw'], SignedRequestsOnly: false }),
        await target.call('AddUserAPIKeyPermission', { APIKey, Permission: 'Withdraw' }),
      ]);
    },
  },
  {
    rule: 'K1',
    tries: 'reads the secret of a key again',
    async run(target) {
      const { secret } = await createKey(target, ['AccountReadOnly']);
      const { text } = await target.call('GetUserAPIKeys', { UserId: target.attacker.userId });
      return text.includes(secret) ? loot('the secret') : nothing('keys without secrets');
    },
  },
];
