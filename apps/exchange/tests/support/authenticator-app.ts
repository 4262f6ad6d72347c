/**
 * A customer's authenticator app, for tests: takes a secret and shows codes by the given clock. Written from RFC 6238
 * by hand, so that it verifies the library that the exchange uses.
 */
import { createHmac } from 'node:crypto';
import { assert } from '@salar/protocol';
import type { Customer, GatewayWorld, Reply } from './gateway-world.ts';

const stepMs = 30_000;

export class AuthenticatorApp {
  readonly #secret: Buffer;
  readonly #clock: { readonly now: number };

  constructor(manualCode: string, clock: { readonly now: number }) {
    this.#secret = decodeBase32(manualCode);
    this.#clock = clock;
  }

  get secretHex(): string {
    return this.#secret.toString('hex');
  }

  /** Returns the current code, or that of some steps later (earlier when negative). */
  code(steps = 0): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(this.#clock.now / stepMs) + steps));
    const mac = createHmac('sha1', this.#secret).update(counter).digest();
    const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
    return String(number % 1_000_000).padStart(6, '0');
  }

  /** Returns six digits that are not the code of the current or an adjacent step. */
  wrongCode(): string {
    const right = new Set([-2, -1, 0, 1, 2].map((steps) => this.code(steps)));
    for (let number = 100_000; ; number += 1) if (!right.has(String(number))) return String(number);
  }
}

/** Switches a customer's second factor on. Afterwards the next step has begun, so that the app shows a fresh code. */
export async function switchOn(
  world: GatewayWorld,
  customer: Customer,
): Promise<{ readonly app: AuthenticatorApp; readonly recoveryCodes: readonly string[] }> {
  const begun = (await customer.call('EnableGoogle2FA')).json();
  const app = new AuthenticatorApp(String(begun['ManualCode']), world.clock);
  const switched = await customer.call('Authenticate2FA', { Code: app.code() });
  const recoveryCodes = switched.json()['RecoveryCodes'];
  assert(Array.isArray(recoveryCodes), `the second factor is on: ${switched.text}`);
  nextStep(world);
  return { app, recoveryCodes: recoveryCodes as readonly string[] };
}

/** Advances time until new codes are shown. */
export function nextStep(world: GatewayWorld): void {
  world.clock.now += stepMs;
}

export async function signIn(
  world: GatewayWorld,
  { userName, password }: Pick<Customer, 'userName' | 'password'>,
): Promise<Reply> {
  const basic = Buffer.from(`${userName}:${password}`).toString('base64');
  return world.call('AuthenticateUser', {}, { authorization: `Basic ${basic}` });
}

/** Returns the pending token of a sign-in with the correct password. */
export async function pendingToken(world: GatewayWorld, customer: Customer): Promise<string> {
  const reply = await signIn(world, customer);
  const token = reply.json()['Pending2FaToken'];
  assert(typeof token === 'string', `a pending sign-in has a token: ${reply.text}`);
  return token;
}

/** The answers to codes that do not sign in. */
export const codeRefusals = {
  wrong: refusal('Invalid 2FA code'),
  usedUp: refusal('Too many codes. Please sign in again.'),
  over: refusal('Your sign-in has expired. Please sign in again.'),
  tomorrow: refusal('Too many wrong codes today. Please try again tomorrow.'),
} as const;

/** Sends a code for a pending sign-in. */
export async function completeSignIn(
  world: GatewayWorld,
  token: string,
  code: unknown,
): Promise<Record<string, unknown>> {
  return (await world.call('Authenticate2FA', { Code: code }, { pending2fatoken: token })).json();
}

/** Signs in by password and code. */
export async function signedIn(
  world: GatewayWorld,
  customer: Customer,
  app: AuthenticatorApp,
): Promise<Customer> {
  const answer = await completeSignIn(world, await pendingToken(world, customer), app.code());
  const token = String(answer['SessionToken']);
  return { ...customer, token, call: (name, body) => world.call(name, body, { aptoken: token }) };
}

function refusal(errormsg: string) {
  return { Authenticated: false, errormsg } as const;
}

function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((octet) => Number.parseInt(octet, 2)));
}
