/** A real exchange of the local profile, with its own PostgreSQL, and an attacker who is the owner of the database. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asOwner, findRunningPostgres, startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import type { Queryable } from '@salar/store';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { registerCustomer, signInCustomer } from '../../../support/customers.ts';
import type { TestCustomer } from '../../../support/customers.ts';
import {
  addOperator,
  runOperator,
  runOperatorOrThrow,
  runOperatorsOrThrow,
} from '../../../support/operators.ts';
import { freePort, launchServer, startServer } from '../../../support/server.ts';
import type { LaunchedServer } from '../../../support/server.ts';
import { ChainProof } from '../../../torture/chain-proof.ts';
import { AttackedWatcher } from '../watched/attacked-watcher.ts';
import type { Alert } from './attempt.ts';
import { ether, fund, present } from './customer-acts.ts';
import { stealKeys } from './stolen-keys.ts';
import type { StolenKeys } from './stolen-keys.ts';

/** Loops of the exchange look at changed rows within a second or two; a busy machine needs longer. */
const effectMs = 30_000;
/** Time after an alert in which its effect is complete. */
const afterAlertMs = 300;
const pollMs = 100;

type Settings = {
  readonly dataDir: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
};

export class AttackedDatabase {
  readonly receivers: string[] = [];
  /** Addresses of an attacker who also has the keys of the MACs. */
  readonly loot: string[] = [];
  /** Prepared, and not started. */
  readonly watcher: AttackedWatcher;
  readonly #settings: Settings;
  #server: LaunchedServer;
  #database: Database | null = null;
  #victim: TestCustomer | null = null;
  #thief: TestCustomer | null = null;
  #pawn: TestCustomer | null = null;
  #awaited: { readonly alert: Alert; readonly since: number } | null = null;
  #admins: readonly string[] = [];

  private constructor(settings: Settings, watcher: AttackedWatcher, server: LaunchedServer) {
    this.#settings = settings;
    this.watcher = watcher;
    this.#server = server;
  }

  /** Starts an exchange in which every withdrawal waits for an operator, with a funded victim and a thief. */
  static async start(): Promise<AttackedDatabase> {
    const dataDir = mkdtempSync(join(tmpdir(), 'salar-custody-db-'));
    const watcher = new AttackedWatcher(dataDir);
    const settings = {
      dataDir,
      port: await freePort(),
      env: {
        SALAR_AUTO_ACCEPT_TICKET: '1',
        SALAR_ACCEPT_ALONE: '100000000',
        SALAR_ACCEPT_ALONE_PER_DAY: '1000000000',
        SALAR_RATE_LIMITS: 'off',
        ...watcher.env,
      },
    };
    const attacked = new AttackedDatabase(settings, watcher, await startServer(settings));
    const { url } = attacked.#server;
    attacked.#victim = await registerCustomer(url, 'victim', 4);
    attacked.#thief = await registerCustomer(url, 'thief', 4);
    attacked.#pawn = await registerCustomer(url, 'pawn', 1);
    const olga = await addOperator(settings.dataDir, null, 'olga', 'admin');
    const pablo = await addOperator(settings.dataDir, olga, 'pablo', 'admin');
    attacked.#admins = [olga, pablo];
    await fund(attacked, attacked.victim);
    await fund(attacked, attacked.thief);
    return attacked;
  }

  get victim(): TestCustomer {
    return present(this.#victim);
  }

  get thief(): TestCustomer {
    return present(this.#thief);
  }

  /** A customer of the thief's own with a low level. */
  get pawn(): TestCustomer {
    return present(this.#pawn);
  }

  /** Where passkeys are valid. */
  get site(): string {
    return `http://localhost:${this.#settings.port}`;
  }

  get dataDir(): string {
    return this.#settings.dataDir;
  }

  /** Everything that the exchange has logged. */
  get log(): string {
    return readFileSync(join(this.dataDir, 'logs', 'salar.log'), 'utf8');
  }

  /** Runs statements as the owner of the tables, in one transaction that no trigger or constraint stops. */
  async write(...statements: readonly string[]): Promise<void> {
    await this.forge(async (tx) => {
      for (const statement of statements) await tx.query(statement);
    });
  }

  /** Writes rows in one such transaction, with the keys of the exchange's MACs. */
  async forge<T>(work: (tx: Queryable, keys: StolenKeys) => Promise<T>): Promise<T> {
    const database = await this.#owner();
    return database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      return work(tx, stealKeys(this.dataDir));
    });
  }

  async read<Row extends object>(statement: string): Promise<readonly Row[]> {
    return (await this.#owner()).query<Row>(statement);
  }

  async #owner(): Promise<Database> {
    if (this.#database !== null) return this.#database;
    const running = present(await findRunningPostgres(this.#settings.dataDir));
    this.#database = new Database({ ...asOwner(running), poolSize: 1 });
    return this.#database;
  }

  /** Creates an address of the attacker that nothing is sent to but by theft. @param of  the list it is counted in */
  newReceiver(of = this.receivers): string {
    const address = privateKeyToAddress(generatePrivateKey());
    of.push(address);
    return address;
  }

  async status(ticketId: number): Promise<string> {
    const [row] = await this.read<{ status: string }>(
      `SELECT status FROM withdrawal WHERE ticket_id = ${ticketId}`,
    );
    return row?.status ?? 'gone';
  }

  /** Runs a command of an operator. @returns `done` or the refusal */
  async operate(operator: string, ...args: readonly string[]): Promise<string> {
    const { status, stdout, stderr } = await runOperator(this.#settings.dataDir, operator, [
      ...args,
      '--yes',
      '--json',
    ]);
    return status === 0 ? 'done' : (/"refusal":\s*"(\w+)"/.exec(stdout)?.[1] ?? `${stdout}${stderr}`);
  }

  /** Runs a command of an operator. @returns everything that the operator sees */
  async operateAndRead(operator: string, ...args: readonly string[]): Promise<string> {
    const { dataDir } = this.#settings;
    return (await runOperator(dataDir, operator, [...args, '--yes', '--json'])).stdout;
  }

  /** Runs a command that needs another operator. @returns the number of the proposal */
  async propose(operator: string, ...args: readonly string[]): Promise<string> {
    const { facts } = await runOperatorOrThrow(this.#settings.dataDir, operator, args);
    return present(facts['proposal']);
  }

  /** Runs a command that two admins agree on. */
  async operateByTwo(...args: readonly string[]): Promise<void> {
    await runOperatorsOrThrow(this.#settings.dataDir, [this.olga, this.pablo], args);
  }

  get olga(): string {
    return present(this.#admins[0]);
  }

  get pablo(): string {
    return present(this.#admins[1]);
  }

  get url(): string {
    return this.#server.url;
  }

  /** Stops the exchange and starts it, with the attacker's customers signed in. @throws with the end of the log when it does not start */
  async startAgain(): Promise<void> {
    if (!(await this.restart())) throw new Error(`the exchange does not start:\n${this.log.slice(-2_000)}`);
    await this.renewSessions();
  }

  /** Signs the attacker's customers in again: sessions may have ended with a restart. */
  async renewSessions(): Promise<void> {
    this.#thief = await signInCustomer(this.#server.url, this.thief);
    this.#pawn = await signInCustomer(this.#server.url, this.pawn);
  }

  /** Names the alert of the attempt that begins. @returns how much was logged before */
  await(alert: Alert | null): number {
    const since = this.log.length;
    this.#awaited = alert && { alert, since };
    return since;
  }

  /** @param since  how much was logged before */
  hasLogged({ alert, table }: Alert, since: number): boolean {
    const lines = this.log
      .slice(since)
      .split('\n')
      .filter((line) => line.includes(alert));
    return lines.some((line) => table === undefined || line.includes(`"table":"${table}"`));
  }

  /** Waits until the attempt's alert is written, or as long as the exchange may need to act on a changed row. */
  async settle(): Promise<void> {
    const awaited = this.#awaited;
    const until = Date.now() + effectMs;
    while (Date.now() < until) {
      if (awaited !== null && this.hasLogged(awaited.alert, awaited.since)) return sleep(afterAlertMs);
      await sleep(pollMs);
    }
  }

  /** Stops the exchange with its PostgreSQL, changes rows meanwhile, and starts it again. @returns false when it does not start */
  async restart(...changes: readonly string[]): Promise<boolean> {
    await this.#disconnect();
    await this.#server.stop();
    if (changes.length > 0) {
      const postgres = await startEmbeddedPostgres({ dataDir: this.#settings.dataDir });
      await this.write(...changes);
      await this.#disconnect();
      await postgres.stop();
    }
    this.#server = await launchServer(this.#settings);
    return this.#server.ready().then(
      () => true,
      () => false,
    );
  }

  async #disconnect(): Promise<void> {
    await this.#database?.close();
    this.#database = null;
  }

  /** Sums what the chain says that the attacker's addresses have of ether. */
  async sumStolen(of = this.receivers): Promise<bigint> {
    const proof = await ChainProof.of(this.#server.url);
    let sum = 0n;
    for (const address of of) sum += await proof.heldBy(ether, address);
    return sum;
  }

  async until(isTrue: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await isTrue())) {
      if (Date.now() > deadline) throw new Error(`not in time:\n${this.log.slice(-2_000)}`);
      await sleep(pollMs);
    }
  }

  async end(): Promise<void> {
    await this.watcher.stop();
    await this.#disconnect();
    await this.#server.stop();
    rmSync(this.#settings.dataDir, { recursive: true, force: true });
  }
}
