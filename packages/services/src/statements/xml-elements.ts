/** Reads a file of XML into elements: no document type, no entities but the five of XML, bounded in depth and number. */
import { SaxesParser } from 'saxes';
import { depthMax, elementsMax } from './file-element.ts';
import type { FileElement } from './file-element.ts';
import { StatementProblem } from './statement-problem.ts';

type OpenElement = FileElement & { text: string; readonly children: FileElement[] };

/**
 * Returns the root element. Elements of another namespace than the root's are left out, because their names mean something
 * else.
 *
 * @throws StatementProblem when the file is malformed or truncated, has a document type, or is beyond the bounds
 */
export function readXml(text: string): { readonly root: FileElement; readonly namespace: string } {
  const parser = new SaxesParser({ xmlns: true });
  const open: (OpenElement & { readonly isOther: boolean })[] = [];
  let root: FileElement | null = null;
  let namespace = '';
  let count = 0;
  parser.on('error', (error) => {
    throw new StatementProblem(`the XML is malformed or truncated: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new StatementProblem('the XML has a document type, whose entities are not read');
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1;
    if (count > elementsMax) throw new StatementProblem(`the file has more than ${elementsMax} elements`);
    if (open.length >= depthMax) throw new StatementProblem(`elements are nested more than ${depthMax} deep`);
    if (root === null && open.length === 0) namespace = uri;
    const values = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const isOther = uri !== namespace || open.at(-1)?.isOther === true;
    open.push({ name: local, attributes: Object.fromEntries(values), text: '', children: [], isOther });
  });
  const addText = (part: string) => {
    const top = open.at(-1);
    if (top !== undefined) top.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed === undefined) return;
    closed.text = closed.text.trim();
    const parent = open.at(-1);
    if (parent === undefined) root = closed;
    else if (!closed.isOther) parent.children.push(closed);
  });
  parser.write(text).close();
  if (root === null) throw new StatementProblem('the XML has no element');
  return { root, namespace };
}
