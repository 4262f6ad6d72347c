/** The proof that no ticket was paid twice and no cap exceeded, from what was signed and from what the chain has. */
import { computePaid, findFamily, listUsed, payments } from './drill-payments.ts';
import type { Answered, Family } from './drill-payments.ts';

/** @returns whether each condition holds; each is printed */
export function checkFamily(
  family: Family,
  {
    count,
    answers,
    received,
  }: {
    /** Tickets of the family. */
    readonly count: number;
    readonly answers: readonly Answered[];
    /** The amount that the receiver of each ticket has on the chain. */
    readonly received: ReadonlyMap<number, bigint>;
  },
): readonly boolean[] {
  const own = answers.filter(({ ticketId }) => findFamily(ticketId) === family);
  const paidMax = computePaid(count);
  const signed = new Map<number, (readonly string[])[]>();
  const holders = new Map<string, Set<number>>();
  for (const { ticketId, raw } of own) {
    if (raw === undefined) continue;
    const used = listUsed(family, raw);
    signed.set(ticketId, [...(signed.get(ticketId) ?? []), used]);
    for (const one of used) holders.set(one, (holders.get(one) ?? new Set()).add(ticketId));
  }
  const forms = [...signed.values()].reduce((sum, list) => sum + list.length, 0);
  const twice = [...signed.values()].filter((list) =>
    list.some((form) => !form.some((one) => list[0]?.includes(one))),
  );
  const shared = [...holders.values()].filter((tickets) => tickets.size > 1);
  const refusals = new Set(own.flatMap(({ refusal }) => refusal ?? []));
  const answered = new Set(own.map(({ ticketId }) => ticketId));
  const { net } = payments[family];
  const wrong = [...received].filter(([ticket, amount]) => amount !== (signed.has(ticket) ? net : 0n));
  const nodeAnswers = countEach(own.flatMap(({ node }) => node ?? []));
  return [
    show(answered.size === count, `${family}: ${answered.size} of ${count} payments were answered`),
    show(
      twice.length === 0,
      `${family}: of ${forms} signed forms, ${twice.length} could be mined beside another of the same ticket`,
    ),
    show(shared.length === 0, `${family}: ${shared.length} nonces or outputs were used by two tickets`),
    show(
      signed.size === paidMax && [...refusals].join() === 'hourly_cap_exceeded',
      `${family}: ${signed.size} payments were signed, the cap of the hour is ${paidMax}; the others: ${[...refusals].join(', ')}`,
    ),
    show(
      received.size === count && wrong.length === 0,
      `${family}: on the chain ${count - wrong.length} of ${count} receivers have what their tickets say: ${signed.size} the payment, once, the others nothing (answers of the node: ${nodeAnswers})`,
    ),
  ];
}

/** Prints a condition and whether it holds. */
export function show(isTrue: boolean, sentence: string): boolean {
  console.log(`  ${isTrue ? 'ok  ' : 'FAIL'} ${sentence}`);
  return isTrue;
}

function countEach(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, times]) => `${times} ${value}`).join(', ');
}
