/**
 * The exchange's part, as a process that can be killed: it requests every payment that it has no recorded answer for, a few at
 * a time, and repeats what was not served. A payment that waits may be requested with higher fees, as an exchange does.
 *
 *   payer.ts FOLDER
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSignRequest } from '@salar/adapters/signer/signer-messages';
import { readSignerConnection } from '@salar/adapters/signer/signer-connection';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import type { SignRequest } from '@salar/services';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { readAnswers } from './drill-payments.ts';

const inFlight = 4;
const folder = process.argv[2] ?? '';
const answersPath = join(folder, 'answers.jsonl');
const requests = readFileSync(join(folder, 'requests.jsonl'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => readSignRequest(JSON.parse(line)));
const answered = new Set(
  existsSync(answersPath) ? readAnswers(answersPath).map(({ ticketId }) => ticketId) : [],
);
const waiting = requests.filter((request) => request !== null && !answered.has(request.ticket.ticketId));
const client = new SignerClient(await readSignerConnection(join(folder, 'signer.json')));

async function pay(request: SignRequest): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const answer = await client.sign(withFees(request, attempt));
      const { ticketId } = request.ticket;
      const line = answer.ok ? { ticketId, raw: answer.value.raw } : { ticketId, refusal: answer.refusal };
      // After a line that a killed run left unfinished.
      appendFileSync(answersPath, `\n${JSON.stringify(line)}`);
      return;
    } catch (error) {
      if (!(error instanceof SignerUnavailable)) throw error;
      process.stdout.write('repeated\n');
      await sleep(50);
    }
  }
}

/** The fee depends on the time as well, so that a new process requests another form than the one before it. */
function withFees(request: SignRequest, attempt: number): SignRequest {
  const { plan } = request;
  if (plan.family !== 'evm') return request;
  const feeMax = plan.feeMax + BigInt(attempt + (Date.now() % 1_000));
  return { ...request, plan: { ...plan, feeMax } };
}

await Promise.all(
  Array.from({ length: inFlight }, async () => {
    for (let request = waiting.shift(); request != null; request = waiting.shift()) await pay(request);
  }),
);
client.close();
