/** Colours and logo of the web app, for pages rendered by the server. */
import { html } from './markup.ts';
import type { Markup } from './markup.ts';

export const markSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="none"><rect width="32" height="32" rx="7" fill="#081117"/><g transform="translate(3.2 3.6) scale(.8)"><path d="M7 15.5a9 9 0 0 1 18 0z" fill="#65d0dc"/><path d="M1.5 17.5h29" stroke="#f1f0ec" stroke-width="1.8" stroke-linecap="round"/><path d="M8 20.9h16M10.4 24h11.2M13.6 27h4.8" stroke="#65d0dc" stroke-width="2" stroke-linecap="round" stroke-opacity=".75"/></g></svg>`;

const light = `--canvas:#faf9f6;--surface:#fff;--raised:#fff;--sunken:#f2f1ed;--line:#e1e0da;--line-strong:#7e888e;--ink-1:#132029;--ink-2:#43525b;--ink-3:#5d6a71;--accent:#146075;--accent-hover:#114f61;--on-accent:#fcfcf9;--accent-ink:#145b70;--accent-soft:#d9f2f8;--gain:#04683f;--gain-soft:#d9f7e5;--loss:#b12c2e;--loss-soft:#ffebe9;--warn:#84530f;--warn-soft:#feefcb;--danger:#b72028;--on-danger:#fcfcf9;--focus:#1f6cb0;color-scheme:light`;
const dark = `--canvas:#081117;--surface:#101a21;--raised:#18242b;--sunken:#050c11;--line:#243139;--line-strong:#647680;--ink-1:#f1f0ec;--ink-2:#b1bbbe;--ink-3:#939fa4;--accent:#65d0dc;--accent-hover:#82dfea;--on-accent:#04161f;--accent-ink:#6ed7e2;--accent-soft:#093139;--gain:#6dd6a2;--gain-soft:#113022;--loss:#f88680;--loss-soft:#451e1d;--warn:#ebc166;--warn-soft:#3a2b11;--danger:#f26966;--on-danger:#180807;--focus:#55e1f0;color-scheme:dark`;

/** Colours by name: for the system's theme, or the one in `data-theme`. */
export const themes = `:root{${dark}}
@media (prefers-color-scheme:light){:root:not([data-theme=dark]){${light}}}
:root[data-theme=light]{${light}}
`;

/** The logo: the sun on a straight horizon, and its reflection. */
export function mark(): Markup {
  return html`<svg width="28" height="28" viewBox="0 0 32 32" fill="none" aria-hidden="true">
    <path d="M7 15.5a9 9 0 0 1 18 0z" class="sun" />
    <path d="M1.5 17.5h29" class="line" />
    <path d="M8 20.9h16M10.4 24h11.2M13.6 27h4.8" class="salt" />
  </svg>`;
}
