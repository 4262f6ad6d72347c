/** Creates customers as in production: they register, open the mailed link, sign in and are verified. */
import { Api } from './api.ts';

export type TestCustomer = {
  readonly userName: string;
  readonly email: string;
  readonly password: string;
  readonly userId: number;
  readonly accountId: number;
  readonly api: Api;
};

const password = 'Sal-y-cielo-2026';

type Registered = Pick<TestCustomer, 'userName' | 'email' | 'password' | 'userId'>;

export async function registerCustomer(url: string, userName: string, level: number): Promise<TestCustomer> {
  const registered = await registerOnly(url, userName);
  if (level > 0) await new Api(url).local('verification', { userName, level });
  return signInCustomer(url, registered);
}

/** Registers a customer who opens the mailed link and never signs in. */
export async function registerOnly(url: string, userName: string): Promise<Registered> {
  const api = new Api(url);
  const email = `${userName}@example.test`;
  const registered = (await api.call('RegisterUser', {
    UserInfo: { UserName: userName, Email: email, passwordHash: password },
    OperatorId: 1,
  })) as { UserId?: string; errormsg?: string };
  if (registered.UserId === undefined)
    throw new Error(`cannot register ${userName}: ${JSON.stringify(registered)}`);
  const mail = await api.mailTo(email, /./);
  const link = new URL(mail.links.find((one) => one.includes('/verify-email')) ?? '');
  await api.call('ConfirmUserEmail', {
    UserId: registered.UserId,
    VerifyEmailCode: link.searchParams.get('verifycode'),
  });
  return { userName, email, password, userId: Number(registered.UserId) };
}

/** Opens a new session for an existing customer. */
export async function signInCustomer(
  url: string,
  who: { userName: string; email: string; password: string },
): Promise<TestCustomer> {
  const api = await new Api(url).signIn(who.userName, who.password);
  const info = (await api.call('GetUserInfo', {})) as { UserId: string; AccountId: string };
  return { ...who, userId: Number(info.UserId), accountId: Number(info.AccountId), api };
}
