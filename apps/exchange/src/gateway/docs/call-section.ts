/** Renders one call on the page: who may make it, its fields, its answer, and code samples. */
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import type { Call } from '../call.ts';
import { renderAnswerFields } from './answer-fields.ts';
import { code, heading, json, prose } from './html-blocks.ts';
import { listFields, isPlain } from './call-fields.ts';
import type { DocumentedField } from './call-fields.ts';
import { ccxtMethods, formatCurl, formatFrame, formatTypeScript } from './code-samples.ts';
import { describeAccess, formatBucket, rateLimitsByProfile, rateNames } from './access-and-rates.ts';
import { listRefusals } from './openapi.ts';
import type { DocumentedSite } from './openapi.ts';
import { completeExample } from './examples.ts';
import { enumerations, listParts, formatValues } from './schemas.ts';

/** Longer answers are collapsed. */
const openLinesMax = 24;

export function renderCallSection(call: Call, { profile }: DocumentedSite): Markup {
  const fields = listFields(call);
  const answer = json(completeExample(call.outputSchema, call.example.output));
  const isShort = answer.text.split('\n').length <= openLinesMax;
  return html`<article class="call" aria-labelledby="${call.name}">
    <div class="about">
      ${heading(4, call.name, call.name)}
      <p class="facts">
        ${renderPills(call).map(([kind, text]) => html`<span class="pill ${kind}">${text}</span>`)}
      </p>
      <p>${prose(call.about)}</p>
      <p class="access">
        ${describeAccess(call)}
        ${renderRate(call, profile)}${call.repeats === undefined ? '' : html` Accepts an <a href="#idempotency">Idempotency-Key</a>.`}
      </p>
      ${call.aliases ? html`<p class="access">Also called ${call.aliases.map((name, place) => html`${place > 0 ? ', ' : ''}<code>${name}</code>`)}.</p>` : ''}
      <h5>Request</h5>
      <ul class="fields">
        ${fields.map(renderFieldItem)}
      </ul>
      <h5>Answer</h5>
      ${renderAnswerFields(call.outputSchema)}
      <details class="refusals">
        <summary>Refusals</summary>
        <ul>
          ${listRefusals(call, fields).map(
            ({ errorcode, errormsg, detail, when }) =>
              html`<li>
                <code>${errorcode}</code> ${errormsg}${detail === null ? '' : html`, <code>${detail}</code>`}:
                ${when}
              </li>`,
          )}
        </ul>
        <p>Of every call: <a href="#errors">errors</a>.</p>
      </details>
    </div>
    <div class="samples">
      ${renderSamples(call)}
      <details class="sample" ${isShort ? html` open` : ''}>
        <summary>Answer</summary>
        ${code(answer, `answer of ${call.name}`)}
      </details>
      ${profile === 'local' && call.transport !== 'socket' ? renderTryForm(call, fields) : ''}
    </div>
  </article> `;
}

function renderPills({
  auth,
  transport,
  permissions,
  needsRecentAuth,
}: Call): readonly (readonly [string, string])[] {
  return [
    transport === 'socket' ? ['door', 'Socket'] : ['door', 'GET · POST'],
    auth === 'public' ? ['public', 'Public'] : ['session', 'Session'],
    ...permissions.map((name) => ['key', `Key: ${name}`] as const),
    ...(needsRecentAuth ? [['proof', 'Proof'] as const] : []),
  ];
}

function renderRate({ rate }: Call, profile: DocumentedSite['profile']): Markup {
  const { address, user } = rateLimitsByProfile[profile][rate];
  const figures = [
    ...(user ? [`${formatBucket(user)} for you`] : []),
    ...(address ? [`${formatBucket(address)} for an address`] : []),
  ];
  return html`<a href="#rates">${rateNames[rate]}</a>: ${figures.join('; ')}.`;
}

function renderFieldItem({ name, kind, isRequired, aliases, schema, description }: DocumentedField): Markup {
  const values = enumerations[name];
  const { enum: names } = listParts(schema);
  const inner = listParts(listParts(schema).items || schema).properties;
  return html`<li>
    <code>${name}</code>
    <span class="kind">${kind}</span>${isRequired ? html` <span class="required">required</span>` : ''}${
      description === undefined ? '' : html`<span class="description">${prose(description)}</span>`
    }${names && values ? html`<span class="description">${formatValues(values).replaceAll(/(\d) /g, '$1\u00a0')}</span>` : ''}${
      names && !values ? html`<span class="description">${names.join(', ')}</span>` : ''
    }${inner && kind !== 'id' ? html`<span class="description">Each holds ${Object.keys(inner).map((key, place) => html`${place > 0 ? ', ' : ''}<code>${key}</code>`)}.</span>` : ''}${
      aliases.length > 0
        ? html`<span class="description"
            >Also ${aliases.map((alias, place) => html`${place > 0 ? ', ' : ''}<code>${alias}</code>`)}.</span
          >`
        : ''
    }
  </li>`;
}

/** Renders the code samples; one is open at a time. */
function renderSamples(call: Call): Markup {
  const frame: readonly [string, string] = ['Frame', formatFrame(call)];
  const method = ccxtMethods[call.name];
  const samples: readonly (readonly [string, string])[] =
    call.transport === 'socket'
      ? [frame]
      : [
          ['curl', formatCurl(call)],
          ['TypeScript', formatTypeScript(call)],
          frame,
          ...(method === undefined ? [] : [['ccxt', `await exchange.${method};`] as const]),
        ];
  return html`${samples.map(
    ([name, text], place) =>
      html`<details class="sample" name="sample-${call.name}" ${place === 0 ? html` open` : ''}>
        <summary>${name}</summary>
        ${code(text, `${call.name} in ${name}`)}
      </details>`,
  )}`;
}

/** Renders the placeholder for the form that the script of a local exchange adds. */
function renderTryForm(call: Call, fields: readonly DocumentedField[]): Markup {
  const given = fields.map(({ name, kind, isRequired, schema }) => ({
    name,
    kind,
    isRequired,
    ...(listParts(schema).enum && { values: listParts(schema).enum }),
    ...(name in call.example.input && { example: call.example.input[name] }),
  }));
  const form = { name: call.name, isPrivate: call.auth === 'session', fields: given };
  return html`<details class="try" data-call="${JSON.stringify(form)}"><summary>Try it</summary></details>`;
}

/** Returns the text by which the list of calls is searched. */
export function listSearchTerms(call: Call): string {
  const names = listFields(call).map(({ name }) => name);
  const plain = listFields(call).every(isPlain) ? '' : 'list';
  return [call.name, ...(call.aliases ?? []), call.about, ...names, plain].join(' ').toLowerCase();
}
