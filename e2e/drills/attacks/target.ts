/** The attacked exchange with its customers, as it is seen from outside. */
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { createCustomerWithEther } from '../../support/create-customer-with-ether.ts';
import { registerCustomer } from '../../support/customers.ts';
import type { TestCustomer } from '../../support/customers.ts';
import { startServer } from '../../support/server.ts';
import type { RunningServer } from '../../support/server.ts';

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** Null when it is not JSON. */
  readonly json: unknown;
  readonly isRefused: boolean;
  /** Status and text on one line. */
  readonly summary: string;
};

export type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The address of this machine that it comes from. */
  readonly from?: string | undefined;
};

/** A customer whose ids the attacker has. */
export type Victim = TestCustomer & {
  readonly orderId: string;
  readonly ticket: string;
  readonly destination: string;
  readonly apiKey: string;
  readonly sessionId: string;
  readonly depositAddress: string;
};

const ether = 2;
const etherProvider = 1;
const etherTemplate = 'ToExternalEthereumAddress';
const timeoutMs = 30_000;

export class Target {
  readonly #server: RunningServer;
  readonly victim: Victim;
  readonly instrument: number;
  #attacker: TestCustomer;
  #count = 0;
  /** Answers that no request may cause: server errors. */
  readonly broken: string[] = [];

  private constructor(
    server: RunningServer,
    parts: { victim: Victim; attacker: TestCustomer; instrument: number },
  ) {
    this.#server = server;
    this.victim = parts.victim;
    this.#attacker = parts.attacker;
    this.instrument = parts.instrument;
  }

  /** Starts an exchange with a victim who has ether, an order, a waiting withdrawal, a saved destination and a key. */
  static async start(): Promise<Target> {
    // As in production, where the pages of no other site may read a customer's answers.
    const server = await startServer({ env: { SALAR_CORS_ORIGINS: 'https://bots.example' } });
    try {
      const [owner, attacker] = await Promise.all([
        createCustomerWithEther(server.url, 'victim', '1'),
        createAttacker(server.url),
      ]);
      const instrument = await findInstrument(owner);
      return new Target(server, { victim: await prepareVictim(owner, instrument), attacker, instrument });
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  get url(): string {
    return this.#server.url;
  }

  /** The signed-in attacker, who has half an ether. */
  get attacker(): TestCustomer {
    return this.#attacker;
  }

  /** Goes on with another attacker, whose limits of requests are unused. */
  async changeAttacker(): Promise<void> {
    this.#attacker = await createAttacker(this.url);
  }

  /** Creates a customer of level 1 without money. */
  createCustomer(name: string, level = 1): Promise<TestCustomer> {
    this.#count += 1;
    return registerCustomer(this.url, `${name}${this.#count}x${Date.now()}`, level);
  }

  /** Sends a request exactly as it is given. */
  async send(path: string, { method = 'POST', headers = {}, body = '', from }: Sent = {}): Promise<Answer> {
    const answer = await exchange(this.url, path, { method, headers, body, from });
    if (answer.status >= 500) this.broken.push(`${method} ${path}: ${answer.summary}`);
    return answer;
  }

  /** Makes a call with a token, by default the attacker's. */
  call(name: string, body: unknown = {}, token: string | null = this.attacker.api.token): Promise<Answer> {
    return this.callText(name, JSON.stringify(body), token);
  }

  /** Makes a call with a body of any bytes. */
  callText(name: string, body: string, token: string | null = this.attacker.api.token): Promise<Answer> {
    const headers = { 'content-type': 'application/json', ...(token === null ? {} : { aptoken: token }) };
    return this.send(`/AP/${name}`, { headers, body });
  }

  /** The attacker's own withdrawal of ether, with changed fields. */
  withdrawal(
    changes: Readonly<Record<string, unknown>> = {},
    to = createReceiver(),
  ): Record<string, unknown> {
    return buildWithdrawal(this.attacker.accountId, changes, to);
  }

  /** A resting order to sell the attacker's ether far above any price, with changed fields. */
  order(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    return buildOrder(this.attacker.accountId, this.instrument, changes);
  }

  /** Reads what a customer has, as text. */
  async readMoney({ api, accountId }: TestCustomer): Promise<string> {
    const rows = (await api.call('GetAccountPositions', { OMSId: 1, AccountId: accountId })) as {
      ProductSymbol: string;
      Amount: string;
      Hold: string;
    }[];
    return rows
      .filter(({ Amount }) => Number(Amount) !== 0)
      .map(({ ProductSymbol, Amount, Hold }) => `${ProductSymbol} ${Amount} (${Hold} held)`)
      .sort()
      .join(', ');
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }
}

function createAttacker(url: string): Promise<TestCustomer> {
  return createCustomerWithEther(url, 'attacker', '0.5');
}

/** Creates an address that was never used before. */
export function createReceiver(): string {
  return privateKeyToAddress(generatePrivateKey());
}

function buildWithdrawal(accountId: number, changes: object, to: string): Record<string, unknown> {
  return {
    OMSId: 1,
    AccountId: accountId,
    ProductId: ether,
    AccountProviderId: etherProvider,
    Amount: '0.05',
    TemplateType: etherTemplate,
    TemplateForm: JSON.stringify({ TemplateType: etherTemplate, ExternalAddress: to, Comment: '' }),
    ...changes,
  };
}

function buildOrder(accountId: number, instrument: number, changes: object): Record<string, unknown> {
  return {
    OMSId: 1,
    AccountId: accountId,
    InstrumentId: instrument,
    Side: 'Sell',
    OrderType: 'Limit',
    Quantity: '0.01',
    LimitPrice: '90000',
    ...changes,
  };
}

async function findInstrument({ api }: TestCustomer): Promise<number> {
  const rows = (await api.call('GetInstruments', { OMSId: 1 })) as { Symbol: string; InstrumentId: string }[];
  const found = rows.find(({ Symbol: name }) => name === 'ETHUSDT');
  if (found === undefined) throw new Error('there is no market of ether');
  return Number(found.InstrumentId);
}

async function prepareVictim(owner: TestCustomer, instrument: number): Promise<Victim> {
  const { api, accountId } = owner;
  const own = { OMSId: 1, AccountId: accountId };
  const order = (await api.call('SendOrder', buildOrder(accountId, instrument, {}))) as { OrderId: string };
  const withdrawal = buildWithdrawal(accountId, {}, createReceiver());
  const ticket = (await api.call('CreateWithdrawTicket', withdrawal)) as { result: boolean; detail: string };
  if (!ticket.result) throw new Error(`the victim cannot withdraw: ${ticket.detail}`);
  const saved = (await api.call('CreateAccountWithdrawInfo', {
    ...own,
    ProductId: ether,
    Name: 'wallet:ledger:Ethereum (local)',
    AccountIdentifier: createReceiver(),
  })) as { detail: string };
  const key = (await api.call('AddUserAPIKey', { Permissions: ['Trading'] })) as { APIKey: string };
  const [session] = (await api.call('GetUserSessions')) as { SessionId: string }[];
  const info = (await api.call('GetDepositInfo', { ...own, ProductId: ether })) as { DepositInfo: string };
  const [depositAddress = ''] = JSON.parse(info.DepositInfo) as string[];
  const victim = {
    ...owner,
    orderId: order.OrderId,
    ticket: ticket.detail,
    destination: saved.detail,
    apiKey: key.APIKey,
    sessionId: session?.SessionId ?? '',
    depositAddress,
  };
  for (const [name, value] of Object.entries(victim))
    if (value === undefined || value === '') throw new Error(`the victim has no ${name}`);
  return victim;
}

function exchange(url: string, path: string, { method, headers, body, from }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers: { ...headers }, timeout: timeoutMs };
    const sent = request({ ...options, ...(from === undefined ? {} : { localAddress: from }) }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve(readAnswer(answer.statusCode ?? 0, answer.headers, Buffer.concat(parts).toString('utf8'))),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error(`${method ?? ''} ${path} had no answer`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

function readAnswer(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  const json = parseJson(text);
  const { result, errorcode, Authenticated } = (json ?? {}) as Record<string, unknown>;
  const isRefused =
    status >= 400 || result === false || Authenticated === false || Number(errorcode ?? 0) > 0;
  return { status, headers, text, json, isRefused, summary: `${status} ${text}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // plain text, or a page
  }
}
