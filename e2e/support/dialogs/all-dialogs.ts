/**
 * All dialogs, sheets, lists and menus of the app. Shared by the axe journey, the pseudo-locale journey and the
 * screenshots.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../server.ts';
import { entryDialogs } from './entry-dialogs.ts';
import { moneyDialogs } from './money-dialogs.ts';
import type { DialogState } from './dialog-state.ts';
import { settingsDialogs } from './settings-dialogs.ts';
import { tradeDialogs } from './trade-dialogs.ts';

export const dialogStates: readonly DialogState[] = [
  ...entryDialogs,
  ...moneyDialogs,
  ...tradeDialogs,
  ...settingsDialogs,
];

const app = join(root, 'apps/web/src');
const opens = /<(Dialog|AlertDialog|HarmDialog|ReviewSheet|Sheet|Menu|Select|DateField)\b/;
/** Wrappers that only pass the content on. */
const frames = ['lib/harm-dialog.tsx', 'parts/destinations/destination-dialog.tsx'];

/**
 * Returns the components of the web app that open above a page and are missing in the list, and listed files that no
 * longer open anything.
 */
export function findMissingDialogs(): readonly string[] {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => opens.test(readFileSync(join(app, file), 'utf8')));
  const shown = dialogStates.flatMap(({ of }) => (of === undefined ? [] : [of]));
  return [
    ...files.filter((file) => !shown.includes(file) && !frames.includes(file)),
    ...shown.filter((file) => !files.includes(file)).map((file) => `${file} opens nothing`),
  ];
}

/** Dialogs have forms of their own; the others of a kind differ by their texts only. */
const perKind = (kind: string) => (kind === 'Dialog' ? 3 : 1);

/**
 * Returns the states that a short run checks in a theme. Half of the list is for each theme; of each kind of component in
 * it, and of what only phones have, as many are taken as differ.
 */
export function selectShort(theme: 'light' | 'dark'): readonly DialogState[] {
  const taken = new Map<string, number>();
  return dialogStates.filter(({ of, device }, place) => {
    if ((theme === 'dark') !== (place % 2 === 0)) return false;
    const kinds = of === undefined ? [device].filter((one) => one === 'phone') : findKinds(of);
    if (kinds.every((kind) => (taken.get(kind) ?? 0) >= perKind(kind))) return false;
    for (const kind of kinds) taken.set(kind, (taken.get(kind) ?? 0) + 1);
    return true;
  });
}

/** Returns the kinds of components that a file of the web app opens. */
function findKinds(file: string): readonly string[] {
  const source = readFileSync(join(app, file), 'utf8');
  return [...new Set([...source.matchAll(new RegExp(opens, 'g'))].map(([, kind = '']) => kind))];
}
