/**
 * The script of the page: theme, copying, searching calls, and highlighting the current section. The page can be read
 * without it.
 */
import { readStoredTheme } from '@salar/pages/browser/stored-theme';
import { findElement, findElementOfType } from '@salar/pages/browser/find-element';

const root = document.documentElement;
const lightQuery = matchMedia('(prefers-color-scheme: light)');
const themeKey = 'ui.theme';
const copiedMs = 2000;
/** A heading counts as read above this distance from the top of the screen, in pixels. */
const readingLine = 120;

root.dataset['script'] = '';
root.dataset['theme'] = findTheme();
document.addEventListener('DOMContentLoaded', () => {
  switchThemes();
  copyOnPress();
  searchCalls();
  followReading();
});

function findTheme(): 'light' | 'dark' {
  const chosen = readStoredTheme();
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return lightQuery.matches ? 'light' : 'dark';
}

function switchThemes(): void {
  const button = findElement('.theme-button');
  const showName = () => {
    button.textContent = root.dataset['theme'] === 'dark' ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `${button.textContent} theme`);
  };
  button.hidden = false;
  showName();
  lightQuery.addEventListener('change', () => {
    root.dataset['theme'] = findTheme();
    showName();
  });
  button.addEventListener('click', () => {
    const theme = root.dataset['theme'] === 'dark' ? 'light' : 'dark';
    root.dataset['theme'] = theme;
    try {
      localStorage.setItem(themeKey, theme);
    } catch {
      // Storage is disabled: the choice lasts until the page is closed.
    }
    showName();
  });
}

function copyOnPress(): void {
  document.addEventListener('click', (event) => {
    const button = findClosest(event, '.copy');
    const pre = button?.parentElement?.querySelector('pre');
    if (!button || !pre) return;
    navigator.clipboard.writeText(pre.textContent ?? '').then(
      () => {
        button.textContent = 'Copied';
        setTimeout(() => {
          button.textContent = 'Copy';
        }, copiedMs);
      },
      () => {
        getSelection()?.selectAllChildren(pre);
        button.textContent = 'Press Ctrl C';
      },
    );
  });
}

function searchCalls(): void {
  const contents = findElement('#contents');
  const field = findElementOfType(HTMLInputElement, '#find');
  field.addEventListener('input', () => filterContents(contents, field.value));
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter' && field.value !== '') openBestMatch(contents, field.value.toLowerCase());
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (findClosest(event, 'input,textarea,select') !== null) return;
    event.preventDefault();
    if (getComputedStyle(contents).display === 'none') contents.showPopover();
    field.focus();
  });
  contents.addEventListener('click', (event) => {
    if (findClosest(event, 'a') !== null && contents.matches(':popover-open')) contents.hidePopover();
  });
}

/** Shows only the calls that match every word. */
function filterContents(contents: HTMLElement, text: string): void {
  const terms = text
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  let count = 0;
  for (const item of findAll(contents, '[data-terms]')) {
    item.hidden = !terms.every((term) => item.dataset['terms']?.includes(term));
    if (!item.hidden) count += 1;
  }
  for (const guide of findAll(contents, '.guide')) guide.hidden = terms.length > 0;
  for (const group of findAll(contents, '[data-group]'))
    group.hidden = group.querySelector('li:not([hidden])') === null;
  findElement('#found').textContent = terms.length === 0 ? '' : describeCount(count);
}

function describeCount(count: number): string {
  if (count === 0) return 'No matching call';
  return count === 1 ? '1 call' : `${count} calls`;
}

/** Opens the first call whose name begins with the text, or else the first that is shown. */
function openBestMatch(contents: HTMLElement, text: string): void {
  const shown = findAll(contents, '[data-terms]').filter((item) => !item.hidden);
  const best = shown.find((item) => item.textContent?.trim().toLowerCase().startsWith(text)) ?? shown[0];
  best?.querySelector('a')?.click();
}

/** Highlights the entry of the section that is being read. */
function followReading(): void {
  const list = findElement('#contents .list');
  const entries = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('#contents a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const headings = findAll(document, 'main [id]').filter(({ id }) => entries.has(id));
  let current: HTMLAnchorElement | null = null;
  let isScheduled = false;
  const highlight = () => {
    isScheduled = false;
    const link = entries.get(findReadHeading(headings)?.id ?? '');
    if (link === undefined || link === current) return;
    current?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    current = link;
    scrollIntoList(list, link);
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(highlight);
  };
  addEventListener('scroll', schedule, { passive: true });
  highlight();
}

/** Returns the last heading above the reading line, or the first of the page. */
function findReadHeading(headings: readonly HTMLElement[]): HTMLElement | undefined {
  let [read] = headings;
  for (const heading of headings) {
    if (heading.getBoundingClientRect().top >= readingLine) break;
    read = heading;
  }
  return read;
}

function scrollIntoList(list: HTMLElement, link: HTMLElement): void {
  const box = list.getBoundingClientRect();
  const { top, bottom } = link.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 3;
}

function findAll(parent: ParentNode, selector: string): readonly HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>(selector)];
}

function findClosest({ target }: Event, selector: string): Element | null {
  return target instanceof Element ? target.closest(selector) : null;
}
