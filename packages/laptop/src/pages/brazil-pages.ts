/** Replaces Avenia on a laptop: the form that customers are sent to, and its reviewers. */
import type { FastifyInstance } from 'fastify';
import { assertNever } from '@salar/protocol';
import type { AveniaSandbox } from '../avenia-sandbox/avenia-sandbox.ts';
import type { SandboxAttempt } from '../avenia-sandbox/sandbox-state.ts';
import type { LocalPagesOptions } from './local-pages-options.ts';
import { html } from '@salar/pages/markup';
import type { Markup } from '@salar/pages/markup';
import { timeText, writePage } from './render-page.ts';
import type { Notice } from './render-page.ts';
import { readFields } from './request-body.ts';
import { sendPage, wantsJson } from './send-page.ts';

/** Returns the path of an attempt's form. */
export function hostedFormPath(attemptId: string): string {
  return `/local/avenia/${attemptId}`;
}

const commentMax = 300;
const decisions = ['finish', 'approve', 'reject', 'reject-finally', 'expire'] as const;
type Decision = (typeof decisions)[number];
const done: Readonly<Record<Decision, string>> = {
  finish: 'Your papers were handed in.',
  approve: 'Approved.',
  reject: 'Rejected; another try is open.',
  'reject-finally': 'Rejected for good.',
  expire: 'The link has expired.',
};

type AttemptPath = { Params: { attemptId: string } };

export function brazilRoutes(app: FastifyInstance, { avenia }: LocalPagesOptions): void {
  if (!avenia) return;
  app.get('/avenia', (_request, reply) =>
    reply.header('cache-control', 'no-store').send(avenia.waiting().map(({ id }) => ({ attemptId: id }))),
  );

  app.get<AttemptPath>('/avenia/:attemptId', (request, reply) =>
    sendPage(reply, formPage(avenia.attempt(request.params.attemptId))),
  );

  app.post<AttemptPath>('/avenia/:attemptId', (request, reply) => {
    const { attemptId } = request.params;
    const fields = readFields(request);
    const decision = decisions.find((one) => one === fields.get('decision'));
    if (decision === undefined) return reply.code(400).type('text/plain').send(decisions.join(', '));
    const comment = (fields.get('comment') ?? '').trim().slice(0, commentMax);
    const isDone = act(avenia, { attemptId, decision, comment: comment === '' ? null : comment });
    const text = isDone ? done[decision] : 'This form is not open for that.';
    reply.code(isDone ? 200 : 404);
    if (wantsJson(request)) return reply.send({ result: isDone, detail: text });
    return sendPage(reply, formPage(avenia.attempt(attemptId), { kind: isDone ? 'done' : 'failed', text }));
  });
}

function act(
  avenia: AveniaSandbox,
  { attemptId, decision, comment }: { attemptId: string; decision: Decision; comment: string | null },
): boolean {
  switch (decision) {
    case 'finish':
      return avenia.finish(attemptId);
    case 'approve':
      return avenia.decide(attemptId, { isApproved: true });
    case 'reject':
    case 'reject-finally':
      return avenia.decide(attemptId, {
        isApproved: false,
        message: comment,
        isFinal: decision === 'reject-finally',
      });
    case 'expire':
      return avenia.expire(attemptId);
    default:
      return assertNever(decision);
  }
}

function formPage(attempt: SandboxAttempt | null, notice?: Notice): string {
  const body = html`<p class="lead">
      This page stands for Avenia, who checks customers in Brazil. It asks for no document: say how it shall
      end.
    </p>
    ${attempt === null ? html`<p>There is no such form.</p>` : formCard(attempt)}`;
  return writePage({ title: 'Avenia stand-in', path: '/local/avenia', body, notice });
}

function formCard(attempt: SandboxAttempt): Markup {
  const { id, status, result, redirectUrl } = attempt;
  return html`<section class="card">
    <h2>${result ?? status}</h2>
    ${
      status === 'PENDING'
        ? html`<form method="post" action="${hostedFormPath(id)}">
            <div class="actions">
              <button name="decision" value="finish">Hand in my papers</button
              ><button class="quiet" name="decision" value="expire">Let the link expire</button>
            </div>
          </form>`
        : null
    }
    ${status === 'PENDING' || status === 'PROCESSING' ? decisionForm(id) : null}
    ${redirectUrl === null ? null : html`<p><a class="button quiet" href="${redirectUrl}">Back to Salar</a></p>`}
  </section>`;
}

function decisionForm(id: string): Markup {
  return html`<form method="post" action="${hostedFormPath(id)}">
    <label
      >Comment for the customer<input name="comment" maxlength="${commentMax}" autocomplete="off"
    /></label>
    <div class="actions">
      <button name="decision" value="approve">Approve</button
      ><button class="danger" name="decision" value="reject">Reject</button
      ><button class="danger" name="decision" value="reject-finally">Reject for good</button>
    </div>
  </form>`;
}

/** Renders, for the reviewer's page, what customers in Brazil have submitted. */
export function brazilReviews(avenia: AveniaSandbox | undefined): Markup | null {
  const waiting = avenia?.waiting() ?? [];
  if (waiting.length === 0) return null;
  return html`<section class="card">
    <h2>Brazil</h2>
    ${waiting.map(
      ({ id, updatedAt }) =>
        html`<h3 class="mono">${id.slice(0, 8)}</h3>
          <p>Handed in ${timeText(Date.parse(updatedAt))}</p>
          ${decisionForm(id)}`,
    )}
  </section>`;
}
