/** The published ccxt, configured as a user would: address, credentials, and a request rate for tests. */
import type { ndax as Ndax, pro } from 'ccxt';
import type { TestCustomer } from './customers.ts';
import type { ExportedKey } from './api-key-client.ts';

export type CcxtClient = InstanceType<typeof Ndax>;
export type CcxtStream = InstanceType<(typeof pro)['ndax']>;
export type CcxtLogin = {
  readonly apiKey: string;
  readonly secret: string;
  readonly uid: string;
  readonly login: string;
  readonly password: string;
  /** The secret of the authenticator app, where the customer has one. */
  readonly twofa?: string;
};

type Extra = Readonly<Record<string, unknown>>;

/** The credentials that ccxt requires before it signs a request. */
export function toCcxtLogin({ userName, password }: TestCustomer, key: ExportedKey): CcxtLogin {
  return {
    apiKey: key.APIKey,
    secret: key.APISecret,
    uid: String(key.UserId),
    login: userName,
    password,
  };
}

/** Creates the library's client for single requests. The library is large, so it is loaded on demand. */
export async function ccxtClient(url: string, login: Partial<CcxtLogin> = {}, extra: Extra = {}) {
  const { ndax } = await import('ccxt');
  return new ndax({ ...buildSettings(url), ...login, ...extra });
}

/** Creates the library's client for streams. */
export async function ccxtStream(url: string, extra: Extra = {}): Promise<CcxtStream> {
  const { pro } = await import('ccxt');
  const stream = new pro.ndax({ ...buildSettings(url), ...extra });
  await stream.loadHttpProxyAgent(); // the library requires it for a plain `ws:` address
  return stream;
}

function buildSettings(url: string) {
  const api = { public: `${url}/AP`, private: `${url}/AP`, ws: `${url.replace('http', 'ws')}/WSGateway` };
  return { urls: { api }, enableRateLimit: false, timeout: 60_000 };
}
