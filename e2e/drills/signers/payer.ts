/**
 * Stands in for the exchange, as a process that can be killed; it runs none of the exchange's payment code. It requests every payment that it has no recorded answer for, a few at
 * a time, records the signed bytes, and then sends them to the network's node. What an earlier run has recorded and not sent is
 * sent first. A payment that was not served is requested again, and some are
 * sent again with higher fees, as an exchange does with one that waits.
 *
 * It reports each step at its standard output and pauses for a moment, so that the drill can end a process there.
 *
 *   payer.js FOLDER
 */
import { randomInt } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSignRequest } from '@salar/adapters/signer/signer-messages';
import { readSignerConnection } from '@salar/adapters/signer/signer-connection';
import { SignerClient } from '@salar/adapters/signer/signer-client';
import type { SignRequest } from '@salar/services';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { openClients } from './drill-clients.ts';
import type { NodeUrls } from './drill-clients.ts';
import { findFamily, raiseFee, readAnswers } from './drill-payments.ts';
import type { Answered } from './drill-payments.ts';
import type { PayerStep } from './payer-steps.ts';

const inFlight = 4;
const pauseMs = 5;
const repeatMs = 50;
/** The first form of a payment has its lowest fee, raised by at most this number of halves. */
const raisesMax = 6;
/** One payment in this many is sent again with a fee that nodes take for a replacement. */
const replaceEvery = 5;
const replacementRaises = 12;

const folder = process.argv[2] ?? '';
const recordPath = join(folder, 'answers.jsonl');
const nodes = openClients(JSON.parse(readFileSync(join(folder, 'nodes.json'), 'utf8')) as NodeUrls);
const signer = new SignerClient(await readSignerConnection(join(folder, 'signer.json')));

/** Reports a step, and leaves the drill the time to end a process. */
async function pass(step: PayerStep): Promise<void> {
  process.stdout.write(`${step}\n`);
  await sleep(pauseMs);
}

function record(line: Answered): void {
  // After a line that a killed run left unfinished.
  appendFileSync(recordPath, `\n${JSON.stringify(line)}`);
}

async function send({ ticketId, hash, raw }: Required<Pick<Answered, 'ticketId' | 'hash' | 'raw'>>) {
  const answer = await nodes[findFamily(ticketId)].broadcast(raw);
  await pass('sent');
  record({ ticketId, hash, node: answer.kind === 'refused' ? answer.reason : answer.kind });
}

/** Requests a form of a payment until it is answered. @returns false when the signer refused it */
async function payForm(request: SignRequest): Promise<boolean> {
  const { ticketId } = request.ticket;
  for (;;) {
    try {
      const requested = signer.sign(request);
      process.stdout.write('requested\n' satisfies `${PayerStep}\n`);
      const answer = await requested;
      await pass('signed');
      if (!answer.ok) {
        record({ ticketId, refusal: answer.refusal });
        return false;
      }
      const signed = { ticketId, ...answer.value };
      record(signed);
      await pass('recorded');
      await send(signed);
      return true;
    } catch (error) {
      if (!(error instanceof SignerUnavailable)) throw error;
      process.stdout.write('repeated\n');
      await sleep(repeatMs);
    }
  }
}

/** The fee is random, so that a process that repeats a request of the one before it requests another form. */
async function pay(request: SignRequest): Promise<void> {
  const isPaid = await payForm(raiseFee(request, randomInt(raisesMax)));
  if (isPaid && request.ticket.ticketId % replaceEvery === 0)
    await payForm(raiseFee(request, replacementRaises));
}

async function sendRecorded(record: readonly Answered[]): Promise<void> {
  const sent = new Set(record.flatMap(({ hash, node }) => (node === undefined ? [] : [hash])));
  for (const { ticketId, hash, raw } of record)
    if (hash !== undefined && raw !== undefined && !sent.has(hash)) await send({ ticketId, hash, raw });
}

async function payRound(file: string, answered: ReadonlySet<number>): Promise<void> {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  const requests = lines.flatMap((line) => readSignRequest(line === '' ? null : JSON.parse(line)) ?? []);
  const waiting = requests.filter(({ ticket }) => !answered.has(ticket.ticketId));
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (let request = waiting.shift(); request !== undefined; request = waiting.shift())
        await pay(request);
    }),
  );
}

const before = readAnswers(recordPath);
await sendRecorded(before);
const answered = new Set(before.map(({ ticketId }) => ticketId));
await payRound('requests-1.jsonl', answered);
await payRound('requests-2.jsonl', answered);
signer.close();
