/** The theme (dark or light) and the colours of gain and loss. `boot.js` applies them before the first paint. */
import { useSyncExternalStore } from 'react';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export const colourChoices = ['greenRed', 'blueOrange'] as const;
export type ColourChoice = (typeof colourChoices)[number];

const themeKey = 'ui.theme';
const coloursKey = 'ui.colours';
const blueOrange = 'blue-orange';
const listeners = new Set<() => void>();

export function getTheme(): Theme {
  const stored = read(themeKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function getColours(): ColourChoice {
  return read(coloursKey) === blueOrange ? 'blueOrange' : 'greenRed';
}

export function chooseTheme(theme: Theme): void {
  write(themeKey, theme === 'system' ? null : theme);
  showTheme();
}

export function chooseColours(choice: ColourChoice): void {
  write(coloursKey, choice === 'blueOrange' ? blueOrange : null);
  if (choice === 'blueOrange') document.documentElement.dataset['colours'] = blueOrange;
  else delete document.documentElement.dataset['colours'];
  for (const notify of listeners) notify();
}

/** Follows the system until the customer chooses, and the choices of other tabs afterwards. Called once at start. */
export function followTheme(): void {
  globalThis.matchMedia?.('(prefers-color-scheme: light)').addEventListener('change', () => {
    if (getTheme() === 'system') applyTheme();
  });
  globalThis.addEventListener('storage', ({ key }) => {
    if (key === themeKey) showTheme();
  });
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme);
}

export function useColours(): ColourChoice {
  return useSyncExternalStore(subscribe, getColours);
}

function showTheme(): void {
  applyTheme();
  for (const notify of listeners) notify();
}

function applyTheme(): void {
  const theme = getTheme();
  const prefersLight = globalThis.matchMedia?.('(prefers-color-scheme: light)').matches ?? false;
  const ground = theme === 'system' ? (prefersLight ? 'light' : 'dark') : theme;
  document.documentElement.dataset['theme'] = ground;
  const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]');
  if (meta) meta.content = meta.dataset[ground] ?? '';
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}
