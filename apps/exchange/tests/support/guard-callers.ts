/** The callers of the guard matrix, on each transport, and whose objects they refer to. */
import { assert, userId } from '@salar/protocol';
import { keyPermissions } from '@salar/services/api-keys/key-permissions';
import type { SessionCall } from '../../src/gateway/call.ts';
import { pendingToken, switchOn } from './authenticator-app.ts';
import { lockSignIn, publicUrl } from './gateway-world.ts';
import type { Customer, GatewayWorld } from './gateway-world.ts';
import type { ObjectField } from './guard-fields.ts';
import { SoftwarePasskey } from './software-passkey.ts';
import { addKey, openKeySession, signHeaders, signSignIn } from './test-keys.ts';
import { TestSocket } from './test-socket.ts';

export type GuardCaller = {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly socket: TestSocket;
  /** `none` has no session, whatever credentials it sends. */
  readonly standing: 'none' | 'person' | 'key';
  readonly may: (call: SessionCall) => boolean;
};

/** Creates every kind of caller of a request. */
export async function createCallers(world: GatewayWorld, url: string): Promise<readonly GuardCaller[]> {
  const [maria, pedro, clara, ana, luis, eva] = await createPeople(world);
  const open = () => TestSocket.open(url);
  const resumed = async ({ token }: Pick<Customer, 'token'>) => {
    const socket = await open();
    await socket.request('WebAuthenticateUser', { SessionToken: token });
    return socket;
  };
  const noSession = { standing: 'none', may: () => false } as const;
  const person = { standing: 'person', may: () => true } as const;
  const callers: GuardCaller[] = [
    { name: 'none', headers: {}, socket: await open(), ...noSession },
    { name: 'a customer', headers: { aptoken: maria.token }, socket: await resumed(maria), ...person },
    { name: 'another customer', headers: { aptoken: pedro.token }, socket: await resumed(pedro), ...person },
  ];

  for (const permission of [...keyPermissions, null]) {
    const key = await addKey(clara, permission === null ? [] : [permission]);
    const headers = { aptoken: await openKeySession(world, key) };
    const socket = await open();
    await socket.request('AuthenticateUser', signSignIn(key, world.clock.now));
    const name = `a key with ${permission ?? 'no permission'}`;
    const may = ({ permissions }: SessionCall) => permissions.some((one) => one === permission);
    callers.push({ name, headers, socket, standing: 'key', may });
  }

  await switchOn(world, ana);
  const pending = await open();
  await pending.request('AuthenticateUser', { UserName: ana.userName, Password: ana.password });
  const pendingHeaders = { aptoken: await pendingToken(world, ana) };
  callers.push({ name: 'a pending token', headers: pendingHeaders, socket: pending, ...noSession });

  const ended = await resumed(eva);
  await eva.call('LogOut');
  callers.push({ name: 'an ended session', headers: { aptoken: eva.token }, socket: ended, ...noSession });

  const key = await addKey(luis, ['Trading', 'AccountReadOnly']);
  const [byToken, byKey] = [await resumed(luis), await open()];
  await byKey.request('AuthenticateUser', signHeaders(key, luis));
  await lockSignIn(world, luis);
  await world.services.accounts.users.refresh(userId(luis.userId));
  callers.push(
    { name: 'a locked owner', headers: { aptoken: luis.token }, socket: byToken, ...noSession },
    { name: 'a key of a locked owner', headers: signHeaders(key, luis), socket: byKey, ...noSession },
  );
  return callers;
}

async function createPeople(world: GatewayWorld) {
  const made = [];
  for (let count = 0; count < 6; count += 1) made.push(await world.customer({ level: 1 }));
  return made as [Customer, Customer, Customer, Customer, Customer, Customer];
}

/**
 * The objects of a customer: one for each field that can refer to one, and texts that no answer to others may
 * contain.
 */
export type Belongings = {
  readonly owner: Customer;
  readonly ids: Readonly<Record<ObjectField, string | number>>;
  readonly marks: readonly string[];
};

const clientOrderId = 471_147;

/** Creates a customer who has one of everything. */
export async function customerWithEverything(world: GatewayWorld): Promise<Belongings> {
  const owner = await world.customer({ level: 1, userName: 'everything-of-mine' });
  await world.fund(owner, 'USDT', 1_000_000_000n);
  await world.rest('BTCUSDT', 'sell', 10_000_000, 1000n);
  const ask = async (name: string, body: unknown = {}) => (await owner.call(name, body)).json();
  await ask('SendOrder', { InstrumentId: 1, Side: 0, OrderType: 1, Value: '110' });
  const resting = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '20000' };
  const { OrderId } = await ask('SendOrder', { ...resting, ClientOrderId: clientOrderId });
  const [transaction] = listRows(await ask('GetAccountTransactions'));
  const [trade] = listRows(await ask('GetAccountTrades'));
  const ticket = { ExternalAddress: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', Comment: '' };
  const TemplateForm = JSON.stringify(ticket);
  const { detail: code } = await ask('CreateWithdrawTicket', { ProductId: 3, Amount: '25', TemplateForm });
  const { TicketNumber } = await ask('GetWithdrawTicket', { RequestCode: code });
  const { detail: destination } = await ask('CreateAccountWithdrawInfo', {
    ProductId: 3,
    Name: 'wallet:mine:Ethereum (local)',
    AccountIdentifier: ticket.ExternalAddress,
  });
  const { apiKey } = await addKey(owner, ['Trading']);
  const [session] = listRows(await ask('GetUserSessions'));
  const { Options } = await ask('BeginPasskey');
  const Response = new SoftwarePasskey(publicUrl).create(String(Options));
  const { PasskeyId } = await ask('AddPasskey', { Name: 'Phone', Response });
  const uploaded = await world.app.inject({
    method: 'POST',
    url: '/kyc/documents?level=2&kind=identity',
    headers: { aptoken: owner.token, 'file-name': 'id.pdf', 'content-type': 'application/pdf' },
    payload: '%PDF-1.7\nmine',
  });
  const { DocumentId } = uploaded.json<Record<string, unknown>>();
  const ids = {
    OrderId,
    OrderIdToReplace: OrderId,
    ReplaceOrderId: OrderId,
    OrderIdOCO: OrderId,
    OriginalOrderId: OrderId,
    ClientOrderId: clientOrderId,
    ClientOrdId: clientOrderId,
    ClOrderId: clientOrderId,
    ClOrdId: clientOrderId,
    OriginalClientOrderId: clientOrderId,
    TradeId: trade?.['TradeId'],
    ExecutionId: trade?.['ExecutionId'] ?? trade?.['TradeId'],
    TransactionId: transaction?.['TransactionId'],
    ReferenceId: transaction?.['ReferenceId'],
    RequestCode: code,
    TicketCode: code,
    TicketNumber,
    TicketId: TicketNumber,
    AccountWithdrawInfoId: destination,
    APIKey: apiKey,
    SessionId: session?.['SessionId'],
    PasskeyId,
    DocumentId,
    EnteredBy: owner.userId,
    AccountId: owner.accountId,
    UserId: owner.userId,
  } satisfies Record<ObjectField, unknown>;
  for (const [field, id] of Object.entries(ids))
    assert(typeof id === 'string' || typeof id === 'number', `the customer has an object for ${field}`);
  const marks = [owner.userName, code, destination, apiKey, session?.['SessionId'], PasskeyId].map(String);
  return { owner, ids: ids as Belongings['ids'], marks };
}

/** Returns an id of the same form as `id` that belongs to nothing. */
export function missingLike(id: string | number): string | number {
  if (typeof id === 'number') return id + 500_000_000;
  return id.replaceAll(/[0-9a-f]/g, (digit) => (digit === 'f' ? 'e' : 'f'));
}

function listRows(answer: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(answer) ? (answer as readonly Readonly<Record<string, unknown>>[]) : [];
}
