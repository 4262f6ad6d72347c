/** A real exchange of the local profile, with its own PostgreSQL, and an attacker who is the owner of the database. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asOwner, findRunningPostgres, startEmbeddedPostgres } from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { registerCustomer, signInCustomer } from '../../support/customers.ts';
import type { TestCustomer } from '../../support/customers.ts';
import { addOperator, runOperator, runOperatorsOrThrow } from '../../support/operators.ts';
import { freePort, launchServer, startServer } from '../../support/server.ts';
import type { LaunchedServer } from '../../support/server.ts';
import { ChainProof } from '../../torture/chain-proof.ts';
import { rails } from '../../torture/rails.ts';
import type { Rail } from '../../torture/rails.ts';

const creditMsMax = 90_000;
/** Loops of the exchange look at changed rows within a second or two. */
const effectMs = 6_000;
const pollMs = 200;

type Settings = {
  readonly dataDir: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
};
type Position = { readonly ProductSymbol: string; readonly Amount: string };
type Product = { readonly Product: string; readonly ProductId: string };

export class AttackedDatabase {
  readonly receivers: string[] = [];
  readonly #settings: Settings;
  #server: LaunchedServer;
  #database: Database | null = null;
  #victim: TestCustomer | null = null;
  #thief: TestCustomer | null = null;
  #admins: readonly string[] = [];

  private constructor(settings: Settings, server: LaunchedServer) {
    this.#settings = settings;
    this.#server = server;
  }

  /** Starts an exchange in which every withdrawal waits for an operator, with a funded victim and a thief. */
  static async start(): Promise<AttackedDatabase> {
    const settings = {
      dataDir: mkdtempSync(join(tmpdir(), 'salar-custody-db-')),
      port: await freePort(),
      env: {
        SALAR_AUTO_ACCEPT_TICKET: '1',
        SALAR_ACCEPT_ALONE: '100000000',
        SALAR_ACCEPT_ALONE_PER_DAY: '1000000000',
        SALAR_RATE_LIMITS: 'off',
      },
    };
    const attacked = new AttackedDatabase(settings, await startServer(settings));
    const { url } = attacked.#server;
    attacked.#victim = await registerCustomer(url, 'victim', 4);
    attacked.#thief = await registerCustomer(url, 'thief', 4);
    const olga = await addOperator(settings.dataDir, null, 'olga', 'admin');
    const pablo = await addOperator(settings.dataDir, olga, 'pablo', 'admin');
    attacked.#admins = [olga, pablo];
    await attacked.fund(attacked.victim);
    await attacked.fund(attacked.thief);
    return attacked;
  }

  get victim(): TestCustomer {
    return present(this.#victim);
  }

  get thief(): TestCustomer {
    return present(this.#thief);
  }

  /** Everything that the exchange has logged. */
  get log(): string {
    return readFileSync(join(this.#settings.dataDir, 'logs', 'salar.log'), 'utf8');
  }

  /** Runs statements as the owner of the tables, in one transaction that no trigger or constraint stops. */
  async write(...statements: readonly string[]): Promise<void> {
    const database = await this.#owner();
    await database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const statement of statements) await tx.query(statement);
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

  /** Creates an address of the attacker that nothing is sent to but by theft. */
  newReceiver(): string {
    const address = privateKeyToAddress(generatePrivateKey());
    this.receivers.push(address);
    return address;
  }

  /** Has a customer withdraw ether to a new address and confirm it by mail. @returns the ticket, which waits for an operator */
  async withdraw(customer: TestCustomer): Promise<{ readonly ticketId: number; readonly to: string }> {
    const to = privateKeyToAddress(generatePrivateKey());
    const created = (await customer.api.call('CreateWithdrawTicket', {
      OMSId: 1,
      AccountId: customer.accountId,
      ProductId: await this.#etherId(customer),
      AccountProviderId: ether.providerId,
      Amount: '0.1',
      TemplateType: ether.template,
      TemplateForm: JSON.stringify({ TemplateType: ether.template, ExternalAddress: to, Comment: '' }),
    })) as { result: boolean; detail: string };
    if (!created.result) throw new Error(`the withdrawal was refused: ${created.detail}`);
    let link: string | undefined;
    await this.until(async () => {
      const mails = await customer.api.mailsTo(customer.email);
      const mail = mails.find(({ text }) => text.includes(to));
      link = mail?.links.find((one) => one.includes('/confirm-withdraw'));
      return link !== undefined;
    });
    const VerifyCode = new URL(present(link)).searchParams.get('verifycode');
    await customer.api.call('ConfirmWithdraw', { UserId: customer.userId, VerifyCode });
    const [row] = await this.read<{ id: number }>(
      `SELECT ticket_id AS id FROM withdrawal WHERE destination = '${to}'`,
    );
    const { id: ticketId } = present(row);
    await this.until(async () => (await this.status(ticketId)) === 'AdminProcessing');
    return { ticketId, to };
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

  /** Returns what a customer can spend of ether, in ether. */
  async balance({ api, accountId }: TestCustomer): Promise<string> {
    const rows = (await api.call('GetAccountPositions', { OMSId: 1, AccountId: accountId })) as Position[];
    return rows.find((row) => row.ProductSymbol === ether.product)?.Amount ?? '0';
  }

  async fund(customer: TestCustomer): Promise<void> {
    const info = (await customer.api.call('GetDepositInfo', {
      OMSId: 1,
      AccountId: customer.accountId,
      ProductId: await this.#etherId(customer),
      AccountProviderId: ether.providerId,
      GenerateNewKey: false,
    })) as { DepositInfo: string };
    const [address] = JSON.parse(info.DepositInfo) as string[];
    const request = { network: ether.network, address, product: ether.product, amount: '1' };
    await customer.api.local('faucet', request);
    await this.until(async () => Number(await this.balance(customer)) > 0, creditMsMax);
  }

  /** Signs the thief in again: sessions may have ended with a restart. */
  async renewSessions(): Promise<void> {
    this.#thief = await signInCustomer(this.#server.url, this.thief);
  }

  /** Waits as long as the exchange may need to act on a changed row. */
  async settle(): Promise<void> {
    await sleep(effectMs);
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

  /** Sums what the chain says that the attacker's addresses have. */
  async sumStolen(): Promise<bigint> {
    const proof = await ChainProof.of(this.#server.url);
    let sum = 0n;
    for (const address of this.receivers) sum += await proof.heldBy(ether, address);
    return sum;
  }

  async until(isTrue: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (!(await isTrue())) {
      if (Date.now() > deadline) throw new Error(`not in time:\n${this.log.slice(-2_000)}`);
      await sleep(pollMs);
    }
  }

  async #etherId({ api }: TestCustomer): Promise<string> {
    const products = (await api.call('GetProducts', { OMSId: 1 })) as Product[];
    return present(products.find((one) => one.Product === ether.product)).ProductId;
  }

  async end(): Promise<void> {
    await this.#disconnect();
    await this.#server.stop();
    rmSync(this.#settings.dataDir, { recursive: true, force: true });
  }
}

const ether: Rail = present(rails.find(({ provider }) => provider === 'ETH_LOCAL_ETHEREUM'));

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a part of the drill is missing');
  return value;
}
