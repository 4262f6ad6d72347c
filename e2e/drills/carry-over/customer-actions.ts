/** Calls the API as customers do in the drill, on version 0.1 as on this one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SoftwarePasskey } from '@salar/exchange/tests/support/software-passkey';
import { Api } from '../../support/api.ts';
import type { Authenticator } from '../../support/authenticator.ts';
import type { TestCustomer } from '../../support/customers.ts';
import { formatRailAmount, newReceiver, rails } from '../../torture/rails.ts';
import type { Rail, Receiver } from '../../torture/rails.ts';

const waitMsMax = 90_000;
const pollMs = 200;
const mailPageMax = 150;

type Row = Readonly<Record<string, string>>;
export type Ticket = {
  readonly RequestCode: string;
  readonly Status: string;
  readonly Amount: string;
  readonly AssetId: string;
  readonly TicketNumber: string;
};

export function findRail(provider: string): Rail {
  const rail = rails.find((one) => one.provider === provider);
  if (rail === undefined) throw new Error(`there is no provider ${provider}`);
  return rail;
}

export async function until<T>(what: string, read: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const found = await read();
    if (found !== null) return found;
    if (Date.now() > deadline) throw new Error(`not in time: ${what}`);
    await sleep(pollMs);
  }
}

export async function list<T = Row>({ api, accountId }: TestCustomer, name: string): Promise<readonly T[]> {
  return (await api.call(name, { OMSId: 1, AccountId: accountId })) as unknown as readonly T[];
}

/** Returns the customer's balances, holds included, by product. */
export async function readBalances(customer: TestCustomer): Promise<Readonly<Record<string, string>>> {
  const rows = await list(customer, 'GetAccountPositions');
  return Object.fromEntries(rows.map((row) => [row['ProductSymbol'] ?? '', row['Amount'] ?? '']));
}

export async function readOpenOrders(customer: TestCustomer): Promise<readonly Row[]> {
  const rows = await list(customer, 'GetOpenOrders');
  const fields = ['OrderId', 'Side', 'Price', 'Quantity', 'OrigQuantity', 'OrderState', 'Instrument'];
  return rows.map((row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? ''])));
}

/** Returns the customer's withdrawals by request code. */
export async function readTickets(customer: TestCustomer): Promise<ReadonlyMap<string, Ticket>> {
  const rows = await list<Ticket>(customer, 'GetWithdrawTickets');
  return new Map(rows.map((row) => [row.RequestCode, row]));
}

async function findId(customer: TestCustomer, product: string): Promise<string> {
  const rows = await list(customer, 'GetProducts');
  return rows.find((row) => row['Product'] === product)?.['ProductId'] ?? '';
}

/** Takes coins from the faucet and waits until they are credited. */
export async function deposit(customer: TestCustomer, rail: Rail, amount: string): Promise<void> {
  const { api, accountId } = customer;
  const before = (await readBalances(customer))[rail.product] ?? '0';
  const request = {
    OMSId: 1,
    AccountId: accountId,
    ProductId: await findId(customer, rail.product),
    AccountProviderId: rail.providerId,
    GenerateNewKey: false,
  };
  const { DepositInfo } = (await api.call('GetDepositInfo', request)) as { DepositInfo: string };
  const [address] = JSON.parse(DepositInfo) as string[];
  await api.local('faucet', { network: rail.network, address, product: rail.product, amount });
  await until(`a deposit of ${amount} ${rail.product}`, async () =>
    ((await readBalances(customer))[rail.product] ?? '0') === before ? null : true,
  );
}

/** Requests a withdrawal. @returns its request code, and the receiver */
export async function requestWithdrawal(
  customer: TestCustomer,
  rail: Rail,
  amount: bigint,
): Promise<{ readonly requestCode: string; readonly receiver: Receiver }> {
  const receiver = newReceiver(rail);
  const answer = (await customer.api.call('CreateWithdrawTicket', {
    OMSId: 1,
    AccountId: customer.accountId,
    ProductId: await findId(customer, rail.product),
    AccountProviderId: rail.providerId,
    Amount: formatRailAmount(rail, amount),
    TemplateType: rail.template,
    TemplateForm: JSON.stringify({ TemplateType: rail.template, ...receiver.form, Comment: '' }),
  })) as { result: boolean; detail: string };
  if (!answer.result) throw new Error(`a withdrawal was refused: ${answer.detail}`);
  return { requestCode: answer.detail, receiver };
}

/** Opens the mailed link of a withdrawal. */
export async function confirmWithdrawal(customer: TestCustomer, { mark }: Receiver): Promise<void> {
  const VerifyCode = await readMailedCode(customer, mark, '/confirm-withdraw');
  const answer = (await customer.api.call('ConfirmWithdraw', { UserId: customer.userId, VerifyCode })) as {
    result: boolean;
  };
  if (!answer.result) throw new Error(`ConfirmWithdraw: ${JSON.stringify(answer)}`);
}

/** Requests a withdrawal and confirms it. @returns its request code */
export async function withdraw(customer: TestCustomer, rail: Rail, amount: bigint): Promise<string> {
  const { requestCode, receiver } = await requestWithdrawal(customer, rail, amount);
  await confirmWithdrawal(customer, receiver);
  return requestCode;
}

export async function waitForStatus(
  customer: TestCustomer,
  requestCode: string,
  status: string,
): Promise<Ticket> {
  return until(`${requestCode} in ${status}`, async () => {
    const ticket = (await readTickets(customer)).get(requestCode);
    return ticket?.Status === status ? ticket : null;
  });
}

/** Saves a destination and confirms it by mail. */
export async function saveDestination(customer: TestCustomer, rail: Rail): Promise<string> {
  const { form, mark } = newReceiver(rail);
  await customer.api.call('CreateAccountWithdrawInfo', {
    OMSId: 1,
    AccountId: customer.accountId,
    ProductId: await findId(customer, rail.product),
    Name: `wallet:home:${rail.network}`,
    AccountIdentifier: form['ExternalAddress'],
  });
  const VerifyEmailCode = await readMailedCode(customer, mark, '/confirm-destination');
  await customer.api.call('ConfirmWithdrawInfo', { VerifyEmailCode });
  return mark;
}

async function readMailedCode({ api, email }: TestCustomer, mark: string, path: string): Promise<string> {
  return until(`the mail about ${mark}`, async () => {
    const mails = (await api.mailsTo(email)).slice(0, mailPageMax);
    const links = mails.filter(({ text }) => text.includes(mark)).flatMap((mail) => mail.links);
    const link = links.find((one) => one.includes(path));
    return link === undefined ? null : new URL(link).searchParams.get('verifycode');
  });
}

/** Adds a passkey. */
export async function addPasskey({ api }: TestCustomer, origin: string): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(origin);
  const { Options } = (await api.call('BeginPasskey')) as { Options: string };
  const added = (await api.call('AddPasskey', { Name: 'Phone', Response: passkey.create(Options) })) as Row;
  if (added['PasskeyId'] === undefined) throw new Error(`AddPasskey: ${JSON.stringify(added)}`);
  return passkey;
}

/** Signs in with a passkey alone. @returns false when it is refused */
export async function signInWithPasskey(url: string, passkey: SoftwarePasskey): Promise<boolean> {
  const api = new Api(url);
  const { ChallengeId = '', Options = '' } = (await api.call('BeginPasskeySignIn')) as Row;
  const answer = await api.call('AuthenticatePasskey', { ChallengeId, Response: passkey.get(Options) });
  return (answer as { Authenticated?: boolean }).Authenticated === true;
}

/** Signs in with password and second factor. */
export async function signInWithCode(
  url: string,
  who: Omit<TestCustomer, 'api'>,
  app: Authenticator,
): Promise<TestCustomer> {
  const basic = Buffer.from(`${who.userName}:${who.password}`).toString('base64');
  const password = await fetch(`${url}/AP/AuthenticateUser`, {
    headers: { authorization: `Basic ${basic}` },
  });
  const { Pending2FaToken } = (await password.json()) as { Pending2FaToken?: string };
  const code = await fetch(`${url}/AP/Authenticate2FA`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', pending2fatoken: Pending2FaToken ?? '' },
    body: JSON.stringify({ Code: await app.code() }),
  });
  const { SessionToken } = (await code.json()) as { SessionToken?: string };
  if (SessionToken === undefined) throw new Error(`${who.userName} cannot sign in with a code`);
  return { ...who, api: new Api(url, SessionToken) };
}
