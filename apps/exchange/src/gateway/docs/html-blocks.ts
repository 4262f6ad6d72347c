/** Building blocks of the pages: code that can be copied, JSON with highlighted tokens, sentences with code in them. */
import { html, Markup } from '@salar/pages/markup';

/** Renders a sentence in which names between backticks are code. */
export function prose(text: string): Markup {
  const parts = text.split('`');
  return html`${parts.map((part, place) => (place % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** Renders code with a button that copies it; `label` describes it. */
export function code(
  content: string | Markup,
  label: string,
  options: { readonly runs?: boolean } = {},
): Markup {
  const mark = options.runs === true ? html` data-runs` : '';
  return html`<div class="code"><button type="button" class="copy" aria-label="Copy: ${label}">Copy</button><pre${mark}><code>${content}</code></pre></div>`;
}

/** Renders a value as JSON over several lines; short lists and rows of figures stay on one. */
export function json(value: unknown): Markup {
  return html`${tokens(indentedJson(value))}`;
}

/** Formats a value as JSON over several lines, as plain text. */
export function indentedJson(value: unknown): string {
  return indented(value, '');
}

const lineMax = 76;

function indented(value: unknown, indent: string): string {
  const flat = JSON.stringify(value, null, 0);
  if (typeof value !== 'object' || value === null) return flat;
  const isRow = Array.isArray(value) && value.every((one) => typeof one !== 'object' || one === null);
  if (isRow || flat.length + indent.length <= lineMax - 20) return spaced(value);
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return `[\n${value.map((one) => inner + indented(one, inner)).join(',\n')}\n${indent}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${inner}${JSON.stringify(key)}: ${indented(member, inner)}`,
  );
  return `{\n${members.join(',\n')}\n${indent}}`;
}

/** Formats on one line, with a blank after each comma and colon. */
function spaced(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Wraps keys, texts and literals of JSON in a class each; figures and punctuation stay as they are. */
function tokens(text: string): Markup[] {
  return text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|\b(?:true|false|null)\b)/).map((part, place) => {
    if (place % 2 === 0) return html`${part}`;
    if (part.endsWith(':')) return html`<span class="k">${part.slice(0, -1)}</span>:`;
    return part.startsWith('"') ? html`<span class="s">${part}</span>` : html`<span class="w">${part}</span>`;
  });
}

/** Renders a table that scrolls on its own where it does not fit. */
export function table(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly (string | Markup)[])[],
): Markup {
  return html`<div class="table" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Renders a heading with a link to itself. */
export function heading(level: 2 | 3 | 4, id: string, title: string): Markup {
  const tag = new Markup(`h${level}`);
  return html`<${tag} id="${id}"><a class="anchor" href="#${id}">${title}</a></${tag}>`;
}

/** Renders texts with `code` in them as paragraphs. */
export function paragraphs(...texts: readonly string[]): readonly Markup[] {
  return texts.map((text) => html`<p>${prose(text)}</p>`);
}
