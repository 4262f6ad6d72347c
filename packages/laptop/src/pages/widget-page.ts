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

/** @param options.status  the state of the application, or `expired` for a token that opens nothing */
export function writeWidget(options: {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly status: string;
  readonly applicationId: number | null;
  readonly comment: string | null;
}): string {
  const words = widgetTexts[options.language];
  const { status } = options;
  const outcome = (name: string, title: string, hint: string, more: Markup | null = null) =>
    html`<section data-view="${name}" hidden>
      <h1 tabindex="-1">${title}</h1>
      <p class="hint">${hint}</p>
      ${more}
    </section>`;
  return html`<!doctype html>
    <html lang="${options.language}" data-theme="${options.theme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${words.details} · Salar</title>
        <link rel="icon" href="/local/assets/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/local/assets/local.css" />
        <script src="/local/assets/widget.js" defer></script>
      </head>
      <body
        class="widget"
        data-status="${status}"
        data-application="${options.applicationId ?? ''}"
        data-missing="${words.missing}"
        data-date="${words.date}"
        data-adult="${words.adult}"
        data-picture="${words.picture}"
        data-trouble="${words.trouble}"
        data-renew-failed="${words.renewFailed}"
        data-no-camera="${words.camera}"
        data-step-of="${words.stepOf}"
      >
        <main>
          <p class="actions">${mark()}<span class="pill standin">${words.standIn}</span></p>
          <form novalidate hidden>
            <p class="hint" data-progress></p>
            <ol class="steps" aria-hidden="true">
              <li></li>
              <li></li>
              <li></li>
              <li></li>
            </ol>
            <section data-step="details" hidden>
              <h1 tabindex="-1">${words.details}</h1>
              <p class="hint">${words.detailsHint}</p>
              <div class="pair">
                ${field(
                  'firstName',
                  words.firstName,
                  html`<input
                    name="firstName"
                    autocomplete="given-name"
                    maxlength="80"
                    aria-describedby="firstName-error"
                    required
                  />`,
                )}
                ${field(
                  'lastName',
                  words.lastName,
                  html`<input
                    name="lastName"
                    autocomplete="family-name"
                    maxlength="80"
                    aria-describedby="lastName-error"
                    required
                  />`,
                )}
              </div>
              <div class="pair stack">
                ${field(
                  'birthDate',
                  words.birthDate,
                  html`<input
                    name="birthDate"
                    type="date"
                    autocomplete="bday"
                    min="1900-01-01"
                    aria-describedby="birthDate-error"
                    required
                  />`,
                )}
                ${field(
                  'country',
                  words.country,
                  html`<select
                    name="country"
                    autocomplete="country"
                    aria-describedby="country-error"
                    required
                  >
                    ${countries.map(([code, name]) => html`<option value="${code}">${name}</option>`)}
                  </select>`,
                )}
              </div>
              <div class="stack">
                ${field(
                  'documentNumber',
                  words.documentNumber,
                  html`<input
                    name="documentNumber"
                    autocomplete="off"
                    maxlength="40"
                    aria-describedby="documentNumber-error"
                    required
                  />`,
                )}
              </div>
            </section>
            ${pictureStep('document', words.document, words.documentHint, words.chooseDocument, words)}
            ${pictureStep('selfie', words.selfie, words.selfieHint, words.chooseSelfie, words)}
            <section data-step="review" hidden>
              <h1 tabindex="-1">${words.review}</h1>
              <p class="hint">${words.reviewHint}</p>
              <dl></dl>
              <div class="pictures">
                <img data-summary="document" alt="${words.pictureOf.document}" />
                <img data-summary="selfie" alt="${words.pictureOf.selfie}" />
              </div>
            </section>
            <p class="sending" role="status" hidden>
              <progress max="100" value="0" aria-label="${words.sending}"></progress>
              <span>${words.sending}</span>
            </p>
            <p class="error" role="alert" hidden></p>
            <div class="actions" data-controls>
              <button type="button" class="quiet" data-back>${words.back}</button
              ><button
                type="submit"
                data-next
                data-submit-text="${words.submit}"
                data-next-text="${words.next}"
              >
                ${words.next}
              </button>
            </div>
          </form>
          ${outcome('pending', words.pending, words.pendingHint)}
          ${outcome('approved', words.approved, words.approvedHint)}
          ${outcome(
            'retry',
            words.retry,
            words.retryHint,
            html`<p data-comment>${options.comment ?? ''}</p>
              <button type="button" data-again>${words.startAgain}</button>`,
          )}
          ${outcome('rejected', words.rejected, words.rejectedHint, html`<p data-comment>${options.comment ?? ''}</p>`)}
          ${outcome('expired', words.expired, words.expiredHint)}
        </main>
      </body>
    </html>`.text;
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
  words: WidgetTexts,
): Markup {
  return html`<section data-step="${kind}" hidden>
    <h1 tabindex="-1">${title}</h1>
    <p class="hint">${hint}</p>
    <div class="viewfinder" data-viewfinder="${kind}" hidden>
      <video data-video="${kind}" playsinline muted hidden></video
      ><img data-preview="${kind}" alt="${words.pictureOf[kind]}" hidden />
    </div>
    <p class="actions">
      <button
        type="button"
        class="quiet"
        data-camera="${kind}"
        data-use-text="${words.useCamera}"
        data-again-text="${words.takeAnother}"
      >
        ${words.useCamera}</button
      ><button type="button" data-take="${kind}" hidden>${words.takePicture}</button
      ><button type="button" class="quiet" data-close="${kind}" hidden>${words.closeCamera}</button>
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
