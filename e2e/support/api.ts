/** A small client for `/AP` and `/local`, for the parts of a journey that are not on screen. */
import { parse } from 'lossless-json';

export type Json = null | boolean | string | Json[] | { [key: string]: Json };

const timeoutMs = 30_000;
/** A faucet waits for a block, and another journey may have stopped the chain to look at a pending deposit. */
const localTimeoutMs = 90_000;

/** The server responded with a failure. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export class Api {
  readonly url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null = null) {
    this.url = url;
    this.token = token;
  }

  /** Calls `/AP/<name>`; numbers come back as their exact text. */
  async call(name: string, body: object = {}, waitMs = timeoutMs): Promise<Json> {
    const answer = await fetch(`${this.url}/AP/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token === null ? {} : { aptoken: this.token }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(waitMs),
    });
    const text = await answer.text();
    if (!answer.ok) throw new ApiFailure(`${name} answered ${answer.status}: ${text}`, answer.status);
    return parse(text, undefined, { parseNumber: (number) => number }) as Json;
  }

  async signIn(userName: string, password: string): Promise<Api> {
    const answer = await fetch(`${this.url}/AP/AuthenticateUser`, {
      headers: { authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new ApiFailure(`AuthenticateUser answered ${answer.status}`, answer.status);
    const body = (await answer.json()) as { SessionToken?: string; errormsg?: string };
    if (body.SessionToken === undefined)
      throw new Error(`cannot sign in as ${userName}: ${body.errormsg ?? answer.status}`);
    return new Api(this.url, body.SessionToken);
  }

  /** Waits for the newest mail to an address. */
  async mailTo(
    address: string,
    subject: RegExp,
  ): Promise<{ subject: string; text: string; links: string[] }> {
    for (let tries = 0; tries < 150; tries++) {
      const found = (await this.mailsTo(address)).find((mail) => subject.test(mail.subject));
      if (found) return found;
      await new Promise((next) => setTimeout(next, 100));
    }
    throw new Error(`no mail to ${address} with a subject like ${String(subject)}`);
  }

  /** Returns the mails to an address, newest first. */
  async mailsTo(address: string): Promise<{ subject: string; text: string; links: string[] }[]> {
    const answer = await fetch(`${this.url}/local/mail?to=${encodeURIComponent(address)}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new ApiFailure(`/local/mail answered ${answer.status}`, answer.status);
    return (await answer.json()) as { subject: string; text: string; links: string[] }[];
  }

  async local(path: string, body: object): Promise<Json> {
    const answer = await fetch(`${this.url}/local/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(localTimeoutMs),
    });
    const text = await answer.text();
    if (!answer.ok) throw new ApiFailure(`/local/${path} answered ${answer.status}: ${text}`, answer.status);
    return JSON.parse(text) as Json;
  }
}
