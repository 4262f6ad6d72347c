/** Elements of a statement's file, of XML or of the SGML of OFX 1, and how their parts are read. */
import { StatementProblem } from './statement-problem.ts';

export type FileElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Trimmed. */
  readonly text: string;
  readonly children: readonly FileElement[];
};

/** More elements, or elements within more others, are no statement. */
export const elementsMax = 200_000;
export const depthMax = 32;

export function findAll(of: FileElement, name: string): readonly FileElement[] {
  return of.children.filter((child) => child.name === name);
}

/** Follows a path of names, each of which exists at most once. @throws StatementProblem when one exists twice */
export function findOne(of: FileElement, ...path: readonly string[]): FileElement | null {
  let found = of;
  for (const name of path) {
    const [first, second] = findAll(found, name);
    if (first === undefined) return null;
    if (second !== undefined) throw new StatementProblem(`<${found.name}> has more than one <${name}>`);
    found = first;
  }
  return found;
}

/** @throws StatementProblem when an element of the path is missing or exists twice */
export function getOne(of: FileElement, ...path: readonly string[]): FileElement {
  const found = findOne(of, ...path);
  if (found === null) throw new StatementProblem(`<${of.name}> lacks <${path.join('><')}>`);
  return found;
}

/** Returns the text of the element at a path; an empty text when there is none. */
export function readText(of: FileElement, ...path: readonly string[]): string {
  return findOne(of, ...path)?.text ?? '';
}
