/** A text that no page can show is not part of the product: code that runs in the app must name each key. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..');
/** The pages behind a mailed link pass the name of their feature to `lib/confirm-by-link.tsx`. */
const confirmPages = /^(?:confirm-withdraw|confirm-destination|freeze-account|unlock-account)(?=\.)/;
/** A generic message of the specification that no field needs: every format has its own sentence (decision 0027). */
const withoutUse = new Set(['errors.invalidFormat']);

const pluralForm = /_(zero|one|two|few|many|other)$/;

test('every text is named by a source outside the tests', () => {
  const sources = filesIn(source)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => readFileSync(join(source, path), 'utf8'));
  const named = readNames(sources);
  const confirmByLink = readFileSync(join(source, 'lib/mailed-links/confirm-by-link.tsx'), 'utf8');
  const handedOn = readNames([confirmByLink.replaceAll('${texts}', 'page')]);
  const keys = filesIn(source).filter(isTextFile).flatMap(readKeys);
  expect(keys.length).toBeGreaterThan(500);
  const isUsed = (key: string) => isNamed(key, named) || isNamed(key.replace(confirmPages, 'page'), handedOn);
  const unused = keys.filter((key) => !isUsed(key));
  expect(unused).toEqual([...withoutUse]);
});

type Names = { readonly exact: ReadonlySet<string>; readonly patterns: readonly RegExp[] };

function isNamed(key: string, { exact, patterns }: Names): boolean {
  return exact.has(key) || patterns.some((pattern) => pattern.test(key));
}

const isTextFile = (path: string): boolean => path.endsWith('locales/en.json');

function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' });
}

/** Returns the full keys of a text file; plural forms count as the key that code names. */
function readKeys(path: string): string[] {
  const feature = /^(?:features|parts)\/([^/]+)\//.exec(path)?.[1];
  const texts: unknown = JSON.parse(readFileSync(join(source, path), 'utf8'));
  return [...new Set(flatten(texts, feature ?? '').map((key) => key.replace(pluralForm, '')))];
}

function flatten(texts: unknown, prefix: string): string[] {
  if (typeof texts !== 'object' || texts === null) return [prefix];
  return Object.entries(texts).flatMap(([key, value]) =>
    flatten(value, prefix === '' ? key : `${prefix}.${key}`),
  );
}

/**
 * Collects the string literals of the sources, and the template literals as patterns. A template has to begin with at
 * least one whole segment of a key: one that begins with a variable could name anything.
 */
function readNames(sources: readonly string[]): Names {
  const exact = new Set<string>();
  const patterns: RegExp[] = [];
  for (const text of sources) {
    for (const [, literal = ''] of text.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)) exact.add(literal);
    for (const [, template = ''] of text.matchAll(/`([\w-]+\.(?:[\w.-]|\$\{[^{}]*\})*)`/g))
      if (template.includes('${'))
        patterns.push(
          new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^{}]*\}/g, '[\\w.-]+')}$`),
        );
  }
  return { exact, patterns };
}
