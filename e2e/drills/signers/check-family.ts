/** The proof that no ticket was paid twice and no cap exceeded, from the database, the signers, the journal and the chain. */
import {
  canBothBeMined,
  computePaid,
  computeReceiver,
  countForCaps,
  isFinished,
  isWaiting,
  listUsed,
  nets,
  withdrawFee,
} from './drill-payments.ts';
import type { Family } from './drill-payments.ts';
import type { FamilyRecord, TicketRecord } from './family-record.ts';

/** Refusals beyond the caps; no other may occur, but for a TRON transfer that may still be mined. */
const capRefusals = ['hourly_cap_exceeded', 'daily_cap_exceeded'];

/** @returns whether each condition holds; each is printed */
export function checkFamily(record: FamilyRecord, count: number): readonly boolean[] {
  const { family, tickets } = record;
  const paidMax = computePaid(count);
  const receivers = new Set(tickets.map(({ row }) => row.destination));
  const expected = Array.from({ length: count }, (_, place) => computeReceiver(family, place));
  const finished = tickets.filter(({ row }) => isFinished(row));
  const waiting = tickets.filter((ticket) => isUnpaid(family, ticket));
  const signed = tickets.filter((ticket) => ticket.signed.length > 0);
  const forms = tickets.map((ticket) => ticket.signed.length);
  const counted = countForCaps(family, forms);
  const minedOnce = finished.filter(({ mined }) => mined.length === 1);
  const mined = tickets.flatMap((ticket) => ticket.mined);
  const paid = finished.filter(({ received }) => received === nets[family]);
  const unpaid = waiting.filter(({ received }) => received === 0n);
  const settled = finished.filter(({ hold }) => hold === 'settled');
  const held = waiting.filter(({ hold }) => hold === 'held');
  const refusals = [...record.refusals];
  const beyond = refusals.filter(([name]) => capRefusals.includes(name));
  const others = refusals.filter(([name]) => !isExpected(record, name));
  const lost = signed.filter((ticket) => !finished.includes(ticket));
  return [
    show(
      tickets.length === count &&
        finished.length + waiting.length === count &&
        expected.every((receiver) => receivers.has(receiver)),
      `${family}: ${tickets.length} tickets to ${receivers.size} receivers, ${finished.length} of them paid and finished, ${waiting.length} waiting`,
    ),
    show(
      counted === paidMax && (family === 'tron' || lost.length === 0),
      `${family}: the signers signed ${sumUp(forms)} forms for ${signed.length} tickets, ${counted} of which count for the caps; these have room for ${paidMax}`,
    ),
    show(
      beyond.length > 0 && others.length === 0,
      `${family}: refused by the signers: ${refusals.map(([name, times]) => `${name} ${times} times`).join(', ')}`,
    ),
    show(
      countConflicts(record) === 0 && tickets.every(isStoredSigned),
      `${family}: of ${tickets.flatMap(({ stored }) => stored).length} stored forms, ${countConflicts(record)} could be mined beside another of the same ticket, or use what another ticket used`,
    ),
    show(
      minedOnce.length === finished.length && mined.length === finished.length,
      `${family}: ${mined.length} of the signed forms are in blocks, one of each of ${minedOnce.length} tickets`,
    ),
    show(
      paid.length === finished.length && unpaid.length === count - finished.length,
      `${family}: on the chain ${paid.length} receivers have their payment, once, and ${unpaid.length} nothing`,
    ),
    show(
      settled.length === finished.length &&
        held.length === waiting.length &&
        isPositionRight(record, held.length),
      `${family}: the journal has ${settled.length} holds settled and ${held.length} held; the customer has ${record.position.total}, of which ${record.position.held} held`,
    ),
    ...record.books.map(({ productId, custody, held: onChain }) =>
      show(
        custody === onChain && onChain > 0n,
        `${family}: the wallets hold ${onChain} of product ${productId}, the books have ${custody}`,
      ),
    ),
  ];
}

/** A TRON transfer whose bytes were lost with a process is signed again only after it has expired. */
function isExpected({ family }: FamilyRecord, refusal: string): boolean {
  return capRefusals.includes(refusal) || (family === 'tron' && refusal === 'ticket_already_signed');
}

/** A TRON ticket can also wait for a further transfer, after one that has expired. */
function isUnpaid(family: Family, { row, mined }: TicketRecord): boolean {
  return isWaiting(row) || (family === 'tron' && row.status === 'Submitted' && mined.length === 0);
}

function isStoredSigned({ stored, signed }: TicketRecord): boolean {
  return stored.every(({ hash }) => signed.includes(hash));
}

function isPositionRight({ family, position }: FamilyRecord, waiting: number): boolean {
  const unpaid = (nets[family] + withdrawFee) * BigInt(waiting);
  return position.total === unpaid && position.held === unpaid;
}

function sumUp(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function countConflicts({ family, tickets }: FamilyRecord): number {
  let conflicts = 0;
  const holders = new Map<string, number>();
  for (const { row, stored } of tickets)
    for (const [place, { raw }] of stored.entries()) {
      const earlier = stored.slice(0, place);
      if (earlier.some((form) => canBothBeMined(family, form.raw, raw))) conflicts += 1;
      for (const used of listUsed(family, raw)) {
        if ((holders.get(used) ?? row.ticketId) !== row.ticketId) conflicts += 1;
        holders.set(used, row.ticketId);
      }
    }
  return conflicts;
}

/** Prints a condition and whether it holds. */
export function show(isTrue: boolean, sentence: string): boolean {
  console.log(`  ${isTrue ? 'ok  ' : 'FAIL'} ${sentence}`);
  return isTrue;
}
