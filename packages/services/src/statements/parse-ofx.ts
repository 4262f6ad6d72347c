/** Reads a bank statement of OFX, whose file has one balance: the closing one. */
import { findAll, findOne, getOne, readText } from './file-element.ts';
import type { FileElement } from './file-element.ts';
import { completeStatement, readDay, readSigned } from './bank-statement.ts';
import type { BankStatement, ReadLine, StatementTerms } from './bank-statement.ts';
import { StatementProblem } from './statement-problem.ts';

/** @throws StatementProblem */
export function parseOfx(root: FileElement, terms: StatementTerms): BankStatement {
  if (root.name !== 'OFX') throw new StatementProblem(`<${root.name}> is not OFX`);
  const statements = findAll(getOne(root, 'BANKMSGSRSV1'), 'STMTTRNRS');
  const [answer] = statements;
  if (answer === undefined || statements.length > 1)
    throw new StatementProblem(`the file has ${statements.length} statements: export one account at a time`);
  const code = readText(answer, 'STATUS', 'CODE');
  if (code !== '' && code !== '0') throw new StatementProblem(`the bank reports the error ${code}`);
  const statement = getOne(answer, 'STMTRS');
  const currency = getOne(statement, 'CURDEF').text;
  if (currency !== terms.currency)
    throw new StatementProblem(`the account is in ${currency}, and its provider in ${terms.currency}`);
  const list = getOne(statement, 'BANKTRANLIST');
  const balance = getOne(statement, 'LEDGERBAL');
  const lastDay = readDay(getOne(list, 'DTEND').text);
  const balanceDay = readDay(getOne(balance, 'DTASOF').text);
  if (balanceDay !== lastDay)
    throw new StatementProblem(
      `its balance is of ${balanceDay} and its lines end on ${lastDay}: export up to the day of the balance`,
    );
  const lines = findAll(list, 'STMTTRN').map((line) => readLine(line, terms));
  const closing = readSigned(getOne(balance, 'BALAMT').text, terms);
  return completeStatement({
    format: 'OFX',
    account: getOne(statement, 'BANKACCTFROM', 'ACCTID').text,
    firstDay: readDay(getOne(list, 'DTSTART').text),
    lastDay,
    opening: lines.reduce((sum, { amount }) => sum - amount, closing),
    closing,
    lines,
  });
}

function readLine(line: FileElement, terms: StatementTerms): ReadLine {
  const own = getOne(line, 'FITID').text;
  if (own === '') throw new StatementProblem('a line has an empty <FITID>');
  if (findOne(line, 'CURRENCY') !== null)
    throw new StatementProblem(`line ${own} is in another currency than the account`);
  const amount = readSigned(getOne(line, 'TRNAMT').text, terms);
  const type = getOne(line, 'TRNTYPE').text;
  if ((type === 'CREDIT' && amount < 0n) || (type === 'DEBIT' && amount > 0n))
    throw new StatementProblem(`line ${own} is a ${type} with the sign of the opposite`);
  const references = [own, readText(line, 'REFNUM'), readText(line, 'CHECKNUM'), readText(line, 'SRVRTID')];
  const texts = [readText(line, 'NAME'), readText(line, 'MEMO')];
  return { bookedOn: readDay(getOne(line, 'DTPOSTED').text), amount, references, texts };
}
