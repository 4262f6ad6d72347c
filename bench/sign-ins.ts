/**
 * `npm run bench -- sign-ins [customers]`: a rush of sign-ins, as after an outage that outlasted the sessions. The customers arrive
 * 1,667 a second, each from its own network (`sign-ins-messages.ts`), four of five on a device that signed in before. A customer who is
 * refused for now waits as long as `Retry-After` says and tries again, until signed in. Meanwhile strangers send passwords for other
 * names from eight IPv6 /48, as fast as they get answers.
 *
 * The exchange is a process of its own with the limits of production and the full cost of a password. The run ends with an error when a
 * customer is locked, has failures counted, or gets another answer than a session or to wait.
 *
 * A run has 600 customers by default (60 when short), takes a minute on two quiet cores, and reports what 100,000 would take at the same
 * rate: computed, not measured. The whole rush is `npm run bench -- sign-ins 100000`: an hour, after some minutes of adding the customers.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { toSiteNetwork } from '@salar/services/sessions/ip-networks';
import { Latencies } from './latency.ts';
import { receiveMessage, start } from './processes.ts';
import { report, seconds, whole } from './report.ts';
import { scaled } from './runs.ts';
import { agent, isOnKnownDevice, password, toAddress, toUserName } from './sign-ins-messages.ts';
import type { SignInsJob, SignInsReady, SignInsResult } from './sign-ins-messages.ts';
import { withPostgres } from './with-postgres.ts';

const customers = Number(process.argv[2] ?? scaled(600));
const wholeRush = 100_000;
/** All of the whole rush arrive within a minute. */
const perSecond = wholeRush / 60;
const strangerSites = 8;
const pingEveryMs = 50;
/** A client gives up on a request that takes longer, and tries again. */
const timeoutMs = 15_000;
const gaveUp = { status: 0, retryAfter: 1, text: '' } as const;

/** The most seconds for which the network of customers who wait for their answers may be blocked. */
const waitMax = 15;

type Reply = { readonly status: number; readonly retryAfter: number; readonly text: string };
const connections = new Agent({ keepAlive: true, maxSockets: 2000 });

class Rush {
  readonly #port: number;
  readonly #devices: SignInsReady['devices'];
  /** From the arrival of a customer to the session. */
  readonly times = { known: new Latencies(), others: new Latencies() };
  /** The times of all customers of a network, by the IPv4 /24 or IPv6 /48. */
  readonly timesBySite = new Map<string, Latencies>();
  readonly pings = new Latencies();
  readonly refusals = new Map<number, number>();
  tries = 0;
  guesses = 0;
  checkedGuesses = 0;

  constructor({ port, devices }: SignInsReady) {
    this.#port = port;
    this.#devices = devices;
  }

  /** Returns the milliseconds until the last customer was signed in. */
  async run(): Promise<number> {
    const ended = new AbortController();
    const others = [observed(this.#ping(ended.signal))];
    for (let site = 0; site < strangerSites; site += 1)
      others.push(observed(this.#guess(site, ended.signal)));
    const startedAt = performance.now();
    const signIns: Promise<void>[] = [];
    for (let customer = 0; customer < customers; customer += 1) {
      const wait = startedAt + (customer / perSecond) * 1000 - performance.now();
      if (wait > 1) await delay(wait);
      signIns.push(observed(this.#signIn(customer)));
    }
    await Promise.all(signIns).finally(() => ended.abort());
    const lastedMs = performance.now() - startedAt;
    await Promise.all(others);
    return lastedMs;
  }

  async #signIn(customer: number): Promise<void> {
    const arrivedAt = performance.now();
    const device = this.#devices[customer];
    const cookie = device === null ? {} : { cookie: `__Host-salar_device=${device}` };
    for (;;) {
      this.tries += 1;
      const reply = await this.#send('AuthenticateUser', toAddress(customer), {
        body: { UserName: toUserName(customer), Password: password },
        headers: cookie,
      });
      if (reply.status === 200 && reply.text.includes('"Authenticated":true')) break;
      const wait = findWait(reply);
      if (wait === null) throw new Error(`${toUserName(customer)} got ${reply.status} ${reply.text}`);
      this.refusals.set(reply.status, (this.refusals.get(reply.status) ?? 0) + 1);
      await delay(wait * 1000);
    }
    const ms = performance.now() - arrivedAt;
    this.times[isOnKnownDevice(customer) ? 'known' : 'others'].record(ms);
    const site = toSiteNetwork(toAddress(customer));
    const times = this.timesBySite.get(site) ?? new Latencies();
    this.timesBySite.set(site, times);
    times.record(ms);
  }

  /** Sends passwords from each network of a /48 in turn, until `signal`. An unknown name costs the same as a customer's. */
  async #guess(site: number, signal: AbortSignal): Promise<void> {
    for (let guess = 0; !signal.aborted; guess += 1) {
      const address = `2001:db8:f${site}:${(guess & 0xffff).toString(16)}::1`;
      const UserName = `stranger${site}-${guess}`;
      const reply = await this.#send('AuthenticateUser', address, {
        body: { UserName, Password: 'not-the-password' },
      });
      this.guesses += 1;
      if (reply.text.includes('Invalid username or password')) this.checkedGuesses += 1;
    }
  }

  /** Measures how long another call takes meanwhile. */
  async #ping(signal: AbortSignal): Promise<void> {
    for (let number = 0; !signal.aborted; number += 1) {
      const sentAt = performance.now();
      await this.#send('Ping', `198.18.${(number >> 8) & 255}.${number & 255}`, { body: {} });
      this.pings.record(performance.now() - sentAt);
      await delay(pingEveryMs);
    }
  }

  #send(
    call: string,
    address: string,
    { body, headers = {} }: { readonly body: object; readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          port: this.#port,
          agent: connections,
          method: 'POST',
          path: `/AP/${call}`,
          timeout: timeoutMs,
          headers: {
            'content-type': 'application/json',
            'user-agent': agent,
            'x-forwarded-for': address,
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const retryAfter = Number(response.headers['retry-after'] ?? 1);
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: response.statusCode ?? 0, retryAfter, text });
          });
        },
      );
      sent.on('timeout', () => {
        resolve(gaveUp);
        sent.destroy();
      });
      sent.on('error', reject);
      sent.end(JSON.stringify(body));
    });
  }
}

/** Returns a promise that is awaited later: a failure until then must not end the process, which has to stop PostgreSQL. */
function observed(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

/** Returns how many seconds a customer is to wait; null for another answer, and for a wait that keeps the customer out. */
function findWait({ status, retryAfter, text }: Reply): number | null {
  if (status === 503 || status === 429 || status === gaveUp.status) return retryAfter;
  const wait = /Too many attempts. Please wait (\d+) s/.exec(text)?.[1];
  return wait !== undefined && Number(wait) <= waitMax ? Number(wait) : null;
}

await withPostgres(async (postgres) => {
  const server = start('sign-ins-server.js');
  const job: SignInsJob = { database: { ...postgres, database: 'bench_sign_ins' }, customers };
  server.send(job);
  const rush = new Rush(await receiveMessage<SignInsReady>(server));
  const lastedMs = await rush.run();
  connections.destroy();
  server.send('finish');
  const { locked, signedIn } = await receiveMessage<SignInsResult>(server);
  if (locked > 0) throw new Error(`${locked} customers are locked, or have failures counted`);
  if (signedIn !== customers) throw new Error(`${signedIn} of ${customers} customers have a session`);
  printResult(rush, lastedMs);
});

function printResult(rush: Rush, lastedMs: number): void {
  const perSecondDone = (customers / lastedMs) * 1000;
  const medians = [...rush.timesBySite.values()].map((times) => times.quantiles(0.5)[0] ?? 0);
  const wholeMinutes = wholeRush / perSecondDone / 60;
  report([
    {
      what: `${whole(customers)} customers sign in at once, while strangers send passwords`,
      figure: `the last one after ${seconds(lastedMs)}, ${perSecondDone.toFixed(1)} a second; none locked, no failure counted`,
      ...(customers < wholeRush && {
        beside: `computed, not measured: ${whole(wholeRush)} at this rate take ${whole(wholeMinutes)} minutes`,
      }),
    },
    { what: 'From the arrival to the session, known devices', figure: formatTimes(rush.times.known) },
    { what: 'From the arrival to the session, new devices', figure: formatTimes(rush.times.others) },
    {
      what: `The median of a site (/24 or /48), of ${medians.length}`,
      figure: `fastest ${seconds(Math.min(...medians))}, slowest ${seconds(Math.max(...medians))}`,
    },
    {
      what: 'Tries of a customer',
      figure: `${(rush.tries / customers).toFixed(1)}; refused by the queue ${whole(rush.refusals.get(503) ?? 0)}, by a limit of calls ${whole(rush.refusals.get(429) ?? 0)}, by others of the network who wait ${whole(rush.refusals.get(200) ?? 0)} times; no answer in time ${whole(rush.refusals.get(gaveUp.status) ?? 0)} times`,
    },
    {
      what: 'Passwords of strangers',
      figure: `${whole(rush.checkedGuesses)} hashed of ${whole(rush.guesses)} sent`,
    },
    { what: 'Another call meanwhile (Ping)', figure: formatTimes(rush.pings, 'ms') },
  ]);
}

function formatTimes(times: Latencies, unit: 's' | 'ms' = 's'): string {
  const [p50 = 0, p99 = 0, last = 0] = times.quantiles(0.5, 0.99, 1);
  const format = (ms: number) => (unit === 's' ? seconds(ms) : `${ms.toFixed(0)} ms`);
  return `p50 ${format(p50)}, p99 ${format(p99)}, slowest ${format(last)}`;
}
