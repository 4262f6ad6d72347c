/**
 * Reads the SGML of OFX 1 into elements. An element with a value may lack its closing tag; one that has elements never does, so
 * that a truncated file is noticed.
 */
import { depthMax, elementsMax } from './file-element.ts';
import type { FileElement } from './file-element.ts';
import { StatementProblem } from './statement-problem.ts';

type OpenElement = Omit<FileElement, 'children'> & { children: OpenElement[]; isClosed: boolean };

/** Elements that have elements: without its closing tag, one of these is cut off. */
const aggregates: readonly string[] = [
  'OFX',
  'SIGNONMSGSRSV1',
  'SONRS',
  'STATUS',
  'BANKMSGSRSV1',
  'STMTTRNRS',
  'STMTRS',
  'BANKACCTFROM',
  'BANKTRANLIST',
  'STMTTRN',
  'LEDGERBAL',
  'AVAILBAL',
  'BANKACCTTO',
  'PAYEE',
];
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', nbsp: ' ' };

/** Returns the root element. @throws StatementProblem when the file is malformed, truncated or beyond the bounds */
export function readSgml(text: string): FileElement {
  const top = createElement('file', '');
  const open: OpenElement[] = [top];
  const token = /<(\/?)([A-Za-z0-9.]{1,40})>([^<]*)/y;
  let count = 0;
  while (token.lastIndex < text.length) {
    const { lastIndex } = token;
    const [, slash, name = '', rest = ''] = token.exec(text) ?? [];
    if (slash === undefined)
      throw new StatementProblem(`the SGML is malformed at character ${lastIndex + 1}`);
    count += 1;
    if (count > elementsMax) throw new StatementProblem(`the file has more than ${elementsMax} tags`);
    if (slash === '/') close(open, name.toUpperCase(), rest);
    else begin(open, createElement(name.toUpperCase(), decode(rest.trim())));
  }
  if (open.length > 1) throw new StatementProblem(`the file is truncated: <${open[1]?.name}> is not closed`);
  const [root, second] = top.children;
  if (root === undefined || second !== undefined)
    throw new StatementProblem('the file has not one outermost element');
  return root;
}

function createElement(name: string, text: string): OpenElement {
  return { name, text, attributes: {}, children: [], isClosed: false };
}

function begin(open: OpenElement[], element: OpenElement): void {
  open.at(-1)?.children.push(element);
  if (element.text !== '') return;
  if (open.length > depthMax) throw new StatementProblem(`elements are nested more than ${depthMax} deep`);
  open.push(element);
}

function close(open: OpenElement[], name: string, rest: string): void {
  if (rest.trim() !== '') throw new StatementProblem(`there is text after </${name}>`);
  const last = open.at(-1)?.children.at(-1);
  if (last?.name === name && last.text !== '' && !last.isClosed) {
    last.isClosed = true;
    return;
  }
  if (!open.some((element) => element.name === name)) throw new StatementProblem(`</${name}> closes nothing`);
  for (let top = open.pop(); top !== undefined && open.length > 0; top = open.pop()) {
    if (top.name === name) return;
    if (aggregates.includes(top.name)) throw new StatementProblem(`<${top.name}> is not closed`);
    // It is an empty value without a closing tag: what follows it is its parent's.
    open.at(-1)?.children.push(...top.children);
    top.children = [];
  }
}

function decode(text: string): string {
  return text.replaceAll(/&(lt|gt|amp|nbsp);/g, (_, name: string) => entities[name] ?? '');
}
