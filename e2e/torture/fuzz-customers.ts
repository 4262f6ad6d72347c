/** The customers of the fuzzer: signed-in ones, signed-out ones, and one whose ids the others use. */
import { signHeaders, signRequest } from '@salar/exchange/tests/support/test-keys';
import type { TestKey } from '@salar/exchange/tests/support/test-keys';
import { brokenAuthorizations } from '@salar/testing/fuzz/fuzz-calls';
import type { Dice } from '@salar/testing/seeded-random';
import type { Api } from '../support/api.ts';
import { registerCustomer, signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { pause } from './customers.ts';
import { rails } from './rails.ts';

const level = 4;
const fundingPatienceMs = 120_000;
const receiver = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

type Row = Readonly<Record<string, string>>;
type Sender = { customer: TestCustomer; key: TestKey | null; readonly isRich: boolean };

type Known = { readonly ids: readonly number[]; readonly texts: readonly string[] };

/** Ids of another customer's objects, by field name. */
export type ForeignIds = Readonly<Record<string, string | number>>;

export class FuzzCustomers {
  readonly url: string;
  readonly #dice: Dice;
  readonly #senders: Sender[];
  /** Signed out; their tokens are invalid. */
  readonly #gone: TestCustomer;
  /** Only requests other customers' objects. */
  readonly witness: TestCustomer;
  readonly #bystander: TestCustomer;
  readonly foreignIds: ForeignIds;
  #known: Known;
  #nonce = 0;
  #count: number;

  private constructor(
    url: string,
    dice: Dice,
    made: { senders: Sender[]; gone: TestCustomer; witness: TestCustomer; bystander: TestCustomer },
    things: ForeignIds,
  ) {
    this.url = url;
    this.#dice = dice;
    this.#senders = made.senders;
    this.#gone = made.gone;
    this.witness = made.witness;
    this.#bystander = made.bystander;
    this.foreignIds = things;
    this.#count = made.senders.length;
    this.#known = this.#learnKnown();
  }

  static async open(url: string, dice: Dice): Promise<FuzzCustomers> {
    const [rich, poor, gone, witness, bystander] = await Promise.all([
      registerCustomer(url, 'fuzz-rich', level),
      registerCustomer(url, 'fuzz-poor', 0),
      registerCustomer(url, 'fuzz-gone', 1),
      registerCustomer(url, 'fuzz-witness', level),
      registerCustomer(url, 'fuzz-bystander', level),
    ]);
    await Promise.all([fund(rich), fund(witness), fund(bystander)]);
    await gone.api.call('LogOut');
    const senders = [
      { customer: rich, key: await addKey(rich.api), isRich: true },
      { customer: poor, key: await addKey(poor.api), isRich: false },
    ];
    return new FuzzCustomers(
      url,
      dice,
      { senders, gone, witness, bystander },
      await createForeignIds(bystander),
    );
  }

  /** Collects ids of the customer's own and of other customers' objects: numbers, and texts. */
  get knownIds(): readonly number[] {
    return this.#known.ids;
  }

  get knownTexts(): readonly string[] {
    return this.#known.texts;
  }

  #learnKnown(): Known {
    const things = Object.values(this.foreignIds);
    const own = this.#senders.flatMap(({ customer }) => [customer.userId, customer.accountId]);
    const tokens = this.#senders.map(({ customer }) => customer.api.token ?? '');
    return {
      ids: [1, 2, 3, ...own, ...things.filter((thing) => typeof thing === 'number')],
      texts: [...tokens, ...things.filter((thing) => typeof thing === 'string')],
    };
  }

  get token(): string {
    return this.#dice.pick(this.#senders).customer.api.token ?? '';
  }

  /** Returns the headers of a request, with valid or invalid credentials. */
  credentials(request: { method: string; url: string; body: string }): Record<string, string> {
    const dice = this.#dice;
    const { customer, key } =
      dice.chance(0.8) && this.#senders[0] ? this.#senders[0] : dice.pick(this.#senders);
    const by = dice.weighted([
      [65, 'session'],
      [6, 'nobody'],
      [4, 'dead session'],
      [3, 'malformed token'],
      [7, 'key'],
      [3, 'key signed wrongly'],
      [7, 'signed request'],
      [3, 'request signed for another'],
      [2, 'basic'],
    ] as const);
    const headers: Record<string, string> = dice.chance(0.02)
      ? { userid: String(dice.pick([customer.userId, this.#bystander.userId, 'x'])) }
      : {};
    if (dice.chance(0.03)) headers['idempotency-key'] = dice.pick(['a', `k-${dice.int(0, 50)}`, ' ', '"']);
    switch (by) {
      case 'session':
        return { ...headers, aptoken: customer.api.token ?? '' };
      case 'dead session':
        return { ...headers, aptoken: this.#gone.api.token ?? '' };
      case 'malformed token':
        return {
          ...headers,
          aptoken: dice.pick(['x', 'sal_s_'.padEnd(49, 'x'), '\u00ff', 'x'.repeat(4000)]),
        };
      case 'basic':
        return { ...headers, authorization: dice.pick(brokenAuthorizations) };
      case 'nobody':
        return headers;
      default:
        return key === null ? headers : { ...headers, ...this.#signedBy(by, key, customer, request) };
    }
  }

  #signedBy(
    how: 'key' | 'key signed wrongly' | 'signed request' | 'request signed for another',
    key: TestKey,
    { userId }: TestCustomer,
    request: { method: string; url: string; body: string },
  ): Readonly<Record<string, string>> {
    this.#nonce += 1;
    const nonce = String(Date.now() * 1000 + this.#nonce);
    if (how === 'key') return signHeaders(key, { userId }, nonce);
    if (how === 'key signed wrongly') return signHeaders({ ...key, secret: 'wrong' }, { userId }, nonce);
    const body = how === 'signed request' ? request.body : `${request.body} `;
    return signRequest(key, { at: Date.now(), ...request, body });
  }

  /** Runs between two rounds: replaces lost sessions, keys and accounts, and cancels open orders. */
  async revive(): Promise<void> {
    for (const sender of this.#senders) {
      if (!(await isIn(sender.customer.api))) sender.customer = await this.#again(sender);
      const { api, accountId } = sender.customer;
      await api.call('CancelAllOrders', { OMSId: 1, AccountId: accountId });
      sender.key = (await this.#keyOf(sender)) ?? sender.key;
    }
    this.#known = this.#learnKnown();
  }

  async #again({ customer, isRich }: Sender): Promise<TestCustomer> {
    try {
      return await signInCustomer(this.url, customer);
    } catch {
      this.#count += 1;
      const made = await registerCustomer(this.url, `fuzz-${this.#count}`, isRich ? level : 0);
      if (isRich) await fund(made);
      return made;
    }
  }

  /** Replaces a deleted key. Opens a new session when the current one is too old to create a key. */
  async #keyOf(sender: Sender): Promise<TestKey | null> {
    const { key, customer } = sender;
    if (key !== null && (await isSignedIn(this.url, key, customer.userId))) return key;
    sender.customer = await signInCustomer(this.url, customer).catch(() => customer);
    const { api, userId } = sender.customer;
    const keys = (await api.call('GetUserAPIKeys', { OMSId: 1, UserId: userId })) as Row[];
    for (const { APIKey } of keys) await api.call('RemoveUserAPIKey', { APIKey });
    return addKey(api);
  }

  /**
   * Returns the bystander's balances, holds, orders and tickets as text, which no other customer's request may change.
   */
  async bystanderBooks(): Promise<string> {
    const { api, accountId } = this.#bystander;
    const fields = { OMSId: 1, AccountId: accountId };
    const readRows = async (name: string, ...columns: readonly string[]) =>
      ((await api.call(name, fields)) as Row[]).map((row) => columns.map((column) => row[column]));
    return JSON.stringify([
      await readRows('GetAccountPositions', 'ProductSymbol', 'Amount', 'Hold'),
      await readRows('GetOpenOrders', 'OrderId', 'OrderState', 'Quantity', 'Price'),
      await readRows('GetWithdrawTickets', 'RequestCode', 'Status'),
    ]);
  }
}

async function isIn(api: Api): Promise<boolean> {
  return api.call('GetUserInfo').then(
    (answer) => (answer as Row)['UserId'] !== undefined,
    () => false,
  );
}

async function isSignedIn(url: string, key: TestKey, userId: number): Promise<boolean> {
  const headers = { ...signHeaders(key, { userId }, String(Date.now() * 1000)) };
  const answer = await fetch(`${url}/AP/GetAccountPositions`, { headers });
  return answer.status === 200;
}

async function addKey(api: Api): Promise<TestKey | null> {
  const added = (await api.call('AddUserAPIKey', {
    Permissions: ['Trading', 'AccountReadOnly'],
    IpWhiteList: '',
    SignedRequestsOnly: false,
  })) as { APIKey?: string; APISecret?: string };
  const { APIKey: apiKey, APISecret: secret } = added;
  return apiKey === undefined || secret === undefined ? null : { apiKey, secret };
}

/** Sends coins on two rails, and waits until they are credited and nothing is pending. */
async function fund({ api, accountId }: TestCustomer): Promise<void> {
  const fields = { OMSId: 1, AccountId: accountId };
  const products = (await api.call('GetProducts', { OMSId: 1 })) as Row[];
  const own = rails.filter(({ network }) => network === 'Ethereum (local)');
  for (const { product, providerId, network } of own) {
    const ProductId = products.find((one) => one['Product'] === product)?.['ProductId'];
    const about = { ...fields, ProductId, AccountProviderId: providerId, GenerateNewKey: false };
    const { DepositInfo } = (await api.call('GetDepositInfo', about)) as Row;
    const [address] = JSON.parse(DepositInfo ?? '[]') as string[];
    await api.local('faucet', { network, address, product, amount: product === 'ETH' ? '5' : '20000' });
  }
  const deadline = Date.now() + fundingPatienceMs;
  for (;;) {
    const rows = (await api.call('GetAccountPositions', fields)) as Row[];
    const arrived = rows.filter((row) => Number(row['Amount']) > 0 && Number(row['PendingDeposits']) === 0);
    if (arrived.length >= own.length) return;
    if (Date.now() > deadline) throw new Error('the coins for the fuzzer were never credited');
    await pause(200);
  }
}

/** Creates one of each object that a request can refer to. */
async function createForeignIds({ api, userId, accountId }: TestCustomer): Promise<ForeignIds> {
  const ask = async (name: string, fields: object = {}) =>
    (await api.call(name, { OMSId: 1, AccountId: accountId, ...fields })) as Row;
  const rows = async (name: string) => (await ask(name)) as unknown as Row[];
  const instruments = await rows('GetInstruments');
  const InstrumentId = instruments.find((one) => one['Symbol'] === 'ETHUSDT')?.['InstrumentId'];
  const order = { InstrumentId, Side: 0, TimeInForce: 1 };
  await ask('SendOrder', { ...order, OrderType: 1, Value: '50' });
  const ClientOrderId = 471_147;
  const resting = { ...order, OrderType: 2, Quantity: '0.1', LimitPrice: '500', ClientOrderId };
  const { OrderId } = await ask('SendOrder', resting);
  const products = await rows('GetProducts');
  const ProductId = products.find((one) => one['Product'] === 'USDT')?.['ProductId'];
  const ticket = { ProductId, AccountProviderId: 2, Amount: '25', TemplateType: 'ToExternalEthereumAddress' };
  const TemplateForm = JSON.stringify({ ExternalAddress: receiver, Comment: '' });
  const { detail: RequestCode } = await ask('CreateWithdrawTicket', { ...ticket, TemplateForm });
  const { TicketNumber } = await ask('GetWithdrawTicket', { RequestCode });
  await ask('CancelWithdraw', { RequestCode });
  const { detail: AccountWithdrawInfoId } = await ask('CreateAccountWithdrawInfo', {
    ProductId,
    Name: 'wallet:mine:Ethereum (local)',
    AccountIdentifier: receiver,
  });
  const [trade] = await rows('GetAccountTrades');
  const [session] = await rows('GetUserSessions');
  const key = await addKey(api);
  const things = {
    AccountId: accountId,
    UserId: userId,
    OrderId: Number(OrderId),
    OrderIdToReplace: Number(OrderId),
    ReplaceOrderId: Number(OrderId),
    TradeId: Number(trade?.['TradeId']),
    ExecutionId: Number(trade?.['TradeId']),
    TicketNumber: Number(TicketNumber),
    TicketId: Number(TicketNumber),
    RequestCode: RequestCode ?? '',
    TicketCode: RequestCode ?? '',
    AccountWithdrawInfoId: AccountWithdrawInfoId ?? '',
    SessionId: session?.['SessionId'] ?? '',
    APIKey: key?.apiKey ?? '',
  };
  const missing = Object.entries(things).find(([, thing]) => thing === '' || Number.isNaN(thing));
  if (missing !== undefined) throw new Error(`the bystander of the fuzzer has no ${missing[0]}`);
  return things;
}
