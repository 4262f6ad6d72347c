/** Finds what is not plain engineering English in comments, names, texts and documents. */
import { posix } from 'node:path';
import { nameRules, openingRules, proseRules } from './rules.ts';
import type { Rule } from './rules.ts';
import { visitNodes } from '../structure/source-files.ts';
import type { SourceFile, SyntaxNode } from '../structure/source-files.ts';

export type Finding = {
  readonly path: string;
  readonly line: number;
  readonly found: string;
  readonly better: string;
};

/** Checks comments, declared names, log and error texts, and the file's own name. */
export function checkSource(file: SourceFile): Finding[] {
  return [...checkComments(file), ...checkNames(file), ...checkTexts(file), ...checkFileName(file.path)];
}

/** Checks the prose of a Markdown page: code blocks, inline code, links' targets and quoted customer texts are left out. */
export function checkDocument(path: string, text: string): Finding[] {
  const findings: Finding[] = [];
  let isCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode;
    else if (!isCode) findings.push(...checkProse(path, index + 1, stripCode(line)));
  }
  return findings;
}

function stripCode(line: string): string {
  return line
    .replace(/`[^`]*`/g, '``')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/"[^"]*"/g, '""');
}

function checkComments({ path, text, comments }: SourceFile): Finding[] {
  return comments.flatMap(({ type, value, start }) => {
    const line = lineAt(text, start);
    const prose = type === 'Block' ? value.replace(/^\s*\*+ ?/gm, '') : value;
    const opening = type === 'Block' && value.startsWith('*') ? checkOpening(path, line, prose) : [];
    return [
      ...opening,
      ...prose.split('\n').flatMap((part, offset) => checkProse(path, line + offset, stripCode(part))),
    ];
  });
}

function checkOpening(path: string, line: number, prose: string): Finding[] {
  const sentence = prose.trim().split(/(?<=[.!?])\s|\n\s*\n|\n\s*@/)[0] ?? '';
  return apply(openingRules, path, line, sentence);
}

function checkProse(path: string, line: number, prose: string): Finding[] {
  return apply(proseRules, path, line, prose.trim());
}

function apply(rules: readonly Rule[], path: string, line: number, prose: string): Finding[] {
  return rules.flatMap(({ pattern, better }) => {
    const match = pattern.exec(prose);
    return match === null ? [] : [{ path, line, found: match[0].slice(0, 60), better }];
  });
}

/** Checks names where they are declared: a name from a library or of the wire is only used. */
function checkNames({ path, text, program }: SourceFile): Finding[] {
  const findings: Finding[] = [];
  visitNodes(program, (node, parent) => {
    if (parent === null || !/^(?:Private)?Identifier$/.test(node.type)) return;
    if (!isDeclared(node, parent)) return;
    const { name } = node as SyntaxNode & { name: string };
    findings.push(...checkName(path, lineAt(text, node.start), name));
  });
  return findings;
}

function isDeclared(node: SyntaxNode, parent: SyntaxNode): boolean {
  const holder = parent as SyntaxNode & Record<string, unknown>;
  if (/^(?:Function|Class|TSTypeAlias|TSInterface)\w*$|^VariableDeclarator$/.test(parent.type)) {
    return holder['id'] === node || (Array.isArray(holder['params']) && holder['params'].includes(node));
  }
  if (/^(?:MethodDefinition|PropertyDefinition|TSPropertySignature|TSMethodSignature)$/.test(parent.type)) {
    return holder['key'] === node;
  }
  return (
    parent.type === 'ArrowFunctionExpression' &&
    Array.isArray(holder['params']) &&
    holder['params'].includes(node)
  );
}

function checkName(path: string, line: number, name: string): Finding[] {
  const parts = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_\-.]+/)
    .map((part) => part.toLowerCase());
  return nameRules.flatMap(({ words, better }) =>
    parts.some((part) => words.includes(part)) ? [{ path, line, found: name, better }] : [],
  );
}

function checkFileName(path: string): Finding[] {
  return checkName(path, 1, posix.basename(path).replace(/\.[a-z.]+$/, ''));
}

/** Checks the texts that a program logs or throws, and the titles of tests. */
function checkTexts({ path, text, program }: SourceFile): Finding[] {
  const findings: Finding[] = [];
  visitNodes(program, (node, parent) => {
    if (parent === null || !isText(node)) return;
    const line = lineAt(text, node.start);
    if (isMessage(parent, text))
      findings.push(...checkProse(path, line, stripCode(text.slice(node.start + 1, node.end - 1))));
  });
  return findings;
}

function isText(node: SyntaxNode): boolean {
  const { value } = node as SyntaxNode & { value?: unknown };
  return (node.type === 'Literal' && typeof value === 'string') || node.type === 'TemplateLiteral';
}

function isMessage(parent: SyntaxNode, text: string): boolean {
  if (parent.type !== 'CallExpression' && parent.type !== 'NewExpression') return false;
  const { callee } = parent as SyntaxNode & { callee: SyntaxNode };
  return messageCalls.test(text.slice(callee.start, callee.end));
}

const messageCalls =
  /(?:^|\.|#)(?:log|warn|error|info|debug|assert|assertNever|describe|test|it|alert)$|(?:Error|Problem)$|^test\.(?:each|skip)|^it\.each/;

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
