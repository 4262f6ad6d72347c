/** Authentication of calls: by API key, by session, or as a customer who signs in by name. */
import { NotSignedIn } from './errors.ts';
import { isWireObject } from './lossless-json.ts';
import type { WireValue } from './lossless-json.ts';
import type { SignIn } from './live-socket-options.ts';

export type Key = { readonly apiKey: string; readonly secret: string };
export type Credentials =
  | Key
  | { readonly sessionToken: string }
  | {
      /** The user name or the e-mail address. */
      readonly userName: string;
      readonly password: string;
      /** Called when the customer has a second factor: returns the six digits of the app. */
      readonly code?: (() => string | Promise<string>) | undefined;
    };

/** One request as it will be sent. */
export type Outgoing = { readonly method: string; readonly target: string; readonly body: string };

/** Authenticates calls for one kind of credentials. */
export interface Caller {
  /** Builds the headers that authenticate a request. Called again each time a request is sent. */
  buildHeaders(request: Outgoing): Promise<Readonly<Record<string, string>>>;
  /** The sign-in of a socket; null stays anonymous. */
  signIn(): Promise<SignIn | null>;
  /**
   * Called when the exchange rejected the caller's session or signature.
   * @returns whether sending again uses a new one
   */
  renew(): boolean;
}

/** Makes a call without credentials. */
export type UnauthenticatedCall = (name: string, payload: object) => Promise<WireValue>;

export function createCaller(credentials: Credentials | undefined, ask: UnauthenticatedCall): Caller {
  if (credentials === undefined) return anonymous;
  if ('apiKey' in credentials) return new Program(credentials);
  if ('sessionToken' in credentials) return createSessionCaller(credentials.sessionToken);
  return new Customer(credentials, ask);
}

const anonymous: Caller = {
  buildHeaders: () => Promise.resolve({}),
  signIn: () => Promise.resolve(null),
  renew: () => false,
};

function createSessionCaller(token: string): Caller {
  return {
    buildHeaders: () => Promise.resolve({ aptoken: token }),
    signIn: () => Promise.resolve({ SessionToken: token }),
    renew: () => false,
  };
}

/** Signs every request over all of its content, so that a recorded one cannot be reused. */
class Program implements Caller {
  readonly #key: Key;

  constructor(key: Key) {
    this.#key = key;
  }

  async buildHeaders(request: Outgoing): Promise<Readonly<Record<string, string>>> {
    const { apiKey, timestamp, nonce, signature } = await signed(this.#key, request);
    return {
      APIKey: apiKey,
      'X-Salar-Timestamp': timestamp,
      'X-Salar-Nonce': nonce,
      'X-Salar-Signature': signature,
    };
  }

  async signIn(): Promise<SignIn> {
    const itself = { method: 'SIGN-IN', target: 'AuthenticateUser', body: '' };
    const { apiKey, timestamp, nonce, signature } = await signed(this.#key, itself);
    return { APIKey: apiKey, Timestamp: timestamp, Nonce: nonce, Signature: signature };
  }

  /** Each signature is new. */
  renew(): boolean {
    return true;
  }
}

/** Signs in when it is first needed, and again when the session has ended. */
class Customer implements Caller {
  readonly #credentials: Extract<Credentials, { userName: string }>;
  readonly #call: UnauthenticatedCall;
  #token: Promise<string> | null = null;

  constructor(credentials: Extract<Credentials, { userName: string }>, ask: UnauthenticatedCall) {
    this.#credentials = credentials;
    this.#call = ask;
  }

  async buildHeaders(): Promise<Readonly<Record<string, string>>> {
    return { aptoken: await this.#session() };
  }

  async signIn(): Promise<SignIn> {
    return { SessionToken: await this.#session() };
  }

  renew(): boolean {
    this.#token = null;
    return true;
  }

  /** One sign-in for all calls that wait for it; a failed one is discarded. */
  #session(): Promise<string> {
    this.#token ??= this.#begin().catch((error: unknown) => {
      this.#token = null;
      throw error;
    });
    return this.#token;
  }

  async #begin(): Promise<string> {
    const { userName, password, code } = this.#credentials;
    const answer = await this.#call('AuthenticateUser', { UserName: userName, Password: password });
    if (isWireObject(answer) && answer['Requires2FA'] === true) {
      if (code === undefined) throw new NotSignedIn('A code of the second factor is required');
      const second = { Code: await code(), Pending2FaToken: answer['Pending2FaToken'] };
      return readToken(await this.#call('Authenticate2FA', second));
    }
    return readToken(answer);
  }
}

function readToken(answer: WireValue): string {
  const { SessionToken: token, errormsg } = isWireObject(answer) ? answer : {};
  if (typeof token === 'string') return token;
  throw new NotSignedIn(typeof errormsg === 'string' ? errormsg : 'The exchange returned no session');
}

type Signed = {
  readonly apiKey: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
};

/** Signs five lines: time, nonce, method, target, and the hash of the body. */
export async function signed(
  { apiKey, secret }: Key,
  { method, target, body }: Outgoing,
  once: Pick<Signed, 'timestamp' | 'nonce'> = { timestamp: String(Date.now()), nonce: crypto.randomUUID() },
): Promise<Signed> {
  const { timestamp, nonce } = once;
  const bodyHash = hex(await crypto.subtle.digest('SHA-256', toBytes(body)));
  const text = [timestamp, nonce, method, target, bodyHash].join('\n');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', toBytes(secret), hmac, false, ['sign']);
  const signature = hex(await crypto.subtle.sign('HMAC', key, toBytes(text)));
  return { apiKey, timestamp, nonce, signature };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
