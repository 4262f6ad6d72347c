/** What an answer or an event holds: its fields with their types, or the name of a shared object that is told once. */
import type { JsonSchema } from '@salar/protocol/wire/shapes';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { partsOf, sharedNameOf } from './schemas.ts';

/** @example "A list of Order" */
export function answerFields(schema: JsonSchema): Markup {
  const name = sharedNameOf(schema);
  if (name !== undefined) return html`<p class="holds">Holds ${linkTo(name)}.</p>`;
  const { type, items, description, additionalProperties: any } = partsOf(schema);
  if (type === 'array') {
    const inner = typeof items === 'object' ? sharedNameOf(items) : undefined;
    if (inner !== undefined) return html`<p class="holds">Holds a list of ${linkTo(inner)}.</p>`;
    return typeof items === 'object'
      ? html`<p class="holds">Holds a list of:</p>
          ${fieldList(items)}`
      : html`<p class="holds">Holds a row: ${description ?? ''}.</p>`;
  }
  if (typeof any === 'object') {
    const inner = sharedNameOf(any);
    return inner === undefined
      ? html`<p class="holds">Holds, by name:</p>
          ${fieldList(any)}`
      : html`<p class="holds">Holds ${linkTo(inner)} by name.</p>`;
  }
  return fieldList(schema);
}

/** The fields of an object in columns, or the places of a row. */
export function fieldList(schema: JsonSchema): Markup {
  const { properties, description } = partsOf(schema);
  if (!properties) return html`<p class="holds">${description ?? typeText(schema)}</p>`;
  return html`<ul class="members">
    ${Object.entries(properties).map(
      ([name, inner]) => html`<li><code>${name}</code> <span class="kind">${typeText(inner)}</span></li>`,
    )}
  </ul>`;
}

/** @example "integer", "text or null", "list of Order" */
export function typeText(schema: JsonSchema): Markup {
  const name = sharedNameOf(schema);
  if (name !== undefined) return linkTo(name);
  const { type, items, anyOf } = partsOf(schema);
  if (anyOf) return html`${anyOf.map((one, place) => html`${place > 0 ? ' or ' : ''}${typeText(one)}`)}`;
  if (type === 'array') return html`list of ${typeof items === 'object' ? typeText(items) : 'values'}`;
  return html`${type === 'string' ? 'text' : type === 'number' ? 'decimal' : (type ?? 'any value')}`;
}

function linkTo(name: string): Markup {
  return html`<a href="#object-${name}">${name}</a>`;
}
