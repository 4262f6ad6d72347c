/**
 * Checks that every refusal of the exchange that a page of the web app can show has a text in the customer's language.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { translateRefusal } from '@salar/web/i18n/server-refusals';

const root = resolve(import.meta.dirname, '..');
const gateway = resolve(root, 'apps/exchange/src/gateway');

/** Refusals that only programs get: no page of the web app sends a request that causes them. */
const forPrograms: readonly string[] = [
  'Quantity is not a multiple of QuantityIncrement',
  'A socket listens to 200 things at most',
  'OMSId, InstrumentId (or Symbol) and Depth are required fields',
];

const sources = readdirSync(gateway, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(?:docs|socket)\//.test(file))
  .map((file) => readFileSync(resolve(gateway, file), 'utf8'));

/** Literals of `refuseCall(kind, 'detail')`, and of the tables of details that calls share. */
function readRefusals(): readonly string[] {
  const found = new Set<string>();
  for (const source of sources) {
    for (const call of source.matchAll(/\brefuseCall\(\s*'\w+',\s*(?<rest>(?:[^();]|\([^()]*\))*)\)/gs))
      for (const literal of (call.groups?.['rest'] ?? '').matchAll(/'(?<text>[^'\n]+)'/g))
        if (/^[A-Z0-9].* /s.test(literal.groups?.['text'] ?? '')) found.add(literal.groups?.['text'] ?? '');
    for (const table of source.matchAll(
      /const (?:details|codeTexts|signInTexts|texts)\b[^=]*= \{(?<rows>.*?)\n\}/gs,
    ))
      for (const literal of (table.groups?.['rows'] ?? '').matchAll(/: '(?<text>[^'\n]+)'/g))
        found.add(literal.groups?.['text'] ?? '');
  }
  return [...found].filter((text) => !forPrograms.includes(text));
}

type Texts = Readonly<Record<string, string>>;

const readJson = (path: string) =>
  JSON.parse(readFileSync(resolve(root, 'apps/web/src', path), 'utf8')) as never;

const readTexts = (language: string): Readonly<Record<string, Texts>> => ({
  ...(readJson(`i18n/locales/${language}.json`) as Record<string, Texts>),
  refusals: readJson(`parts/refusals/locales/${language}.json`),
});

/** Looks a key up in one language; a key without a text is an error, as a customer would see the key. */
function textsIn(language: string) {
  const texts = readTexts(language);
  return (key: string) => {
    const [part = '', name = ''] = key.split('.');
    const text = texts[part]?.[name];
    if (text === undefined) throw new Error(`${key} has no text in ${language}`);
    return text;
  };
}

test('the refusals of the exchange are found in its source files', () => {
  expect(readRefusals()).toEqual(
    expect.arrayContaining(['Invalid or expired code', 'Insufficient Balance', 'Invalid 2FA code']),
  );
  expect(readRefusals().length).toBeGreaterThan(60);
});

test.each(['en', 'es', 'pt'])('every refusal has a text in %s', (language) => {
  const t = textsIn(language) as never;
  expect(readRefusals().filter((text) => translateRefusal(text, t) === null)).toEqual([]);
});

const t = ((key: string, values?: { value: string }) => `${key}:${values?.value ?? ''}`) as never;

test('a refusal with a value is shown with it', () => {
  expect(translateRefusal('Invalid IP address: 300.1.1.1', t)).toBe('refusals.ipInvalid:300.1.1.1');
  expect(translateRefusal('Try again in 12 s', t)).toBe('refusals.tryAgainIn:12');
  expect(translateRefusal('Too many attempts. Please wait 4 s and try again.', t)).toBe(
    'refusals.tooManyAttempts:4',
  );
  expect(translateRefusal('Invalid IpWhiteList, at most 20 entries', t)).toBe('refusals.ipLimit:20');
});

test.each([
  'Something new',
  'Invalid Something',
  'Invalid Amount, at most 5',
  'Something is Required',
  'Something and more are Required',
])('"%s" is not one of the texts that are translated, and is shown as received', (text) => {
  expect(translateRefusal(text, t)).toBeNull();
});
