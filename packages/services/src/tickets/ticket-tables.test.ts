/**
 * Checks that the tables of docs/tickets.md are printed from the transition tables. After a change of the data:
 * `npx vitest run --project unit packages/services/src/tickets/ticket-tables --update`
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { depositTransitions } from '../deposits/deposit-transitions.ts';
import type { DepositState } from '../deposits/deposit-transitions.ts';
import { withdrawalTransitions } from '../withdrawals/transitions.ts';
import type { WithdrawalState } from '../withdrawals/transitions.ts';

const withdrawalMeaning: Readonly<Record<WithdrawalState, string>> = {
  New: 'written, no response sent yet; `HoldWithdrawal` holds the amount and checks the limits',
  Pending2Fa: 'held; waits for the mailed link, 30 minutes',
  Confirmed2Fa: 'held; confirmed by the link, a decision is due',
  Delayed: 'held; the destination or the credentials are new, see below',
  AutoAccepted: 'held; within the automatic limits, a payment is due',
  AdminProcessing: 'held; an operator decides, nothing has been signed',
  Accepted: 'held; accepted by an operator, a payment is due',
  SystemProcessing: 'held; a payment is in progress: being signed, or being made by an operator at the bank',
  Submitted: 'held; sent: signed bytes are stored, or the bank has returned its reference',
  Confirmed: 'held; paid: in a block, back to Submitted if a reorg takes it; or confirmed by the bank',
  FullyProcessed: '`SettleWithdrawal`: amount out, fee to fee income',
  Rejected: '`ReleaseWithdrawal` releases the hold, exactly once; an operator rejected it',
  Failed: 'paid nothing, for good: `ReturnWithdrawal` where charged for, else `ReleaseWithdrawal`',
  Expired: '`ReleaseWithdrawal`; the link was not opened in time',
  UserCanceled: '`ReleaseWithdrawal`',
  AdminCanceled: '`ReleaseWithdrawal`',
};
const depositMeaning: Readonly<Record<DepositState, string>> = {
  New: 'not written yet',
  Pending: 'seen in a block; waits for confirmations',
  Confirmed:
    'enough confirmations, read once more from the chain; or entered by an operator from the bank statement',
  FullyProcessed: '`CreditDeposit` is in the journal',
  Rejected: 'below the minimum, or refused by the books: recorded, not credited',
  Failed: 'a reorganisation removed the transaction before it was credited',
};

const docs = fileURLToPath(new URL('../../../../docs/tickets.md', import.meta.url));

// covers: calls.22
test('docs/tickets.md shows the transitions of tickets as they are', async () => {
  const text = readFileSync(docs, 'utf8');
  const withWithdrawals = replaceTable(
    text,
    'withdrawals',
    formatTable(withdrawalTransitions, withdrawalMeaning),
  );
  const expected = replaceTable(withWithdrawals, 'deposits', formatTable(depositTransitions, depositMeaning));
  await expect(expected).toMatchFileSnapshot(docs);
});

function formatTable<State extends string>(
  transitions: Readonly<Record<State, readonly State[]>>,
  meaning: Readonly<Record<State, string>>,
): string {
  const states = Object.keys(transitions) as State[];
  const rows = states.map((state) => [state, transitions[state].join(', '), meaning[state]]);
  return alignTable([['Status', 'Goes to', 'What it means'], ...rows]);
}

/** Aligns a table as the repository's formatter does. */
function alignTable(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [head, widths.map((width) => '-'.repeat(width)), ...body].map(line).join('\n');
}

function replaceTable(text: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}: printed from the code -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/tickets.md has a place for ${name}`);
  return `${before}${begin}\n\n${table}\n\n${end}${after}`;
}
