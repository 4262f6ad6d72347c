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
<p>The same calls come as frames of a WebSocket at <code>/WSGateway</code>: send <code>{"m":0,"i":2,"n":"GetLevel1","o":"{\\"InstrumentId\\":1}"}</code> and the answer has the same <code>i</code> and <code>n</code> with <code>m</code> 1 and the JSON text of the answer in <code>o</code>. A socket signs in once, with <code>AuthenticateUser</code> or <code>WebAuthenticateUser</code>; a request that could not be led to a call is answered with <code>m</code> 5.</p>
<h2>A first order</h2>
<pre>curl -s "$HOST/AP/AuthenticateUser" -u 'demo:Demo-2026!'        # gives SessionToken and User.AccountId
curl -s "$HOST/AP/GetInstruments?OMSId=1"                       # gives InstrumentId
curl -s "$HOST/AP/SendOrder" -H "aptoken: $TOKEN" -d '{"OMSId":1,"AccountId":1001,"InstrumentId":2,"Side":0,"OrderType":1,"TimeInForce":1,"Value":25}'
curl -s "$HOST/AP/GetOrders" -H "aptoken: $TOKEN" -d '{"OMSId":1,"AccountId":1001,"Limit":10}'</pre>
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
    ...ids.map((name) => `<tr><td><code>${name}</code></td><td>id</td><td>optional</td></tr>`),
    ...Object.entries(call.fields).map(
      ([name, field]) =>
        `<tr><td><code>${name}</code></td><td>${field.kind}</td><td>${field.isRequired ? 'required' : 'optional'}</td></tr>`,
    ),
  ];
  return `<section id="${call.name}">
<h2>${call.name}</h2>
<p class="facts">${call.auth === 'session' ? 'Session' : 'Public'}${call.door === 'socket' ? ' · socket only' : ''}${call.permissions.length > 0 ? ` · key: ${call.permissions.join(' or ')}` : ''}${call.aliases ? ` · also ${call.aliases.join(', ')}` : ''}</p>
<p>${escapeHtml(call.about)}</p>
<table><thead><tr><th scope="col">Field</th><th scope="col">Kind</th><th scope="col">Needed</th></tr></thead><tbody>${fields.join('')}</tbody></table>
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

export const docsStyle = `:root{color-scheme:light dark;--ground:#faf9f6;--ink:#132029;--soft:#5d6a71;--line:#e1e0da;--accent:#145b70;--well:#f2f1ed}
@media (prefers-color-scheme:dark){:root{--ground:#081117;--ink:#f1f0ec;--soft:#939fa4;--line:#243139;--accent:#6ed7e2;--well:#101a21}}
*{box-sizing:border-box}
body{overflow-wrap:anywhere;margin:0 auto;max-width:64rem;padding:2rem 1.25rem 6rem;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
.mark{color:var(--ink);font-weight:600;margin:0}
h1{font-size:2.25rem;margin:.25rem 0 1rem}
h2{font-size:1.35rem;margin:0}
h3{font-size:.85rem;color:var(--soft);margin:1rem 0 .25rem}
a{color:var(--accent)}
nav ul{columns:3 14rem;list-style:none;margin:1.5rem 0;padding:0}
section{border-top:1px solid var(--line);padding:1.75rem 0}
.facts{color:var(--soft);margin:.15rem 0}
table{border-collapse:collapse;margin:.75rem 0;max-width:100%}
th,td{text-align:left;padding:.2rem 1.5rem .2rem 0;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:500;font-size:.85rem}
code,pre{font:13px/1.5 ui-monospace,monospace}
pre{max-width:100%;background:var(--well);border-radius:8px;margin:.35rem 0;overflow-x:auto;padding:.6rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere}
`;
