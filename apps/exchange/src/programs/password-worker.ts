/** The thread that hashes passwords; bundled to `dist/server/password-worker.js` and started by the password hasher. */
import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '@salar/protocol';
import { hashPassword, verifyPassword } from '@salar/services/passwords/password-hash';
import type { HashJob, HashReply, HashWorkerData } from '@salar/services/passwords/password-hasher';

assert(parentPort !== null, 'the password worker runs as a worker thread');
const port = parentPort;
const { peppers, parameters } = workerData as HashWorkerData;

port.on('message', (job: HashJob) => port.postMessage(replyTo(job)));

function replyTo(job: HashJob): HashReply {
  try {
    const value =
      job.kind === 'hash'
        ? hashPassword(job.password, peppers, parameters)
        : verifyPassword(job.password, job.stored, peppers, parameters);
    return { job: job.job, value };
  } catch (error) {
    return { job: job.job, failure: error instanceof Error ? error.message : 'hashing failed' };
  }
}
