/** Reads a statement of ISO 20022, CAMT.053: entries with their direction, and the opening and the closing balance. */
import { findAll, findOne, getOne, readText } from './file-element.ts';
import type { FileElement } from './file-element.ts';
import { addDays, completeStatement, readDay, readSigned } from './bank-statement.ts';
import type { BankDay, BankStatement, ReadLine, StatementTerms } from './bank-statement.ts';
import { StatementProblem } from './statement-problem.ts';

const namespaces = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.(0[2-9]|1[0-3])$/;

/** @throws StatementProblem */
export function parseCamt(root: FileElement, namespace: string, terms: StatementTerms): BankStatement {
  if (root.name !== 'Document' || !namespaces.test(namespace))
    throw new StatementProblem(`${namespace || `<${root.name}>`} is not CAMT.053`);
  const statements = findAll(getOne(root, 'BkToCstmrStmt'), 'Stmt');
  const [statement] = statements;
  if (statement === undefined || statements.length > 1)
    throw new StatementProblem(
      `the file has ${statements.length} statements: export one day or period at a time`,
    );
  const opening = readBalance(statement, ['OPBD', 'PRCD'], terms);
  const closing = readBalance(statement, ['CLBD'], terms);
  const booked = findAll(statement, 'Ntry').filter((entry) => readStatus(entry) === 'BOOK');
  return completeStatement({
    format: 'CAMT.053',
    account: readAccount(statement),
    ...readDays(statement, opening, closing),
    opening: opening.amount,
    closing: closing.amount,
    lines: booked.flatMap((entry) => readEntry(entry, terms)),
  });
}

/** Returns the days that the statement covers; a period that ends at midnight ends with the day before. */
function readDays(
  statement: FileElement,
  opening: Balance,
  closing: Balance,
): { readonly firstDay: BankDay; readonly lastDay: BankDay } {
  const from = readText(statement, 'FrToDt', 'FrDtTm');
  const to = readText(statement, 'FrToDt', 'ToDtTm');
  if (from === '' || to === '')
    return { firstDay: addDays(opening.day, opening.code === 'PRCD' ? 1 : 0), lastDay: closing.day };
  const firstDay = readDay(from);
  const end = readDay(to);
  const isMidnight = /T00:00(:00(\.0+)?)?(Z|[+-]\d\d:\d\d)?$/.test(to) && end > firstDay;
  return { firstDay, lastDay: isMidnight ? addDays(end, -1) : end };
}

function readAccount(statement: FileElement): string {
  const id = getOne(statement, 'Acct', 'Id');
  return readText(id, 'IBAN') || getOne(id, 'Othr', 'Id').text;
}

type Balance = { readonly code: string; readonly amount: bigint; readonly day: BankDay };

function readBalance(statement: FileElement, codes: readonly string[], terms: StatementTerms): Balance {
  const balances = findAll(statement, 'Bal');
  for (const code of codes) {
    const [found, second] = balances.filter((one) => readText(one, 'Tp', 'CdOrPrtry', 'Cd') === code);
    if (found === undefined) continue;
    if (second !== undefined) throw new StatementProblem(`the balance ${code} is there twice`);
    return { code, amount: readDirected(found, terms), day: readDayOf(getOne(found, 'Dt')) };
  }
  throw new StatementProblem(`the statement has no balance ${codes.join(' or ')}`);
}

/** Reads the amount of a balance, an entry or one of its transactions; a reversal has the direction of its money, too. */
function readDirected(of: FileElement, terms: StatementTerms, direction?: string): bigint {
  const { text, attributes } = getOne(of, 'Amt');
  const currency = attributes['Ccy'] ?? '';
  if (currency !== terms.currency)
    throw new StatementProblem(
      `an amount is in ${currency || 'no currency'}, and the provider in ${terms.currency}`,
    );
  if (text.includes(',') || /^[+-]/.test(text))
    throw new StatementProblem(`"${text.slice(0, 40)}" is not an amount of CAMT.053`);
  const amount = readSigned(text, terms);
  const side = direction ?? getOne(of, 'CdtDbtInd').text;
  if (side === 'CRDT') return amount;
  if (side === 'DBIT') return 0n - amount;
  throw new StatementProblem(`"${side.slice(0, 40)}" is neither CRDT nor DBIT`);
}

function readDayOf(date: FileElement): BankDay {
  return readDay(readText(date, 'Dt') || readText(date, 'DtTm'));
}

function readStatus(entry: FileElement): string {
  const status = getOne(entry, 'Sts');
  return readText(status, 'Cd') || status.text;
}

/** Returns one line, or one for each payment of an entry that sums several up. */
function readEntry(entry: FileElement, terms: StatementTerms): readonly ReadLine[] {
  const bookedOn = readDayOf(getOne(entry, 'BookgDt'));
  const amount = readDirected(entry, terms);
  const details = findAll(entry, 'NtryDtls').flatMap((part) => findAll(part, 'TxDtls'));
  const own = [readText(entry, 'AcctSvcrRef'), readText(entry, 'NtryRef')].filter((text) => text !== '');
  const parts = splitEntry(details, amount, terms);
  if (parts === null) {
    const references = [...own, ...details.flatMap(listReferences)];
    const texts = [readText(entry, 'AddtlNtryInf'), ...details.flatMap(listTexts)];
    return [{ bookedOn, amount, references, texts }];
  }
  return parts.map((part, place) => {
    const detail = details[place];
    const references = detail === undefined ? [] : listReferences(detail);
    const numbered = own.map((reference) => `${reference}.${place + 1}`);
    return {
      bookedOn,
      amount: part,
      references: [...numbered, ...references],
      texts: detail === undefined ? [] : listTexts(detail),
    };
  });
}

/** Returns the amounts of an entry's payments; null unless there are several, which add up to it. */
function splitEntry(
  details: readonly FileElement[],
  amount: bigint,
  terms: StatementTerms,
): readonly bigint[] | null {
  if (details.length < 2) return null;
  const direction = amount < 0n ? 'DBIT' : 'CRDT';
  const parts = details.map((detail) => {
    const holder = findOne(detail, 'Amt') === null ? findOne(detail, 'AmtDtls', 'TxAmt') : detail;
    if (holder === null || findOne(holder, 'Amt')?.attributes['Ccy'] !== terms.currency) return null;
    return readDirected(holder, terms, readText(detail, 'CdtDbtInd') || direction);
  });
  const known = parts.filter((part) => part !== null);
  const sum = known.reduce((total, part) => total + part, 0n);
  return known.length === parts.length && sum === amount ? known : null;
}

function listReferences(detail: FileElement): readonly string[] {
  return ['AcctSvcrRef', 'TxId', 'EndToEndId', 'InstrId', 'PmtInfId'].map((name) =>
    readText(detail, 'Refs', name),
  );
}

function listTexts(detail: FileElement): readonly string[] {
  const remittance = findOne(detail, 'RmtInf');
  const unstructured = remittance === null ? [] : findAll(remittance, 'Ustrd').map(({ text }) => text);
  return [...unstructured, readText(detail, 'AddtlTxInf')];
}
