/** `/local/reviewer`: the identity provider's reviewer. */
import type { FastifyInstance } from 'fastify';
import { findUserRow } from '@salar/store/tables/customers/users';
import type { PendingReview } from '../identity-sandbox/identity-sandbox.ts';
import { brazilReviews } from './brazil-pages.ts';
import type { LocalPagesOptions } from './local-pages-options.ts';
import { sendPage, wantsJson } from './send-page.ts';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { timeText, writePage } from './render-page.ts';
import type { Notice } from './render-page.ts';
import { readFields } from './request-body.ts';

const decisions = { approve: 'approved', again: 'retry', reject: 'rejected' } as const;
const decisionTexts = { approve: 'Approved.', again: 'Asked for new papers.', reject: 'Rejected.' } as const;
type Decision = keyof typeof decisions;
const commentMax = 300;

type ApplicationPath = { Params: { applicationId: string } };
type PicturePath = { Params: { applicationId: string; kind: string } };

export function reviewerRoutes(app: FastifyInstance, options: LocalPagesOptions): void {
  const { identity } = options;
  app.get('/reviewer', async (request, reply) => {
    if (wantsJson(request)) return reply.header('cache-control', 'no-store').send(await identity.pending());
    return sendPage(reply, await reviewerPage(options));
  });

  app.post<ApplicationPath>('/reviewer/:applicationId', async (request, reply) => {
    const fields = readFields(request);
    const decision = fields.get('decision') ?? '';
    if (!isDecision(decision)) return reply.code(400).type('text/plain').send('approve, again or reject');
    const comment = (fields.get('comment') ?? '').trim().slice(0, commentMax);
    const decided = await identity.decide({
      applicationId: parseId(request.params.applicationId),
      status: decisions[decision],
      comment: comment === '' ? null : comment,
    });
    const notice = decided.ok
      ? ({ kind: 'done', text: decisionTexts[decision] } as const)
      : ({ kind: 'failed', text: 'This application does not wait for a decision.' } as const);
    if (wantsJson(request))
      return reply.code(decided.ok ? 200 : 404).send({ result: decided.ok, detail: notice.text });
    return sendPage(reply, await reviewerPage(options, notice));
  });

  app.get<PicturePath>('/reviewer/:applicationId/:kind', async (request, reply) => {
    const { kind, applicationId } = request.params;
    const picture =
      kind === 'document' || kind === 'selfie' ? await identity.document(parseId(applicationId), kind) : null;
    if (!picture) return reply.code(404).type('text/plain').send('There is no such picture.');
    return reply
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(picture.contentType)
      .send(picture.image);
  });
}

export async function reviewerPage(
  { database, identity, autoReview, avenia }: LocalPagesOptions,
  notice?: Notice,
): Promise<string> {
  const pending = await identity.pending();
  const cards = await Promise.all(
    pending.map(async (review) =>
      reviewCard(review, (await findUserRow(database, review.userId))?.userName ?? `user ${review.userId}`),
    ),
  );
  const body = html` <p>
      You are the identity provider’s reviewer.
      ${autoReview ? 'Automatic review is on: what is handed in is approved after about three seconds (SALAR_LOCAL_AUTO_REVIEW=off turns it off).' : 'Automatic review is off: every application waits for you.'}
    </p>
    ${
      cards.length > 0
        ? cards
        : html`<div class="card empty">
            <h2>Nothing waits</h2>
            <p>Applications appear here when a customer hands them in.</p>
          </div>`
    }
    ${brazilReviews(avenia)}
    <section class="card">
      <h2>Set a level</h2>
      <p class="hint">Approves a customer without papers.</p>
      <form method="post" action="/local/verification">
        <label>Username<input name="userName" required autocomplete="off" /></label>
        <label
          >Level<select name="level">
            <option>1</option>
            <option>2</option>
            <option>3</option>
            <option>4</option>
          </select></label
        >
        <div class="actions"><button class="quiet">Set level</button></div>
      </form>
    </section>`;
  return writePage({ title: 'Reviewer', path: '/local/reviewer', body, notice, isLive: true });
}

function reviewCard(review: PendingReview, userName: string): Markup {
  const { applicationId, details } = review;
  return html`<section class="card">
    <h2>${userName}, level ${review.level}</h2>
    <dl>
      ${
        details
          ? html`<dt>Name</dt>
              <dd>${details.firstName} ${details.lastName}</dd>
              <dt>Born</dt>
              <dd>${details.birthDate}</dd>
              <dt>Country</dt>
              <dd>${details.country}</dd>
              <dt>Document</dt>
              <dd class="mono">${details.documentNumber}</dd>`
          : null
      }${
        review.submittedAt === null
          ? null
          : html`<dt>Handed in</dt>
              <dd>${timeText(review.submittedAt)}</dd>`
      }
    </dl>
    <div class="pictures">
      ${review.documents.map(
        (kind) =>
          html`<figure>
            <img
              src="/local/reviewer/${applicationId}/${kind}"
              alt="${kind === 'selfie' ? 'Selfie' : 'Document'} of ${userName}"
            />
            <figcaption>${kind === 'selfie' ? 'Selfie' : 'Document'}</figcaption>
          </figure>`,
      )}
    </div>
    <form method="post" action="/local/reviewer/${applicationId}">
      <label
        >Comment for the customer<input name="comment" maxlength="${commentMax}" autocomplete="off"
      /></label>
      <div class="actions">
        <button name="decision" value="approve">Approve</button
        ><button class="quiet" name="decision" value="again">Ask again</button
        ><button class="danger" name="decision" value="reject">Reject</button>
      </div>
    </form>
  </section>`;
}

function isDecision(text: string): text is Decision {
  return Object.hasOwn(decisions, text);
}

function parseId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
