/** The frame of every local page: logo, navigation, and the note that this is a laptop. */
import { mark } from '@salar/pages/look';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';

export type Notice = { readonly kind: 'done' | 'failed'; readonly text: string };

export type LocalPage = {
  readonly title: string;
  /** Path of the current entry in the navigation. */
  readonly path: string;
  readonly body: Markup;
  /** Shown once at the top, after an action. */
  readonly notice?: Notice | undefined;
  /** Reloads when something changed. */
  readonly isLive?: boolean;
};

const navigation = [
  ['/local', 'Overview'],
  ['/local/mailbox', 'Mailbox'],
  ['/local/faucet', 'Faucet'],
  ['/local/reviewer', 'Reviewer'],
] as const;

export function writePage(page: LocalPage): string {
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${page.title} · Salar local</title>
<link rel="icon" href="/local/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/local/assets/local.css">
<script src="/local/assets/local.js"></script>
</head>
<body${page.isLive === true ? html` data-live` : ''}>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/" aria-label="Salar, to the app">${mark()}<span>Salar</span></a>
<span class="place">Local profile</span>
<nav aria-label="Local pages">${navigation.map(
    ([path, name]) =>
      html`<a href="${path}" ${path === page.path ? html` aria-current="page"` : ''}>${name}</a>`,
  )}</nav>
</header>
<main id="main">
<h1>${page.title}</h1>
${page.notice ? html`<p class="notice ${page.notice.kind}" role="status">${page.notice.text}</p>` : null}
${page.body}
</main>
<footer>These pages exist on this machine only. They are not part of the exchange and are refused in production.</footer>
</body>
</html>`;
  return text;
}

/** Formats times on local pages: UTC, to the second. */
export function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
