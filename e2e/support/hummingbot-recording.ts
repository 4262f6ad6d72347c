/**
 * Replays the requests of Hummingbot's connector for the family, recorded from its source; the program itself is not
 * run.
 *
 * Paths, headers, bodies, number formats and the order of frames are the connector's. It also parses responses like the
 * connector, and fails where the connector would: on a missing key, a row of another length or an unsupported status.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ExportedKey } from './api-key-client.ts';

export type Body = Readonly<Record<string, unknown>>;
export type Frame = { readonly m: number; readonly i: number; readonly n: string; readonly o: string };
export type Level = {
  readonly updateId: number;
  readonly action: number;
  readonly price: number;
  readonly instrumentId: number;
  readonly quantity: number;
  readonly side: number;
};

const okay = 200;
const firstFailure = 400;

export class RecordedHummingbot {
  readonly #url: string;
  readonly #key: ExportedKey;
  #token = '';
  accountId = 0;
  #userId = 0;

  constructor(url: string, key: ExportedKey) {
    this.#url = url;
    this.#key = key;
  }

  /** Signs in as the connector does once an hour: by POST, with the signature in headers and an empty form for a body. */
  async signIn(): Promise<void> {
    const answer = (await this.#read('POST', 'Authenticate', {
      headers: { ...this.#signed(), 'content-type': 'application/x-www-form-urlencoded' },
    })) as { Authenticated?: boolean; SessionToken: string; User: { UserId: number; AccountId: number } };
    if (answer.Authenticated !== true) throw new Error('Could not authenticate REST connection with NDAX');
    this.#token = answer.SessionToken;
    this.#userId = answer.User.UserId;
    this.accountId = Math.trunc(answer.User.AccountId);
  }

  /** Returns whether the exchange is available. */
  async isConnected(): Promise<boolean> {
    return ((await this.#get('Ping')) as Body)['msg'] === 'PONG';
  }

  /** Returns the running instruments by pair, with their trading rules. */
  async tradingRules(): Promise<ReadonlyMap<string, Body>> {
    const rows = (await this.#get('GetInstruments', { OMSId: '1' })) as Body[];
    const running = rows.filter((row) => ['Running', 'Starting'].includes(String(row['SessionStatus'])));
    return new Map(running.map((row) => [[row['Product1Symbol'], row['Product2Symbol']].join('-'), row]));
  }

  async lastPrice(pair: string): Promise<number> {
    const ticker = (await this.#get('Ticker')) as Readonly<Record<string, Body>>;
    return Number(presentIn(ticker[pair.replace('-', '_')] ?? {}, 'last_price'));
  }

  async book(instrumentId: number): Promise<readonly Level[]> {
    const ask = { OMSId: '1', InstrumentId: String(instrumentId), Depth: '200' };
    return ((await this.#get('GetL2Snapshot', ask)) as number[][]).map(toLevel);
  }

  /** Returns the total and the available balance of each product. */
  async balances(): Promise<Readonly<Record<string, { total: number; free: number }>>> {
    const rows = (await this.#get('GetAccountPositions', this.#own())) as Body[];
    return Object.fromEntries(
      rows.map((row) => {
        const total = Number(presentIn(row, 'Amount'));
        return [presentIn(row, 'ProductSymbol'), { total, free: total - Number(presentIn(row, 'Hold')) }];
      }),
    );
  }

  /** Places an order with amounts as text; returns its id as text. @throws with the text of a refusal */
  async place(order: {
    readonly instrumentId: number;
    readonly clientOrderId: number;
    readonly side: 'buy' | 'sell';
    readonly quantity: string;
    readonly price?: string;
  }): Promise<string> {
    const answer = (await this.#post('SendOrder', {
      InstrumentId: order.instrumentId,
      OMSId: 1,
      AccountId: this.accountId,
      ClientOrderId: order.clientOrderId,
      Side: order.side === 'buy' ? 0 : 1,
      Quantity: order.quantity,
      TimeInForce: 1,
      ...(order.price === undefined ? { OrderType: 1 } : { OrderType: 2, LimitPrice: order.price }),
    })) as Body;
    if (presentIn(answer, 'status') === 'Rejected') throw new Error(String(presentIn(answer, 'errormsg')));
    return String(presentIn(answer, 'OrderId'));
  }

  /** Cancels by the id as text. @throws with the text of a refusal */
  async cancel(orderId: string): Promise<boolean> {
    const ask = { OMSId: 1, AccountId: this.accountId, OrderId: orderId };
    const answer = (await this.#post('CancelOrder', ask)) as Body;
    if ((answer['errorcode'] ?? 1) !== 0) throw new Error(String(answer['errormsg']));
    return answer['result'] === true;
  }

  /** @throws with status and body when there is no such order */
  async statusOf(orderId: string): Promise<Body> {
    const answer = (await this.#get('GetOrderStatus', { ...this.#own(), OrderId: orderId })) as Body;
    for (const name of ['OrderState', 'QuantityExecuted', 'OrderId']) presentIn(answer, name);
    return answer;
  }

  async fillsOf(orderId: string, instrumentId: number): Promise<readonly Body[]> {
    const ask = { UserId: String(this.#userId), InstrumentId: String(instrumentId), orderId };
    return (await this.#get('GetTradesHistory', { ...this.#own(), ...ask })) as Body[];
  }

  /** Opens the account's socket, which signs in with its first frame and then receives all account events. */
  async followAccount(): Promise<RecordedSocket> {
    const socket = await RecordedSocket.open(this.#url);
    socket.send('AuthenticateUser', this.#signed());
    const answer = JSON.parse((await socket.next()).o) as { Authenticated: boolean; User: Body };
    if (!answer.Authenticated) throw new Error('Could not authenticate websocket connection with NDAX');
    const { AccountId, OMSId } = answer.User;
    socket.send('SubscribeAccountEvents', { AccountId, OMSId });
    return socket;
  }

  /** Opens the socket of an order book, by symbol. */
  async followBook(symbol: string): Promise<RecordedSocket> {
    const socket = await RecordedSocket.open(this.#url);
    socket.send('SubscribeLevel2', { OMSId: 1, Symbol: symbol, Depth: 200 });
    return socket;
  }

  #own(): Readonly<Record<string, string>> {
    return { OMSId: '1', AccountId: String(this.accountId) };
  }

  #signed(): Readonly<Record<string, string>> {
    const nonce = String(Math.trunc(Date.now() / 1000));
    const userId = String(this.#key.UserId);
    const Signature = createHmac('sha256', this.#key.APISecret)
      .update(`${nonce}${userId}${this.#key.APIKey}`)
      .digest('hex');
    return { Nonce: nonce, APIKey: this.#key.APIKey, Signature, UserId: userId };
  }

  #get(name: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    return this.#read('GET', `${name}?${new URLSearchParams(query).toString()}`, {
      headers: this.#headers(),
    });
  }

  #post(name: string, body: Body): Promise<unknown> {
    return this.#read('POST', name, { headers: this.#headers(), body: JSON.stringify(body) });
  }

  #headers(): Readonly<Record<string, string>> {
    return { 'content-type': 'application/json', ...(this.#token === '' ? {} : { APToken: this.#token }) };
  }

  async #read(method: string, path: string, request: RequestInit): Promise<unknown> {
    const answer = await fetch(`${this.#url}/AP/${path}`, { method, ...request });
    const text = await answer.text();
    if (answer.status >= firstFailure) throw new Error(`HTTP status is ${answer.status}. Error: ${text}`);
    if (answer.status !== okay || !answer.headers.get('content-type')?.includes('application/json'))
      throw new Error(`unexpected mimetype or status ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
}

/** A socket like the connector's: it numbers its frames 1, 2, 3, and processes messages in order. */
export class RecordedSocket {
  readonly #socket: WebSocket;
  readonly #frames: Frame[] = [];
  #count = 0;
  #wake = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      this.#frames.push(JSON.parse((data as Buffer).toString('utf8')) as Frame);
      this.#wake();
    });
  }

  static async open(url: string): Promise<RecordedSocket> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/WSGateway`);
    const recorded = new RecordedSocket(socket);
    await once(socket, 'open');
    return recorded;
  }

  send(name: string, payload: Body): void {
    this.#count += 1;
    this.#socket.send(JSON.stringify({ m: 0, i: this.#count, n: name, o: JSON.stringify(payload) }));
  }

  /** Returns the next frame of any kind. */
  async next(): Promise<Frame> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame !== undefined) return frame;
      await new Promise<void>((wake) => (this.#wake = wake));
    }
  }

  /** Returns the payload of the next matching frame of this name; skips others, as the connector does. */
  async nextOf<Payload>(
    name: string,
    isWanted: (payload: Payload) => boolean = () => true,
  ): Promise<Payload> {
    for (;;) {
      const frame = await this.next();
      const payload = JSON.parse(frame.o) as Payload;
      if (frame.n === name && isWanted(payload)) return payload;
    }
  }

  close(): void {
    this.#socket.terminate();
  }
}

/** The connector unpacks a row into ten names, and fails on any other length. */
export function toLevel(row: readonly number[]): Level {
  const fields = 10;
  if (row.length !== fields) throw new Error(`a level of ${row.length} elements`);
  const at = (place: number) => Number(row[place]);
  return { updateId: at(0), action: at(3), price: at(6), instrumentId: at(7), quantity: at(8), side: at(9) };
}

function presentIn(row: Body, name: string): unknown {
  if (!(name in row)) throw new Error(`KeyError: ${name}`);
  return row[name];
}
