/** One run of the drill: starts nodes, PostgreSQL, signers and the exchange, kills them, and reads what all of them have then. */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import { readSignerConnection } from '@salar/adapters/signer/signer-connection';
import { Sequencer } from '@salar/sequencer';
import type { SignerWallet } from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { SignerPair } from '@salar/testing/keys/signer-pair';
import { ShiftedClock } from '../../clock/shifted-clock.ts';
import { serverDir } from '../../support/server.ts';
import { openDrillPostgres } from '../cold/drill-database.ts';
import { DrillChains } from './drill-chains.ts';
import { buildDrillPolicy } from './drill-networks.ts';
import { becomeEqual } from './equal-records.ts';
import { computePaid, families } from './drill-payments.ts';
import { listExchangeFiles } from './exchange-steps.ts';
import type { ExchangeSettings } from './exchange-steps.ts';
import { readFamilyRecord } from './family-record.ts';
import type { FamilyRecord } from './family-record.ts';
import { countKills, planKill } from './kill-plan.ts';
import type { Kill } from './kill-plan.ts';
import { PayingExchange } from './paying-exchange.ts';
import { RunEnd } from './run-end.ts';

/** The kills of the long form are over when an eighth of the payments was sent; in the short form they follow each other at once. */
const killedPart = 8;
/** The number of withdrawals of each family that are paid at the same time, at least, or this part of them. */
const openMin = 8;
const openPart = 60;
/** A signer is killed up to this long after a request was sent to it: while it checks, replicates, signs or records. */
const signingMs = 15;
/** Between two blocks of the EVM network and of Bitcoin. */
const blockMs = 400;
/** TRON has one block to so many of the others: its balances can be compared only while a block is the newest. */
const blocksPerTron = 5;
/** TRON's blocks are this much further apart than three seconds by its own clock, so that transfers expire within the drill. */
const tronPauseMs = 12_000;
/** The clock of all processes follows TRON's in steps of at most this: signers refuse to work with clocks that differ. */
const clockStepMs = 12_000;
const lookMs = 500;
/** A run is given up after this, and this for each payment of a family. */
const runMsMax = 8 * 60_000;
const paymentMsMax = 4_000;
const settleMsMax = 60_000;
const databaseName = 'signers_drill';

type Parts = {
  readonly folder: string;
  readonly pair: SignerPair;
  readonly chains: DrillChains;
  readonly postgres: Awaited<ReturnType<typeof openDrillPostgres>>;
  readonly database: TicketDatabase;
  readonly clock: ShiftedClock;
  readonly signer: SignerClient;
};

export class SignersRun {
  readonly #parts: Parts;
  readonly #count: number;
  readonly exchange: PayingExchange;
  /** How often each process was killed, by `victim step family`. */
  readonly kills = new Map<string, number>();
  /** How often the follower took over the lead. */
  changes = 0;
  #isDone = false;
  readonly #signer: SignerClient;
  readonly #end: RunEnd;

  private constructor(parts: Parts, count: number) {
    this.#parts = parts;
    this.#count = count;
    const { folder, clock, database, chains, signer } = parts;
    this.exchange = new PayingExchange(folder, clock);
    this.#signer = signer;
    this.#end = new RunEnd({ database, chains, clock, signer, count });
  }

  /** Starts everything but the exchange. @param count  payments of each family */
  static async start(count: number): Promise<SignersRun> {
    const folder = mkdtempSync(join(tmpdir(), 'salar-signers-'));
    const clock = new ShiftedClock(folder);
    const ticketMacKey = randomBytes(32);
    const [pair, chains, postgres] = await Promise.all([
      SignerPair.create({
        folder,
        program: join(serverDir, 'signer.js'),
        policy: buildDrillPolicy(computePaid(count)),
        ticketMacKey,
        node: clock,
      }),
      DrillChains.start(folder),
      openDrillPostgres(),
      PayingExchange.build(),
    ]);
    pair.launch('first');
    pair.launch('second');
    const database = await postgres.createDatabase(databaseName);
    const files = listExchangeFiles(folder);
    const signer = new SignerClient(await readSignerConnection(files.signer));
    const run = new SignersRun({ folder, pair, chains, postgres, database, clock, signer }, count);
    mkdirSync(files.keys, { mode: 0o700 });
    writeFileSync(join(files.keys, 'ticket-mac.key'), ticketMacKey.toString('hex'), { mode: 0o600 });
    const settings: ExchangeSettings = {
      database: postgres.findOptions(databaseName),
      nodes: chains.urls,
      count,
      openMax: Math.max(openMin, Math.floor(count / openPart)),
    };
    writeFileSync(files.settings, JSON.stringify(settings));
    await chains.fund(await run.#readWallets(), count);
    return run;
  }

  /** Runs until every payment was made or refused. @returns whether both signers have the same record then */
  async run(): Promise<boolean> {
    this.exchange.launch();
    const ended = Promise.all([this.#waitForEnd(), this.#mine()]);
    const killsMax = countKills(this.#count);
    const sentPerKill = Math.floor((computePaid(this.#count) * families.length) / killsMax / killedPart);
    for (let place = 0; place < killsMax; place += 1) {
      const kill = planKill(place);
      const from = this.exchange.sent;
      while (!this.#isDone && this.exchange.sent < from + sentPerKill) await sleep(lookMs / 20);
      await Promise.race([this.exchange.reach(kill.step, kill.family), ended]);
      if (this.#isDone) break;
      await this.#kill(kill);
    }
    await ended;
    return becomeEqual(this.#parts);
  }

  /** Ends the exchange, and reads the record of each family. */
  async readRecords(): Promise<readonly FamilyRecord[]> {
    const { chains, database } = this.#parts;
    await this.exchange.kill();
    const sequencer = await Sequencer.open({
      database,
      onFatal(error) {
        throw error;
      },
    });
    const signer = this.#signer;
    try {
      const records: FamilyRecord[] = [];
      for (const family of families) {
        const own = [...this.exchange.refusals].filter(([name]) => name.startsWith(`${family} `));
        const refusals = new Map(own.map(([name, times]) => [name.slice(family.length + 1), times]));
        records.push(await readFamilyRecord(family, { database, sequencer, signer, chains, refusals }));
      }
      return records;
    } finally {
      await sequencer.close();
    }
  }

  async end(): Promise<void> {
    const { folder, pair, chains, postgres } = this.#parts;
    await this.exchange.kill();
    this.#signer.close();
    await pair.end();
    await postgres.close();
    await chains.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  /** Mines on each network; the clock of all processes follows TRON's. After the last payment only the clock goes on. */
  async #mine(): Promise<void> {
    const { chains, clock } = this.#parts;
    for (let place = 0; !this.#isDone; place += 1) {
      if (this.#end.finishedAt !== null) {
        clock.setAhead(clock.ahead + clockStepMs);
        await sleep(blockMs);
        continue;
      }
      if (place % blocksPerTron === 0) chains.mineTron(tronPauseMs);
      await chains.mine();
      const behindMs = chains.tronTime - clock.now();
      clock.setAhead(clock.ahead + Math.min(Math.max(behindMs, 0), clockStepMs));
      await sleep(blockMs);
    }
  }

  async #waitForEnd(): Promise<void> {
    const startedAt = Date.now();
    try {
      while (!(await this.#end.isReached())) {
        if (this.exchange.code !== null) throw new Error(`the exchange has ended: ${this.exchange.code}`);
        if (Date.now() > startedAt + runMsMax + this.#count * paymentMsMax)
          throw new Error(`not done in time: ${this.#describe()}`);
        await sleep(lookMs);
      }
    } finally {
      this.#isDone = true;
    }
  }

  #describe(): string {
    const { pair } = this.#parts;
    return [...this.exchange.alerts, ...pair.alerts.slice(-5)].join('\n');
  }

  async #kill({ victim, step, family, isOfMachine }: Kill): Promise<void> {
    const { pair } = this.#parts;
    const name = `${victim} ${step} ${family}`;
    this.kills.set(name, (this.kills.get(name) ?? 0) + 1);
    if (step === 'requested') await sleep(randomInt(signingMs));
    if (victim === 'exchange') {
      await this.exchange.kill();
      this.exchange.launch();
      return;
    }
    const { name: leader, state } = await pair.findLeader();
    const follower = leader === 'first' ? 'second' : 'first';
    const killed = victim === 'leader' ? leader : follower;
    await pair.kill(killed);
    // A leader alone has what the follower lacks: its machine may not be given up.
    if (victim === 'leader' && isOfMachine && !state.alone) {
      pair.run(follower, 'lead-alone');
      this.changes += 1;
    }
    if (step !== 'requested') this.exchange.goOn();
    pair.launch(killed);
  }

  async #readWallets(): Promise<readonly SignerWallet[]> {
    const until = Date.now() + settleMsMax;
    for (;;) {
      try {
        return await this.#signer.identity();
      } catch (error) {
        if (Date.now() > until) throw error;
        await sleep(100); // it is starting
      }
    }
  }
}
