/** Attacks on passwords, codes, links and sessions (rules P, F, S and E). */
import { randomBytes } from 'node:crypto';
import { Api } from '../../support/api.ts';
import { enableSecondFactor } from '../../support/second-factor.ts';
import { loot, must, mustEqual, mustRefuse, mustRefuseAll } from './attack.ts';
import type { Attack } from './attack.ts';
import type { Answer, Target } from './target.ts';

const guesses = 5;
const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function signIn(
  target: Target,
  name: string,
  password: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return target.send('/AP/AuthenticateUser', {
    method: 'GET',
    headers: { authorization: basic(name, password), ...headers },
  });
}

function register(
  target: Target,
  fields: { name?: string; password?: string; host?: string },
): Promise<Answer> {
  const name = fields.name ?? `new${randomBytes(5).toString('hex')}`;
  const passwordHash = fields.password ?? 'Sal-y-cielo-2026';
  const UserInfo = { UserName: name, Email: `${randomBytes(5).toString('hex')}@example.test`, passwordHash };
  return target.send('/AP/RegisterUser', {
    headers: {
      'content-type': 'application/json',
      ...(fields.host === undefined ? {} : { host: fields.host }),
    },
    body: JSON.stringify({ UserInfo, OperatorId: 1 }),
  });
}

const passwords: readonly Attack[] = [
  {
    rule: 'P4',
    tries: 'learns from the answer which names exist',
    run: async (target) =>
      mustEqual(
        await signIn(target, target.victim.userName, 'wrong'),
        await signIn(target, `nobody${randomBytes(4).toString('hex')}`, 'wrong'),
      ),
  },
  {
    rule: 'P7',
    tries: 'locks the victim out of a session by wrong passwords',
    async run(target) {
      for (let guess = 0; guess < 2 * guesses; guess += 1) {
        const refusal = mustRefuse(await signIn(target, target.victim.userName, `guess ${guess}`));
        if (refusal.got !== null) return refusal;
      }
      const money = await target.readMoney(target.victim);
      return must(money !== '', `the victim still has ${money}`);
    },
  },
  {
    rule: 'P6',
    tries: "signs a visitor in from another site's page, with a header and with an address",
    async run(target) {
      const { userName, password } = target.attacker;
      const headers = { 'sec-fetch-site': 'cross-site' };
      const path = `/AP/AuthenticateUser?UserName=${userName}&Password=${encodeURIComponent(password)}`;
      return mustRefuseAll([
        await signIn(target, userName, password, headers),
        await target.send(path, { method: 'GET', headers }),
      ]);
    },
  },
  {
    rule: 'P3',
    tries: 'registers with passwords that everybody tries first, or that are too long',
    async run(target) {
      const answers = [];
      for (const password of ['123456', 'password', 'qwerty123', 'short', 'x'.repeat(1025)])
        answers.push(await register(target, { password }));
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'P5',
    tries: "registers a name that looks like the victim's",
    async run(target) {
      const { userName } = target.victim;
      const names = [
        userName.toUpperCase(),
        userName.replace('i', 'і'),
        `${userName}\u200B`,
        `ｖ${userName.slice(1)}`,
      ];
      const answers = [];
      for (const name of names) answers.push(await register(target, { name }));
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'P8',
    tries: 'changes a password without the present one',
    run: async (target) =>
      mustRefuse(
        await target.call('ChangePassword', { OldPassword: 'wrong', NewPassword: 'Sal-y-mar-2027' }),
      ),
  },
];

const sessions: readonly Attack[] = [
  {
    rule: 'S1',
    tries: 'uses tokens that it made up, and those of other kinds',
    async run(target) {
      const own = target.attacker.api.token ?? '';
      const made = randomBytes(32).toString('base64url');
      const tokens = [
        made,
        `sal_s_${made}`,
        own.replace('_s_', '_p_'),
        own.toUpperCase(),
        `${own} `.repeat(2),
        'null',
      ];
      const answers = [];
      for (const token of tokens) answers.push(await target.call('GetUserInfo', {}, token));
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'S4',
    tries: 'sends its token in the address and as a cookie',
    async run(target) {
      const token = target.attacker.api.token ?? '';
      const headers = { 'content-type': 'application/json' };
      return mustRefuseAll([
        await target.send(`/AP/GetUserInfo?aptoken=${token}`, { headers, body: '{}' }),
        await target.send('/AP/GetUserInfo', {
          headers: { ...headers, cookie: `aptoken=${token}` },
          body: '{}',
        }),
      ]);
    },
  },
  {
    rule: 'S3',
    tries: 'goes on with a token after it signed out',
    async run(target) {
      const { userName, password } = target.attacker;
      const { token } = await new Api(target.url).signIn(userName, password);
      await target.call('LogOut', {}, token);
      return mustRefuse(await target.call('GetUserInfo', {}, token));
    },
  },
  {
    rule: 'F2',
    tries: 'uses the token of half a sign-in, and guesses the code of the other half',
    async run(target) {
      const customer = await target.createCustomer('factor');
      await enableSecondFactor(customer);
      const half = await signIn(target, customer.userName, customer.password);
      const { Pending2FaToken: pending, SessionToken } = (half.json ?? {}) as Record<
        string,
        string | undefined
      >;
      if (SessionToken !== undefined) return loot('a session without a code');
      if (pending === undefined) return loot('no second step', half.summary);
      const answers = [await target.call('GetUserInfo', {}, pending)];
      for (let guess = 0; guess < guesses + 1; guess += 1) {
        const Code = String(100_000 + guess);
        answers.push(await target.call('Authenticate2FA', { Code, Pending2FaToken: pending }, null));
      }
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'F3',
    tries: 'switches a second factor off with guessed codes, and on again for itself',
    async run(target) {
      const customer = await target.createCustomer('factor');
      await enableSecondFactor(customer);
      const { token } = customer.api;
      const answers = [await target.call('EnableGoogle2FA', {}, token)];
      await target.call('Disable2FA', {}, token);
      for (const Code of ['000000', '123456', '', 'abcdef'])
        answers.push(await target.call('Authenticate2FA', { Code }, token));
      return mustRefuseAll(answers);
    },
  },
];

const mails: readonly Attack[] = [
  {
    rule: 'E1',
    tries: 'confirms withdrawals, destinations, addresses and passwords with codes that it made up',
    async run(target) {
      const UserId = target.victim.userId;
      const code = randomBytes(32).toString('base64url');
      return mustRefuseAll([
        await target.call('ConfirmWithdraw', { UserId, VerifyCode: code }),
        await target.call('ConfirmWithdrawInfo', { UserId, VerifyEmailCode: code }),
        await target.call('ConfirmUserEmail', { UserId, VerifyEmailCode: code }),
        await target.call('ResetPassword2', { UserId, PendingCode: code, Password: 'Sal-y-mar-2027' }),
        await target.call('UnlockAccount', { UserId, VerifyCode: code }),
      ]);
    },
  },
  {
    rule: 'E5',
    tries: 'learns from a reset which names exist',
    run: async (target) =>
      mustEqual(
        await target.call('ResetPassword', { UserName: target.victim.userName }, null),
        await target.call('ResetPassword', { UserName: `nobody${randomBytes(4).toString('hex')}` }, null),
      ),
  },
  {
    rule: 'E4',
    tries: 'puts a host of its own into a mailed link',
    async run(target) {
      const { userName, email, api } = target.attacker;
      const headers = {
        'content-type': 'application/json',
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        origin: 'https://evil.example',
      };
      await target.send('/AP/ResetPassword', { headers, body: JSON.stringify({ UserName: userName }) });
      const { links, text } = await api.mailTo(email, /password|contraseña|senha/i);
      return must(
        !`${links.join(' ')}${text}`.includes('evil.example'),
        links[0]?.split('?')[0] ?? 'no link',
      );
    },
  },
  {
    rule: 'E1',
    tries: 'uses a link for a password twice, and for another user',
    async run(target) {
      const customer = await target.createCustomer('reset');
      await target.call('ResetPassword', { UserName: customer.userName }, null);
      const { links } = await customer.api.mailTo(customer.email, /password|contraseña|senha/i);
      const link = new URL(links.find((one) => one.includes('/reset-password')) ?? target.url);
      const code = link.searchParams.get('verifycode') ?? link.searchParams.get('PendingCode') ?? '';
      const reset = (UserId: number) =>
        target.call('ResetPassword2', { UserId, PendingCode: code, Password: 'Sal-y-mar-2027' }, null);
      const other = await reset(target.victim.userId);
      const once = await reset(customer.userId);
      if (once.isRefused) return loot('a link that does not work', once.summary);
      return mustRefuseAll([other, await reset(customer.userId)]);
    },
  },
  {
    rule: 'E2',
    tries: 'lets a scanner of mails confirm a withdrawal by opening its link',
    async run(target) {
      const { attacker } = target;
      const created = await target.call('CreateWithdrawTicket', target.withdrawal());
      const requestCode = (created.json as { detail?: string } | null)?.detail ?? '';
      const { links } = await attacker.api.mailTo(attacker.email, /withdraw|retiro|saque/i);
      for (const link of links) {
        const { pathname, search } = new URL(link);
        for (const method of ['GET', 'HEAD']) await target.send(`${pathname}${search}`, { method });
      }
      const ticket = { OMSId: 1, AccountId: attacker.accountId, RequestCode: requestCode };
      const { text } = await target.call('GetWithdrawTicket', ticket);
      await target.call('CancelWithdraw', ticket);
      return must(text.includes('Pending2Fa'), text);
    },
  },
];

export const signInAttacks: readonly Attack[] = [...passwords, ...sessions, ...mails];
