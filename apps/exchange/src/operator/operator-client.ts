/** The client of the operators' server, for the command line. */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { OperatorAnswer } from '@salar/services/operator/act';
import type { OperatorRequest } from '@salar/services/operator/operator-request';

/** No server listens: no exchange runs there, or it is a standby, or it is still starting. */
export class ServerNotRunning extends Error {
  override readonly name = 'ServerNotRunning';
}

/**
 * Sends one request and returns its answer. @throws ServerNotRunning; an error when the exchange stops before it
 * answers
 */
export function sendOperatorRequest(socketPath: string, request: OperatorRequest): Promise<OperatorAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    let isConnected = false;
    socket.once('connect', () => {
      isConnected = true;
      socket.write(`${JSON.stringify(request)}\n`);
    });
    socket.on('error', (cause) =>
      reject(
        isConnected
          ? connectionLost(cause)
          : new ServerNotRunning('the operator server is not running', { cause }),
      ),
    );
    socket.once('close', () => reject(connectionLost()));
    const lines = createInterface({ input: socket });
    lines.on('error', () => undefined); // the socket reports the same error
    lines.once('line', (line) => {
      resolve(JSON.parse(line) as OperatorAnswer);
      socket.destroy();
    });
  });
}

function connectionLost(cause?: Error): Error {
  const text = 'the exchange stopped before it answered: check what was done before you repeat the command';
  return new Error(text, cause === undefined ? {} : { cause });
}
