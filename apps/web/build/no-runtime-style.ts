import type { Plugin } from 'vite';

/**
 * Removes the style tag that Sonner writes when it is imported. Our policy forbids it; its stylesheet is imported
 * instead.
 */
export function noRuntimeStyle(): Plugin {
  return {
    name: 'salar:no-runtime-style',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/sonner/dist/index.mjs')) return null;
      return { code: code.replace(/^__insertCSS\("[\s\S]*?"\);$/m, ''), map: null };
    },
  };
}
