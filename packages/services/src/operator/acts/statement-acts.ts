/** Imports statements of our bank accounts as the bank sent them: each file once, in order, of the right account. */
import { accept, refuse } from '@salar/protocol';
import { findStatementOfFile, findStatementSpan } from '@salar/store/tables/operators/bank-statements';
import type { BankStatementRow } from '@salar/store/tables/operators/bank-statements';
import { rollbackOnRefusal } from '../../payments/rollback-on-refusal.ts';
import { compareStatements } from '../../reconciliation/statement-reconciler.ts';
import { addDays } from '../../statements/bank-statement.ts';
import type { BankStatement } from '../../statements/bank-statement.ts';
import { readStatement } from '../../statements/read-statement.ts';
import { addStatement, isStatementProved } from '../../statements/statement-records.ts';
import type { ImportedFile } from '../../statements/statement-records.ts';
import type { BankProvider } from '../../tickets/networks.ts';
import { refuseAct } from '../act.ts';
import type { ActContext, ActDetails, ActRefused, ChangeAct, Params } from '../act.ts';
import { findProduct, formatProductAmount, formatTime, readBankProvider } from '../act-format.ts';

const hourMs = 3_600_000;
/** A day is over everywhere this long after it has ended in UTC. */
const dayEndMs = 36 * hourMs;

export const importStatement: ChangeAct = {
  kind: 'change',
  async check(context, params, { name }) {
    const read = await readImport(context, params, name);
    if (!read.ok) return read;
    const { file, isNewAccount } = read;
    const tried = await importFile(context, file, { isKept: false, mustAgree: read.isFirst });
    if (!tried.ok) return tried;
    return {
      ok: true,
      object: `statements of ${read.provider.name}`,
      details: {
        ...describeStatement(context, read.provider, file.statement),
        ...describeGap(context, read),
        ...tried.details,
      },
      needsTwo: isNewAccount || read.gap !== 0n,
      value: null,
      owner: null,
    };
  },
  async run(context, params, { operator }) {
    const read = await readImport(context, params, operator);
    if (!read.ok) return read;
    const { file, provider } = read;
    const done = await importFile(context, file, { isKept: true, mustAgree: read.isFirst });
    if (!done.ok) return done;
    const { firstDay, lastDay, lines } = file.statement;
    const text = `Statement of ${provider.name}, ${firstDay} to ${lastDay}, is imported with ${lines.length} lines.`;
    return { ok: true, text, facts: done.details };
  },
};

type ReadImport = {
  readonly ok: true;
  readonly provider: BankProvider;
  readonly file: ImportedFile;
  /** The provider has no statement yet. */
  readonly isFirst: boolean;
  /** The account is not that of the last statement. */
  readonly isNewAccount: boolean;
  /** The opening balance less the last closing one; other than zero only with a reason. */
  readonly gap: bigint;
  readonly reason: string | undefined;
};

async function readImport(
  context: ActContext,
  params: Params,
  operator: string,
): Promise<ReadImport | ActRefused> {
  const bank = readBankProvider(context, params['provider'] ?? '');
  if (!bank.ok) return bank;
  const provider = bank.value;
  const hash = params['file'] ?? '';
  const attached = context.attached.read(hash);
  if (!attached.ok) return refuseAct('file_wrong', attached.problem);
  const { symbol, decimals } = findProduct(context, provider.productId);
  const read = readStatement(attached.value, { currency: symbol, decimals });
  if (!read.ok) return refuseAct('file_wrong', read.problem);
  const fileHash = Buffer.from(hash, 'hex');
  const { providerId } = provider;
  const known = await findStatementOfFile(context.database, { providerId, fileHash });
  if (known !== null)
    return refuseAct(
      'file_wrong',
      `this file was imported before, by ${known.operator} on ${formatTime(known.at)}, as statement ${known.statementId}`,
    );
  const statement = read.value;
  if (Date.parse(`${statement.lastDay}T00:00:00Z`) + dayEndMs > context.clock())
    return refuseAct(
      'file_wrong',
      `${statement.lastDay} is not over everywhere: import it after ${addDays(statement.lastDay, 1)} 12:00 UTC, or export up to the day before`,
    );
  const last = (await findStatementSpan(context.database, providerId))?.last ?? null;
  const refused =
    checkAccount(provider, statement, last, params['account']) ??
    checkOrder(context, statement, last, params['reason']);
  if (refused !== null) return refused;
  return {
    ok: true,
    provider,
    file: { provider, statement, fileHash, operator, at: context.clock() },
    isFirst: last === null,
    isNewAccount: last?.account !== statement.account,
    gap: last === null ? 0n : statement.opening - last.closing,
    reason: params['reason'],
  };
}

/** The first statement of an account names it, so that no file of another one is taken for it. */
function checkAccount(
  { name }: BankProvider,
  { account }: BankStatement,
  last: BankStatementRow | null,
  named: string | undefined,
): ActRefused | null {
  if (named !== undefined && named !== account)
    return refuseAct('file_wrong', `the file is of account ${account}, not ${named}`);
  if (named !== undefined || last?.account === account) return null;
  return refuseAct(
    'file_wrong',
    last === null
      ? `${name} has no statement yet: if ${account} is its account, add --account ${account}; it takes two operators`
      : `the file is of account ${account}, and the statements of ${name} are of ${last.account}; if the bank account was replaced, add --account ${account}`,
  );
}

/**
 * Each statement begins after the last one, with its closing balance: so no day and no line is missing between. With a reason, two
 * operators go on after a statement that was wrong.
 */
function checkOrder(
  context: ActContext,
  { firstDay, opening }: BankStatement,
  last: BankStatementRow | null,
  reason: string | undefined,
): ActRefused | null {
  if (last === null) return null;
  if (!isStatementProved(context, last)) {
    context.log.error(
      { statementId: last.statementId },
      'ALERT: a bank statement was not written by the exchange, and none is imported after it',
    );
    return refuseAct('not_possible', `statement ${last.statementId} was changed in the database`);
  }
  if (firstDay <= last.lastDay)
    return refuseAct(
      'file_wrong',
      `statement ${last.statementId} covers the days up to ${last.lastDay}: export from ${addDays(last.lastDay, 1)}`,
    );
  if (opening === last.closing || reason !== undefined) return null;
  const [opens, closed] = [opening, last.closing].map((amount) =>
    formatProductAmount(context, last.productId, amount),
  );
  return refuseAct(
    'file_wrong',
    `it opens with ${opens}, and statement ${last.statementId} closed with ${closed} on ${last.lastDay}: a statement or a line is missing between; if statement ${last.statementId} was wrong, two operators go on with --reason`,
  );
}

/**
 * Adds the statement and compares; without `isKept` nothing remains of it.
 *
 * @param mustAgree  refuses a statement that differs from what was booked: the first one is where comparing begins
 */
async function importFile(
  context: ActContext,
  file: ImportedFile,
  { isKept, mustAgree }: { readonly isKept: boolean; readonly mustAgree: boolean },
): Promise<{ readonly ok: true; readonly details: ActDetails } | ActRefused> {
  const { providerId, productId } = file.provider;
  let difference = 0n;
  let details: ActDetails = {};
  const done = await rollbackOnRefusal<null, 'differs' | 'not_kept'>(context.database, async (tx) => {
    await addStatement(context, tx, file);
    const compared = await compareStatements({ ...context, database: tx }, { providerId, now: file.at });
    if (compared === null) throw new Error('the added statement was not found');
    const text = (amount: bigint) => formatProductAmount(context, productId, amount);
    difference = compared.found - compared.expected;
    details = {
      'on it and not booked yet': text(compared.unbooked),
      'booked and on no statement yet': text(compared.unseen),
      'difference that freezes': text(difference),
    };
    if (mustAgree && difference !== 0n) return refuse('differs');
    return isKept ? accept(null) : refuse('not_kept');
  });
  if (!done.ok && done.refusal === 'differs')
    return refuseAct(
      'file_wrong',
      `the bank has ${formatProductAmount(context, productId, difference)} more than was booked (less, if below zero): book what is missing first, or begin with a longer statement, such as the whole last month`,
    );
  return { ok: true, details };
}

function describeGap(context: ActContext, { gap, reason = '', provider }: ReadImport): ActDetails {
  if (gap === 0n) return {};
  return {
    'opens with more than the last one closed': formatProductAmount(context, provider.productId, gap),
    reason,
  };
}

function describeStatement(
  context: ActContext,
  { displayName, name, productId }: BankProvider,
  { account, format, firstDay, lastDay, opening, closing, lines }: BankStatement,
): ActDetails {
  const text = (amount: bigint) => formatProductAmount(context, productId, amount);
  const sum = (part: readonly { readonly amount: bigint }[]) =>
    part.reduce((total, { amount }) => total + amount, 0n);
  return {
    of: `${displayName} (${name})`,
    account,
    format,
    days: `${firstDay} to ${lastDay}`,
    'opening balance': text(opening),
    'came in': text(sum(lines.filter(({ amount }) => amount > 0n))),
    'went out': text(sum(lines.filter(({ amount }) => amount < 0n))),
    'closing balance': text(closing),
    lines: String(lines.length),
  };
}
