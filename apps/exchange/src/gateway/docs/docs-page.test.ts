import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calls, chapters } from '../calls/registry.ts';
import { selectEvents } from './asyncapi.ts';
import { renderDocsPage } from './docs-page.ts';
import { listQuickstartSteps } from './quickstart.ts';

const publicUrl = 'https://salar.example';
const read = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8');
const [docsScript, tryScript, docsStyle] = [read('docs.ts'), read('try.ts'), read('docs.css')];
const page = renderDocsPage(chapters, { publicUrl, profile: 'production' });
const localPage = renderDocsPage(chapters, { publicUrl, profile: 'local' });
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found ?? '');

test('every call and every event has a section, and every link on the page has a target', () => {
  const ids = matches(page, / id="([^"]+)"/g);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  const places = new Set(ids);
  expect(calls.filter(({ name }) => !places.has(name)).map(({ name }) => name)).toEqual([]);
  expect(selectEvents(calls).filter(({ name }) => !places.has(`event-${name}`))).toEqual([]);
  const links = matches(page, /href="#([^"]+)"/g);
  expect(links.length).toBeGreaterThan(calls.length);
  expect(links.filter((id) => !places.has(id))).toEqual([]);
  const labels = matches(page, /aria-labelledby="([^"]+)"/g);
  expect(labels.filter((id) => !places.has(id))).toEqual([]);
});

test('the page has no inline script, style or handler, and requests nothing from other origins', () => {
  for (const text of [page, localPage]) {
    expect(matches(text, /(<style|<script>|<script [^>]*>[^<]|\sstyle=|\son[a-z]+=")/g)).toEqual([]);
    const requested = matches(text, /(?:src|href)="([^"#]+)"/g);
    expect(requested.filter((url) => !url.startsWith('/'))).toEqual([]);
  }
});

test('forms that send requests exist only in the local profile', () => {
  for (const trace of ['data-call=', 'class="sign-in"', 'Demo-2026'])
    expect(localPage.includes(trace), trace).toBe(true);
  const traces = ['data-call=', '<form', 'type="password"', 'Demo-2026', '/local/mailbox'];
  expect(traces.filter((trace) => page.includes(trace))).toEqual([]);
  expect(docsScript).not.toMatch(/fetch\(|Authorization/);
});

test('the steps to a first order use the address of this exchange', () => {
  const [signIn] = listQuickstartSteps({ publicUrl, profile: 'production' });
  expect(signIn?.commands).toContain(`HOST=${publicUrl}\n`);
  expect(matches(page, /(data-runs)/g)).toHaveLength(8);
});

test('the scripts store nothing but the theme', () => {
  expect(docsScript).toContain("const themeKey = 'ui.theme';");
  expect(matches(docsScript, /(?:local|session)Storage\.\w+\(([^,)]+)/g)).toEqual(['themeKey']);
  expect(tryScript).not.toMatch(/Storage|cookie|innerHTML/);
});

test('a link jumps to its call at once, because sections change height during smooth scrolling', () => {
  expect(docsStyle).toContain('content-visibility: auto');
  expect(docsStyle).not.toContain('scroll-behavior: smooth');
});
