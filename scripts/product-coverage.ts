/**
 * Checks docs/product-coverage.md against the code.
 *
 * The page has a row for each statement of the product's specification: an id, the statement, the files that implement
 * it and the tests that cover it. A test names the statements it covers in a comment above it, `// covers: sign-in.3,
 * swap.12`, so that renaming a file or a test does not break a row: `npm run product-coverage` writes the last two
 * columns again.
 */
import { basename } from 'node:path';

/** One row of the page: a statement of the specification. */
export type StatementRow = {
  readonly id: string;
  readonly statement: string;
  readonly cells: readonly string[];
};

/** A test that claims, by a comment above it, to cover statements. */
export type CoveringTest = {
  readonly path: string;
  readonly title: string;
  readonly ids: readonly string[];
};

/** The parts of the repository that the check reads. */
export type Repository = {
  /** Every file, as paths relative to the root. */
  readonly paths: readonly string[];
  /** The text of a file; null when it does not exist. */
  read(path: string): string | null;
  /** The new path of a moved file, according to the history of the repository; null when unknown. */
  findRenamed(path: string): string | null;
};

const tag = /^\s*\/\/ covers: (.+)$/;
const idPattern = /^[a-z][a-z-]*\.\d+$/;
const testFile = /\.(?:test|spec)\.tsx?$/;

/** Returns the rows of every table of the page, without their heads. */
export function readStatements(page: string): readonly StatementRow[] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  const bodies = lines.filter((line, at) => !isRule(line) && !isRule(lines[at + 1] ?? ''));
  return bodies.map((line) => {
    const cells = splitCells(line);
    return { id: cells[0] ?? '', statement: cells[1] ?? '', cells };
  });
}

/**
 * Returns the tests of a file that claim to cover statements, in order. A tag that is not above a test has the title
 * ''.
 */
export function findCoveringTests(path: string, source: string): readonly CoveringTest[] {
  const lines = source.split('\n');
  const found: CoveringTest[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!tag.test(lines[at] ?? '')) continue;
    const ids: string[] = [];
    while (isComment(lines[at] ?? '')) {
      const named = tag.exec(lines[at] ?? '')?.[1] ?? '';
      ids.push(...named.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()])));
      at += 1;
    }
    found.push({ path, title: findTestTitle(lines.slice(at).join('\n')) ?? '', ids });
  }
  return found;
}

/** Returns everything that is wrong with the page or with a tag, a sentence each. */
export function findCoverageFaults(page: string, repository: Repository): readonly string[] {
  const rows = readStatements(page);
  const tests = findAllCoveringTests(repository);
  const covered = new Set(tests.flatMap(({ title, ids }) => (title === '' ? [] : ids)));
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...rows.flatMap((row, at) => findRowFaults(row, rows.slice(0, at), covered, repository)),
    ...tests.flatMap(({ path, title, ids }) => [
      ...(title === '' ? [`${path}: a tag of ${ids.join(', ')} stands above no test that runs`] : []),
      ...ids.filter((id) => !known.has(id)).map((id) => `${path}: "${title}" covers ${id}, which is no row`),
    ]),
    ...(isSameText(writeCoverage(page, repository), page)
      ? []
      : ['the page is stale: npm run product-coverage']),
  ];
}

/**
 * Returns the page with its generated cells written again: tests from their tags, and files that were moved at their new
 * path. A file that cannot be found stays as it is, and the check reports it.
 */
export function writeCoverage(page: string, repository: Repository): string {
  const byId = new Map<string, string[]>();
  for (const { path, title, ids } of findAllCoveringTests(repository)) {
    for (const id of ids) byId.set(id, [...(byId.get(id) ?? []), `\`${path}\`: "${escapeCell(title)}"`]);
  }
  return page
    .split('\n')
    .map((line) => {
      if (!line.startsWith('|')) return line;
      const [id = '', statement = '', built = ''] = splitCells(line);
      if (!idPattern.test(id)) return line;
      const moved = built.replace(/`([^`]+)`/g, (whole, path: string) => {
        const target = findMovedFile(path, repository);
        return target === null ? whole : `\`${target}\``;
      });
      return `| ${[id, statement, moved, (byId.get(id) ?? []).join('<br>')].join(' | ')} |`;
    })
    .join('\n');
}

function findAllCoveringTests(repository: Repository): readonly CoveringTest[] {
  return repository.paths
    .filter((path) => testFile.test(path))
    .flatMap((path) => findCoveringTests(path, repository.read(path) ?? ''));
}

function findRowFaults(
  { id, statement, cells }: StatementRow,
  earlier: readonly StatementRow[],
  covered: ReadonlySet<string>,
  repository: Repository,
): string[] {
  const faults: string[] = [];
  if (cells.length !== 4) faults.push(`${cells.length} cells instead of 4`);
  if (!idPattern.test(id)) faults.push(`"${id}" is not an id such as swap.12`);
  if (earlier.some((row) => row.id === id)) faults.push('the id is used twice');
  if (earlier.some((row) => row.statement === statement)) faults.push('the statement appears twice');
  if (!covered.has(id)) faults.push('no test covers it');
  const paths = [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  if (paths.length === 0) faults.push('no file builds it');
  for (const path of paths) if (repository.read(path) === null) faults.push(`${path} does not exist`);
  return faults.map((fault) => `${id} ${statement}: ${fault}`);
}

/** Returns where a file is: its own path, where it was moved, or the only file of its name; null when none is found. */
function findMovedFile(path: string, repository: Repository): string | null {
  if (repository.read(path) !== null) return path;
  const renamed = repository.findRenamed(path);
  if (renamed !== null && repository.read(renamed) !== null) return renamed;
  const [only, ...others] = repository.paths.filter((one) => basename(one) === basename(path));
  return only !== undefined && others.length === 0 ? only : null;
}

/** Returns the title of the test that the text begins with; null when it begins with something else or is skipped. */
function findTestTitle(text: string): string | null {
  const call = /^\s*(?:test|it)((?:\.\w+)*)[(`<]/.exec(text);
  if (call === null || /\.(?:skip|todo|fixme)\b/.test(call[1] ?? '')) return null;
  const title = /(?:^\s*(?:test|it)(?:\.\w+)*|\)|`)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/.exec(text);
  return title === null ? null : (title[2] ?? '').replace(/\\(.)/g, '$1');
}

function isComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*)/.test(line);
}

function splitCells(line: string): readonly string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Compares pages without backslashes, because the formatter escapes what Markdown could read as emphasis. */
function isSameText(one: string, other: string): boolean {
  return one.replaceAll('\\', '') === other.replaceAll('\\', '');
}

function isRule(line: string): boolean {
  return /^\|[\s:|-]+$/.test(line);
}
