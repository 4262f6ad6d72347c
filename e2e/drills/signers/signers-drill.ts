/**
 * The drill of the two signers: an exchange pays on three network families while it, the leader and the follower are killed at
 * each step of a payment and the lead changes. What is signed is sent to a node of each family. No ticket may be paid twice, no
 * cap exceeded, and on the chain each receiver has exactly what its ticket says.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { readSignerConnection } from '@salar/adapters/signer/signer-connection';
import { bigintAsText } from '@salar/adapters/signer/signer-messages';
import type { SignerWallet, SignRequest } from '@salar/services';
import { SignerPair } from '@salar/testing/signer-pair';
import { serverDir } from '../../support/server.ts';
import { DrillChains } from './drill-chains.ts';
import { checkFamily, show } from './check-family.ts';
import {
  buildPolicy,
  buildRequests,
  computePaid,
  families,
  findFamily,
  readAnswers,
  splitRounds,
} from './drill-payments.ts';
import type { Answered, Family } from './drill-payments.ts';
import { PayerProcess } from './payer-process.ts';
import { payerSteps } from './payer-steps.ts';
import type { PayerStep } from './payer-steps.ts';

const victims = ['leader', 'follower', 'exchange'] as const;
type Victim = (typeof victims)[number];
type Kill = { readonly step: PayerStep; readonly victim: Victim; readonly isOfMachine: boolean };

/** The least number of answers between two kills, of which there are about `killsMax` at most. */
const answersPerKillMin = 8;
const killsMax = 120;
/** One kill of the leader in this many is one of its machine: the follower is made the leader. */
const changeEvery = 3;
/** A signer is killed up to this long after a request was sent to it: while it checks, replicates, signs or records. */
const signingMs = 15;
const runMsMax = 45 * 60_000;
const settleMsMax = 30_000;

class Drill {
  readonly #folder = mkdtempSync(join(tmpdir(), 'salar-signers-'));
  readonly #count: number;
  readonly #payer = new PayerProcess(this.#folder);
  readonly kills = new Map<string, number>();
  changes = 0;
  #chains: DrillChains | null = null;
  #requests: readonly SignRequest[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  get repeated(): number {
    return this.#payer.repeated;
  }

  get answers(): readonly Answered[] {
    return readAnswers(join(this.#folder, 'answers.jsonl'));
  }

  /** Runs until every payment has an answer. @returns whether both records are the same then */
  async run(): Promise<boolean> {
    const ticketMacKey = randomBytes(32);
    const paid = computePaid(this.#count);
    const [pair, chains] = await Promise.all([
      SignerPair.create({
        folder: this.#folder,
        program: join(serverDir, 'signer.js'),
        policy: buildPolicy(paid),
        ticketMacKey,
      }),
      DrillChains.start(this.#folder).then((started) => (this.#chains = started)),
      PayerProcess.build(),
    ]);
    try {
      pair.launch('first');
      pair.launch('second');
      const sources = await chains.fund(await this.#readWallets(), this.#count);
      this.#requests = buildRequests(ticketMacKey, this.#count, sources);
      for (const [place, round] of splitRounds(this.#requests, paid).entries()) {
        const lines = round.map((request) => JSON.stringify(request, bigintAsText));
        writeFileSync(join(this.#folder, `requests-${place + 1}.jsonl`), lines.join('\n'));
      }
      this.#payer.launch();
      const until = Date.now() + runMsMax;
      for (let kill = 0; this.#payer.code === null; kill += 1) {
        if (Date.now() > until) throw new Error(`not done in time: ${pair.alerts.slice(-5).join('\n')}`);
        await this.#killOne(pair, planKill(kill));
        await chains.mine();
      }
      if (this.#payer.code !== 0) throw new Error('the payer has failed');
      await chains.mine();
      return await this.#areEqual(pair);
    } finally {
      await this.#payer.kill();
      await pair.end();
    }
  }

  /** Reads what the receiver of each ticket of a family has on its chain. */
  async readReceived(family: Family): Promise<ReadonlyMap<number, bigint>> {
    const received = new Map<number, bigint>();
    if (this.#chains === null) return received;
    for (const { ticket } of this.#requests) {
      const { ticketId, destination } = ticket;
      if (findFamily(ticketId) === family)
        received.set(ticketId, await this.#chains.readReceived(family, destination));
    }
    return received;
  }

  async end(): Promise<void> {
    await this.#chains?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #killOne(pair: SignerPair, { step, victim, isOfMachine }: Kill): Promise<void> {
    const from = this.#payer.answered;
    const answers = Math.max(answersPerKillMin, (this.#count * families.length) / killsMax);
    while (this.#payer.code === null && this.#payer.answered < from + answers)
      await this.#payer.reach('signed');
    await this.#payer.reach(step);
    if (this.#payer.code !== null) return;
    const name = `${victim} ${step}`;
    this.kills.set(name, (this.kills.get(name) ?? 0) + 1);
    if (victim === 'exchange') {
      await this.#payer.kill();
      this.#payer.launch();
      return;
    }
    if (step === 'requested') await sleep(randomInt(signingMs));
    const { name: leader, state } = await pair.findLeader();
    const follower = leader === 'first' ? 'second' : 'first';
    // A leader alone has what the follower lacks: its machine may not be given up.
    if (victim === 'leader' && isOfMachine && !state.alone) {
      await pair.kill(leader);
      pair.run(follower, 'lead-alone');
      pair.launch(leader);
      this.changes += 1;
      return;
    }
    const killed = victim === 'leader' ? leader : follower;
    await pair.kill(killed);
    pair.launch(killed);
  }

  async #readWallets(): Promise<readonly SignerWallet[]> {
    const client = await this.#connect();
    const until = Date.now() + settleMsMax;
    try {
      for (;;) {
        try {
          return await client.identity();
        } catch (error) {
          if (Date.now() > until) throw error;
          await sleep(100); // it is starting
        }
      }
    } finally {
      client.close();
    }
  }

  async #connect(): Promise<SignerClient> {
    return new SignerClient(await readSignerConnection(join(this.#folder, 'signer.json')));
  }

  /** Requests a payment again until the leader is not alone: nothing is added to the records then but what one of them lacks. */
  async #areEqual(pair: SignerPair): Promise<boolean> {
    const [request] = this.#requests;
    const client = await this.#connect();
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

/** Returns each victim at each step in turn. */
function planKill(place: number): Kill {
  const victim = victims[place % victims.length] ?? 'leader';
  const step = payerSteps[place % payerSteps.length] ?? 'requested';
  const isOfMachine = Math.floor(place / victims.length) % changeEvery === changeEvery - 1;
  return { step, victim, isOfMachine };
}

/** @param count  payments of each family */
export async function runSignersDrill(count: number): Promise<{ passed: number; failed: number }> {
  console.log(`\ntwo signers, ${count} payments of each family`);
  const drill = new Drill(count);
  const startedAt = Date.now();
  try {
    const areEqual = await drill.run();
    for (const victim of victims) {
      const counts = payerSteps.map((step) => `${step} ${drill.kills.get(`${victim} ${step}`) ?? 0}`);
      console.log(`  kills of the ${victim} when a payment was: ${counts.join(', ')}`);
    }
    console.log(`  the follower took over the lead ${drill.changes} times`);
    console.log(
      `  requests repeated: ${drill.repeated}; seconds: ${Math.round((Date.now() - startedAt) / 1000)}`,
    );
    const combinations = victims.length * payerSteps.length;
    const results = [
      show(
        drill.kills.size === combinations,
        `each of ${combinations} combinations of process and step was killed`,
      ),
      show(areEqual, 'both signers have the same record'),
    ];
    for (const family of families)
      results.push(
        ...checkFamily(family, { count, answers: drill.answers, received: await drill.readReceived(family) }),
      );
    console.log(
      `  seconds with the comparison of the chains: ${Math.round((Date.now() - startedAt) / 1000)}`,
    );
    const passed = results.filter(Boolean).length;
    return { passed, failed: results.length - passed };
  } finally {
    await drill.end();
  }
}
