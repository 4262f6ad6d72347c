/** A readable page of every call, without scripts and without anything from elsewhere. */
import type { Call } from '../call.ts';

export function docsPageOf(calls: readonly Call[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Salar API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<header>
<p class="mark">Salar</p>
<h1>API</h1>
<p>Every call is <code>POST /AP/&lt;Call&gt;</code> with a JSON body, or <code>GET</code> with a query; the path and all keys are read without case. Numbers may be JSON numbers or text and are read exactly. Private calls carry the session token in the header <code>aptoken</code>. A refusal is status 200 with <code>{"result":false,"errormsg":...,"errorcode":...,"detail":...}</code>; a missing session is status 401 with the text <code>NOT AUTHORIZED</code>.</p>
<p>The same in a machine's words: <a href="/docs/openapi.json">openapi.json</a></p>
</header>
<nav aria-label="Calls"><ul>
${calls.map((call) => `<li><a href="#${call.name}">${call.name}</a></li>`).join('\n')}
</ul></nav>
<main>
${calls.map(sectionOf).join('\n')}
</main>
</body>
</html>
`;
}

function sectionOf(call: Call): string {
  const ids = ['OMSId', ...Object.keys(call.subject ?? {})].filter((name) => !(name in call.fields));
  const fields = [
    ...ids.map((name) => `<tr><td><code>${name}</code></td><td>id</td><td></td></tr>`),
    ...Object.entries(call.fields).map(
      ([name, field]) =>
        `<tr><td><code>${name}</code></td><td>${field.kind}</td><td>${field.isRequired ? 'required' : ''}</td></tr>`,
    ),
  ];
  return `<section id="${call.name}">
<h2>${call.name}</h2>
<p class="facts">${call.auth === 'session' ? 'Session' : 'Public'}${call.permissions.length > 0 ? ` · key: ${call.permissions.join(' or ')}` : ''}${call.aliases ? ` · also ${call.aliases.join(', ')}` : ''}</p>
<p>${escapeHtml(call.about)}</p>
<table><thead><tr><th>Field</th><th>Kind</th><th></th></tr></thead><tbody>${fields.join('')}</tbody></table>
<h3>Example</h3>
<pre>${escapeHtml(JSON.stringify(call.example.input))}</pre>
<pre>${escapeHtml(JSON.stringify(call.example.output))}</pre>
</section>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export const docsStyle = `:root{color-scheme:light dark;--ground:#fbf9f6;--ink:#1d2430;--soft:#5d6675;--line:#e2dcd3;--accent:#a3482b;--well:#f1ece4}
@media (prefers-color-scheme:dark){:root{--ground:#11151c;--ink:#ece8e1;--soft:#a0a8b6;--line:#2a313d;--accent:#f0a07c;--well:#1a202a}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:2rem 1.25rem 6rem;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
.mark{color:var(--accent);font-weight:700;letter-spacing:.08em;text-transform:uppercase;margin:0}
h1{font-size:2.25rem;margin:.25rem 0 1rem}
h2{font-size:1.35rem;margin:0}
h3{font-size:.85rem;color:var(--soft);margin:1rem 0 .25rem}
a{color:var(--accent)}
nav ul{columns:3 14rem;list-style:none;margin:1.5rem 0;padding:0}
section{border-top:1px solid var(--line);padding:1.75rem 0}
.facts{color:var(--soft);margin:.15rem 0}
table{border-collapse:collapse;margin:.75rem 0}
th,td{text-align:left;padding:.2rem 1.5rem .2rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:500;font-size:.85rem}
code,pre{font:13px/1.5 ui-monospace,monospace}
pre{background:var(--well);border-radius:8px;margin:.35rem 0;overflow-x:auto;padding:.6rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere}
`;
