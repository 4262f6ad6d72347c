/**
 * Writes the web manifests that make the app installable, one in each language, from the texts of the pages. `boot.js`
 * points the page at the one in the customer's language.
 */
import { darkColours } from './generated/colours.ts';
import type { Plugin } from 'vite';
import { languages } from '../src/i18n/languages.ts';
import type { Language } from '../src/i18n/languages.ts';
import { readShellTexts } from './shell-texts.ts';

export function webManifest(): Plugin {
  return {
    name: 'salar:web-manifest',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'manifest', href: `/${getFileName('en')}` }, injectTo: 'head-prepend' },
    ],
    generateBundle() {
      for (const language of languages)
        this.emitFile({
          type: 'asset',
          fileName: getFileName(language),
          source: `${JSON.stringify(buildManifest(language), null, 2)}\n`,
        });
    },
  };
}

function getFileName(language: Language): string {
  return `manifest.${language}.webmanifest`;
}

/** Builds the manifest, with which the operating system shows the app: its name, icons and shortcuts. */
function buildManifest(language: Language): object {
  const shell = readShellTexts(language);
  return {
    id: '/',
    name: 'Salar',
    short_name: 'Salar',
    description: shell.auth.artCaption,
    lang: language,
    dir: 'ltr',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    theme_color: darkColours.canvas,
    background_color: darkColours.canvas,
    categories: ['finance'],
    icons: [
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: shell.nav.swap, url: '/swap' },
      { name: shell.footer.deposit, url: '/ramping/deposit' },
      { name: shell.footer.withdraw, url: '/ramping/withdraw' },
    ],
  };
}
