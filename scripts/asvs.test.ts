/** docs/asvs.md names, for each requirement of the ASVS that is met, tests that exist and run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');
const states = ['met', 'not applicable', 'not met'] as const;

type Requirement = {
  readonly number: string;
  readonly level: string;
  readonly state: string;
  readonly reason: string;
};

/** Returns the rows of the tables, without their heads. */
function readRequirements(text: string): readonly Requirement[] {
  const rows = text.matchAll(
    /^\| ([\d.]+) +\| (\d) +\| .+? +\| (met|not applicable|not met) +\| (.*?) *\|$/gm,
  );
  return Array.from(rows, ([, number = '', level = '', state = '', reason = '']) => ({
    number,
    level,
    state,
    reason,
  }));
}

/** Returns what is wrong with the tests that a text names as `file`: "title", a sentence each. */
function findTestFaults(text: string, read: (path: string) => string | null): readonly string[] {
  const sources = new Map<string, string | null>();
  const named = text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`(?:: "([^"]+)")?/g);
  return Array.from(named).flatMap(([, path = '', title]) => {
    if (!sources.has(path)) sources.set(path, read(path)?.replace(/\(\s+/g, '(') ?? null);
    const source = sources.get(path) ?? null;
    if (source === null) return [`${path} does not exist`];
    if (title === undefined) return [`${path} is named without a title`];
    const isHere = (before: string) =>
      ["'", '"', '`'].some((quote) => source.includes(`${before}(${quote}${title}${quote},`));
    return isHere('') && !isHere('skip') ? [] : [`${path} has no test "${title}" that runs`];
  });
}

const readSource = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
const requirements = readRequirements(page);

test('the page has every requirement of the levels 1 and 2 once', () => {
  const numbers = requirements.map(({ number }) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  // ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2.
  const count = (level: string) => requirements.filter((one) => one.level === level).length;
  expect([count('1'), count('2'), page.match(/^\| \d/gm)?.length]).toEqual([70, 183, 253]);
});

test('each test that the page names exists under its title', () => {
  const reasons = requirements.map(({ reason }) => reason).join('\n');
  expect(findTestFaults(reasons, readSource)).toEqual([]);
});

test('a requirement that is met names a test; any other one has a reason', () => {
  const faults = requirements.filter(({ state, reason }) =>
    state === 'met' ? !/`: "/.test(reason) : reason.length < 5,
  );
  expect(faults.map(({ number }) => number)).toEqual([]);
});

test('the head of the page has the counts of its rows', () => {
  const head = page.slice(0, page.indexOf('\n## ')).replace(/\s+/g, ' ');
  const [met, notApplicable, notMet] = states.map(
    (state) => requirements.filter((one) => one.state === state).length,
  );
  expect(head).toContain(
    `${met} of the ${requirements.length} are met, ${notApplicable} are not applicable, ${notMet} are not met.`,
  );
});

test('a missing file, a renamed test, a skipped one and a file without a title are reported', () => {
  const files: Readonly<Record<string, string>> = {
    'one.test.ts': `test('a', () => {});\ntest.each([\n  1,\n])(\n  'b %s',\n  () => {},\n);\ntest.skip('c', () => {});`,
  };
  const find = (text: string) => findTestFaults(text, (path) => files[path] ?? null);
  expect(find('`one.test.ts`: "a"; `one.test.ts`: "b %s"')).toEqual([]);
  expect(find('`gone.test.ts`: "a"')).toEqual(['gone.test.ts does not exist']);
  expect(find('`one.test.ts`: "x"')).toEqual(['one.test.ts has no test "x" that runs']);
  expect(find('`one.test.ts`: "c"')).toEqual(['one.test.ts has no test "c" that runs']);
  expect(find('`one.test.ts`')).toEqual(['one.test.ts is named without a title']);
});
