/** A customer's program with an API key: it signs its requests over HTTP, and its sign-in on a socket that stays open. */
import { signRequest, signSignIn } from '@salar/exchange/tests/support/test-keys';
import type { TestKey } from '@salar/exchange/tests/support/test-keys';
import { TestSocket } from '@salar/exchange/tests/support/test-socket';
import type { TestCustomer } from './customers.ts';

/** The file that the API key page exports. */
export type ExportedKey = {
  readonly APIKey: string;
  readonly APISecret: string;
  readonly Nonce: number;
  readonly UserId: number;
  readonly Permissions: readonly string[];
  readonly IpWhiteList: string;
};

const permissionsOfOlder = ['AccountReadOnly', 'Deposit', 'Trading'];

/** Creates a key for older clients through the API, by default with all permissions that such a key may have. */
export async function createApiKey(
  { api, userId }: TestCustomer,
  Permissions: readonly string[] = permissionsOfOlder,
): Promise<ExportedKey> {
  const terms = { Permissions, IpWhiteList: '' };
  const made = (await api.call('AddUserAPIKey', { ...terms, SignedRequestsOnly: false })) as Pick<
    ExportedKey,
    'APIKey' | 'APISecret'
  >;
  return { ...terms, APIKey: made.APIKey, APISecret: made.APISecret, Nonce: 0, UserId: userId };
}

/** The outcome of a call: a list of the account, or the kind of refusal. */
export type CallOutcome = 'answered' | 'not authorized' | 'unknown caller';

const unauthorized = 401;
const notAuthorized = 20;

export class ApiKeyClient {
  readonly #url: string;
  readonly #key: TestKey;
  readonly #socket: TestSocket;

  private constructor(url: string, key: TestKey, socket: TestSocket) {
    this.#url = url;
    this.#key = key;
    this.#socket = socket;
  }

  /** Opens a socket and signs in on it. @throws when the key is refused */
  static async start(url: string, key: ExportedKey): Promise<ApiKeyClient> {
    const signingKey = { apiKey: key.APIKey, secret: key.APISecret };
    const socket = await TestSocket.open(`${url.replace('http', 'ws')}/WSGateway`);
    const answer = await socket.call('AuthenticateUser', signSignIn(signingKey, Date.now()));
    if (answer['Authenticated'] !== true) throw new Error(`the key was refused: ${JSON.stringify(answer)}`);
    return new ApiKeyClient(url, signingKey, socket);
  }

  stop(): void {
    this.#socket.socket.terminate();
  }

  /** Reads the account's positions, over HTTP and on the socket. */
  async read(): Promise<readonly [http: CallOutcome, socket: CallOutcome]> {
    return [await this.#overHttp(), toCallOutcome(await this.#socket.call('GetAccountPositions'))];
  }

  /** Returns whether the exchange has sent the socket a LogoutEvent. */
  isLoggedOut(): boolean {
    return this.#socket.received.some(({ n }) => n === 'LogoutEvent');
  }

  async #overHttp(): Promise<CallOutcome> {
    const [target, body] = ['/AP/GetAccountPositions', '{}'];
    const signed = signRequest(this.#key, { at: Date.now(), url: target, body });
    const answer = await fetch(`${this.#url}${target}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
    });
    return answer.status === unauthorized ? 'unknown caller' : toCallOutcome(await answer.json());
  }
}

function toCallOutcome(answer: unknown): CallOutcome {
  if (Array.isArray(answer)) return 'answered';
  if ((answer as { errorcode?: number }).errorcode === notAuthorized) return 'not authorized';
  throw new Error(`unexpected response: ${JSON.stringify(answer)}`);
}
