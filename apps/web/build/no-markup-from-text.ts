import type { Plugin } from 'vite';

const file = '/react-aria/dist/private/live-announcer/LiveAnnouncer.mjs';
const sink = /(\w+(?:\.\w+)*)\.innerHTML = '';/g;

/**
 * React Aria empties its live regions by `innerHTML = ''`, which browsers refuse under our policy (`require-trusted-types-for`)
 * as they do any text set as markup. They are emptied without.
 */
export function noMarkupFromText(): Plugin {
  return {
    name: 'salar:no-markup-from-text',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(file)) return null;
      if (!code.includes(".innerHTML = ''"))
        throw new Error(`${file} no longer empties its regions by innerHTML; look at it again`);
      return { code: code.replace(sink, '$1.replaceChildren();'), map: null };
    },
  };
}
