import type { Plugin } from 'vite';

const file = '/react-aria/dist/private/live-announcer/LiveAnnouncer.mjs';
const sink = /(\w+(?:\.\w+)*)\.innerHTML = '';/g;

/**
 * Replaces React Aria's `innerHTML = ''` on its live regions: under our policy (`require-trusted-types-for`) browsers
 * refuse every text that is set as markup.
 */
export function noMarkupFromText(): Plugin {
  return {
    name: 'salar:no-markup-from-text',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(file)) return null;
      if (!code.includes(".innerHTML = ''"))
        throw new Error(`${file} no longer clears its regions by innerHTML; check the new version`);
      return { code: code.replace(sink, '$1.replaceChildren();'), map: null };
    },
  };
}
