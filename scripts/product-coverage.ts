/** Reads docs/product-coverage.md: rows of a statement, where it is built, and the tests that show it. */
type CoverageRow = {
  readonly statement: string;
  readonly cells: readonly string[];
};

/** The rows of every table of the page, without their heads. */
export function coverageRows(page: string): readonly CoverageRow[] {
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  const bodies = lines.filter((line, at) => !isRule(line) && !isRule(lines[at + 1] ?? ''));
  return bodies.map((line) => {
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { statement: cells[0] ?? '', cells };
  });
}

/**
 * Everything that is wrong with the page, a sentence each.
 *
 * @param read  the text of a file of the repository, or null when it is not there
 */
export function faultsOf(page: string, read: (path: string) => string | null): readonly string[] {
  const seen = new Set<string>();
  return coverageRows(page).flatMap(({ statement, cells }) => {
    const isTwice = seen.has(statement);
    seen.add(statement);
    const faults =
      cells.length === 3
        ? [...builtFaults(cells[1] ?? '', read), ...testFaults(cells[2] ?? '', read)]
        : [`${cells.length} cells instead of 3`];
    if (isTwice) faults.push('stands there twice');
    return faults.map((fault) => `${statement}: ${fault}`);
  });
}

function builtFaults(cell: string, read: (path: string) => string | null): string[] {
  const paths = [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  if (paths.length === 0) return ['built nowhere'];
  return paths.filter((path) => read(path) === null).map((path) => `${path} is not there`);
}

function testFaults(cell: string, read: (path: string) => string | null): string[] {
  if (cell === '') return ['no test'];
  return cell.split('<br>').flatMap((one) => {
    const [, path, title] = /^`([^`]+)`: "(.+)"$/.exec(one.trim()) ?? [];
    if (path === undefined || title === undefined) return [`${one.trim()} names no test`];
    const source = read(path);
    if (source === null) return [`${path} is not there`];
    const plain = title.replaceAll('\\', '');
    return isTitleIn(source, plain) ? [] : [`${path} has no test "${plain}"`];
  });
}

/**
 * A file has a test of this title: as it is written, or as a row of a table fills it in. What fills it in must then be a
 * text of the file.
 */
export function isTitleIn(source: string, title: string): boolean {
  const written = titlesOf(source);
  if (written.includes(title)) return true;
  return written.some((pattern) => {
    const parts = pattern.split(/%[sijdo#]|\$\{[^}]*\}|\$[a-z]+/i);
    if (parts.length === 1) return false;
    const filled = new RegExp(`^${parts.map(escaped).join('(.+)')}$`).exec(title);
    return filled !== null && filled.slice(1).some((text) => isTextOf(source, text));
  });
}

/** Titles of tests: the text that stands first in a call of `test` or `it`, or in the call of a table of them. */
function titlesOf(source: string): readonly string[] {
  const call = /(?:\b(?:test|it)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
  return [...source.matchAll(call)].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'));
}

function isTextOf(source: string, text: string): boolean {
  return ["'", '"', '`'].some((mark) => source.includes(mark + text + mark));
}

function isRule(line: string): boolean {
  return /^\|[\s:|-]+$/.test(line);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
