/**
 * Renders the page `/docs`: a guide, every call, every event, and the shared objects. Built once, from the
 * declarations.
 */
import { mark } from '@salar/pages/look';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import type { Chapter } from '../chapter.ts';
import { renderFieldList } from './answer-fields.ts';
import { code, heading, json, prose, table } from './html-blocks.ts';
import { renderCallSection, listSearchTerms } from './call-section.ts';
import { authentication } from './authentication-guide.ts';
import { idempotency, libraries, questions, rateLimits, requestsAndAnswers } from './guide.ts';
import type { DocumentedSite } from './openapi.ts';
import { renderQuickstart } from './quickstart.ts';
import { completeExample } from './examples.ts';
import { sharedShapes } from './schemas.ts';
import { renderSocketGuide } from './socket-guide.ts';

const guide: readonly (readonly [string, string])[] = [
  ['start', 'Start in five minutes'],
  ['authentication', 'Authentication'],
  ['requests', 'Requests and answers'],
  ['rates', 'Rate limits'],
  ['idempotency', 'Idempotency'],
  ['socket', 'Socket'],
  ['events', 'Events'],
  ['libraries', 'Libraries'],
  ['calls', 'Every call'],
  ['objects', 'Objects'],
  ['questions', 'Questions and glossary'],
  ['files', 'Machine-readable'],
];

/** @returns HTML */
export function renderDocsPage(chapters: readonly Chapter[], site: DocumentedSite): string {
  const calls = chapters.flatMap((chapter) => chapter.calls);
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <meta
          name="description"
          content="The API of Salar: markets, orders, balances, deposits and withdrawals, over HTTP and WebSocket."
        />
        <title>Salar API</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/docs/docs.css" />
        <script src="/docs/docs.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="top">
          <a class="brand" href="/" aria-label="Salar, to the app">${mark()}<span>Salar</span></a>
          <span class="place">API</span>
          <span class="tools">
            <button type="button" class="quiet contents-button" popovertarget="contents">Contents</button>
            <button type="button" class="quiet theme-button" hidden>Theme</button>
          </span>
        </header>
        <div class="frame">
          ${renderContents(chapters)}
          <main id="content" tabindex="-1">
            <section class="hero">
              <h1>Salar API</h1>
              <p class="lead">
                Markets, orders, balances, deposits and withdrawals, over HTTP and WebSocket.
                ${String(calls.length)} calls, declared once: what you read here is what the exchange checks.
                Programs for other exchanges of the family work by changing the address.
              </p>
              <p class="base"><span>HTTP</span> <code>${site.publicUrl}/AP/</code></p>
              <p class="base">
                <span>Socket</span> <code>${site.publicUrl.replace(/^http/, 'ws')}/WSGateway</code>
              </p>
            </section>
            ${renderQuickstart(site)} ${authentication(site)} ${requestsAndAnswers()} ${rateLimits(site)}
            ${idempotency()} ${renderSocketGuide(calls, site)} ${libraries(site)}
            <section class="chapter" aria-labelledby="calls">
              ${heading(2, 'calls', 'Every call')} ${site.profile === 'local' ? signInPanel : ''}
              ${chapters.map(
                (chapter) =>
                  html`<section class="group" aria-labelledby="${chapter.id}">
                    ${heading(3, chapter.id, chapter.title)}
                    <p>${chapter.about}</p>
                    ${chapter.calls.map((call) => renderCallSection(call, site))}
                  </section> `,
              )}
            </section>
            ${renderObjects()} ${questions(site)} ${files}
          </main>
        </div>
        <footer><a href="/">Salar</a><a href="#content">To the top</a></footer>
      </body>
    </html> `;
  return text;
}

/** Renders the contents: beside the page where there is room, otherwise over it. */
function renderContents(chapters: readonly Chapter[]): Markup {
  return html`<nav id="contents" class="contents" popover aria-label="Contents">
    <div class="find">
      <label for="find">Find a call</label
      ><input
        id="find"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder="SendOrder, balance, fee…"
        aria-describedby="found"
      />
      <p id="found" role="status"></p>
    </div>
    <div class="list">
      <ul class="guide">
        ${guide.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
      </ul>
      ${chapters.map(
        ({ id, title, calls }) =>
          html`<section data-group>
            <h2><a href="#${id}">${title}</a></h2>
            <ul>
              ${calls.map(
                (call) =>
                  html`<li data-terms="${listSearchTerms(call)}">
                    <a href="#${call.name}">${call.name}</a>
                  </li>`,
              )}
            </ul>
          </section> `,
      )}
    </div>
  </nav>`;
}

/** Renders the sign-in of a local exchange. Its forms share one session, which is discarded with the page. */
const signInPanel = html`<section class="session-panel" aria-labelledby="try-session">
  <h3 id="try-session">Try the calls from here</h3>
  <p>
    Sign in for the private ones. The token stays in this tab and is gone when you leave the page. Forms send
    real requests to this exchange.
  </p>
  <form class="sign-in">
    <label>User name <input name="login" autocomplete="username" value="demo" /></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" /></label>
    <label class="code-field" hidden
      >Code <input name="code" inputmode="numeric" autocomplete="one-time-code"
    /></label>
    <button type="submit">Sign in</button>
  </form>
  <form class="token">
    <label>Or a token you have <input name="token" autocomplete="off" spellcheck="false" /></label
    ><button type="submit" class="quiet">Use it</button>
  </form>
  <p role="status" class="session-state">Not signed in.</p>
</section>`;

function renderObjects(): Markup {
  return html`<section class="chapter" aria-labelledby="objects">
    ${heading(2, 'objects', 'Objects')}
    <p class="lead">
      What several calls and events hold. Keys are spelled as here, and every key is always there.
    </p>
    ${sharedShapes.map(
      ([name, schema]) =>
        html`<article class="event" aria-labelledby="object-${name}">
          ${heading(3, `object-${name}`, name)} ${renderFieldList(schema)}
          <details>
            <summary>Example</summary>
            ${code(json(completeExample(schema, toRowExample(schema))), `example of ${name}`)}
          </details>
        </article>`,
    )}
  </section>`;
}

/** Returns an example for a row, which has no field names. */
function toRowExample({ type, minItems }: { readonly [key: string]: unknown }): unknown {
  return type === 'array' && typeof minItems === 'number' ? Array<number>(minItems).fill(0) : undefined;
}

const files = html`<section class="chapter" aria-labelledby="files">
  ${heading(2, 'files', 'Machine-readable')}
  ${table(
    'Machine-readable files',
    ['File', 'Holds'],
    [
      [html`<a href="/docs/openapi.json">openapi.json</a>`, 'Every call over HTTP, OpenAPI 3.1.'],
      [
        html`<a href="/docs/asyncapi.json">asyncapi.json</a>`,
        'Every frame and event of the socket, AsyncAPI 3.0.',
      ],
      [html`<a href="/health">/health</a>`, prose('`{"status":"ok"}` and further status fields.')],
    ],
  )}
</section>`;
