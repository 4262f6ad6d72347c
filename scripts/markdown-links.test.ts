/** Checks that every link of our pages leads to an existing file and an existing heading. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const elsewhere = /^(?:[a-z]+:|\/)/;
const notOurs = new Set(['node_modules', 'dist', 'test-results']);

function pagesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (notOurs.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return pagesBelow(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** Returns the text of a page without code samples. */
function findProse(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, 'code');
}

function findLinks(text: string): string[] {
  return Array.from(findProse(text).matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
}

/** Returns the anchors of the headings, as Git hosting sites generate them. */
function findAnchors(text: string): Set<string> {
  const headings = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(headings, ([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/\]\([^)]*\)/g, '')
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-'),
    ),
  );
}

/** Returns the broken links of a page. */
function brokenLinks(page: string, text: string): string[] {
  return findLinks(text).filter((target) => {
    if (elsewhere.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    if (path === '') return !findAnchors(text).has(anchor ?? '');
    const file = join(dirname(page), decodeURIComponent(path));
    if (!existsSync(file)) return true;
    return anchor !== undefined && !findAnchors(readFileSync(file, 'utf8')).has(anchor);
  });
}

const pages = pagesBelow(root);

test.each(pages.map((page) => [relative(root, page), page] as const))('%s has no broken links', (_, page) => {
  expect(brokenLinks(page, readFileSync(page, 'utf8'))).toEqual([]);
});

test('a missing file and a missing heading are reported, also in the page itself', () => {
  const text =
    '# A page\n[here](#a-page) [gone](#gone) [readme](README.md) [lost](lost.md) [no part](README.md#lost)\n`[code](x)`';
  expect(brokenLinks(join(root, 'page.md'), text)).toEqual(['#gone', 'lost.md', 'README.md#lost']);
});

test('every page of docs is in its index', () => {
  const index = join(root, 'docs/README.md');
  const listed = new Set(
    findLinks(readFileSync(index, 'utf8')).map((target) => join(dirname(index), target)),
  );
  const inTheirOwn = /docs\/decisions\/\d/;
  const missing = pagesBelow(join(root, 'docs')).filter(
    (page) => page !== index && !inTheirOwn.test(page) && !listed.has(page),
  );
  expect(missing.map((page) => relative(root, page))).toEqual([]);
});
