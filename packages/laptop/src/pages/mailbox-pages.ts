/** The laptop's mailbox: a list, a single mail, and both as JSON. */
import type { FastifyInstance } from 'fastify';
import { readLocalMail, readLocalMails } from '../mailbox/local-mail-table.ts';
import type { LocalMail } from '../mailbox/local-mail-table.ts';
import type { LocalPagesOptions } from './local-pages-options.ts';
import { sendPage, wantsJson } from './send-page.ts';
import { html } from '@salar/pages/markup';
import { timeText, writePage } from './render-page.ts';

const listMax = 100;

type MailQuery = { Querystring: { to?: string } };
type MailPath = { Params: { mailId: string } };

export function mailboxRoutes(app: FastifyInstance, { database }: LocalPagesOptions): void {
  const mailsTo = (to: string | undefined) =>
    readLocalMails(database, { ...(to === undefined || to === '' ? {} : { recipient: to }), limit: listMax });

  app.get<MailQuery>('/mail', async (request, reply) => {
    if (!wantsJson(request) && request.query.to === undefined) return reply.redirect('/local/mailbox', 302);
    reply.header('cache-control', 'no-store');
    return (await mailsTo(request.query.to)).map(toJson);
  });

  app.get<MailQuery>('/mailbox', async (request, reply) => {
    const { to } = request.query;
    return sendPage(reply, listPage(await mailsTo(to), to));
  });

  app.get<MailPath>('/mailbox/:mailId', async (request, reply) => {
    const mail = await readLocalMail(database, parseId(request.params.mailId));
    return mail
      ? sendPage(reply, mailPage(mail))
      : reply.code(404).type('text/plain').send('There is no such mail.');
  });

  app.get<MailPath>('/mailbox/:mailId/body', async (request, reply) => {
    const mail = await readLocalMail(database, parseId(request.params.mailId));
    if (!mail) return reply.code(404).type('text/plain').send('There is no such mail.');
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mail.html.replace('<head>', '<head><base target="_blank">'));
  });
}

function listPage(mails: readonly LocalMail[], to: string | undefined): string {
  const body = html` <p class="lead">
      This machine’s mail server receives for every address. Nothing leaves it.
    </p>
    <form method="get" action="/local/mailbox" class="card">
      <label
        >Only mail to<input
          type="email"
          name="to"
          value="${to ?? ''}"
          autocomplete="off"
          placeholder="name@example.com"
      /></label>
      <div class="actions"><button class="quiet">Show</button></div>
    </form>
    <div class="stack">
      ${
        mails.length === 0
          ? html`<div class="card empty">
              <h2>No mail yet</h2>
              <p>Register a customer, and the confirmation arrives here within a second.</p>
            </div>`
          : html`<ul class="rows">
              ${mails.map(
                (mail) =>
                  html`<li>
                    <a href="/local/mailbox/${mail.mailId}"
                      ><strong>${mail.subject}</strong><span>${timeText(mail.receivedAt)}</span
                      ><span class="to">to ${mail.recipients.join(', ')}</span></a
                    >
                  </li>`,
              )}
            </ul>`
      }
    </div>`;
  return writePage({ title: 'Mailbox', path: '/local/mailbox', body, isLive: true });
}

function mailPage(mail: LocalMail): string {
  const body = html` <p><a href="/local/mailbox">Back to the mailbox</a></p>
    <div class="card">
      <dl>
        <dt>From</dt>
        <dd>${mail.sender}</dd>
        <dt>To</dt>
        <dd>${mail.recipients.join(', ')}</dd>
        <dt>Received</dt>
        <dd>${timeText(mail.receivedAt)}</dd>
      </dl>
    </div>
    <div class="stack">
      <iframe
        class="mail"
        title="The mail as it was sent"
        src="/local/mailbox/${mail.mailId}/body"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      ></iframe>
    </div>
    ${
      mail.links.length > 0
        ? html`<section class="card stack">
            <h2>Links in this mail</h2>
            <ul class="plain">
              ${mail.links.map((link) => html`<li><a class="mono" href="${link}">${link}</a></li>`)}
            </ul>
          </section>`
        : null
    }`;
  return writePage({ title: mail.subject, path: '/local/mailbox', body });
}

function toJson(mail: LocalMail) {
  return {
    id: mail.mailId,
    to: mail.recipients.join(', '),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    links: mail.links,
    receivedAt: mail.receivedAt,
  };
}

function parseId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
