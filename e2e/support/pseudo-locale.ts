/**
 * The pseudo-locale `en-XA`: English with accents, two fifths longer and in brackets. What is on screen without accents was written
 * into the code, and what does not fit will not fit in German either.
 *
 * It takes the place of Portuguese in one browser, while the app runs: openings open in English, then the language changes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { spellOutAmount } from '../../packages/ui/src/format/spell-out-amount.ts';
import { root } from './server.ts';

type Texts = { readonly [key: string]: string | Texts };

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const accented = 'áƀçđéƒǧĥíĵķļɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑǦĤÍĴĶĻḾÑÓÞɊŔŠŢÚṼŴẊÝŽ';
const isAccented = new RegExp(`[${accented}]`);
/** Placeholders and tags stay as they are. */
const marks = /(\{\{[^}]*\}\}|<[^>]*>)/;

/** The texts in the pseudo-locale. */
export function toPseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? toPseudoText(text) : toPseudoTexts(text),
    ]),
  );
}

export function toPseudoText(text: string): string {
  const parts = text.split(marks).map((part, place) => (place % 2 === 0 ? strange(part) : part));
  return `[${parts.join('')}]`;
}

/** Every second vowel twice, and every fourth three times: about two fifths more. */
function strange(text: string): string {
  let vowels = 0;
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const other = accented[plain.indexOf(letter)] ?? letter;
    if (!/[aeiou]/i.test(letter)) return other;
    vowels += 1;
    return other + other.toLowerCase().repeat(vowels % 2 === 0 ? 1 : vowels % 4 === 1 ? 2 : 0);
  });
}

/** From now on, what this page loads of Portuguese is the pseudo-locale. */
export async function installPseudoLocale(page: Page): Promise<void> {
  const english = everyText();
  await page.route(/\/assets\/pt-[^/]+\.js$/, async (route) => {
    const answer = await route.fetch();
    const source = encodeURIComponent(await answer.text());
    const chunk = (await import(`data:text/javascript,${source}`)) as { default: Texts };
    const texts = english.get(keysOf(chunk.default));
    if (texts === undefined) throw new Error(`whose texts are in ${route.request().url()}?`);
    await route.fulfill({
      response: answer,
      body: `var e=${JSON.stringify(toPseudoTexts(texts))};export{e as default};`,
    });
  });
}

/** The English texts of the shell and of each feature, by what tells them apart in every language. */
function everyText(): ReadonlyMap<string, Texts> {
  const app = join(root, 'apps/web/src');
  const features = readdirSync(join(app, 'features')).map((feature) => join(app, 'features', feature));
  const files = [join(app, 'i18n'), ...features].map((folder) => join(folder, 'locales/en.json'));
  const parts = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Texts);
  return new Map(parts.map((texts) => [keysOf(texts), texts]));
}

/** Apart from plural forms, which differ. */
function keysOf(texts: Texts): string {
  const walk = (part: Texts, above: string): string[] =>
    Object.entries(part).flatMap(([key, text]) =>
      typeof text === 'string'
        ? [above + key.replace(/_(zero|one|two|few|many|other)$/, '')]
        : walk(text, `${above}${key}.`),
    );
  return [...new Set(walk(texts, ''))].sort().join(' ');
}

export type KnownTexts = {
  readonly has: (word: string) => boolean;
  /** Resolves when what has arrived so far is read. */
  readonly read: () => Promise<unknown>;
};

/** Words of the customer's own data: what the exchange answered with, where it is not a name of a state or a kind. */
export function collectKnownTexts(page: Page): KnownTexts {
  // Names of currencies are the browser's, in the language that the pseudo-locale stands in for.
  const names = new Intl.DisplayNames(['pt'], { type: 'currency' });
  const words = new Set(['COP', 'BRL'].flatMap((code) => (names.of(code) ?? '').toLowerCase().split(' ')));
  // Amounts in words are built by rules of the language, not from texts.
  for (const unit of ['COP', 'BRL', 'BTC'])
    for (const amount of ['1000.50', '1234567.25', '2000000000'])
      for (const word of spellOutAmount(amount, { language: 'pt', unit, style: 'comma' }).split(' '))
        words.add(word);
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!/\/(AP|api)\//.test(response.url())) return;
    reading.push(
      response.text().then(
        (text) => {
          for (const word of text
            .replaceAll(/"\w*(Status|State|Side|Type)":"[^"]*"/g, '')
            .match(/[a-z]{2,}/gi) ?? [])
            words.add(word.toLowerCase());
        },
        () => undefined, // it was left before it was read
      ),
    );
  });
  return { has: (word) => words.has(word), read: () => Promise.all(reading.splice(0)) };
}

/** What a customer sees or hears on the page that is not in the pseudo-locale, and texts that do not fit their place. */
export async function findUntranslated(page: Page, known: KnownTexts): Promise<readonly string[]> {
  const { texts, cut } = await page.evaluate(readPage);
  await known.read();
  // Addresses and names of settings are the same in every language.
  const untranslated = texts.filter((text) =>
    (text.replaceAll(/\S+@\S+|\bSALAR_[A-Z_]+/g, '').match(/[A-Za-z0-9]{2,}/g) ?? []).some(
      (word) => !/\d/.test(word) && !known.has(word.toLowerCase()),
    ),
  );
  return [
    ...new Set([
      ...untranslated.map((text) => `not translated: ${text}`),
      ...cut.filter((text) => isAccented.test(text)).map((text) => `cut off: ${text}`),
    ]),
  ];
}

/** Runs in the page. */
function readPage(): { texts: string[]; cut: string[] } {
  const texts: string[] = [];
  const cut: string[] = [];
  // Data; what waits its turn; and what was said a moment ago: a toast, and what only a screen reader heard.
  const isNotRead =
    'script, style, [data-address], [lang]:not(html), .font-mono, [inert], [data-sonner-toaster], .sr-only[aria-live], .sr-only[role=status]';
  const named = ['aria-label', 'placeholder', 'title', 'alt', 'aria-roledescription', 'aria-valuetext'];
  for (const node of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(isNotRead)) continue;
    for (const name of named) {
      const text = node.getAttribute(name);
      if (text) texts.push(text);
    }
    const own = [...node.childNodes]
      .filter((child) => child.nodeType === Node.TEXT_NODE)
      .map((child) => child.textContent?.trim() ?? '')
      .filter((text) => text !== '');
    texts.push(...own);
    // A list that is closed shows the start of its value, and all of it when it opens.
    if (own.length > 0 && isCut(node) && !node.closest('[aria-haspopup=listbox]'))
      cut.push(`${own.join(' ')} in ${node.tagName.toLowerCase()}.${node.className}`);
  }
  return { texts, cut };

  /** Its words reach over the edge of what shows them. Slides that wait their turn do, and what is for the ear only. */
  function isCut(node: HTMLElement): boolean {
    const range = document.createRange();
    const own = [...node.childNodes].filter(
      (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
    );
    range.setStartBefore(own[0] ?? node);
    range.setEndAfter(own.at(-1) ?? node);
    const words = range.getBoundingClientRect();
    for (let frame: HTMLElement | null = node; frame; frame = frame.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(frame);
      if (clipPath !== 'none' || frame.hasAttribute('aria-roledescription')) return false;
      const edge = frame.getBoundingClientRect();
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (hides(overflowX) && (words.right > edge.right + 1 || words.left < edge.left - 1)) return true;
      if (hides(overflowY) && words.bottom > edge.bottom + 2) return true;
      if (!hides(overflowX) && overflowX !== 'visible') return false; // it can be moved there
    }
    return false;
  }
}
