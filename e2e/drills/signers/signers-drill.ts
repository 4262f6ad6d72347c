/**
 * The drill of the two signers: an exchange requests payments of three network families while it, the leader and the follower
 * are killed at random moments and the lead changes. No ticket may be paid twice, and no cap exceeded.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { readSignerConnection } from '@salar/adapters/signer/signer-connection';
import { bigintAsText } from '@salar/adapters/signer/signer-messages';
import type { SignRequest } from '@salar/services';
import { killNow, SignerPair } from '@salar/testing/signer-pair';
import { serverDir } from '../../support/server.ts';
import { buildPolicy, buildRequests, families, findFamily, listUsed, readAnswers } from './drill-payments.ts';
import type { Answered } from './drill-payments.ts';

/** One payment in this many is beyond the cap of the hour. */
const beyondCapEvery = 10;
/** One end in this many is one of the leader's machine: the follower is made the leader. */
const changeEvery = 8;
const runMsMax = 40 * 60_000;
const settleMsMax = 30_000;

class Drill {
  readonly #folder = mkdtempSync(join(tmpdir(), 'salar-signers-'));
  readonly #count: number;
  readonly kills = { leader: 0, follower: 0, exchange: 0, changes: 0 };
  repeated = 0;
  #payer: ChildProcess | null = null;
  #isPaid = false;
  #requests: readonly SignRequest[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  get paidMax(): number {
    return this.#count - Math.floor(this.#count / beyondCapEvery);
  }

  get answers(): readonly Answered[] {
    return readAnswers(join(this.#folder, 'answers.jsonl'));
  }

  /** Runs until every payment has an answer. @returns whether both records are the same then */
  async run(): Promise<boolean> {
    const ticketMacKey = randomBytes(32);
    const pair = await SignerPair.create({
      folder: this.#folder,
      program: join(serverDir, 'signer.js'),
      policy: buildPolicy(this.paidMax),
      ticketMacKey,
    });
    this.#requests = buildRequests(ticketMacKey, this.#count);
    const lines = this.#requests.map((request) => JSON.stringify(request, bigintAsText));
    writeFileSync(join(this.#folder, 'requests.jsonl'), lines.join('\n'));
    try {
      pair.launch('first');
      pair.launch('second');
      this.#launchPayer();
      const until = Date.now() + runMsMax;
      while (!this.#isPaid) {
        if (Date.now() > until) throw new Error(`not done in time: ${pair.alerts.slice(-5).join('\n')}`);
        await sleep(randomInt(200, 1_500));
        if (!this.#isPaid) await this.#killOne(pair);
      }
      return await this.#areEqual(pair);
    } finally {
      await killNow(this.#payer);
      await pair.end();
    }
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #killOne(pair: SignerPair): Promise<void> {
    const { name: leader, state } = await pair.findLeader();
    const follower = leader === 'first' ? 'second' : 'first';
    const sum = this.kills.leader + this.kills.follower + this.kills.exchange;
    // A leader alone has what the follower lacks: its machine may not be given up.
    if (sum % changeEvery === changeEvery - 1 && !state.alone) {
      await pair.kill(leader);
      pair.run(follower, 'lead-alone');
      pair.launch(leader);
      this.kills.leader += 1;
      this.kills.changes += 1;
      return;
    }
    const victim = (['leader', 'follower', 'exchange'] as const)[randomInt(3)] ?? 'leader';
    this.kills[victim] += 1;
    if (victim === 'exchange') {
      await killNow(this.#payer);
      if (!this.#isPaid) this.#launchPayer();
      return;
    }
    const name = victim === 'leader' ? leader : follower;
    await pair.kill(name);
    await sleep(randomInt(200));
    pair.launch(name);
  }

  #launchPayer(): void {
    const path = fileURLToPath(new URL('payer.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', path, this.#folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.on('data', (text: Buffer) => (this.repeated += text.toString().split('\n').length - 1));
    child.once('exit', (code) => {
      if (code === 0) this.#isPaid = true;
    });
    this.#payer = child;
  }

  /** Requests a payment again until the leader is not alone: nothing is added to the records then but what one of them lacks. */
  async #areEqual(pair: SignerPair): Promise<boolean> {
    const [request] = this.#requests;
    const client = new SignerClient(await readSignerConnection(join(this.#folder, 'signer.json')));
    const until = Date.now() + settleMsMax;
    try {
      for (;;) {
        if (request !== undefined) await client.sign(request).catch(() => undefined); // one of them is starting
        const { state } = await pair.findLeader();
        const [first, second] = [await pair.read('first'), await pair.read('second')];
        if (!state.alone && first.head.hash === second.head.hash) return true;
        if (Date.now() > until) return false;
        await sleep(200);
      }
    } finally {
      client.close();
    }
  }
}

/** @param count  payments of each family */
export async function runSignersDrill(count: number): Promise<{ passed: number; failed: number }> {
  console.log(`\ntwo signers, ${count} payments of each family`);
  const drill = new Drill(count);
  const startedAt = Date.now();
  try {
    const areEqual = await drill.run();
    const { leader, follower, exchange, changes } = drill.kills;
    console.log(
      `  ended: the leader ${leader} times (${changes} of them the follower led from then on), the follower ${follower}, the exchange ${exchange}`,
    );
    console.log(
      `  requests repeated: ${drill.repeated}; seconds: ${Math.round((Date.now() - startedAt) / 1000)}`,
    );
    const results = [
      ...families.flatMap((family) => checkFamily(family, drill.answers, count, drill.paidMax)),
      show(areEqual, 'both signers have the same record'),
    ];
    const passed = results.filter(Boolean).length;
    return { passed, failed: results.length - passed };
  } finally {
    drill.end();
  }
}

function checkFamily(
  family: (typeof families)[number],
  answers: readonly Answered[],
  count: number,
  paidMax: number,
): readonly boolean[] {
  const own = answers.filter(({ ticketId }) => findFamily(ticketId) === family);
  const signed = new Map<number, (readonly string[])[]>();
  const holders = new Map<string, Set<number>>();
  for (const { ticketId, raw } of own) {
    if (raw === undefined) continue;
    const used = listUsed(family, raw);
    signed.set(ticketId, [...(signed.get(ticketId) ?? []), used]);
    for (const one of used) holders.set(one, (holders.get(one) ?? new Set()).add(ticketId));
  }
  const twice = [...signed.values()].filter((forms) =>
    forms.some((form) => !form.some((one) => forms[0]?.includes(one))),
  );
  const shared = [...holders.values()].filter((tickets) => tickets.size > 1);
  const refused = own.filter(({ refusal }) => refusal !== undefined);
  const isOnlyCap = refused.every(({ refusal }) => refusal === 'hourly_cap_exceeded');
  const answered = new Set(own.map(({ ticketId }) => ticketId));
  return [
    show(answered.size === count, `${family}: ${answered.size} of ${count} payments were answered`),
    show(twice.length === 0, `${family}: ${twice.length} tickets were paid twice`),
    show(shared.length === 0, `${family}: ${shared.length} nonces or outputs were used by two tickets`),
    show(
      signed.size === paidMax && isOnlyCap,
      `${family}: ${signed.size} payments were signed, the cap of the hour is ${paidMax}; the others: ${[...new Set(refused.map(({ refusal }) => refusal))].join(', ')}`,
    ),
  ];
}

function show(isTrue: boolean, sentence: string): boolean {
  console.log(`  ${isTrue ? 'ok  ' : 'FAIL'} ${sentence}`);
  return isTrue;
}
