/** Reads a bank's file of a statement: OFX 1 (SGML), OFX 2 (XML) or CAMT.053, recognised by its first characters. */
import type { BankStatement, StatementTerms } from './bank-statement.ts';
import { parseCamt } from './parse-camt.ts';
import { parseOfx } from './parse-ofx.ts';
import { readSgml } from './sgml-elements.ts';
import { StatementProblem } from './statement-problem.ts';
import { readXml } from './xml-elements.ts';

/** The largest file; a bank's statement of some thousand lines is smaller. */
const statementBytesMax = 5 * 1024 * 1024;

/** The encodings of banks' files, by the names that they have there. */
const encodings: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  unicode: 'utf-8',
  'us-ascii': 'windows-1252',
  usascii: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  '8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  '1252': 'windows-1252',
};

export type ReadStatement =
  { readonly ok: true; readonly value: BankStatement } | { readonly ok: false; readonly problem: string };

/** @returns the statement, or what is wrong with the file as a sentence */
export function readStatement(bytes: Uint8Array, terms: StatementTerms): ReadStatement {
  try {
    return { ok: true, value: parseStatement(bytes, terms) };
  } catch (error) {
    if (!(error instanceof StatementProblem)) throw error;
    return { ok: false, problem: error.message };
  }
}

function parseStatement(bytes: Uint8Array, terms: StatementTerms): BankStatement {
  if (bytes.length > statementBytesMax)
    throw new StatementProblem(`the file is larger than ${statementBytesMax} bytes: export fewer days`);
  const start = new TextDecoder('windows-1252')
    .decode(bytes.subarray(0, 2000))
    .replace(/^ï»¿/, '')
    .trimStart();
  if (start.startsWith('OFXHEADER:')) return parseOfx(readSgml(readOfxBody(bytes, start)), terms);
  if (!start.startsWith('<'))
    throw new StatementProblem(
      'the file is neither OFX nor CAMT.053, the formats of statements that are read',
    );
  const [, name = 'UTF-8'] = /^<\?xml[^>]*encoding=["']([^"']{1,40})["']/.exec(start) ?? [];
  const { root, namespace } = readXml(decode(bytes, name).trimStart());
  return root.name === 'OFX' ? parseOfx(root, terms) : parseCamt(root, namespace, terms);
}

/** Returns what follows the header of OFX 1, in its encoding. */
function readOfxBody(bytes: Uint8Array, start: string): string {
  const header = start.slice(0, Math.max(0, start.indexOf('<')));
  const find = (name: string) => new RegExp(`(?:^|\\s)${name}:(\\S*)`).exec(header)?.[1] ?? '';
  if (find('DATA') !== 'OFXSGML' || (find('COMPRESSION') !== 'NONE' && find('COMPRESSION') !== ''))
    throw new StatementProblem('the header of the file is not that of OFX 1');
  const encoding = find('ENCODING').toLowerCase();
  const charset = find('CHARSET').toLowerCase();
  const isNamed = encoding === 'usascii' && charset !== '' && charset !== 'none';
  const text = decode(bytes, isNamed ? charset : encoding || 'usascii');
  return text.slice(text.indexOf('<')).trimEnd();
}

function decode(bytes: Uint8Array, name: string): string {
  const encoding = encodings[name.toLowerCase()];
  if (encoding === undefined)
    throw new StatementProblem(`the encoding ${name} is not read: use UTF-8 or ISO-8859-1`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new StatementProblem(`the file is not in the encoding ${name} that it names`);
  }
}
