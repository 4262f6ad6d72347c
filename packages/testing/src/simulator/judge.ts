/** The laws of an episode: what must be true of the journal, of the answers, and of three engines. */
import { houseAccounts, productId, sequence } from '@salar/protocol';
import type { Command, EventSink, Posting } from '@salar/protocol';
import { Engine } from '@salar/engine';
import { decodeCommands } from '@salar/sequencer/restore';
import { isSameHash, computeStateHash } from '@salar/store';
import type { JournalRow } from '@salar/store';
import { NaiveEngine } from '../naive/naive-engine.ts';
import type { DepositTables } from './deposit-tables.ts';
import type { Findings } from './findings.ts';
import type { SimulatedChain } from './simulated-chain.ts';
import type { SimulatedDisk } from './simulated-disk.ts';
import type { Submissions } from './submissions.ts';

export type Evidence = {
  readonly disk: SimulatedDisk;
  readonly submissions: Submissions;
  /** Orders, trades and postings that listeners received, by the first command of a batch. */
  readonly received: ReadonlyMap<number, ReceivedCounts>;
  readonly writer: Engine;
  readonly replica: Engine;
  readonly chain: SimulatedChain;
  readonly deposits: DepositTables;
};

export type ReceivedCounts = { readonly orders: number; readonly trades: number; readonly postings: number };

export type Verdict = {
  readonly journalHash: string;
  readonly stateHash: string;
  /** Number of commands in the journal. */
  readonly commands: number;
};

const endOfTime = sequence(Number.MAX_SAFE_INTEGER);
const products = [1, 2, 3, 4].map(productId);

/** Checks all laws and adds the violations to `findings`. */
export function judge(evidence: Evidence, findings: Findings): Verdict {
  const { disk, submissions } = evidence;
  const credits = new Credits();
  const engine = new Engine(credits);
  const model = new NaiveEngine();
  for (const row of disk.read(sequence(0), endOfTime)) {
    const commands = decodeCommands(row);
    judgeRow(row, commands, { submissions, findings });
    const before = credits.counts();
    for (const [i, command] of commands.entries()) {
      const place = sequence(row.firstSequence + i);
      const stamp = { sequence: place, at: row.at };
      const replayed = engine.apply(command, stamp);
      const predicted = model.apply(command, stamp);
      const answered = submissions.at(row.epoch, place)?.outcome ?? null;
      if (!isSame(replayed, predicted)) {
        findings.add(
          `command ${place} ${formatVerdict(command)}: the model says ${formatVerdict(predicted)}, the engine ${formatVerdict(replayed)}`,
        );
      }
      if (answered !== null && !isSame(answered, predicted)) {
        findings.add(
          `command ${place} ${formatVerdict(command)}: ${formatVerdict(answered)} was answered, not ${formatVerdict(predicted)}`,
        );
      }
    }
    judgeReceived(row, evidence.received.get(row.firstSequence), {
      before,
      after: credits.counts(),
      findings,
    });
  }
  judgeAcknowledged(disk, submissions, findings);
  judgeState({ ...evidence, engine, model }, findings);
  judgeDeposits(evidence, credits, findings);
  return {
    journalHash: Buffer.from(disk.head.hash).toString('hex'),
    stateHash: Buffer.from(computeStateHash(engine.save())).toString('hex'),
    commands: engine.lastSequence,
  };
}

/** Every command in the journal was sent to the writer that wrote it. */
function judgeRow(
  row: JournalRow,
  commands: readonly Command[],
  { submissions, findings }: { submissions: Submissions; findings: Findings },
): void {
  for (const [i, command] of commands.entries()) {
    const place = row.firstSequence + i;
    const sent = submissions.at(row.epoch, place)?.command;
    if (sent === undefined) {
      findings.add(`command ${place} ${formatVerdict(command)} is in the journal, but nobody sent it`);
    } else if (!isSame(sent, command)) {
      findings.add(`command ${place} is ${formatVerdict(command)}, but ${formatVerdict(sent)} was sent`);
    }
  }
}

/** Listeners received after a commit what a replay emits. */
function judgeReceived(
  { firstSequence }: JournalRow,
  received: ReceivedCounts | undefined,
  { before, after, findings }: { before: ReceivedCounts; after: ReceivedCounts; findings: Findings },
): void {
  if (received === undefined) return; // the writer died before it could publish
  const isSame =
    received.orders === after.orders - before.orders &&
    received.trades === after.trades - before.trades &&
    received.postings === after.postings - before.postings;
  if (!isSame) findings.add(`listeners received other events for the batch at command ${firstSequence}`);
}

/** Every acknowledged command is in the journal, at its position. */
function judgeAcknowledged(disk: SimulatedDisk, submissions: Submissions, findings: Findings): void {
  const epochs: number[] = [];
  for (const row of disk.rows) {
    for (let i = 0; i < row.count; i += 1) epochs[row.firstSequence + i] = row.epoch;
  }
  for (const { sequence, epoch, command } of submissions.acknowledged) {
    if (epochs[sequence] !== epoch) {
      findings.add(
        `command ${sequence} ${formatVerdict(command)} was acknowledged but is not in the journal`,
      );
    }
  }
}

function judgeState(
  { engine, model, writer, replica }: Evidence & { engine: Engine; model: NaiveEngine },
  findings: Findings,
): void {
  for (const [name, one] of Object.entries({ writer, replica, replay: engine })) {
    try {
      one.checkInvariants();
    } catch (error) {
      findings.add(`the ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const saved = engine.save();
  if (!isSameHash(saved, writer.save())) findings.add("the writer's state is not what a replay gives");
  if (!isSameHash(saved, replica.save())) findings.add("the replica's state is not what a replay gives");
  for (const { accountId } of engine.accounts()) {
    for (const product of products) {
      const position = engine.position(accountId, product);
      const predicted = model.position(accountId, product);
      if (position.total === predicted.total && position.held === predicted.held) continue;
      findings.add(
        `account ${accountId}, product ${product}: ${formatVerdict(position)}, the model says ${formatVerdict(predicted)}`,
      );
    }
  }
  for (const { instrumentId } of engine.instruments()) {
    const { bids, asks } = engine.level2(instrumentId, Number.MAX_SAFE_INTEGER);
    const isShownSame =
      isSame(bids, model.levels(instrumentId, 'buy')) && isSame(asks, model.levels(instrumentId, 'sell'));
    if (!isShownSame) findings.add(`the book of instrument ${instrumentId} differs from the model`);
  }
  const open = [...engine.allOpenOrders()].map(
    (order) => `${order.orderId}/${order.quantity - order.executed}`,
  );
  const predicted = model.openOrders().map((order) => `${order.orderId}/${order.remaining}`);
  if (open.sort().join() !== predicted.sort().join()) findings.add('the open orders differ from the model');
}

/**
 * Every transfer that stays is credited once, and none before its confirmations. Every credit is on the chain, or
 * the house carries it as a loss.
 */
function judgeDeposits({ chain, deposits }: Evidence, credits: Credits, findings: Findings): void {
  const staying = new Set(chain.confirmedNow().map(({ txId }) => txId));
  for (const { ticketId, transfer } of deposits.tickets.values()) {
    const { txId, amount, accountId } = transfer;
    const credited = credits.getPostings(ticketId);
    if (credited.length > 1) findings.add(`${txId} was credited ${credited.length} times`);
    if (credited.length === 0 && staying.has(txId)) findings.add(`${txId} stayed and was not credited`);
    if (credited.length > 0 && !chain.wasConfirmed(txId)) {
      findings.add(`${txId} was credited without ever having its confirmations`);
    }
    const lost = credited.length === 0 || staying.has(txId) ? 0n : amount;
    if (credits.getLoss(ticketId) !== lost) {
      findings.add(`${txId} costs the house ${credits.getLoss(ticketId)}, not ${lost}`);
    }
    for (const posting of credited) {
      if (posting.amount !== amount || posting.accountId !== accountId) {
        findings.add(`${txId} was credited as ${formatVerdict(posting)}`);
      }
    }
  }
  for (const txId of staying) {
    if (!deposits.tickets.has(txId)) findings.add(`${txId} stayed and was never seen`);
  }
}

/** Receives the events of a replay: counts them, and collects the postings of deposits. */
class Credits implements EventSink {
  readonly #byTicket = new Map<number, Posting[]>();
  readonly #lossByTicket = new Map<number, bigint>();
  #orders = 0;
  #trades = 0;
  #postings = 0;

  getPostings(ticketId: number): readonly Posting[] {
    return this.#byTicket.get(ticketId) ?? [];
  }

  /** Returns what the house lost by a deposit that the chain reverted. */
  getLoss(ticketId: number): bigint {
    return this.#lossByTicket.get(ticketId) ?? 0n;
  }

  counts(): ReceivedCounts {
    return { orders: this.#orders, trades: this.#trades, postings: this.#postings };
  }

  orderWorking(): void {
    this.#orders += 1;
  }

  orderClosed(): void {
    this.#orders += 1;
  }

  trade(): void {
    this.#trades += 1;
  }

  posting(posting: Posting): void {
    this.#postings += 1;
    if (posting.kind !== 'deposit' || posting.accountId === houseAccounts.custody) return;
    if (posting.accountId === houseAccounts.loss) {
      this.#lossByTicket.set(posting.reference, this.getLoss(posting.reference) - posting.amount);
      return;
    }
    const others = this.#byTicket.get(posting.reference);
    if (others === undefined) this.#byTicket.set(posting.reference, [posting]);
    else others.push(posting);
  }
}

/** True when two values are equal all the way down; lists and objects have the same members. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const one = a as Readonly<Record<string, unknown>>;
  const other = b as Readonly<Record<string, unknown>>;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
}

/** Formats as JSON, with amounts as decimal text. */
export function formatVerdict(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));
}
