/**
 * Fills the page until the app's code has loaded and renders: the logo and one sentence in each language. `boot.js`
 * sets the page's language, and the style sheet shows only that one; after a long wait it also shows the link that
 * reloads the page.
 */
import type { Plugin } from 'vite';
import { languages } from '../src/i18n/languages.ts';
import type { Language } from '../src/i18n/languages.ts';
import { readShellTexts } from './shell-texts.ts';

const place = '<div id="root"></div>';

export function splashScreen(): Plugin {
  const texts = languages.map(renderTexts).join('');
  return {
    name: 'salar:splash-screen',
    transformIndexHtml: (page) => {
      if (!page.includes(place)) throw new Error('index.html has no root element');
      const mark = '<img src="/favicon.svg" width="56" height="56" alt="">';
      return page.replace(
        place,
        `<div id="root"><div class="opening" data-full-bleed>${mark}${texts}</div></div>`,
      );
    },
  };
}

function renderTexts(language: Language): string {
  const { auth, routeError } = readShellTexts(language);
  return `<div lang="${language}"><p>${auth.artCaption}</p><a href="">${routeError.reload}</a></div>`;
}
