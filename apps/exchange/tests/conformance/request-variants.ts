/** All the variants in which clients of the family send the same request (wire-protocol 1.1, 1.2, 2.1). */
import { assert } from '@salar/protocol';
import { TestSocket } from '../support/test-socket.ts';
import type { CallRow } from './calls.ts';
import { listNumbers } from './enumerations.ts';
import type { Fields, Scene } from './filled-world.ts';

/** How the fields of a request are spelled. */
type Spelling = {
  readonly name?: (name: string) => string;
  readonly key?: (key: string) => string;
  readonly number?: (value: number) => unknown;
  readonly boolean?: (value: boolean) => unknown;
  /** @param number  the number of the enumeration name in the family */
  readonly enumeration?: (name: string, number: number) => unknown;
};

type Variant = { readonly says: string; readonly spelling: Spelling } & (
  { readonly transport: 'GET' | 'POST'; readonly mount: string } | { readonly transport: 'socket' }
);

const lower = (word: string) => word.toLowerCase();
const upper = (word: string) => word.toUpperCase();
const asText = (value: number) => String(value);
const capital = (value: boolean) => (value ? 'True' : 'False');
const digit = (value: boolean) => (value ? 1 : 0);
const digitText = (value: boolean) => String(digit(value));

const variants: readonly Variant[] = [
  { says: 'as the documents write it', transport: 'POST', mount: '/AP/', spelling: {} },
  {
    says: 'everything small, numbers and truths as texts',
    transport: 'POST',
    mount: '/ap/',
    spelling: { name: lower, key: lower, number: asText, boolean: String, enumeration: lower },
  },
  {
    says: 'everything tall, numbers of names, truths as digits',
    transport: 'POST',
    mount: '/',
    spelling: { name: upper, key: upper, boolean: digit, enumeration: (_name, number) => number },
  },
  { says: 'as a query', transport: 'GET', mount: '/AP/', spelling: {} },
  {
    says: 'as a small query, numbers of names as texts',
    transport: 'GET',
    mount: '/ap/',
    spelling: { name: lower, key: lower, boolean: capital, enumeration: (_name, number) => String(number) },
  },
  {
    says: 'as a tall query',
    transport: 'GET',
    mount: '/api/',
    spelling: { name: upper, key: upper, boolean: digitText, enumeration: upper },
  },
  { says: 'as a frame', transport: 'socket', spelling: {} },
  {
    says: 'as a small frame with tall keys, numbers as texts',
    transport: 'socket',
    spelling: {
      name: lower,
      key: upper,
      number: asText,
      boolean: capital,
      enumeration: (_name, number) => String(number),
    },
  },
];

export type Received = { readonly way: string; readonly status: number; readonly text: string };

/** Calls that change the session of a socket, and are sent on their own socket. */
const sessionChanges = ['authenticateuser', 'authenticate2fa', 'webauthenticateuser', 'logout'];

/** Sends requests in all variants; sockets of sessions are kept open. */
export class VariantClient {
  readonly #scene: Scene;
  readonly #sockets = new Map<string, Promise<TestSocket>>();
  readonly #own: TestSocket[] = [];

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** Sends a row of the table in every variant of its transports, under each of its names. */
  async sendAllVariants(row: CallRow): Promise<readonly Received[]> {
    const answers: Received[] = [];
    for (const way of variants) {
      if (
        row.transport === 'socket'
          ? way.transport !== 'socket'
          : row.transport === 'http' && way.transport === 'socket'
      )
        continue;
      answers.push(await this.#sendVariant(way, row, row.name));
    }
    const [first] = variants.filter(({ transport }) => row.transport !== 'socket' || transport === 'socket');
    assert(first !== undefined, 'there is a variant for every transport');
    for (const alias of row.aliases) answers.push(await this.#sendVariant(first, row, alias));
    return answers;
  }

  async #sendVariant(way: Variant, row: CallRow, name: string): Promise<Received> {
    const { input, token = row.who.auth === 'public' ? '' : this.#scene.maria.token } = await row.ask(
      this.#scene,
    );
    const said = `${name} ${way.says}`;
    const { name: spell = (word: string) => word } = way.spelling;
    const spelled = spellFields(input, way.spelling);
    if (way.transport === 'socket')
      return { way: said, ...(await this.askFrame(spell(name), spelled, token)) };
    const url = `${way.mount}${spell(name)}`;
    return { way: said, ...(await this.askHttp(way.transport, url, spelled, buildHeaders(token))) };
  }

  /** Sends one request over HTTP. */
  async askHttp(
    transport: 'GET' | 'POST',
    url: string,
    input: Fields,
    headers: Readonly<Record<string, string>>,
  ) {
    const response = await this.#scene.world.app.inject(
      transport === 'GET'
        ? { method: 'GET', url: `${url}?${buildQuery(input)}`, headers }
        : { method: 'POST', url, headers, payload: JSON.stringify(input) },
    );
    return { status: response.statusCode, text: response.body };
  }

  /**
   * Sends one request as a frame, in the session of a token. For a frame that is not an answer, its kind is the
   * status.
   */
  async askFrame(name: string, input: Fields, token: string) {
    const isOwn = sessionChanges.includes(name.toLowerCase());
    const socket = await (isOwn ? this.open(token) : this.#getSocket(token));
    const { m, o } = await socket.request(name, input);
    return { status: m === 1 ? 200 : m, text: o };
  }

  /** Returns the socket of a session; the empty token has none. */
  #getSocket(token: string): Promise<TestSocket> {
    let socket = this.#sockets.get(token);
    if (socket === undefined) {
      socket = this.open(token);
      this.#sockets.set(token, socket);
    }
    return socket;
  }

  /** Opens another socket, in the session of a token. */
  async open(token: string): Promise<TestSocket> {
    const socket = await TestSocket.open(this.#scene.socketUrl);
    this.#own.push(socket);
    if (token !== '') await socket.request('WebAuthenticateUser', { SessionToken: token });
    return socket;
  }

  close(): void {
    for (const { socket } of this.#own) socket.terminate();
  }
}

const buildHeaders = (token: string): Readonly<Record<string, string>> =>
  token === '' ? {} : { aptoken: token };

function spellFields(fields: Fields, spelling: Spelling): Fields {
  const { key: spell = (word: string) => word } = spelling;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [spell(key), spellValue(key, value, spelling)]),
  );
}

function spellValue(key: string, value: unknown, spelling: Spelling): unknown {
  const number = typeof value === 'string' ? listNumbers[key]?.[value] : undefined;
  if (number !== undefined) return spelling.enumeration?.(value as string, number) ?? value;
  if (typeof value === 'number') return spelling.number?.(value) ?? value;
  if (typeof value === 'boolean') return spelling.boolean?.(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => spellValue('', one, spelling));
  if (typeof value === 'object' && value !== null) return spellFields(value as Fields, spelling);
  return value;
}

/** Lists and objects are JSON text in a query. */
function buildQuery(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const texts = given.map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(texts).toString();
}
