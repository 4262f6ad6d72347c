/**
 * What stands on the page until the app's code has arrived and draws: the mark and one sentence, in each language.
 * `boot.js` says which language the page is in, and the style sheet shows what is in that one; after a long wait also
 * the way to load the page again.
 */
import type { Plugin } from 'vite';
import { languages } from '../src/i18n/languages.ts';
import type { Language } from '../src/i18n/languages.ts';
import { shellTexts } from './shell-texts.ts';

const place = '<div id="root"></div>';

export function splashScreen(): Plugin {
  const texts = languages.map(renderTexts).join('');
  return {
    name: 'salar:opening',
    transformIndexHtml: (page) => {
      if (!page.includes(place)) throw new Error('index.html has lost the place of the app');
      const mark = '<img src="/favicon.svg" width="56" height="56" alt="">';
      return page.replace(
        place,
        `<div id="root"><div class="opening" data-full-bleed>${mark}${texts}</div></div>`,
      );
    },
  };
}

function renderTexts(language: Language): string {
  const { auth, routeError } = shellTexts(language);
  return `<div lang="${language}"><p>${auth.artCaption}</p><a href="">${routeError.reload}</a></div>`;
}
