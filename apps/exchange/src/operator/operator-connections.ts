/** Serves the operators' requests on connections of any kind: one JSON line per request and answer. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Log } from '@salar/services/ports/log';
import type { OperatorAnswer } from '@salar/services/operator/act';
import { packedLengthMax } from '@salar/services/operator/attached-file';
import type { OperatorService } from '@salar/services/operator/operator-service';
import { readOperatorRequest } from './operator-request.ts';

/** A request is a few hundred bytes, one with a bank's statement some hundred thousand; longer lines close their connection. */
const lineLengthMax = packedLengthMax + 16_384;
/** More requests than these without an answer close their connection. */
const pendingMax = 8;

export type OperatorHandler = Pick<OperatorService, 'handle'>;
export type OperatorServer = { close(): Promise<void> };

/** Answers the requests of a connection until it ends. */
export function serveOperator(
  { service, log }: { readonly service: OperatorHandler; readonly log: Log },
  socket: Socket,
): void {
  let unread = 0;
  let pending = 0;
  let pendingLength = 0;
  socket.on('error', () => socket.destroy()); // the client disconnected
  socket.on('data', (bytes: Buffer) => {
    unread = bytes.includes(0x0a) ? 0 : unread + bytes.length;
    if (unread > lineLengthMax) socket.destroy();
  });
  const lines = createInterface({ input: socket });
  lines.on('error', () => undefined); // the socket reports the same error
  lines.on('line', (line) => {
    if (socket.destroyed) return;
    if (pendingLength + line.length > lineLengthMax || pending >= pendingMax) {
      socket.destroy();
      return;
    }
    pending += 1;
    pendingLength += line.length;
    void answerLine(service, log, line).then((answer) => {
      pending -= 1;
      pendingLength -= line.length;
      if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`);
    });
  });
}

async function answerLine(service: OperatorHandler, log: Log, line: string): Promise<OperatorAnswer> {
  const request = readOperatorRequest(line);
  if (request === null)
    return { ok: false, refusal: 'params_wrong', text: 'this is not an operator request' };
  try {
    return await service.handle(request);
  } catch (error) {
    const incident = randomUUID();
    const method =
      'text' in request.proof ? /^method: (.*)$/m.exec(request.proof.text)?.[1] : request.proof.method;
    log.error({ incident, method, err: error }, 'operator request failed');
    const text = `the outcome is unknown (incident ${incident} in the log): check it before you repeat the command`;
    return { ok: false, refusal: 'unavailable', text };
  }
}
