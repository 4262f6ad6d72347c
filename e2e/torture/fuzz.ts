/**
 * Sends random and malformed requests to a running exchange, over HTTP and the socket, and checks what must never
 * happen.
 *
 *   npm run fuzz -- --calls 1000000 --frames 200000 --seed 1
 *
 * Requests are generated from the declarations of all calls and from lists of malformed bytes. Their senders are signed
 * in, signed out or unknown. No response is a server error, every response has its documented shape, another customer's
 * objects get the same response as missing ones, a bystander's money does not change, memory does not grow, the log has
 * no error, and `npm run verify` finds no difference. A failure names the seed and the smallest request that still
 * fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { calls } from '@salar/exchange/gateway/calls/registry';
import { findAnswerFault } from '@salar/testing/fuzz/fuzz-answers';
import { CallFuzzer, listSmallerValues, formatCall } from '@salar/testing/fuzz/fuzz-calls';
import type { DrawnCall } from '@salar/testing/fuzz/fuzz-calls';
import { formBodies, formHeads, formPlaces } from '@salar/testing/fuzz/fuzz-forms';
import { Dice, createSeededRandom } from '@salar/testing/seeded-random';
import { freePort, serverDir, startServer } from '../support/server.ts';
import { pause } from './customers.ts';
import { buildGenerators } from './fuzz-generators.ts';
import { FuzzFrames } from './fuzz-frames.ts';
import { FuzzHttp, malformedRequests, parseStatuses } from './fuzz-http.ts';
import type { HttpRequest } from './fuzz-http.ts';
import { computeGrowth, sampleMemory } from './fuzz-memory.ts';
import type { MemorySample } from './fuzz-memory.ts';
import { FuzzCustomers } from './fuzz-customers.ts';
import { FuzzOwnership } from './fuzz-ownership.ts';
import type { ReceivedAnswer } from './fuzz-ownership.ts';
import { listProcesses } from './processes.ts';

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100000' },
    frames: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
  },
});
const callsWanted = Number(values.calls);
const framesWanted = Number(values.frames);
const seed = Number(values.seed);
/** Between two rounds, memory is measured and lost sessions are replaced. */
const rounds = 40;
const connections = 32;
const formsOfRound = 25;
const failuresMax = 20;
const endGraceMs = 3_000;
const errorLevel = 50;
/** It names the objects of others, thousands of times. */
const expectedAlert = 'ALERT: a customer sends many requests for what is not theirs';

const began = performance.now();
const failures: string[] = [];
const byStatus = new Map<number, number>();
const dataDir = mkdtempSync(join(tmpdir(), 'salar-fuzz-'));
const memoryFile = join(dataDir, 'fuzz-memory.json');
const port = await freePort();
const server = await startServer({
  dataDir,
  port,
  env: {
    SALAR_RATE_LIMITS: 'off',
    // A busy machine is not an outage here; a request that blocks the exchange this long still is.
    SALAR_LEASE_TERM_MS: '60000',
    SALAR_TORTURE_MEMORY: memoryFile,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'memory-shim.mjs')}`,
  },
});
const http = new FuzzHttp(port, connections);
const dice = new Dice(createSeededRandom(seed));
let sent = 0;
let broken = 0;
let slowest = { ms: 0, call: '' };

try {
  await fuzz();
  verify('beside the running server');
} catch (error) {
  fail(`the fuzz broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
} finally {
  http.close();
  if (server.hasEnded()) fail(`the server ended:\n${server.output().slice(-2_000)}`);
  const code = await server.stop();
  if (code !== 0) fail(`the server stopped with ${code}`);
}
verify('after the stop');
for (const error of errorsInLog()) fail(error);
await pause(endGraceMs);
for (const { pid, command } of listProcesses(dataDir)) fail(`left behind: ${pid} ${command}`);

if (failures.length === 0) rmSync(dataDir, { recursive: true, force: true });
else console.error(`seed ${seed}; the data directory is kept: ${dataDir}`);
console.log(failures.length === 0 ? '1 passed, 0 failed' : `0 passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function fuzz(): Promise<void> {
  const people = await FuzzCustomers.open(server.url, dice);
  const twins = new FuzzOwnership(people, (name, body) => ask(people, name, body));
  const fuzzer = new CallFuzzer(buildGenerators(httpCalls(), people, dice));
  const frames = new FuzzFrames(port, people, dice, fail);
  const books = await people.bystanderBooks();
  const samples: MemorySample[] = [];
  console.log(`fuzz: ${callsWanted} calls, ${framesWanted} frames, seed ${seed} at ${server.url}`);

  for (let round = 1; round <= rounds && failures.length < failuresMax; round += 1) {
    for (const fault of await twins.all()) fail(fault);
    await sendBroken();
    await sendForms(people);
    await Promise.all([
      sendCalls(people, fuzzer, (callsWanted * round) / rounds - twins.count - broken),
      frames.run(Math.round((framesWanted * round) / rounds) - frames.sent),
    ]);
    await people.revive();
    const now = await people.bystanderBooks();
    if (now !== books) fail(`the books of a bystander changed from ${books} to ${now}`);
    const sample = await sampleMemory(server.process.pid ?? 0, memoryFile);
    samples.push(sample);
    console.log(`round ${round}: ${progress(sample)}, ${frames.sent} frames`);
  }

  const growth = computeGrowth(samples);
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  console.log(
    `${sent} calls by declaration (${twins.count} for others' things among all), ${broken} broken requests`,
  );
  console.log(`answers: ${[...byStatus].map(([status, count]) => `${count} of ${status}`).join(', ')}`);
  console.log(
    `${frames.sent} frames on ${frames.sockets} sockets, ${frames.answered} answers, ${frames.events} events`,
  );
  console.log(
    `memory, second quarter to last: heap ${percent(growth.heap)}, resident ${percent(growth.rss)}`,
  );
  if (!growth.isFlat) fail('memory is not flat');
}

function httpCalls() {
  return calls.filter(({ transport }) => transport !== 'socket');
}

/** Sends generated calls until the total is reached. */
async function sendCalls(people: FuzzCustomers, fuzzer: CallFuzzer, until: number): Promise<void> {
  const sendOn = async (): Promise<void> => {
    while (sent < until && failures.length < failuresMax) {
      sent += 1;
      const drawn = fuzzer.next();
      const request = buildRequest(drawn, people);
      const sentAt = performance.now();
      const received = await http.send(request);
      const ms = Math.round(performance.now() - sentAt);
      if (ms > slowest.ms) slowest = { ms, call: drawn.call.name };
      byStatus.set(received.status, (byStatus.get(received.status) ?? 0) + 1);
      const fault = findAnswerFault(drawn.call.outputSchema, received);
      if (fault !== null) fail(await reported(drawn, people, request, received, fault));
    }
  };
  await Promise.all(Array.from({ length: connections }, sendOn));
}

function buildRequest(
  drawn: DrawnCall,
  people: FuzzCustomers,
  headers?: HttpRequest['headers'],
): HttpRequest {
  const isGet = drawn.method === 'GET';
  const text = formatCall(drawn);
  const prefix = dice.chance(0.02) ? '/api' : '/AP';
  const path = `${prefix}/${drawn.name}${isGet ? text : ''}`;
  const body = isGet ? undefined : text;
  const type: Record<string, string> = dice.chance(0.95)
    ? { 'content-type': 'application/json' }
    : dice.pick([{}, { 'content-type': 'text/plain' }, { 'content-type': ';;;' }]);
  const who = headers ?? people.credentials({ method: drawn.method, url: path, body: body ?? '' });
  return { method: drawn.method, path, headers: { ...who, ...type }, body };
}

/** Shrinks a failing request to the part that causes the fault, and describes it. */
async function reported(
  drawn: DrawnCall,
  people: FuzzCustomers,
  first: HttpRequest,
  received: ReceivedAnswer,
  fault: string,
): Promise<string> {
  let smallest = drawn;
  let request = first;
  let answer = received;
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (const smaller of listSmallerValues(smallest)) {
      const tried = buildRequest(smaller, people, first.headers);
      const now = await http.send(tried).catch(() => null);
      if (now === null || findAnswerFault(drawn.call.outputSchema, now) === null) continue;
      [smallest, request, answer, isSmaller] = [smaller, tried, now, true];
      break;
    }
  }
  const { method, path, headers, body } = request;
  const answered = `${answer.status} ${answer.body.slice(0, 500)}`;
  return `${fault}: ${method} ${path} ${JSON.stringify(headers)} ${body?.toString('latin1') ?? ''}\n  answered ${answered}`;
}

async function ask({ witness }: FuzzCustomers, name: string, body: string): Promise<ReceivedAnswer> {
  const headers = { aptoken: witness.api.token ?? '', 'content-type': 'application/json' };
  const received = await http.send({ method: 'POST', path: `/AP/${name}`, headers, body });
  if (received.status >= 500) fail(`status ${received.status}: ${name} ${body}`);
  return received;
}

async function sendBroken(): Promise<void> {
  await Promise.all(
    malformedRequests.map(async (bytes) => {
      broken += 1;
      const received = await http.sendRaw(bytes);
      if (parseStatuses(received).some((status) => status >= 500))
        fail(
          `a broken request is a fault: ${bytes.toString('latin1').slice(0, 200)} answered ${received.slice(0, 200)}`,
        );
    }),
  );
}

/** Uploads run one after the other, because the number of parallel uploads per customer is limited. */
async function sendForms(people: FuzzCustomers): Promise<void> {
  for (let count = 0; count < formsOfRound; count += 1) {
    const [path, body] = [dice.pick(formPlaces), dice.pick(formBodies)];
    const headers = { ...dice.pick(formHeads), ...dice.pick([{}, { aptoken: people.token }]) };
    broken += 1;
    const { status, body: received } = await http.send({ method: 'POST', path, headers, body });
    if (status >= 500)
      fail(
        `a form is a fault: ${path} ${JSON.stringify(headers)} ${body.toString('latin1')}: ${status} ${received}`,
      );
  }
}

function fail(sentence: string): void {
  console.error(`FAILED: ${sentence}`);
  if (failures.length <= failuresMax) failures.push(sentence);
}

function progress({ heapUsed, rss }: MemorySample): string {
  const seconds = (performance.now() - began) / 1000;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return `${sent} calls, ${Math.round(seconds)} s, heap ${megabytes(heapUsed)}, resident ${megabytes(rss)}`;
}

function verify(when: string): void {
  const run = spawnSync(process.execPath, [join(serverDir, 'verify.js')], {
    env: { ...process.env, SALAR_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
  process.stdout.write(`verify ${when}:\n${run.stdout}`);
  process.stderr.write(run.stderr);
  if (run.status !== 0) fail(`verify ${when} found a difference`);
}

/** Returns one sentence for each kind of error in the server's log. */
function errorsInLog(): readonly string[] {
  const folder = join(dataDir, 'logs');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  const errors = new Map<string, string>();
  for (const line of lines) {
    if (!line.startsWith('{')) continue;
    const { level, msg, call } = JSON.parse(line) as { level: number; msg: string; call?: string };
    if (level >= errorLevel && msg !== expectedAlert) errors.set(`${msg} ${call ?? ''}`, line);
  }
  return [...errors.values()].map((line) => `the log says: ${line.slice(0, 1_000)}`);
}
