/**
 * The gateway on one origin: the call table under `/AP` and as frames of `/WSGateway`, the web app, the API documents
 * and the health page.
 */
import { randomUUID } from 'node:crypto';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '@salar/protocol';
import { documentFileBytesMax } from '@salar/protocol/level-requests';
import type { SiteInfo } from '@salar/protocol/wire/site-info';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import { silentLog } from '@salar/services/ports/log';
import type { WebhookInbox } from '@salar/services/webhooks/webhook-inbox';
import { CallDispatcher } from './call-dispatcher.ts';
import type { DispatchResult } from './call-dispatcher.ts';
import type { Call } from './call.ts';
import { addLevelDocument } from './calls/verification/add-level-document.ts';
import { createAccessToken } from './calls/verification/create-access-token.ts';
import { validateBrazil } from './calls/verification/validate-brazil.ts';
import { createProxyCheck } from './http/client-address.ts';
import { CrossOrigin } from './http/cross-origin.ts';
import type { CallOrigins } from './http/cross-origin.ts';
import { toHttpAnswer, toReportedHeaders, toTextAnswer } from './http/http-answer.ts';
import type { HttpAnswer } from './http/http-answer.ts';
import { HttpRequest } from './http/http-request.ts';
import { formatDeviceCookie } from './http/request-origin.ts';
import { addDocsSite, docsPaths } from './docs/docs-site.ts';
import { addToEveryAnswer, documentHeaders, readStyleHashes, siteHeaders } from './http/security-headers.ts';
import type { IdentityFrames } from './http/security-headers.ts';
import { StaticFiles } from './http/static-files.ts';
import { writeSiteInfo } from './http/site-info.ts';
import { acceptsPage, isWebPage } from './http/web-pages.ts';
import type { ProductIcons } from '../product-icons/product-icons.ts';
import { getRetryAfter } from './retry-after.ts';
import { bodyBytesMax, readFields } from './http/read-request.ts';
import { createOriginCheck } from './socket/origin-check.ts';
import { OrderConnections } from './order-connections/order-connections.ts';
import {
  ConnectionLimits,
  localConnectionLimits,
  productionConnectionLimits,
} from './connections/connection-limits.ts';
import { ConnectionMemory, connectionMemoryDefault } from './connections/connection-memory.ts';
import { localSocketLimits, productionSocketLimits } from './socket/socket-limits.ts';
import { SocketServer } from './socket/socket-server.ts';
import {
  localLimits,
  localLookUps,
  productionLimits,
  productionLookUps,
  RateLimiter,
} from './guard/rate-limits.ts';
import { chapters, findCall, findHttpCall } from './calls/registry.ts';
import { healthRoutes } from './http/health-routes.ts';
import { addIconRoute, iconRoute } from './http/icon-route.ts';
import { linkUserRoute, linkUserRoutes } from './http/link-user-route.ts';
import { RefusalCounts } from './guard/refusal-counts.ts';
import type { RefusedPart } from './guard/refusal-counts.ts';
import { trackRequests } from './http/malformed-requests.ts';
import { documentsRoute, endSlowBodies, UploadLimiter, uploadTimeoutMs } from './http/uploads.ts';
import { webhookRoute, webhookRoutes } from './http/webhook-routes.ts';

type GatewayConfig = {
  /** The address where customers reach the exchange, such as `http://localhost:8080`. */
  readonly publicUrl: string;
  readonly profile: 'local' | 'production';
  /** `off` only in the local profile, for load tests. */
  readonly rateLimits: 'on' | 'off';
  /** Our own proxies, whose `X-Forwarded-For` header is trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Other sites whose pages may make calls about customers: all in the local profile by default, none in production. */
  readonly corsOrigins?: CallOrigins;
  /** The most memory that all connections hold together; the default of the settings without it. */
  readonly connectionMemoryBytes?: number;
  /** Written into the page of the web app. Without it, the web app links to its built-in pages. */
  readonly site?: SiteInfo;
  /** Origins that our pages may show in a frame. */
  readonly identityFrames?: IdentityFrames;
};

export type GatewayDeps = {
  readonly services: CustomerServices;
  readonly config: GatewayConfig;
  /** Receives the webhooks of external parties. Without it, the route does not exist. */
  readonly webhooks?: WebhookInbox;
  /** The web build. Without it, only the API is served. */
  readonly staticDir?: string;
  /** Style sheets and scripts of pages rendered by the server, from their build. Without it, they have none. */
  readonly browserDir?: string;
  /** Product icons. Without it, no icons are served. */
  readonly productIcons?: ProductIcons;
  /** A pino logger; silent without one. */
  readonly log?: FastifyBaseLogger;
  /** Returns what the health page shows in addition to `status`. */
  readonly health?: () => Readonly<Record<string, unknown>>;
  /** Whether customers may be routed here now: false while another exchange may be the leader. */
  readonly isReady?: () => boolean;
};

/** A call of the second backend. Its additional credential is the header `userId`. */
const validateRoute = '/api/avenia/validate';

/** Where clients of the family look for a call. An unknown name falls through to the pages of the web app. */
const callRoutes = ['/AP/:call', '/api/:call', '/:call'];

/** All routes, including those of calls. Registering any other route fails the start (security rule G1). */
const declaredRoutes = new Set([
  ...callRoutes,
  '/kyc/access-token',
  validateRoute,
  linkUserRoute,
  documentsRoute,
  webhookRoute,
  iconRoute,
  '/health',
  '/ready',
  ...docsPaths,
]);
/** Pages of the local profile, registered by the laptop package; refused in production. */
const localPrefix = '/local';

/** How many connections may wait to be accepted; the kernel drops the requests of others. */
export const listenBacklog = 4096;
const timeoutMs = 10_000; // security rule N6
/** A client that receives nothing of its answer for this time is disconnected; sockets have a limit of their own. */
const stalledMs = 60_000;

/** Builds the gateway. The caller listens and, on stop, closes it; running requests finish first. */
export function createGateway(deps: GatewayDeps): FastifyInstance {
  const { config } = deps;
  assert(
    config.profile === 'local' || config.rateLimits === 'on',
    'rate limits are off in the local profile only',
  );
  const { trustedProxies = [] } = config;
  const isProxy = createProxyCheck(trustedProxies);
  const refusals = new RefusalCounts(deps.log ?? silentLog);
  const noteMalformed = () => refusals.note('malformed', 'http');
  const everywhere = siteHeaders(config.profile);
  const requests = trackRequests(noteMalformed);
  const app = Fastify({
    ...(deps.log ? { loggerInstance: deps.log } : { logger: false }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    requestTimeout: uploadTimeoutMs,
    connectionTimeout: stalledMs,
    keepAliveTimeout: 65_000,
    trustProxy: trustedProxies.length > 0 && isProxy,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 80 },
    genReqId: requestIds(),
    ...requests.options,
    return503OnClosing: true,
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      noteMalformed();
      // No hook of the routes runs for these answers.
      return sendText(reply.headers(everywhere), 400, 'BAD REQUEST');
    },
  });
  app.addHook('onRoute', ({ url }) => {
    const isLocalPage = config.profile === 'local' && url.startsWith(localPrefix);
    assert(isLocalPage || declaredRoutes.has(url), `the route ${url} is not declared`);
  });
  app.removeAllContentTypeParsers();
  // Registering the common type by name saves parsing the header of each request.
  app.addContentTypeParser(['application/json', '*'], { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );

  const [limits, lookUps] =
    config.profile === 'production' ? [productionLimits, productionLookUps] : [localLimits, localLookUps];
  const noteLimited = (part: RefusedPart) => refusals.note('limited', part);
  const limiter = config.rateLimits === 'on' ? new RateLimiter(limits, lookUps, noteLimited) : null;
  const dispatcher = new CallDispatcher({ services: deps.services, limiter, refusals, log: app.log });
  app.server.headersTimeout = timeoutMs;
  endSlowBodies(app.server, timeoutMs);
  const crossOrigin = new CrossOrigin(config.corsOrigins ?? (config.profile === 'production' ? [] : '*'));
  addCallTable(app, {
    dispatcher,
    uploads: new UploadLimiter({ services: deps.services, limiter }),
    crossOrigin,
  });
  linkUserRoutes(app, { services: deps.services, limiter });
  if (deps.webhooks) webhookRoutes(app, deps.webhooks, limiter);
  const memory = new ConnectionMemory({
    bytesMax: config.connectionMemoryBytes ?? connectionMemoryDefault,
    log: app.log,
  });
  const sockets = new SocketServer({
    server: app.server,
    dispatcher,
    memory,
    limits: config.profile === 'production' ? productionSocketLimits : localSocketLimits,
    isProxy,
    mayOpen: createOriginCheck(config),
    findCall,
    log: app.log,
  });
  const connections = new ConnectionLimits({
    limits: config.profile === 'production' ? productionConnectionLimits : localConnectionLimits,
    isProxy,
    memory,
    isIdle: (socket) =>
      socket.writableLength === 0 &&
      !orders.isAnswering(socket) &&
      !requests.isAnswering(socket) &&
      !sockets.has(socket),
    log: app.log,
  });
  const orders: OrderConnections = new OrderConnections({
    server: app.server,
    dispatcher,
    isProxy,
    siteHeaders: everywhere,
    crossOrigin,
    admit: (socket) => connections.admit(socket),
    hasFew: (socket) => connections.hasFew(socket),
    log: app.log,
  });
  app.addHook('preClose', () => {
    memory.close();
    orders.close();
    return sockets.close();
  });
  app.addHook('onClose', async () => refusals.close());
  if (deps.productIcons) addIconRoute(app, deps.productIcons);
  healthRoutes(app, {
    services: deps.services,
    limiter,
    health: deps.health ?? (() => ({})),
    isReady: deps.isReady ?? (() => true),
    refuse: sendText,
  });
  addDocuments(app, deps);
  addToEveryAnswer(app, everywhere);
  addErrorAnswers(app, noteMalformed);
  return app;
}

type CallTableOptions = {
  readonly dispatcher: CallDispatcher;
  readonly uploads: UploadLimiter;
  readonly crossOrigin: CrossOrigin;
};

function addCallTable(app: FastifyInstance, { dispatcher, uploads, crossOrigin }: CallTableOptions): void {
  const send = (reply: FastifyReply, call: Call, result: DispatchResult): void => {
    sendAnswer(reply, toHttpAnswer(call, result, crossOrigin.find(call, reply.request.headers.origin)));
  };
  const sendPreflight = (reply: FastifyReply, call: Call): void =>
    void reply.code(204).headers(crossOrigin.find(call, reply.request.headers.origin).preflight).send();
  const answer = (call: Call, request: FastifyRequest, reply: FastifyReply): void => {
    // The body of an upload is the file.
    const body = call === addLevelDocument ? null : (request.body as Buffer | null);
    const read = () => readFields(request.query as Record<string, unknown>, body, call.bareList);
    const incoming = toHttpRequest(request, reply);
    dispatcher.dispatch(call, incoming, { read, text: null }, (result) => {
      try {
        send(reply.headers(toReportedHeaders(incoming)), call, result);
      } catch (error) {
        app.log.error({ err: error }, 'failed to send an answer');
        reply.raw.destroy();
      }
    });
  };

  for (const url of callRoutes) {
    app.route<{ Params: { call: string } }>({
      method: ['GET', 'POST', 'OPTIONS'],
      url,
      onRequest: treatBodyAsJson,
      handler: (request, reply) => {
        const call = findHttpCall(request.params.call);
        if (!call) reply.callNotFound();
        else if (request.method === 'OPTIONS') sendPreflight(reply, call);
        else answer(call, request, reply);
      },
    });
  }
  app.options(validateRoute, (_request, reply) => sendPreflight(reply, validateBrazil));
  app.post(validateRoute, (request, reply) =>
    request.headers['userid'] === undefined
      ? sendText(reply, 401, 'NOT AUTHORIZED')
      : answer(validateBrazil, request, reply),
  );
  app.post('/kyc/access-token', (request, reply) => answer(createAccessToken, request, reply));
  app.post(documentsRoute, {
    bodyLimit: documentFileBytesMax,
    onRequest: async (request, reply) => {
      const refusal = await uploads.admit(request, reply, toHttpRequest(request, reply));
      if (refusal === null) return undefined;
      // The body was not read and is not wanted.
      send(reply.header('connection', 'close'), addLevelDocument, refusal);
      return reply;
    },
    handler: (request, reply) => answer(addLevelDocument, request, reply),
  });
}

/** Treats every body as JSON, whatever Content-Type the client sent. */
function treatBodyAsJson({ raw: { headers } }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (headers['content-type'] !== undefined) headers['content-type'] = 'application/json';
  done();
}

function addDocuments(app: FastifyInstance, { config, staticDir, browserDir }: GatewayDeps): void {
  const files = new StaticFiles(staticDir);
  const { site } = config;
  if (site) files.rewrite('/index.html', (page) => writeSiteInfo(page, site));
  const headers = documentHeaders({
    styleHashes: readStyleHashes(staticDir),
    ...(config.identityFrames && { identityFrames: config.identityFrames }),
  });

  // Built on the first request, so that the start does not wait for it.
  const addDocs = once(() => addDocsSite(files, chapters, config, { staticDir, browserDir }));
  for (const path of docsPaths) {
    app.get(path, async (request, reply) => {
      addDocs();
      return sendFile(path, request, reply);
    });
  }

  // Local pages get the same headers unless they set their own.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
    if (isPage) {
      for (const [name, value] of Object.entries(headers))
        if (!reply.hasHeader(name)) reply.header(name, value);
    }
    done();
  });

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading || /^\/(?:ap|api|kyc|webhooks|docs|health|local|wsgateway)(?:\/|$)/i.test(path))
      return sendText(reply, 404, 'NOT FOUND');
    // A path that looks like a file is served as a file or not found.
    if (/\.\w{1,12}$/.test(path)) return sendFile(path, request, reply);
    if (isWebPage(path)) return sendFile('/index.html', request, reply);
    // A person who mistypes an address is led to a page by the app; programs learn that there is nothing.
    return acceptsPage(request.headers.accept)
      ? sendFile('/index.html', request, reply, 404)
      : sendText(reply.header('vary', 'accept'), 404, 'NOT FOUND');
  });

  async function sendFile(
    path: string,
    request: FastifyRequest,
    reply: FastifyReply,
    status?: 404,
  ): Promise<FastifyReply> {
    const file = await files.find(path, {
      acceptEncoding: request.headers['accept-encoding'],
      ifNoneMatch: status === undefined ? request.headers['if-none-match'] : undefined,
    });
    if (!file) return sendText(reply, 404, 'NOT FOUND');
    const isPage = file.headers['content-type']?.startsWith('text/html') === true;
    return reply
      .code(status ?? file.status)
      .headers({
        ...file.headers,
        ...(isPage && headers),
        ...(status && { vary: 'accept, accept-encoding' }),
      })
      .send(file.body);
  }
}

/** Runs `work` on the first call only. */
function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Answers requests that never reach a call: a body that is too large, a malformed request line, a fault of a page. */
function addErrorAnswers(app: FastifyInstance, noteMalformed: () => void): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const wait = getRetryAfter(error);
    if (wait !== null) return sendText(reply, 503, 'SERVICE UNAVAILABLE', wait);
    const status = error.statusCode ?? 500;
    if (status < 500) noteMalformed();
    if (status === 413) return sendText(reply, 413, 'REQUEST TOO LARGE');
    if (status < 500) return sendText(reply, status, 'BAD REQUEST');
    const incident = randomUUID();
    request.log.error({ err: error, incident, path: request.url.split('?', 1)[0] }, 'request failed');
    return sendText(reply, 500, `SERVER ERROR ${incident}`);
  });
}

function toHttpRequest(request: FastifyRequest, reply: FastifyReply): HttpRequest {
  const { body, raw } = request;
  return new HttpRequest({
    ip: request.ip,
    headers: request.headers,
    method: raw.method ?? '',
    target: raw.url ?? '',
    body: Buffer.isBuffer(body) ? body : null,
    keepDevice: (token) =>
      void reply.header('set-cookie', formatDeviceCookie(token, { isSecure: request.protocol === 'https' })),
  });
}

function sendText(reply: FastifyReply, status: number, text: string, retryAfter?: number): FastifyReply {
  return sendAnswer(reply, toTextAnswer(status, text, retryAfter));
}

function sendAnswer(reply: FastifyReply, { status, retryAfter, headers, body }: HttpAnswer): FastifyReply {
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
  return reply.code(status).headers(headers).send(body);
}

/** Creates short ids that are unique within a log: the start time of the process and a counter. */
function requestIds(): () => string {
  const start = Date.now().toString(36);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
