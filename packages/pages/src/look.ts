/** The logo of the web app, for pages rendered by the server. */
import { darkColours } from './generated/colours.ts';
import { html } from './markup.ts';
import type { Markup } from './markup.ts';

/** The logo as a file of its own, on its dark ground. */
export const markSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="7" fill="${darkColours.canvas}"/><g transform="translate(3.2 3.6) scale(.8)"><path d="M7 15.5a9 9 0 0 1 18 0z" fill="${darkColours.accent}"/><path d="M1.5 17.5h29" stroke="${darkColours.ink1}" stroke-width="1.8" stroke-linecap="round"/><path d="M8 20.9h16M10.4 24h11.2M13.6 27h4.8" stroke="${darkColours.accent}" stroke-width="2" stroke-linecap="round" stroke-opacity=".75"/></g></svg>`;

/** The logo: the sun on a straight horizon, and its reflection. */
export function mark(): Markup {
  return html`<svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <path d="M7 15.5a9 9 0 0 1 18 0z" class="sun" />
    <path d="M1.5 17.5h29" class="line" />
    <path d="M8 20.9h16M10.4 24h11.2M13.6 27h4.8" class="salt" />
  </svg>`;
}
