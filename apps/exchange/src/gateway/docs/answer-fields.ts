/**
 * Renders the fields of an answer or an event with their types, or the name of a shared object that is documented
 * once.
 */
import type { JsonSchema } from '@salar/protocol/wire/shapes';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { listParts, findSharedName } from './schemas.ts';

/** @example "A list of Order" */
export function renderAnswerFields(schema: JsonSchema): Markup {
  const name = findSharedName(schema);
  if (name !== undefined) return html`<p class="holds">Holds ${renderLink(name)}.</p>`;
  const { type, items, description, additionalProperties: any } = listParts(schema);
  if (type === 'array') {
    const inner = typeof items === 'object' ? findSharedName(items) : undefined;
    if (inner !== undefined) return html`<p class="holds">Contains a list of ${renderLink(inner)}.</p>`;
    return typeof items === 'object'
      ? html`<p class="holds">Contains a list of:</p>
          ${renderFieldList(items)}`
      : html`<p class="holds">Contains a row: ${description ?? ''}.</p>`;
  }
  if (typeof any === 'object') {
    const inner = findSharedName(any);
    return inner === undefined
      ? html`<p class="holds">Contains, by name:</p>
          ${renderFieldList(any)}`
      : html`<p class="holds">Contains ${renderLink(inner)} by name.</p>`;
  }
  return renderFieldList(schema);
}

/** Renders the fields of an object in columns, or the columns of a row. */
export function renderFieldList(schema: JsonSchema): Markup {
  const { properties, description } = listParts(schema);
  if (!properties) return html`<p class="holds">${description ?? renderType(schema)}</p>`;
  return html`<ul class="members">
    ${Object.entries(properties).map(
      ([name, inner]) => html`<li><code>${name}</code> <span class="kind">${renderType(inner)}</span></li>`,
    )}
  </ul>`;
}

/** @example "integer", "text or null", "list of Order" */
function renderType(schema: JsonSchema): Markup {
  const name = findSharedName(schema);
  if (name !== undefined) return renderLink(name);
  const { type, items, anyOf } = listParts(schema);
  if (anyOf) return html`${anyOf.map((one, place) => html`${place > 0 ? ' or ' : ''}${renderType(one)}`)}`;
  if (type === 'array') return html`list of ${typeof items === 'object' ? renderType(items) : 'values'}`;
  return html`${type === 'string' ? 'text' : type === 'number' ? 'decimal' : (type ?? 'any value')}`;
}

function renderLink(name: string): Markup {
  return html`<a href="#object-${name}">${name}</a>`;
}
