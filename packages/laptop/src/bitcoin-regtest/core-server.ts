/** The node's JSON-RPC server: HTTP with a user and a password, on loopback only. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseNumbersAsText } from '@salar/adapters/node-answers/number-text';
import { isRecord } from '@salar/adapters/node-answers/read-answer';
import { readBody } from '../http/read-body.ts';
import { CoreError, coreCalls } from './core-calls.ts';
import { writeJson } from './core-views.ts';
import type { RegtestNode } from './regtest-node.ts';

const bodyLengthMax = 2 ** 23;
const callsMax = 1_000;

type Answer = {
  readonly result: unknown;
  readonly error: { code: number; message: string } | null;
  readonly id: unknown;
};

/**
 * Listens on the first free port of a range; on any port when it begins with 0.
 *
 * @param options.credentials  `user:password`
 * @throws when all of them are taken
 */
export async function openCoreServer(options: {
  node: RegtestNode;
  portMin: number;
  portMax: number;
  credentials: string;
}): Promise<{ readonly server: Server; readonly port: number }> {
  const { node, portMin, portMax } = options;
  const authorization = `Basic ${Buffer.from(options.credentials).toString('base64')}`;
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === authorization;
    const answered = isKnown ? serve(node, request, response) : refuse(response);
    answered.catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  for (let port = portMin; port <= portMax; port += 1) {
    if (await listens(server, port)) return { server, port: (server.address() as AddressInfo).port };
  }
  throw new Error(`no free port for a local chain from ${portMin} to ${portMax}`);
}

async function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}

async function refuse(response: ServerResponse): Promise<void> {
  response.writeHead(401).end();
}

async function serve(node: RegtestNode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request, bodyLengthMax);
  if (body === null) return void response.writeHead(413).end();
  const answer = await answerAll(node, parse(body));
  const isRefused = 'error' in answer && answer.error !== null;
  response.writeHead(isRefused ? 500 : 200, { 'content-type': 'application/json' }).end(writeJson(answer));
}

async function answerAll(node: RegtestNode, request: unknown): Promise<Answer | readonly Answer[]> {
  if (!Array.isArray(request)) return answerOne(node, request);
  const calls = request.slice(0, callsMax) as unknown[];
  const answers: Answer[] = [];
  for (const call of calls) answers.push(await answerOne(node, call));
  return answers;
}

async function answerOne(node: RegtestNode, call: unknown): Promise<Answer> {
  const { id = null, method, params = [] } = isRecord(call) ? call : {};
  const known =
    typeof method === 'string' && Object.hasOwn(coreCalls, method) ? coreCalls[method] : undefined;
  // Numbers were parsed as text; an id is returned as the number it was.
  const sameId = typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id;
  if (known === undefined || !Array.isArray(params))
    return { result: null, error: { code: -32601, message: 'Method not found' }, id: sameId };
  try {
    return { result: await known(node, params as unknown[]), error: null, id: sameId };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return { result: null, error: { code: error.code, message: error.message }, id: sameId };
  }
}

function parse(body: string): unknown {
  try {
    return parseNumbersAsText(body);
  } catch (error) {
    if (error instanceof SyntaxError) return null; // answered like a call without a method
    throw error;
  }
}
