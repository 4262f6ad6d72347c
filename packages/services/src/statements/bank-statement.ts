/** A statement of a bank account as its file has it, and the checks that every format shares. */
import { parseAmount } from '@salar/protocol';
import { StatementProblem } from './statement-problem.ts';

/** A day as the bank writes it, `2026-01-05`: such texts are ordered as the days are. */
export type BankDay = string;

type StatementLine = {
  readonly bookedOn: BankDay;
  /** Minor units: above zero came in, below zero went out. */
  readonly amount: bigint;
  /** Every reference of the bank, the line's own first; each may be used to book it. */
  readonly references: readonly string[];
  /** The withdrawal whose reference (`SALAR-1003`) the line shows; null without one, or with several. */
  readonly ticketId: number | null;
};

export type BankStatement = {
  readonly format: 'OFX' | 'CAMT.053';
  readonly account: string;
  readonly firstDay: BankDay;
  readonly lastDay: BankDay;
  readonly opening: bigint;
  readonly closing: bigint;
  readonly lines: readonly StatementLine[];
};

/** The product of the account. */
export type StatementTerms = { readonly currency: string; readonly decimals: number };

/** A line before its references are complete. */
export type ReadLine = {
  readonly bookedOn: BankDay;
  readonly amount: bigint;
  /** As in the file; the first is the line's own. */
  readonly references: readonly string[];
  /** Every text in which the reference of a withdrawal may be. */
  readonly texts: readonly string[];
};

/** Parses an amount with its sign; the decimal sign is a point or, in OFX, a comma. */
export function readSigned(text: string, { currency, decimals }: StatementTerms): bigint {
  const [, sign = '', digits = ''] = /^([+-]?)(\d{1,20}(?:[.,]\d{1,8})?)$/.exec(text) ?? [];
  const amount = parseAmount(digits.replace(',', '.'), decimals);
  if (amount.ok) return sign === '-' ? 0n - amount.value : amount.value;
  const problem =
    amount.refusal === 'amount_too_precise'
      ? `has more decimals than ${currency}`
      : 'is not an amount, such as 1234.56';
  throw new StatementProblem(`"${text.slice(0, 40)}" ${problem}`);
}

/** Reads the day of a date or a time, `2026-01-05` or `20260105`, as the bank writes it. */
export function readDay(text: string): BankDay {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T[Z+-]|\d{6})/.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== written)
    throw new StatementProblem(`"${text.slice(0, 40)}" is not a day`);
  return written;
}

/** Returns the day that is this many days later. */
export function addDays(day: BankDay, days: number): BankDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Checks days, sums and repeated lines, and completes the references of the lines. @throws StatementProblem */
export function completeStatement({
  lines: read,
  ...statement
}: Omit<BankStatement, 'lines'> & { readonly lines: readonly ReadLine[] }): BankStatement {
  const { firstDay, lastDay, opening, closing, account } = statement;
  if (!/^[\w./:-]{1,64}$/.test(account))
    throw new StatementProblem(`"${account.slice(0, 80)}" is not the number of an account`);
  if (firstDay > lastDay)
    throw new StatementProblem(`it begins on ${firstDay} and ends before, on ${lastDay}`);
  const lines = read
    .filter(({ amount }) => amount !== 0n) // notices of the bank
    .map((line, place) => completeLine(line, `LINE-${lastDay}-${place + 1}`));
  const seen = new Set<string>();
  let balance = opening;
  for (const [place, { bookedOn, amount, references }] of lines.entries()) {
    const number = place + 1;
    if (bookedOn < firstDay || bookedOn > lastDay)
      throw new StatementProblem(
        `line ${number} is of ${bookedOn}, outside of the statement’s days ${firstDay} to ${lastDay}`,
      );
    const key = `${references[0]} ${bookedOn} ${amount}`;
    if (seen.has(key)) throw new StatementProblem(`line ${number} is there twice: ${references[0]}`);
    seen.add(key);
    balance += amount;
  }
  if (balance !== closing)
    throw new StatementProblem(
      `its lines do not add up: they end in ${balance}, and the closing balance is ${closing} (in minor units)`,
    );
  return { ...statement, lines };
}

function completeLine({ bookedOn, amount, references, texts }: ReadLine, own: string): StatementLine {
  const known = references.map(toReference).filter((reference) => reference !== '');
  const tickets = [...references, ...texts].flatMap((text) =>
    [...text.matchAll(/\bSALAR-([1-9]\d{0,14})\b/g)].map(([, digits]) => Number(digits)),
  );
  const [ticketId = null, another] = new Set(tickets);
  return {
    bookedOn,
    amount,
    references: [...new Set([...known, own])],
    ticketId: another === undefined ? ticketId : null,
  };
}

/** Returns a bank's reference as one word that an operator can type; an empty text when the bank gives none. */
function toReference(text: string): string {
  if (text === 'NOTPROVIDED') return '';
  return text.replaceAll(/[^\w./:-]+/g, '-').slice(0, 64);
}
