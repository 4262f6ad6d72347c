/** A thread that hashes passwords; bundled to `dist/server/password-worker.js` and started by the password hasher. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '@salar/protocol';
import { lowerThreadPriority } from '@salar/services/background/thread-priority';
import { hashPassword, verifyPassword } from '@salar/services/passwords/password-hash';
import type { HashReply, HashRequest, HashWorkerData } from '@salar/services/passwords/password-hasher';

/** The niceness of the thread: where all cores are busy, matching goes first. */
const niceness = 10;

assert(parentPort !== null, 'the password worker runs as a worker thread');
const port = parentPort;
const { peppers, parameters } = workerData as HashWorkerData;

lowerThreadPriority(niceness);
port.on('message', (request: HashRequest) => port.postMessage(replyTo(request)));

function replyTo(request: HashRequest): HashReply {
  try {
    const value =
      request.kind === 'hash'
        ? hashPassword(request.password, peppers, parameters)
        : verifyPassword(request.password, request.stored, peppers, parameters);
    return { value };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : 'hashing failed' };
  }
}
