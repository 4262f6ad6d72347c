/** The identity widget: four steps in a frame, and the outcome. */
import type { Language } from '@salar/services/notifications/languages';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { mark } from '@salar/pages/look';
import { widgetTexts } from './widget-texts.ts';
import type { WidgetTexts } from './widget-texts.ts';

const countries = [
  ['CO', 'Colombia'],
  ['BR', 'Brasil'],
  ['AR', 'Argentina'],
  ['BO', 'Bolivia'],
  ['CL', 'Chile'],
  ['EC', 'Ecuador'],
  ['MX', 'México'],
  ['PE', 'Perú'],
  ['UY', 'Uruguay'],
] as const;

type WidgetOptions = {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  /** The state of the application, or `expired` for a token that opens nothing. */
  readonly status: string;
  readonly applicationId: number | null;
  readonly comment: string | null;
};

/** Renders the whole page of the widget. */
export function writeWidget(options: WidgetOptions): string {
  const texts = widgetTexts[options.language];
  return html`<!doctype html>
    <html lang="${options.language}" data-theme="${options.theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${texts.details} · Salar</title>
        <link rel="icon" href="/local/assets/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/local/assets/local.css" />
        <script src="/local/assets/widget.js" defer></script>
      </head>
      <body
        class="widget"
        data-status="${options.status}"
        data-application="${options.applicationId ?? ''}"
        data-missing="${texts.missing}"
        data-date="${texts.date}"
        data-adult="${texts.adult}"
        data-picture="${texts.picture}"
        data-trouble="${texts.trouble}"
        data-renew-failed="${texts.renewFailed}"
        data-no-camera="${texts.camera}"
        data-step-of="${texts.stepOf}"
      >
        <main>
          <p class="actions">${mark()}<span class="pill standin">${texts.standIn}</span></p>
          ${renderForm(texts)} ${renderOutcomes(texts, options.comment ?? '')}
        </main>
      </body>
    </html>`.text;
}

function renderForm(texts: WidgetTexts): Markup {
  return html`<form novalidate hidden>
    <p class="hint" data-progress></p>
    <ol class="steps" aria-hidden="true">
      <li></li>
      <li></li>
      <li></li>
      <li></li>
    </ol>
    ${detailsStep(texts)}
    ${pictureStep('document', texts.document, texts.documentHint, texts.chooseDocument, texts)}
    ${pictureStep('selfie', texts.selfie, texts.selfieHint, texts.chooseSelfie, texts)}
    <section data-step="review" hidden>
      <h1 tabindex="-1">${texts.review}</h1>
      <p class="hint">${texts.reviewHint}</p>
      <dl></dl>
      <div class="pictures">
        <img data-summary="document" alt="${texts.pictureOf.document}" />
        <img data-summary="selfie" alt="${texts.pictureOf.selfie}" />
      </div>
    </section>
    <p class="sending" role="status" hidden>
      <progress max="100" value="0" aria-label="${texts.sending}"></progress>
      <span>${texts.sending}</span>
    </p>
    <p class="error" role="alert" hidden></p>
    <div class="actions" data-controls>
      <button type="button" class="quiet" data-back>${texts.back}</button
      ><button type="submit" data-next data-submit-text="${texts.submit}" data-next-text="${texts.next}">
        ${texts.next}
      </button>
    </div>
  </form>`;
}

/** Renders the states of an application after it was sent. */
function renderOutcomes(texts: WidgetTexts, comment: string): Markup {
  const outcome = (name: string, title: string, hint: string, more: Markup | null = null) =>
    html`<section data-view="${name}" hidden>
      <h1 tabindex="-1">${title}</h1>
      <p class="hint">${hint}</p>
      ${more}
    </section>`;
  const note = html`<p data-comment>${comment}</p>`;
  const again = html`${note}<button type="button" data-again>${texts.startAgain}</button>`;
  return html`${outcome('pending', texts.pending, texts.pendingHint)}
  ${outcome('approved', texts.approved, texts.approvedHint)}
  ${outcome('retry', texts.retry, texts.retryHint, again)}
  ${outcome('rejected', texts.rejected, texts.rejectedHint, note)}
  ${outcome('expired', texts.expired, texts.expiredHint)}`;
}

function detailsStep(texts: WidgetTexts): Markup {
  const input = (name: string, label: string, autocomplete: string, lengthMax: number) =>
    field(
      name,
      label,
      html`<input
        name="${name}"
        autocomplete="${autocomplete}"
        maxlength="${lengthMax}"
        aria-describedby="${name}-error"
        required
      />`,
    );
  const birthDate = html`<input
    name="birthDate"
    type="date"
    autocomplete="bday"
    min="1900-01-01"
    aria-describedby="birthDate-error"
    required
  />`;
  const country = html`<select
    name="country"
    autocomplete="country"
    aria-describedby="country-error"
    required
  >
    ${countries.map(([code, name]) => html`<option value="${code}">${name}</option>`)}
  </select>`;
  return html`<section data-step="details" hidden>
    <h1 tabindex="-1">${texts.details}</h1>
    <p class="hint">${texts.detailsHint}</p>
    <div class="pair">
      ${input('firstName', texts.firstName, 'given-name', 80)}
      ${input('lastName', texts.lastName, 'family-name', 80)}
    </div>
    <div class="pair stack">
      ${field('birthDate', texts.birthDate, birthDate)} ${field('country', texts.country, country)}
    </div>
    <div class="stack">${input('documentNumber', texts.documentNumber, 'off', 40)}</div>
  </section>`;
}

/** Renders a labelled control and the element for its error. */
function field(name: string, label: string, control: Markup): Markup {
  return html`<div class="field">
    <label>${label}${control}</label>
    <p class="error" id="${name}-error" hidden></p>
  </div>`;
}

function pictureStep(
  kind: 'document' | 'selfie',
  title: string,
  hint: string,
  choose: string,
  texts: WidgetTexts,
): Markup {
  return html`<section data-step="${kind}" hidden>
    <h1 tabindex="-1">${title}</h1>
    <p class="hint">${hint}</p>
    <div class="viewfinder" data-viewfinder="${kind}" hidden>
      <video data-video="${kind}" playsinline muted hidden></video
      ><img data-preview="${kind}" alt="${texts.pictureOf[kind]}" hidden />
    </div>
    <p class="actions">
      <button
        type="button"
        class="quiet"
        data-camera="${kind}"
        data-use-text="${texts.useCamera}"
        data-again-text="${texts.takeAnother}"
      >
        ${texts.useCamera}</button
      ><button type="button" data-take="${kind}" hidden>${texts.takePicture}</button
      ><button type="button" class="quiet" data-close="${kind}" hidden>${texts.closeCamera}</button>
    </p>
    <label
      >${choose}<input
        type="file"
        name="${kind}"
        accept="image/jpeg,image/png,image/webp"
        capture="${kind === 'selfie' ? 'user' : 'environment'}"
    /></label>
  </section>`;
}
