/**
 * The routes of the identity widget. Each request carries the widget's token and reaches that customer's application
 * only.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toLanguage } from '@salar/services/notifications/languages';
import type { Applicant } from '../identity-sandbox/identity-sandbox.ts';
import type { LocalPagesOptions } from './local-pages-options.ts';
import { sendPage } from './send-page.ts';
import { readFields } from './request-body.ts';
import { writeWidget } from './widget-page.ts';

export const widgetPath = '/local/identity/widget';

type WidgetQuery = { Querystring: { token?: string; lang?: string; theme?: string } };
type DocumentPath = { Params: { kind: string } };

export function widgetRoutes(app: FastifyInstance, { identity }: LocalPagesOptions): void {
  app.get<WidgetQuery>('/identity/widget', async (request, reply) => {
    const { token, lang, theme } = request.query;
    const applicant = await identity.findApplicant(token ?? '');
    const page = writeWidget({
      language: toLanguage(lang),
      theme: theme === 'light' ? 'light' : 'dark',
      status: applicant?.status ?? 'expired',
      applicationId: applicant?.applicationId ?? null,
      comment: applicant?.comment ?? null,
    });
    reply
      .header('referrer-policy', 'no-referrer')
      .header('permissions-policy', 'camera=(self), microphone=(), geolocation=()')
      .header('x-frame-options', 'SAMEORIGIN');
    return sendPage(reply, page, 'own');
  });

  app.get('/identity/applicant', async (request, reply) => {
    const applicant = await identity.findApplicant(readToken(request));
    return applicant ? sendApplicant(reply, applicant) : refused(reply, 'token_invalid');
  });

  app.post<DocumentPath>('/identity/document/:kind', async (request, reply) => {
    const { kind } = request.params;
    if ((kind !== 'document' && kind !== 'selfie') || !Buffer.isBuffer(request.body))
      return refused(reply, 'image_refused');
    const stored = await identity.upload(readToken(request), kind, request.body);
    return stored.ok ? reply.send({ result: true }) : refused(reply, stored.refusal);
  });

  app.post('/identity/submit', async (request, reply) => {
    const fields = readFields(request);
    const submitted = await identity.submit(readToken(request), {
      firstName: fields.get('firstname'),
      lastName: fields.get('lastname'),
      birthDate: fields.get('birthdate'),
      country: fields.get('country'),
      documentNumber: fields.get('documentnumber'),
    });
    return submitted.ok ? sendApplicant(reply, submitted.value) : refused(reply, submitted.refusal);
  });
}

function readToken(request: FastifyRequest): string {
  const token = request.headers['x-identity-token'];
  return typeof token === 'string' ? token : '';
}

function sendApplicant(reply: FastifyReply, { status, comment, documents }: Applicant): FastifyReply {
  return reply.header('cache-control', 'no-store').send({ status, comment, documents });
}

function refused(reply: FastifyReply, refusal: string): FastifyReply {
  return reply.code(refusal === 'token_invalid' ? 401 : 400).send({ result: false, detail: refusal });
}
