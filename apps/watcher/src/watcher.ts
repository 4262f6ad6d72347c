/**
 * The second pair of eyes. Each round it recomputes books and wallets from the journal and from its own nodes, and halts all
 * payments when they do not agree. It believes none of the exchange's own figures, and halting is its only power.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { assert, sequence } from '@salar/protocol';
import type { Command } from '@salar/protocol';
import { compareBalances } from '@salar/sequencer/verify/compare-balances';
import { Findings as Differences } from '@salar/sequencer/verify/findings';
import { findCheckpointDifference } from '@salar/services/reconciliation/journal-checkpoints';
import type { Log } from '@salar/services/ports/log';
import { JournalBroken, readProjectionPosition, withFrozenView } from '@salar/store';
import type { Database } from '@salar/store';
import type { Engine } from '@salar/engine';
import { CreditChecks } from './credit-checks.ts';
import { Findings } from './findings.ts';
import type { Finding } from './findings.ts';
import { watchHoldings } from './holdings.ts';
import type { WatchedHoldings } from './holdings.ts';
import type { HaltDelivery } from './halt-delivery.ts';
import type { HaltRecord } from './halt-record.ts';
import type { OutflowChecks } from './outflow-checks.ts';
import type { OwnRecord } from './own-record.ts';
import { ReplayedBooks } from './replayed-books.ts';
import { findShortages } from './wallets-against-books.ts';
import type { Shortage } from './wallets-against-books.ts';
import type { WatchedNetwork } from './watched-network.ts';

/** A shortage counts when as many looks, one after the other, have it: most are a block that arrived in between. */
const looksMax = 3;
const lookPauseMs = 500;

export type WatcherOptions = {
  readonly database: Database;
  readonly networks: readonly WatchedNetwork[];
  readonly record: OwnRecord;
  readonly outflows: OutflowChecks;
  readonly halts: HaltRecord;
  readonly delivery: HaltDelivery;
  readonly graceMs: number;
  readonly balancesEveryMs: number;
  readonly clock: () => number;
  readonly log: Log;
};

export class Watcher {
  readonly #options: WatcherOptions;
  readonly #findings: Findings;
  readonly #credits: CreditChecks;
  readonly #holdings: ReadonlyMap<WatchedNetwork, WatchedHoldings>;
  #books: ReplayedBooks | null = null;
  /** Credits and outflows of commands after this one are checked one by one; null until the first round has read the journal. */
  #checkedFrom: number | null;
  #balancesAt = 0;
  /** The findings of the last comparison of balances. */
  #balances: readonly Finding[] = [];
  #snapshotDifferences: string[] = [];
  /** The newest checkpoints of the signers; null for one that they did not sign. */
  #checkpoints: readonly (SignedCheckpoint | null)[] = [];

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#findings = new Findings(options.graceMs);
    this.#credits = new CreditChecks(options.networks);
    this.#holdings = new Map(
      options.networks.map((network) => [network, watchHoldings(network, options.clock)]),
    );
    this.#checkedFrom = options.record.last?.sequence ?? null;
  }

  /**
   * Looks once at everything. A sign of life is sent only after a complete round.
   *
   * @throws ChainUnavailable, and failures of the database: the round is repeated
   */
  async round(): Promise<void> {
    const { halts, delivery, clock, log } = this.#options;
    await delivery.deliver(halts.open);
    const found = await this.#look();
    const counting = this.#findings.take(found, clock());
    halts.end(new Set(found.map(({ key }) => key)));
    for (const { sentence } of halts.take(counting, clock())) log.error({}, `ALERT: halted: ${sentence}`);
    await delivery.deliver(halts.open);
    this.#recordEnd();
    this.#checkpoints = await delivery.showSignOfLife();
  }

  async #look(): Promise<readonly Finding[]> {
    try {
      await this.#assertJournalKept();
      const books = (this.#books ??= await this.#openBooks());
      const balances = await this.#compareBalances(books);
      const shortages = await this.#findShortages(books);
      this.#checkedFrom ??= books.head.sequence;
      const credits = await this.#credits.findUnconfirmed(this.#options.database);
      const outflows = await this.#options.outflows.findUnexplained(this.#options.database);
      return [
        ...balances,
        ...this.#snapshotDifferences.map((sentence) => certain('snapshot', sentence)),
        ...shortages,
        ...[...credits].map(([key, sentence]) => uncertain(`credit ${key}`, sentence)),
        ...[...outflows].map(([key, sentence]) => uncertain(`outflow ${key}`, sentence)),
      ];
    } catch (error) {
      // What was read before may be of another journal: the next round begins with the first command again.
      if (!(error instanceof JournalBroken)) throw error;
      this.#books = null;
      return [certain('journal', error.message)];
    }
  }

  #openBooks(): Promise<ReplayedBooks> {
    const { database, record, clock, outflows } = this.#options;
    const onCommand = (command: Command, at: number, engine: Engine) => {
      if (this.#checkedFrom === null || at <= this.#checkedFrom) return;
      this.#credits.note(command);
      outflows.note(command, engine);
    };
    return ReplayedBooks.open(database, { record, clock, onCommand });
  }

  /** @throws JournalBroken when the journal is not the one that the watcher and the signers have seen before */
  async #assertJournalKept(): Promise<void> {
    const { database, record } = this.#options;
    const seen = record.last;
    if (seen !== null) {
      const difference = await findCheckpointDifference(database, seen);
      if (difference !== null)
        throw new JournalBroken(
          `the journal was rewritten at or before command ${seen.sequence}: ${difference}`,
        );
    }
    for (const checkpoint of this.#checkpoints) {
      if (checkpoint === null)
        throw new JournalBroken('a checkpoint of the journal is not signed by the signer');
      const difference = await findCheckpointDifference(database, checkpoint);
      if (difference !== null)
        throw new JournalBroken(
          `the journal differs from the signer's checkpoint at command ${checkpoint.sequence}: ${difference}`,
        );
    }
  }

  /** Compares the balances that customers see with the books, at the command that history has reached. */
  async #compareBalances(books: ReplayedBooks): Promise<readonly Finding[]> {
    const { database, balancesEveryMs, clock } = this.#options;
    if (this.#balances.length === 0 && clock() < this.#balancesAt) return [];
    const differences = new Differences();
    const isCompared = await withFrozenView(database, async (view) => {
      const { sequence: reached } = await readProjectionPosition(view);
      if (reached < books.head.sequence || reached === 0) return false; // history is behind what was read before
      await this.#read(books, view, reached);
      if (books.head.sequence !== reached) return false;
      await compareBalances(view, books.engine, differences);
      return true;
    });
    if (!isCompared) return this.#balances;
    const [first] = differences.list().flatMap((one) => one.examples);
    this.#balancesAt = clock() + balancesEveryMs;
    this.#balances =
      first === undefined
        ? []
        : [certain('balances', `balances in history differ from the journal: ${first}`)];
    return this.#balances;
  }

  async #findShortages(books: ReplayedBooks): Promise<readonly Finding[]> {
    const { database, networks } = this.#options;
    const comparison = {
      db: database,
      networks,
      holdingsOf: (network: WatchedNetwork) => this.#holdingsOf(network),
      engine: books.engine,
      readJournal: () => this.#read(books, database),
    };
    let lasting: readonly Shortage[] = [];
    for (let look = 0; look < looksMax; look += 1) {
      if (look > 0) await sleep(lookPauseMs);
      // A shortage does not count by readings of before.
      if (look > 0) for (const holdings of this.#holdings.values()) holdings.reset();
      const found = await findShortages(comparison);
      lasting = look === 0 ? found : found.filter(({ productId }) => has(lasting, productId));
      if (lasting.length === 0) return [];
    }
    return lasting.map(({ productId, held, owed, inFlight, missing }) => ({
      key: `wallets ${productId}`,
      sentence:
        `product ${productId}: the wallets hold ${held}, the books owe ${owed}, ` +
        `${inFlight} are being paid: ${missing} are missing`,
      size: missing,
      isCertain: false,
    }));
  }

  #holdingsOf(network: WatchedNetwork): WatchedHoldings {
    const holdings = this.#holdings.get(network);
    assert(holdings !== undefined, `network ${network.chainId} is watched`);
    return holdings;
  }

  async #read(books: ReplayedBooks, on: Parameters<ReplayedBooks['read']>[0], until?: number): Promise<void> {
    const differences = await books.read(on, until === undefined ? undefined : sequence(until));
    this.#snapshotDifferences.push(...differences);
  }

  /** Adds the end of the journal to the watcher's own record, when it has grown. */
  #recordEnd(): void {
    const { record, clock } = this.#options;
    const head = this.#books?.head;
    if (head === undefined || head.sequence === 0 || head.sequence === record.last?.sequence) return;
    const hash = Buffer.from(head.hash).toString('hex');
    record.append({ sequence: head.sequence, hash, stateHash: null, at: clock() });
  }
}

function certain(key: string, sentence: string): Finding {
  return { key, sentence, size: 0n, isCertain: true };
}

function uncertain(key: string, sentence: string): Finding {
  return { key, sentence, size: 0n, isCertain: false };
}

function has(shortages: readonly Shortage[], productId: Shortage['productId']): boolean {
  return shortages.some((one) => one.productId === productId);
}
